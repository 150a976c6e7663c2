/// A random history: lines of a script.
struct RandomHistory {
  /// The kind of block that the lines form; `nil` if they are steps of a check.
  var kind: BlockKind?
  /// The number of the history and its seed.
  let name: String
  let lines: [String]
  /// The number of lines at the beginning that are settings. Shrinking keeps them.
  var settings = 0
  /// The lines at the end of every history.
  var ending: [String] = []
  /// How a line begins without which the ending has no meaning: a screen that was never opened
  /// shows nothing, whoever decides for it. Shrinking keeps one such line.
  var opening = ""

  /// Plays the history.
  ///
  /// - Parameter play: plays all lines of a script.
  /// - Throws: if `play` throws a `Violation`, the violation of the shortest history that still
  ///   fails in this way: by a line, or by a law of the same requirement. Every line is left out
  ///   that is not needed for the failure.
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
      guard rest.contains(where: { $0.hasPrefix(opening) }) || opening.isEmpty,
        let found = try? await fault(of: beginning + rest, play)
      else { return false }
      return found.law.map(\.requirement) == violation.law.map(\.requirement)
    }
    let shortest = beginning + shrunk.steps
    var final = try await fault(of: shortest, play) ?? violation
    final.notes += [
      name,
      "shrunk from \(lines.count) to \(shortest.count) lines"
        + (kind.map { "; paste it as a \($0.name) block:" } ?? ":"),
    ]
    final.notes += shortest + ending
    final.index = nil
    return final
  }

  /// - Returns: the violation; `nil` if the lines hold.
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
