/// The members of a message, as a store keeps and a screen shows them; ``Message`` says what each
/// of them is.
struct MessageContent: Hashable, Sendable {
  var id: MessageID
  var conversation: ConversationID
  var sender: ParticipantID
  var isOutgoing: Bool
  var position: Position
  var timestamp: Timestamp
  var body: Body
  var version: Version?
  var replyTo: MessageReference?
  var threadRoot: MessageReference?
  var reactions: [Reaction]
  var delivery: DeliveryState
  var trial: SendTrial
  var dependents: [Dependent]
  /// Whether the server showed a message of the owner.
  var isEchoed = false

  var hasEcho: Bool {
    get { isEchoed || !isOutgoing }
    set { isEchoed = newValue && isOutgoing }
  }
}

/// What all copies of a message share, and its record with them.
final class MessageBox: Sendable {
  let content: MessageContent
  /// What only a ``MessageRecord`` has; a ``Message`` does not look at them.
  let parkedFiles: [Attachment]
  let reactions: [ReactionRecord]

  init(
    _ content: MessageContent, parkedFiles: [Attachment] = [], reactions: [ReactionRecord] = []
  ) {
    self.content = content
    self.parkedFiles = parkedFiles
    self.reactions = reactions
  }
}
