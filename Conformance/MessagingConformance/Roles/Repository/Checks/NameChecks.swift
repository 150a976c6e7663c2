internal import MessagingCore
internal import MessagingModel

/// Names with arbitrary bytes.
enum NameChecks {
  private static let long = String(repeating: "x", count: 65_535)

  /// Names that look alike. Each one is a different name.
  static let hostile: [String] = [
    "'", "\"", "'; DROP TABLE message; --", "%", "_", "*", "?", "\\", "a", "A", "a%", "a_", "a ",
    " a", " ", "a\0b", "a\0c", "\0", "\u{e9}", "e\u{301}", "\u{202e}x", "x", "\u{feff}x", "x\n",
    "👩‍👩‍👧‍👦", "👩", "NULL", "0", "00", "s1:s2", long + "1", long + "2",
  ]

  /// Each name is found by its own bytes, and finds nothing else.
  static func hostileNames(_ context: CheckContext) async throws {
    let repository = try await context.open()
    try await conversations(context, repository)
    try await messages(context, repository)
    if context.has(.reactions) { try await reactions(context, repository) }
  }

  private static func conversations(
    _ context: CheckContext, _ repository: any MessageRepository
  ) async throws {
    for name in hostile {
      let message = ReceivedMessage("s1", at: 1, .text(name), in: ConversationID(name))
      _ = try await repository.apply([.receive(message)])
    }
    for name in hostile {
      let page = try await context.newest(repository, in: ConversationID(name))
      try expect(
        page.messages.map { $0.body.plainText ?? "" }, is: [ExactString(name)],
        "the texts of the conversation", name)
      try expect(
        page.messages.map(\.conversation.text), is: [ExactString(name)],
        "the conversation that a message names in", name)
    }
  }

  private static func messages(
    _ context: CheckContext, _ repository: any MessageRepository
  ) async throws {
    let batch = hostile.enumerated().map { index, name in
      Change.receive(
        ReceivedMessage(
          name, at: Int64(index), .text(name), in: conversation, by: ParticipantID(name)))
    }
    _ = try await repository.apply(batch)
    let stored = try await context.newest(repository, in: conversation).messages.count
    try context.expect("the number of messages with hostile names", stored, is: hostile.count)
    for name in hostile {
      let page = try await repository.read(
        Query(.around(.remote(RemoteID(name))), in: conversation, limit: 1))
      let found = page.messages.first
      try expect(
        [found?.remoteID?.text ?? "", found?.body.plainText ?? "", found?.sender.text ?? ""],
        is: Array(repeating: ExactString(name), count: 3),
        "remote id, text and sender of the message found as", name)
    }
  }

  /// A participant with each name reacts to the message with that name, with the name as the key.
  private static func reactions(
    _ context: CheckContext, _ repository: any MessageRepository
  ) async throws {
    let batch = hostile.map { name in
      Change.relate(
        Relation(
          conversation: conversation, target: .remote(RemoteID(name)),
          author: ParticipantID(name), action: .react(ExactString(name))))
    }
    _ = try await repository.apply(batch)
    for message in try await context.newest(repository, in: conversation).messages {
      let name = message.remoteID?.text.string ?? ""
      try expect(
        message.reactions.flatMap { [$0.participant.text, $0.key] },
        is: Array(repeating: ExactString(name), count: 2),
        "the one person and key of the reactions to the message", name)
    }
  }

  private static let conversation: ConversationID = "hostile"

  private static func expect(
    _ actual: [ExactString], is expected: [ExactString], _ what: String, _ name: String
  ) throws {
    guard actual != expected else { return }
    let found = actual.map(\.excerpt)
    let wanted = expected.map(\.excerpt)
    throw Violation(
      "\(what) \(ExactString(name).excerpt) is \(found.joined(separator: " ")), expected "
        + wanted.joined(separator: " "),
      comparison: Comparison(expected: wanted, actual: found))
  }
}
