public import MessagingModel

/// A row of a conversation as it is drawn: `==` covers everything that is rendered, identity is
/// ``id`` alone (`DIFF-003`).
///
/// A copy is a reference, and two copies of one row are equal at a glance; only rows that were made
/// apart are compared field by field.
public struct TimelineItem: Hashable, Identifiable, Sendable {
  /// What a row shows.
  public enum Content: Hashable, Sendable {
    case message(MessageRow)
    case day(CalendarDay)
    case unreadDivider
    case gap(Gap)
    case start
    case loading
    /// Who is writing, in ascending order.
    case typing([ParticipantID])
  }

  private final class Storage: Sendable {
    let id: RowID
    let content: Content

    init(_ id: RowID, _ content: Content) {
      self.id = id
      self.content = content
    }
  }

  private let storage: Storage

  public var id: RowID { storage.id }
  public var content: Content { storage.content }

  public init(id: RowID, content: Content) {
    storage = Storage(id, content)
  }

  /// The message, if it is a row of one.
  public var message: MessageRow? {
    switch storage.content {
    case .message(let row): row
    case .day, .unreadDivider, .gap, .start, .loading, .typing: nil
    }
  }

  /// - Complexity: O(1) for copies of one row and for rows with different ids.
  public static func == (left: TimelineItem, right: TimelineItem) -> Bool {
    left.isCopy(of: right) || (left.hasID(of: right) && left.hasContent(of: right))
  }

  /// Over the identity alone: rows that differ in nothing else are rare.
  public func hash(into hasher: inout Hasher) { hasher.combine(storage.id) }

  /// Whether both are copies of one row; they are then equal.
  func isCopy(of other: TimelineItem) -> Bool { storage === other.storage }

  func hasID(of other: TimelineItem) -> Bool { storage.id == other.storage.id }

  func hasContent(of other: TimelineItem) -> Bool { storage.content == other.storage.content }

  /// Whether it is a message's row that says all this, without a copy of either.
  func shows(
    _ message: Message, _ quote: Message?, _ thread: ThreadSummary?, _ readers: [ParticipantID],
    _ grouping: Grouping
  ) -> Bool {
    switch storage.content {
    case .message(let row):
      row.grouping == grouping && row.readers == readers && row.message == message
        && row.quote == quote && row.thread == thread
    case .day, .unreadDivider, .gap, .start, .loading, .typing: false
    }
  }

  /// What was derived from a body, if the message has that body still.
  func derived(fromBodyOf message: Message) -> DerivedContent? {
    switch storage.content {
    case .message(let row): row.message.body == message.body ? row.derived : nil
    case .day, .unreadDivider, .gap, .start, .loading, .typing: nil
    }
  }
}

/// A message with all that its row shows besides it.
public struct MessageRow: Hashable, Sendable {
  public var message: Message
  /// The message that it answers to, if it is stored.
  public var quote: Message?
  /// The thread that it began, where replies have no rows (`THREAD-013`).
  public var thread: ThreadSummary?
  /// Who has read up to this message and no further, in ascending order: each participant is named
  /// on one row (`ROWS-020`).
  public var readers: [ParticipantID]
  public var grouping: Grouping
  /// What views must not work out again and again.
  public var derived: DerivedContent

  public init(
    message: Message, quote: Message? = nil, thread: ThreadSummary? = nil,
    readers: [ParticipantID] = [], grouping: Grouping = .alone,
    derived: DerivedContent = DerivedContent()
  ) {
    self.message = message
    self.quote = quote
    self.thread = thread
    self.readers = readers
    self.grouping = grouping
    self.derived = derived
  }
}

/// Where a message stands in a run of messages of one sender on one day.
public struct Grouping: Hashable, Sendable {
  /// Shows the sender's name.
  public var isFirst: Bool
  /// Shows the sender's picture and the tail of the bubble.
  public var isLast: Bool

  public init(isFirst: Bool, isLast: Bool) {
    self.isFirst = isFirst
    self.isLast = isLast
  }

  /// A run of one.
  public static let alone = Grouping(isFirst: true, isLast: true)
}

/// Worked out once for each content of a message, never in a view.
public struct DerivedContent: Hashable, Sendable {
  /// Where the links lie in the text or caption, in UTF-8 bytes, ascending.
  public var links: [Range<Int>]
  /// Whether it is a line that the service wrote.
  public var isSystem: Bool

  public init(links: [Range<Int>] = [], isSystem: Bool = false) {
    self.links = links
    self.isSystem = isSystem
  }
}
