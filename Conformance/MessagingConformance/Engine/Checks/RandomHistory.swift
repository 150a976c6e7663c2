/// A random history: the lines of a script.
struct RandomHistory {
  /// The name of the blocks that it is a script of.
  let kind: BlockKind
  /// Which history of which seed.
  let name: String
  let lines: [String]
  /// So many lines at the beginning are settings, which stay.
  var settings = 0
  /// What every history ends with.
  var ending: [String] = []

  /// Plays it.
  ///
  /// - Parameter play: plays all lines of a script.
  /// - Throws: if `play` throws a `Violation`, what is wrong with the shortest history that fails:
  ///   everything is left out without which it still does.
  nonisolated(nonsending) func tryOut(_ play: ([String]) async throws -> Void) async throws {
    do {
      try await play(lines + ending)
    } catch let violation as Violation {
      throw try await shortest(violation, play)
    }
  }

  private nonisolated(nonsending) func shortest(
    _ violation: Violation, _ play: ([String]) async throws -> Void
  ) async throws -> Violation {
    let beginning = Array(lines.prefix(settings))
    let shrunk = await Shrinker<String>(evaluationsMax: 600).shrink(
      Array(lines.dropFirst(beginning.count))
    ) { rest in
      (try? await fault(of: beginning + rest, play)) != nil
    }
    let shortest = beginning + shrunk.steps
    var final = try await fault(of: shortest, play) ?? violation
    final.notes += [
      name,
      "shrunk from \(lines.count) to \(shortest.count) lines; paste it as a \(kind.name) block:",
    ]
    final.notes += shortest + ending
    final.index = nil
    return final
  }

  /// - Returns: `nil` if the lines hold.
  private nonisolated(nonsending) func fault(
    of lines: [String], _ play: ([String]) async throws -> Void
  ) async throws -> Violation? {
    do {
      try await play(lines + ending)
      return nil
    } catch let violation as Violation {
      return violation
    }
  }
}
