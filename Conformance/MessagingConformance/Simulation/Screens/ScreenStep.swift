extension SimulationStep {
  /// What happens on the screen of a device; on one that shows nothing a conversation is opened.
  package enum ScreenKind: String, CaseIterable, Sendable {
    /// What is on its way between screen, store and engine arrives, one thing after another.
    case work = "screen-works"
    case open = "screen-opens"
    case close = "screen-closes"
    /// The view is made anew where it was.
    case recreate = "screen-recreated"
    case scroll = "reader-scrolls"
    case jump = "reader-jumps"
    case jumpToEnd = "reader-goes-to-the-end"
    /// A finger drags, something animates, or the keyboard moves.
    case hold = "rows-held"
    case letGo = "rows-let-go"
    /// The screen takes no update, or takes them again.
    case stall = "screen-stalls"
    case take = "screen-takes"
    case background, foreground
    case readsFail = "screen-reads-fail"
    /// Time passes until the screen waited for it.
    case wait = "screen-waits"
    case typing = "somebody-types"
    case hide = "somebody-hidden"
    case write = "written-here"
    case attach = "photo-attached"
    case forget = "forgotten"
    /// Somebody wrote long before the devices were there.
    case backlog
  }

  /// The number of the first step of a screen: no history has as many others.
  package static let firstOfScreens = 1_000

  /// Puts steps of screens between others; where a history begins with much that was written
  /// before, that is the first step.
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

  /// Of a thousand steps; the rest is work.
  private static let screenWeights: [(kind: ScreenKind, weight: Int)] = [
    (.open, 25), (.close, 12), (.recreate, 25), (.scroll, 170), (.jump, 50), (.jumpToEnd, 30),
    (.hold, 25), (.letGo, 50), (.stall, 20), (.take, 50), (.background, 12), (.foreground, 35),
    (.readsFail, 25), (.wait, 90), (.typing, 15), (.hide, 12), (.write, 20), (.attach, 30),
    (.forget, 6),
  ]
}
