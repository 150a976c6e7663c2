/// A random history that fails: the lines of a script.
struct FailedHistory {
  /// The name of the blocks that it is a script of.
  let kind: BlockKind
  /// Which history of which seed.
  let name: String
  let lines: [String]
  /// So many lines at the beginning are settings, which stay.
  let settings: Int
  /// What every history ends with.
  let ending: [String]

  /// What is wrong with the shortest history that fails: everything is left out without which it
  /// still does.
  ///
  /// - Parameter play: plays lines without their ending; `nil` if they hold.
  nonisolated(nonsending) func shortest(
    _ violation: Violation, _ play: ([String]) async throws -> Violation?
  ) async throws -> Violation {
    let beginning = Array(lines.prefix(settings))
    let shrunk = await Shrinker<String>(evaluationsMax: 600).shrink(
      Array(lines.dropFirst(beginning.count))
    ) { rest in
      (try? await play(beginning + rest)) != nil
    }
    let shortest = beginning + shrunk.steps
    var final = try await play(shortest) ?? violation
    final.notes += [
      name,
      "shrunk from \(lines.count) to \(shortest.count) lines; paste it as a \(kind.name) block:",
    ]
    final.notes += shortest + ending
    final.index = nil
    return final
  }
}
