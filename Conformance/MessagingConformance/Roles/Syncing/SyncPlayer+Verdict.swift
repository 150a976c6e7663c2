internal import MessagingCore
internal import MessagingModel

extension SyncPlayer {
  /// How what is shown differs from what the server has; `nil` if it does not.
  ///
  /// - Parameter complete: whether a gap is a difference.
  func difference(complete: Bool) async throws -> String? {
    let server = try world.server
    for conversation in Set(server.log.map(\.conversation)).sorted() {
      let snapshot = try await everything(in: conversation)
      let mayLack = try world.tally.refusedPages.contains(conversation)
      let gaps = snapshot.allGaps.filter { !mayLack || !$0.isUnavailable }
      if complete, let gap = gaps.first {
        return "in \(conversation) \(gap.lowerName)..\(gap.upperName) is missing"
      }
      let complete = complete && snapshot.allGaps.isEmpty
      let shown = snapshot.messages.filter(\.hasEcho).map(Shown.init)
      let truth = server.truth(in: conversation).map { message in
        Shown(message, as: server.event(named: message.name)?.message)
      }
      if let difference = Shown.difference(shown, truth, complete: complete) {
        return "in \(conversation) \(difference)"
      }
      if complete, let difference = try reading(of: conversation, snapshot, server) {
        return "in \(conversation) \(difference)"
      }
    }
    return nil
  }

  /// How this device and the server disagree about who has read what, or whether the server did
  /// not get a reading of this device; `nil` if all agrees.
  private func reading(
    of conversation: ConversationID, _ snapshot: Snapshot, _ server: SimulatedServer
  ) throws -> String? {
    for other: ParticipantID in ["ann", "bob"] {
      let known = server.readUpTo(conversation, by: other)
      let shown = snapshot.receipts.first { $0.participant == other }?.upTo.confirmed?.remoteID
      if !isRead(shown, as: known, server) {
        return "\(other) has read up to \(shown.map { "\($0)" } ?? "nothing"), "
          + "at the server up to \(known.map { "\($0)" } ?? "nothing")"
      }
    }
    let known = server.readUpTo(conversation, by: ScriptNames.owner)
    let shown = snapshot.receipts.first { $0.participant == ScriptNames.owner }
    // The server does not know what it refused.
    if try world.tally.refusedReports.contains(conversation) { return nil }
    // An unsent message that nothing sends always comes before the reading.
    guard !snapshot.messages.contains(where: { $0.position.confirmed == nil }) else { return nil }
    if !isRead(shown?.upTo.confirmed?.remoteID, as: known, server) {
      let words = [shown?.upTo.confirmed?.remoteID, known].map { $0.map { "\($0)" } ?? "nothing" }
      return "\(words[0]) is shown as read, the server knows \(words[1])"
    }
    let told = known.flatMap { server.event(named: $0) }
    for name in readHere[conversation] ?? [] {
      guard let event = server.event(named: name) else { continue }
      if told.map({ $0.isBefore(event) }) ?? true {
        return "\(name) was read, but the server was not told"
      }
    }
    return nil
  }

  /// Whether the device shows the reading that the server knows.
  ///
  /// Pages that hold messages as they are now tell nothing of a deleted one. A device that never
  /// had the message does not know its place, so a reading up to it may be shown lower.
  private func isRead(
    _ shown: RemoteID?, as known: RemoteID?, _ server: SimulatedServer
  ) -> Bool {
    guard shown != known else { return true }
    guard let known, server.traits.tellsStates, !server.isShown(known),
      let real = server.event(named: known)
    else { return false }
    return shown.flatMap { server.event(named: $0) }?.isBefore(real) ?? true
  }

  /// Finds two adjacent messages although the server has something between them; `nil` if there are
  /// none.
  func hole() async throws -> String? {
    let world = try world
    // If an update got lost unnoticed, or the server returns lists, a hole proves nothing.
    let mayMiss = world.server.traits.arrival == .pushed && world.hasLostUpdates
    guard !mayMiss, !world.server.traits.givesLists else { return nil }
    for conversation in Set(world.server.log.map(\.conversation)).sorted() {
      let snapshot = try await everything(in: conversation)
      let truth = world.server.truth(in: conversation).map(\.name)
      let stored = snapshot.messages.filter(\.hasEcho).compactMap(\.position.confirmed)
      let known = Set(stored.map(\.remoteID))
      for (lower, upper) in zip(stored, stored.dropFirst()) {
        let isMissing = snapshot.allGaps.contains { gap in
          (gap.after.map { $0 < upper } ?? true) && (gap.before.map { lower < $0 } ?? true)
        }
        if isMissing { continue }
        guard let first = truth.firstIndex(of: lower.remoteID),
          let last = truth.firstIndex(of: upper.remoteID), first < last,
          let lost = truth[first..<last].dropFirst().first(where: { !known.contains($0) })
        else { continue }
        return "\(lower.remoteID) and \(upper.remoteID) hide \(lost)"
      }
    }
    return nil
  }

  /// Lets everything recover: nothing fails any more, time passes until nothing is left to do, and
  /// callers request every gap that the server can fill.
  mutating func heal() async throws {
    otherEnds()
    try await act { world in
      world.heal()
      world.setOnline(false)
      world.setOnline(true)
      try await world.settle()
    }
    try checkLive()
    try await rest()
    let conversations = Set(try world.server.log.map(\.conversation)).sorted()
    for conversation in conversations {
      for _ in 0..<500 {
        let gaps = try await everything(in: conversation).allGaps.filter { !$0.isUnavailable }
        guard let gap = gaps.first else { break }
        try await want(gap, in: conversation)
        try await act { try await $0.settle() }
        try await rest()
      }
    }
    try await checkConversations()
    try await checkCalm()
  }

  /// Lets time pass until everything is done.
  private mutating func rest() async throws {
    for _ in 0..<500 {
      let world = try world
      let isQuiet = world.rules.status.phase == .live && world.rules.status.nextAttempt == nil
      if isQuiet, world.tally.waiting.isEmpty { return try checkSolved(world.rules.status) }
      guard try await act({ try await $0.advanceToDeadline() }) else { break }
    }
    let world = try world
    throw Violation(
      "syncing does not come to an end, although nothing fails any more: "
        + "\(SyncNames.word(world.rules.status.phase)), \(world.tally.waiting.count) wait")
  }

  /// What went wrong with the connection, or with a stream that is stored up to now, is solved and
  /// not reported any more (`SYNC-055`).
  private func checkSolved(_ status: SyncStatus) throws {
    let left = status.problems.first { problem in
      switch problem.kind {
      case .connection: true
      case .refused: problem.conversation == nil
      case .unanswered, .store, .nonsense:
        problem.conversation == nil || problem.stream.map(status.caughtUp.contains) ?? false
      case .endless, .restarted, .unreadable, .unknownStream: false
      }
    }
    guard let left else { return }
    throw Violation("everything is stored, and the problem \(left.code) is still reported")
  }

  /// What went wrong with a conversation is no problem any more once all its gaps are filled and
  /// its readings are reported. An engine does not know which gaps another one has filled.
  private func checkConversations() async throws {
    guard try world.tally.marks[.otherEngine, default: 0] == 0 else { return }
    for problem in try world.rules.status.problems {
      switch problem.kind {
      case .unanswered, .refused, .store, .nonsense: break
      case .connection, .endless, .restarted, .unreadable, .unknownStream: continue
      }
      guard let conversation = problem.conversation else { continue }
      let isOfReport = problem.kind == .refused && problem.stream == nil
      if isOfReport, try world.tally.refusedReports.contains(conversation) { continue }
      guard try await everything(in: conversation).allGaps.isEmpty else { continue }
      throw Violation(
        "\(conversation) is stored, and the problem \(problem.code) is still reported")
    }
  }
}

/// A message in the form for comparison. Reports contain no text of people.
private struct Shown: Hashable {
  let name: RemoteID?
  let sender: ParticipantID?
  let body: Body
  let reactions: [ExactString: Int]
  let replyTo: MessageReference?
  let threadRoot: MessageReference?

  init(_ message: Message) {
    name = message.remoteID
    sender = message.sender
    body = message.body
    (replyTo, threadRoot) = (message.replyTo, message.threadRoot)
    reactions = Dictionary(
      message.reactionCounts.map { ($0.key, $0.count) }, uniquingKeysWith: { first, _ in first })
  }

  /// - Parameter written: the message as it was written.
  init(_ message: TrueMessage, as written: ReceivedMessage?) {
    name = message.name
    sender = written?.sender
    body = message.body
    (replyTo, threadRoot) = (written?.replyTo, written?.threadRoot)
    reactions = message.reactions.mapValues(\.count)
  }

  static func difference(_ shown: [Shown], _ truth: [Shown], complete: Bool) -> String? {
    let names = { (messages: [Shown]) in
      messages.map { $0.name.map { "\($0)" } ?? "?" }.joined(separator: " ")
    }
    let known = Set(shown.map(\.name))
    let expected = complete ? truth : truth.filter { known.contains($0.name) }
    guard shown != expected else { return nil }
    if shown.map(\.name) == expected.map(\.name) {
      let wrong = zip(shown, expected).filter { $0 != $1 }.map(\.0)
      return "\(names(wrong)) are not what the server has"
    }
    return "the device shows \(names(shown)), the server has \(names(expected))"
  }
}
