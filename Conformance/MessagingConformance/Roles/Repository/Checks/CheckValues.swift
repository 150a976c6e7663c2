internal import MessagingCore
package import MessagingModel

// Short ways to make the values of checks.

extension CheckContext {
  /// The newest messages of a conversation, across gaps.
  func newest(
    _ repository: any MessageRepository, in conversation: ConversationID = ScriptNames.conversation,
    limit: Int = 100
  ) async throws -> Snapshot {
    try await repository.read(
      Query(.newest, in: conversation, limit: limit, crossesGaps: true))
  }

  /// The only message of a conversation.
  func onlyMessage(
    _ repository: any MessageRepository, in conversation: ConversationID = ScriptNames.conversation
  ) async throws -> Message {
    let messages = try await newest(repository, in: conversation).messages
    guard let message = messages.first, messages.count == 1 else {
      throw Violation("\(messages.count) messages are stored, expected 1")
    }
    return message
  }
}

extension ReceivedMessage {
  /// A message by `ann`, with one time and the remote id `name`.
  init(
    _ name: String, at time: Int64, _ body: Body,
    in conversation: ConversationID = ScriptNames.conversation,
    by sender: ParticipantID = ScriptNames.author
  ) {
    self.init(
      conversation: conversation,
      position: ServerPosition(
        serverTime: Timestamp(milliseconds: time), timestamp: Timestamp(milliseconds: time),
        remoteID: RemoteID(name)),
      sender: sender, body: body)
  }
}

extension Body {
  static func text(_ text: String) -> Body { .text(ExactString(text)) }

  /// The text of the body, if it is a text.
  package var plainText: ExactString? {
    switch self {
    case .text(let text): text
    case .media, .payment, .system, .redacted, .unknown: nil
    }
  }
}

extension ExactString {
  /// The beginning of the text, in quotes, for a failure message.
  var excerpt: String {
    guard byteCount > 60 else { return JSONText.quoted(string) }
    let short = String(string.unicodeScalars.prefix(24).map(Character.init))
    return JSONText.quoted(short) + "… (\(byteCount) bytes)"
  }
}
