public import MessagingModel

/// A conversation as a list shows it: `==` covers everything that is shown, identity is ``id``
/// alone.
public struct ConversationEntry: Hashable, Identifiable, Sendable {
  public let id: ConversationID
  /// Of the newest message that has a row; `nil` if none of what is stored has one (`LIST-008`).
  public var preview: ConversationPreview?
  /// What is unread, by the store (`LIST-011`).
  public var unread: Unread

  public init(
    _ id: ConversationID, preview: ConversationPreview? = nil,
    unread: Unread = Unread(count: 0, isLowerBound: false)
  ) {
    self.id = id
    self.preview = preview
    self.unread = unread
  }

  /// Whether it stands above another one: what was said last in it is newer (`LIST-003`).
  public func isAbove(_ other: ConversationEntry) -> Bool {
    let (own, others) = (preview?.position, other.preview?.position)
    guard own != others else { return id < other.id }
    guard let own else { return false }
    return others.map { own > $0 } ?? true
  }
}

/// What a list says of the newest message of a conversation: nothing that a draft, a reaction or
/// an upload could change.
public struct ConversationPreview: Hashable, Sendable {
  public var message: MessageID
  public var sender: ParticipantID
  public var isOutgoing: Bool
  /// Where the message stands: what the conversation is ordered by.
  public var position: Position
  /// Of the server once it has the message, of this device before.
  public var time: Timestamp
  /// As its row says it; of files neither where they lie nor how far their upload is.
  public var body: Body
  public var isEdited: Bool
  /// How far an own message is; `nil` of those that others wrote.
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
  /// The preview of a conversation: of the last message that its rows would show.
  ///
  /// - Parameter page: its newest messages, in whatever order.
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
  /// The same body wherever its files lie.
  fileprivate var withoutTransfers: Body {
    if case .media(let media) = self { .media(media.withoutTransfers) } else { self }
  }
}
