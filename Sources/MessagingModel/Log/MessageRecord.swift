/// What a store keeps per message: what the server confirmed, and what waits on top of it.
///
/// It shares its members with the ``Message`` that is shown: most records become one without a
/// copy. Changing a member makes a copy of all of them.
public struct MessageRecord: Hashable, Sendable {
  private var storage: MessageBox

  /// - Parameter content: without reactions, of which a record has more to say, and without the
  ///   effect of what waits.
  init(
    _ content: MessageContent, parkedFiles: [Attachment] = [], reactions: [ReactionRecord] = []
  ) {
    storage = MessageBox(content, parkedFiles: parkedFiles, reactions: reactions)
  }

  init(
    key: MessageKey, sender: ParticipantID, isOutgoing: Bool, position: Position,
    timestamp: Timestamp, body: Body, parkedFiles: [Attachment] = [], version: Version?,
    replyTo: MessageReference?, threadRoot: MessageReference?, reactions: [ReactionRecord],
    delivery: DeliveryState, trial: SendTrial = .none, dependents: [Dependent],
    hasEcho: Bool = false
  ) {
    self.init(
      MessageContent(
        id: key.id, conversation: key.conversation, sender: sender, isOutgoing: isOutgoing,
        position: position, timestamp: timestamp, body: body, version: version, replyTo: replyTo,
        threadRoot: threadRoot, reactions: [], delivery: delivery, trial: trial,
        dependents: dependents, isEchoed: hasEcho && isOutgoing),
      parkedFiles: parkedFiles, reactions: reactions)
  }

  /// What the server confirmed, and what waits.
  var content: MessageContent {
    get { storage.content }
    set { storage = MessageBox(newValue, parkedFiles: parkedFiles, reactions: reactions) }
  }

  /// What this device has of files that the newest body has no place for, from the first such place
  /// on: a text may come between two versions with a photo (`REPO-043`).
  public var parkedFiles: [Attachment] {
    get { storage.parkedFiles }
    set { storage = MessageBox(content, parkedFiles: newValue, reactions: reactions) }
  }
  /// Every reaction ever heard of, by participant and key, with the version that decided it.
  public var reactions: [ReactionRecord] {
    get { storage.reactions }
    set { storage = MessageBox(content, parkedFiles: parkedFiles, reactions: newValue) }
  }

  public var key: MessageKey { MessageKey(conversation, id) }
  /// Its id, and its remote id once it is confirmed.
  package var names: [MessageReference] {
    [.id(id)] + (position.confirmed.map { [.remote($0.remoteID)] } ?? [])
  }
  public var conversation: ConversationID { storage.content.conversation }
  public var id: MessageID { storage.content.id }
  public var sender: ParticipantID {
    get { storage.content.sender }
    set { content.sender = newValue }
  }
  public var isOutgoing: Bool {
    get { storage.content.isOutgoing }
    set { content.isOutgoing = newValue }
  }
  public var position: Position {
    get { storage.content.position }
    set { content.position = newValue }
  }
  public var timestamp: Timestamp {
    get { storage.content.timestamp }
    set { content.timestamp = newValue }
  }
  /// The newest body; `.redacted` after a deletion that left the row.
  public var body: Body {
    get { storage.content.body }
    set { content.body = newValue }
  }
  public var version: Version? {
    get { storage.content.version }
    set { content.version = newValue }
  }
  public var replyTo: MessageReference? {
    get { storage.content.replyTo }
    set { content.replyTo = newValue }
  }
  public var threadRoot: MessageReference? {
    get { storage.content.threadRoot }
    set { content.threadRoot = newValue }
  }
  public var delivery: DeliveryState {
    get { storage.content.delivery }
    set { content.delivery = newValue }
  }
  public var trial: SendTrial {
    get { storage.content.trial }
    set { content.trial = newValue }
  }
  public var dependents: [Dependent] {
    get { storage.content.dependents }
    set { content.dependents = newValue }
  }
  /// Whether the server itself has shown it; see ``Message/hasEcho``.
  public var hasEcho: Bool {
    get { storage.content.hasEcho }
    set { content.hasEcho = newValue }
  }

  /// - Complexity: O(1) for copies of one record.
  public static func == (left: MessageRecord, right: MessageRecord) -> Bool {
    left.storage === right.storage
      || (left.content == right.content && left.parkedFiles == right.parkedFiles
        && left.reactions == right.reactions)
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(content) }

  /// As it is shown if nobody reacted and nothing waits.
  var plainMessage: Message { Message(sharing: storage) }
}

extension MessageRecord {
  /// Whether something of it is to be sent: the message, or a dependent.
  public var outboxSequence: Int64? {
    if case .unconfirmed(let sequence) = position { return sequence }
    return dependents.isEmpty ? nil : dependents.map(\.sequence).min()
  }

  /// Whether it counts as unread while it lies above the read marker.
  public var countsAsUnread: Bool {
    !isOutgoing && position.confirmed != nil && body.countsAsUnread
  }
}
