extension SimulationStep {
  /// Events on the list of conversations of a device. If none is open, the event opens it.
  package enum ListKind: String, CaseIterable, Sendable {
    /// One event or action between list, view and store after another is delivered.
    case work = "list-works"
    case open = "list-opens"
    case close = "list-closes"
    /// The view stops taking updates, or starts again.
    case stall = "list-stalls"
    case take = "list-takes"
    case hide = "somebody-hidden-in-list"
    case readsFail = "list-reads-fail"
    /// The user retries what could not be read.
    case retry = "list-retries"
  }

  /// The number of the first step of a list. No history has that many other steps.
  package static let firstOfLists = 100_000

  /// Inserts steps of lists between the others, which stay the same.
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

  /// The weights out of a thousand; the rest is work.
  private static let listWeights: [(kind: ListKind, weight: Int)] = [
    (.open, 30), (.close, 30), (.stall, 50), (.take, 120), (.hide, 60), (.readsFail, 70),
    (.retry, 40),
  ]
}
