/// Makes a failing list of steps shorter and simpler as long as it still fails.
///
/// First it removes chunks (half of the list, a quarter, … single steps). Then it replaces single
/// steps with simpler ones. It repeats this until neither helps. The same input and the same
/// answers give the same result.
///
/// `fails` must decide whether *the same requirement* still fails, not whether anything fails.
package struct Shrinker<Step: Sendable>: Sendable {
  /// Why shrinking ended.
  package enum Ending: Sendable, Hashable {
    /// No step can be removed or made simpler.
    case minimal
    /// The limit of evaluations was reached. The steps fail, but shorter ones may fail too.
    case limitReached
    /// The steps did not fail when they were tried again, so shrinking was not possible.
    case notReproduced
  }

  package struct Outcome: Sendable {
    /// The shortest and simplest failing steps that were found.
    package var steps: [Step]
    /// How often `fails` was called.
    package var evaluations: Int
    package var ending: Ending
  }

  private let evaluationsMax: Int
  private let simplify: @Sendable (Step) -> [Step]

  /// - Parameters:
  ///   - evaluationsMax: the most calls of `fails`. At least 1.
  ///   - simplify: returns simpler versions of a step, the simplest first. Each must be simpler
  ///     than the step; otherwise only the limit ends the search.
  package init(
    evaluationsMax: Int = 2_000, simplify: @escaping @Sendable (Step) -> [Step] = { _ in [] }
  ) {
    precondition(evaluationsMax >= 1, "evaluationsMax is \(evaluationsMax), must be at least 1")
    self.evaluationsMax = evaluationsMax
    self.simplify = simplify
  }

  /// Shrinks `steps`, which failed, as long as `fails` returns `true`.
  ///
  /// - Complexity: without simpler versions, O(n log n) evaluations if whole chunks can be removed,
  ///   O(n²) if only every other step can; never more than `evaluationsMax`.
  package nonisolated(nonsending) func shrink(
    _ steps: [Step], while fails: ([Step]) async -> Bool
  ) async -> Outcome {
    var search = Search(steps: steps, evaluationsLeft: evaluationsMax)
    guard await search.accept(steps, if: fails) else {
      return Outcome(steps: steps, evaluations: 1, ending: .notReproduced)
    }
    var progress = true
    while progress {
      let shorter = await removeChunks(&search, while: fails)
      let simpler = await simplifySteps(&search, while: fails)
      progress = shorter || simpler
    }
    return Outcome(
      steps: search.steps, evaluations: evaluationsMax - search.evaluationsLeft,
      ending: search.refused ? .limitReached : .minimal)
  }

  private nonisolated(nonsending) func removeChunks(
    _ search: inout Search, while fails: ([Step]) async -> Bool
  ) async -> Bool {
    let countBefore = search.steps.count
    var size = max(1, countBefore / 2)
    while size >= 1 {
      var start = 0
      while start < search.steps.count {
        let end = min(start + size, search.steps.count)
        let candidate = Array(search.steps[..<start] + search.steps[end...])
        if await !search.accept(candidate, if: fails) { start = end }
      }
      size /= 2
    }
    return search.steps.count < countBefore
  }

  private nonisolated(nonsending) func simplifySteps(
    _ search: inout Search, while fails: ([Step]) async -> Bool
  ) async -> Bool {
    var changed = false
    for index in search.steps.indices {
      while await replaceStep(at: index, in: &search, while: fails) { changed = true }
    }
    return changed
  }

  /// Replaces one step with its first simpler version that still fails.
  private nonisolated(nonsending) func replaceStep(
    at index: Int, in search: inout Search, while fails: ([Step]) async -> Bool
  ) async -> Bool {
    for simpler in simplify(search.steps[index]) {
      var candidate = search.steps
      candidate[index] = simpler
      if await search.accept(candidate, if: fails) { return true }
    }
    return false
  }

  /// The best list so far, and how many calls of `fails` are left.
  private struct Search {
    var steps: [Step]
    var evaluationsLeft: Int
    /// Whether a candidate was not tried because the limit was reached.
    var refused = false

    nonisolated(nonsending) mutating func accept(
      _ candidate: [Step], if fails: ([Step]) async -> Bool
    ) async -> Bool {
      guard evaluationsLeft > 0 else {
        refused = true
        return false
      }
      evaluationsLeft -= 1
      guard await fails(candidate) else { return false }
      steps = candidate
      return true
    }
  }
}
