internal import MessagingCore
internal import MessagingModel
internal import MessagingTimeline

/// The four manual scenarios of seed 004.
package enum AcceptanceScenario: String, CaseIterable, Sendable {
  case live = "live-while-reading"
  case top = "to-the-top"
  case sending = "pending-to-sent"
  case heights = "diverse-heights"
}

extension AcceptanceRun {
  /// Plays a scenario from its opening to its end.
  ///
  /// - Returns: the log of the scenario.
  mutating func play(_ scenario: AcceptanceScenario) async throws -> DiagnosticLog {
    switch scenario {
    case .live: try await readWhileMessagesArrive()
    case .top: try await scrollToTheTop()
    case .sending: try await sendAgainAndAgain()
    case .heights: try await readDiverseHeights()
    }
    return try await leave()
  }

  /// Opens a conversation while new messages wait at the server. Then reads history while messages,
  /// edits, deletions, reactions and receipts arrive. Then returns to the end.
  private mutating func readWhileMessagesArrive() async throws {
    device.setOnline(false, &place)
    try await pass(1_000)
    for number in 0..<5 { write("news \(number)") }
    try await open()
    device.setOnline(true, &place)
    try await pass(3_000)
    for _ in 0..<4 { try await fling(by: -1_500) }
    for number in 0..<30 {
      switch number % 5 {
      case 1: change(.edit(.text(ExactString(String(repeating: "longer ", count: 12)))), number)
      case 2: change(.react("+"), number, by: "bob")
      case 3: change(.delete(isModerator: false, leavesRow: true), 7 * number)
      default: write("live \(number)")
      }
      try await pass(300)
      if number % 6 == 5 { try await fling(by: number % 4 == 1 ? -700 : 500) }
    }
    for number in 0..<10 {
      change(.receipt(moment), number, by: ParticipantID("reader\(number)"))
      try await pass(15)
    }
    try await pass(1_000)
    note(.wished(.end))
    try await tell(.jumpedToEnd)
    try await pass(1_000)
    for number in 0..<3 {
      write("followed \(number)")
      try await pass(500)
    }
  }

  /// Reads page after page up to the start, while messages arrive.
  private mutating func scrollToTheTop() async throws {
    try await open()
    try await pass(3_000)
    for turn in 0..<(conversation.count * 2) {
      try await fling(by: -1_800)
      if turn % 7 == 6 { write("meanwhile \(turn)") }
      try await pass(120)
      if screen.isAtTop, timeline.status.older == .exhausted { return }
    }
    throw Violation("the reader does not reach the first message")
  }

  /// Sends messages without a network, which leave while the reader is elsewhere. Then sends others
  /// one by one.
  private mutating func sendAgainAndAgain() async throws {
    try await open()
    try await pass(3_000)
    device.setOnline(false, &place)
    let first = conversation.count - conversation.pendingCount
    let half = first + conversation.pendingCount / 2
    for index in first..<half { try await send(index) }
    try await fling(by: -900)
    device.setOnline(true, &place)
    try await pass(5_000)
    for index in half..<conversation.count {
      try await send(index)
      if index % 4 == 0 { try await fling(by: -600) }
      write("answer \(index)")
      try await pass(1_000)
    }
  }

  /// Reads rows that are estimated until they are visible, with photos that arrive late, a keyboard
  /// that appears and disappears, and a device that is turned.
  private mutating func readDiverseHeights() async throws {
    try await open(isEstimating: true)
    try await pass(3_000)
    for turn in 0..<60 {
      try await fling(by: turn % 9 == 8 ? 1_300 : -900)
      screen.loadPhotos()
      try noteScreen()
      switch turn % 12 {
      case 3: try await turnScreen(false, keyboard: 391)
      case 5: try await turnScreen(false, keyboard: 83)
      case 7: try await turnScreen(true, keyboard: 53)
      case 9: try await turnScreen(false, keyboard: 83)
      default: break
      }
      if turn % 10 == 4 { write("meanwhile \(turn)") }
      try await pass(250)
    }
  }

  // MARK: - Steps

  private var moment: Timestamp { Timestamp(milliseconds: place.now) }

  private mutating func write(_ text: String) {
    place.server.write(
      .text(ExactString(text)), in: conversation.conversation,
      by: text.utf8.count % 2 == 0 ? "ann" : "bob")
  }

  /// Makes someone change one of the newest messages.
  private mutating func change(
    _ action: Relation.Action, _ number: Int, by author: ParticipantID? = nil
  ) {
    let history = conversation.count - conversation.pendingCount
    let index = max(0, history - 1 - number)
    place.server.relate(action, to: conversation.remoteID(index), by: author)
  }

  /// A flick: the list moves while nothing else happens on the screen, then comes to rest.
  private mutating func fling(by points: Double) async throws {
    try await hold(true)
    screen.drag(by: points)
    try noteScreen()
    try await hold(false)
    try await look()
    try await settle()
  }

  private mutating func turnScreen(_ isLandscape: Bool, keyboard: Double) async throws {
    screen.turn(isLandscape, keyboard: keyboard)
    try await look()
    try await settle()
  }

  private mutating func send(_ index: Int) async throws {
    let key = conversation.key(index)
    note(.wished(.sent))
    try await tell(.sent(key.id))
    try await accept([
      .enqueue(
        OutgoingMessage(
          key: key, timestamp: moment, body: conversation.body(index).withoutFiles(index)))
    ])
    try await settle()
  }
}

extension Body {
  /// The same body without files, because nothing uploads them here.
  fileprivate func withoutFiles(_ index: Int) -> Body {
    attachments.isEmpty ? self : .text(ExactString("Photo \(index)"))
  }
}
