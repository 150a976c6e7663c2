extension SimulationStep {
  /// What happens on the list of conversations of a device; on one that shows none it is opened.
  package enum ListKind: String, CaseIterable, Sendable {
    /// What is on its way between list, view and store arrives, one thing after another.
    case work = "list-works"
    case open = "list-opens"
    case close = "list-closes"
    /// The view takes no update, or takes them again.
    case stall = "list-stalls"
    case take = "list-takes"
    case hide = "somebody-hidden-in-list"
    case readsFail = "list-reads-fail"
    /// Somebody wants what could not be read to be read again.
    case retry = "list-retries"
  }

  /// The number of the first step of a list: no history has as many others.
  package static let firstOfLists = 100_000

  /// Puts steps of lists between others, which stay what they are.
  static func withLists(
    _ steps: [SimulationStep], seed: UInt64, _ devices: Int
  ) -> [SimulationStep] {
    var random = SeededRandom(seed: seed, stream: "lists")
    var mixed: [SimulationStep] = []
    var number = firstOfLists
    for step in steps {
      mixed.append(step)
      for _ in 0..<[0, 0, 0, 0, 1, 2][random.below(6)] {
        mixed.append(
          SimulationStep(
            number: number, deed: .list(random.pick(listWeights, rest: .work)),
            device: random.below(max(1, devices)), choice: random.next()))
        number += 1
      }
    }
    return mixed
  }

  /// Of a thousand steps; the rest is work.
  private static let listWeights: [(kind: ListKind, weight: Int)] = [
    (.open, 30), (.close, 30), (.stall, 50), (.take, 120), (.hide, 60), (.readsFail, 70),
    (.retry, 40),
  ]
}
