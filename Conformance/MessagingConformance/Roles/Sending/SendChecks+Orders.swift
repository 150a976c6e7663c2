internal import MessagingCore

extension SendChecks {
  /// Plays small stories in all orders of their steps.
  static func everyOrder(_ context: RoleContext<any SendSubject>) async throws {
    // Parsed once: thousands of orders play them.
    let parts = Parts(
      begin: try SendLanguage.language.script(["loose"]), end: try SendTale.ending(),
      steps: try (0..<32).map { try SendLanguage.language.script(["step \($0)"]) })
    for tale in try smallTales() where tale.isFor(context.subject.capabilities) {
      var orders = SendOrders()
      let most = context.count(600) * context.seeds.count
      var count = 0
      repeat {
        orders.rewind()
        try await play(tale, parts, &orders, context)
        count += 1
      } while count < most && orders.advance()
      context.count("orders of sending", count)
    }
  }

  /// What is played of each story besides its own lines.
  private struct Parts {
    let begin: Script<SendPlayer>
    let end: Script<SendPlayer>
    /// The script of step 0, of step 1, and so on.
    let steps: [Script<SendPlayer>]

    func step(_ number: Int) throws -> Script<SendPlayer> {
      number < steps.count ? steps[number] : try SendLanguage.language.script(["step \(number)"])
    }
  }

  private static func smallTales() throws -> [SendTale] {
    try [
      SendTale(
        "two messages and an edit", "send c1 \"one\"\nsend c2 \"two\"\namend d1 c1 edit \"new\""),
      SendTale("two edits", "send c1 \"one\"\namend d1 c1 edit \"two\"\namend d2 c1 edit \"new\""),
      SendTale("taken back", "send c1 \"one\"\ncancel c1\nsend c2 \"two\""),
      SendTale("an answer", "send c1 \"one\"\nsend c2 \"two\" reply=c1\ncancel c1"),
      SendTale("two conversations", "send c1 \"one\"\nsend c2 \"two\" in=k2\nsend c3 \"six\""),
      SendTale(
        "a reaction and its end",
        "send c1 \"one\"\namend d1 c1 react \"+\"\namend d2 c1 unreact \"+\""),
      SendTale(
        "a lost answer", "server loses-answer\nsend c1 \"one\"\namend d1 c1 edit \"two\"\ncancel c1"
      ),
    ]
  }

  private static func play(
    _ tale: SendTale, _ parts: Parts, _ orders: inout SendOrders,
    _ context: RoleContext<any SendSubject>
  ) async throws {
    var player = try await SendPlayer(context.subject, seed: context.options.seed)
    defer { context.count(steps: player.stepCount) }
    var said: [String] = []
    do {
      try await player.play(parts.begin)
      var rest = tale.script.units[...]
      while true {
        let doable = player.world.doable.count
        let alternatives = doable + (rest.isEmpty ? 0 : 1)
        if alternatives == 0 { break }
        let choice = player.world.firstQuiet ?? orders.choose(alternatives)
        if choice < doable {
          said.append("step \(choice)")
          try await player.play(try parts.step(choice))
        } else if let unit = rest.popFirst() {
          said += unit.sources
          try await player.play(Script(units: [unit]))
        }
      }
      try await player.playToEnd(parts.end)
    } catch var violation as Violation {
      violation.notes.append("story: \(tale.name), in this order (paste it as a send block):")
      violation.notes += ["loose"] + said + SendHistory.ending
      throw violation
    }
  }
}

/// Enumerates all sequences of choices. The number of options of a choice is known only when it is
/// made.
struct SendOrders {
  private var choices: [(chosen: Int, of: Int)] = []
  private var next = 0

  /// Starts a sequence.
  mutating func rewind() { next = 0 }

  /// Returns the next choice of this sequence, from 0.
  mutating func choose(_ count: Int) -> Int {
    if next == choices.count { choices.append((0, count)) }
    defer { next += 1 }
    return choices[next].chosen
  }

  /// Moves to the next sequence, changing the last choices first. Returns `false` if there is none.
  mutating func advance() -> Bool {
    choices.removeSubrange(next...)
    while let last = choices.popLast() {
      if last.chosen + 1 < last.of {
        choices.append((last.chosen + 1, last.of))
        return true
      }
    }
    return false
  }
}
