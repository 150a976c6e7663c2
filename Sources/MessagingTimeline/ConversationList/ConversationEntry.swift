public import MessagingModel

/// A conversation as a list shows it. `==` covers everything that is shown; the identity is ``id``
/// alone.
public struct ConversationEntry: Hashable, Identifiable, Sendable {
  public let id: ConversationID
  /// The preview of the newest message that has a row; `nil` if no stored message has one
  /// (`LIST-008`).
  public var preview: ConversationPreview?
  /// The count of unread messages, as the store has it (`LIST-011`).
  public var unread: Unread

  public init(
    _ id: ConversationID, preview: ConversationPreview? = nil,
    unread: Unread = Unread(count: 0, isLowerBound: false)
  ) {
    self.id = id
    self.preview = preview
    self.unread = unread
  }

  /// Whether this entry stands above another one: its newest message is newer (`LIST-003`). Entries
  /// without a preview come last; equal ones are ordered by ``id``.
  public func isAbove(_ other: ConversationEntry) -> Bool {
    let (own, others) = (preview?.position, other.preview?.position)
    guard own != others else { return id < other.id }
    guard let own else { return false }
    return others.map { own > $0 } ?? true
  }
}

/// The newest message of a conversation as a list shows it. Drafts, reactions and uploads do not
/// change it.
public struct ConversationPreview: Hashable, Sendable {
  public var message: MessageID
  public var sender: ParticipantID
  public var isOutgoing: Bool
  /// The position of the message, by which conversations are ordered.
  public var position: Position
  /// The server time of a confirmed message, the timestamp of an unconfirmed one.
  public var time: Timestamp
  /// The body as its row shows it, but without where files lie and how far their upload is.
  public var body: Body
  public var isEdited: Bool
  /// The delivery state of a message of the owner; `nil` for messages of others.
  public var delivery: DeliveryState?

  public init(
    message: MessageID, sender: ParticipantID, isOutgoing: Bool, position: Position,
    time: Timestamp, body: Body, isEdited: Bool = false, delivery: DeliveryState? = nil
  ) {
    self.message = message
    self.sender = sender
    self.isOutgoing = isOutgoing
    self.position = position
    self.time = time
    self.body = body
    self.isEdited = isEdited
    self.delivery = delivery
  }
}

extension ConversationPreview {
  /// Makes the preview of the newest message of a page that has a row.
  ///
  /// - Parameter page: the newest messages of the conversation, in any order.
  /// - Returns: `nil` if none of them has a row.
  /// - Complexity: O(messages); a page that is not sorted is sorted.
  init?(of page: Snapshot, in conversation: ConversationID, _ input: TimelineInput) {
    let own = page.messages.filter { $0.conversation == conversation }
    let (messages, _) = MessageOrder.checked(own)
    guard let newest = ShownMessages(input, messages).filter(messages).last?.asShown else {
      return nil
    }
    self.init(
      message: newest.id, sender: newest.sender, isOutgoing: newest.isOutgoing,
      position: newest.position,
      time: newest.position.confirmed?.serverTime ?? newest.timestamp,
      body: newest.body.withoutTransfers, isEdited: newest.isEdited,
      delivery: newest.isOutgoing ? newest.delivery : nil)
  }
}

extension Body {
  /// The body without where its files lie and how far their upload is.
  fileprivate var withoutTransfers: Body {
    if case .media(let media) = self { .media(media.withoutTransfers) } else { self }
  }
}
