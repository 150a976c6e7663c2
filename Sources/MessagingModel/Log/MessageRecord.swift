/// The row that a store keeps for a message: the confirmed content, and the unsent changes on top.
///
/// It shares its storage with the ``Message`` that is shown, so most records become a message
/// without a copy. Setting a member copies all of them.
public struct MessageRecord: Hashable, Sendable {
  private var storage: MessageBox

  /// - Parameter content: without reactions, of which a record keeps more, and without the effect
  ///   of unsent changes.
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

  /// The confirmed content, and the unsent changes.
  var content: MessageContent {
    get { storage.content }
    set { storage = MessageBox(newValue, parkedFiles: parkedFiles, reactions: reactions) }
  }

  /// The files of this device that the newest body does not contain, the last removed first, with
  /// the remote names by which they are recognised. A text may come between two versions with a
  /// photo (`REPO-043`).
  public var parkedFiles: [Attachment] {
    get { storage.parkedFiles }
    set { storage = MessageBox(content, parkedFiles: newValue, reactions: reactions) }
  }
  /// Every reaction that was ever reported, removed ones included, sorted by participant and key.
  /// Each has the version that decided it.
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
  /// Whether the server itself has returned it; see ``Message/hasEcho``.
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

  /// The message as it is shown if it has no reactions and no unsent changes.
  var plainMessage: Message { Message(sharing: storage) }
}

extension MessageRecord {
  /// The lowest local sequence of what is unsent, the message or a dependent; `nil` if nothing is.
  public var outboxSequence: Int64? {
    if case .unconfirmed(let sequence) = position { return sequence }
    return dependents.isEmpty ? nil : dependents.map(\.sequence).min()
  }

  /// Whether it counts as unread while it lies above the read marker.
  public var countsAsUnread: Bool {
    !isOutgoing && position.confirmed != nil && body.countsAsUnread
  }
}
