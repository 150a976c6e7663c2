/// The members of a message, as a store keeps and a screen shows them; ``Message`` says what each
/// of them is.
///
/// Usable from inline, with the box, for the getters of ``Message``: other modules read a member
/// where it lies. A getter that they had to call would copy it out, and making the rows of a
/// screen takes half as long again.
@usableFromInline
struct MessageContent: Hashable, Sendable {
  @usableFromInline var id: MessageID
  var conversation: ConversationID
  @usableFromInline var sender: ParticipantID
  @usableFromInline var isOutgoing: Bool
  @usableFromInline var position: Position
  @usableFromInline var timestamp: Timestamp
  @usableFromInline var body: Body
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
@usableFromInline
final class MessageBox: Sendable {
  @usableFromInline let content: MessageContent
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
