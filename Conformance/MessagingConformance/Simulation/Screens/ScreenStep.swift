extension SimulationStep {
  /// Events on the screen of a device. If none is open, the event opens a conversation.
  package enum ScreenKind: String, CaseIterable, Sendable {
    /// One event or action between screen, store and engine after another is delivered.
    case work = "screen-works"
    case open = "screen-opens"
    case close = "screen-closes"
    /// The view is created again at the same place.
    case recreate = "screen-recreated"
    case scroll = "reader-scrolls"
    case jump = "reader-jumps"
    case jumpToEnd = "reader-goes-to-the-end"
    /// A finger drags, an animation runs, or the keyboard moves.
    case hold = "rows-held"
    case letGo = "rows-let-go"
    /// The screen stops taking updates, or starts again.
    case stall = "screen-stalls"
    case take = "screen-takes"
    case background, foreground
    case readsFail = "screen-reads-fail"
    /// Time passes until the screen's next deadline.
    case wait = "screen-waits"
    case typing = "somebody-types"
    case hide = "somebody-hidden"
    case write = "written-here"
    case attach = "photo-attached"
    case forget = "forgotten"
    /// Somebody wrote messages long before the devices started.
    case backlog
  }

  /// The number of the first step of a screen. No history has that many other steps.
  package static let firstOfScreens = 1_000

  /// Inserts steps of screens between the others. If a history begins with a backlog, that is its
  /// first step.
  static func withScreens(
    _ steps: [SimulationStep], seed: UInt64, _ devices: Int
  ) -> [SimulationStep] {
    var random = SeededRandom(seed: seed, stream: "screens")
    var mixed: [SimulationStep] = []
    var number = firstOfScreens
    func screenStep(_ kind: ScreenKind) -> SimulationStep {
      defer { number += 1 }
      return SimulationStep(
        number: number, deed: .screen(kind), device: random.below(max(1, devices)),
        choice: random.next())
    }
    if random.chance(1, of: 3) { mixed.append(screenStep(.backlog)) }
    for step in steps {
      mixed.append(step)
      for _ in 0..<[0, 0, 1, 1, 2, 4][random.below(6)] {
        mixed.append(screenStep(random.pick(screenWeights, rest: .work)))
      }
    }
    return mixed
  }

  /// The weights out of a thousand; the rest is work.
  private static let screenWeights: [(kind: ScreenKind, weight: Int)] = [
    (.open, 25), (.close, 12), (.recreate, 25), (.scroll, 170), (.jump, 50), (.jumpToEnd, 30),
    (.hold, 25), (.letGo, 50), (.stall, 20), (.take, 50), (.background, 12), (.foreground, 35),
    (.readsFail, 25), (.wait, 90), (.typing, 15), (.hide, 12), (.write, 20), (.attach, 30),
    (.forget, 6),
  ]
}
