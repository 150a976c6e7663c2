/// The members of a message, as a store keeps them and as a screen shows them. ``Message``
/// documents each of them.
///
/// This type and the box are usable from inline for the getters of ``Message``, so that other
/// modules read a member in place. A getter that is not inlined copies the member, and building the
/// rows of a screen then takes half as long again.
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
  /// Whether the server has returned a message of the owner.
  var isEchoed = false

  var hasEcho: Bool {
    get { isEchoed || !isOutgoing }
    set { isEchoed = newValue && isOutgoing }
  }
}

/// The storage that all copies of a message share with its record.
@usableFromInline
final class MessageBox: Sendable {
  @usableFromInline let content: MessageContent
  /// These two belong to a ``MessageRecord`` only; a ``Message`` ignores them.
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
