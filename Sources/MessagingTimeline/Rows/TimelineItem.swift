public import MessagingModel

/// A row of a conversation as it is drawn. `==` covers everything that is rendered; the identity is
/// ``id`` alone (`DIFF-003`).
///
/// A copy is a reference, so two copies of one row are compared in O(1). Only rows that were made
/// separately are compared field by field.
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

  /// The message with all that the row shows of it; `nil` if the row is no message.
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

  /// Hashes the identity alone: rows that differ in something else only are rare.
  public func hash(into hasher: inout Hasher) { hasher.combine(storage.id) }

  /// Whether both are copies of one row, and so are equal.
  func isCopy(of other: TimelineItem) -> Bool { storage === other.storage }

  func hasID(of other: TimelineItem) -> Bool { storage.id == other.storage.id }

  func hasContent(of other: TimelineItem) -> Bool { storage.content == other.storage.content }

  /// Whether this is the row of a message with exactly these values. It copies none of them.
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

  /// The content that was derived from the row's body; `nil` if the message has another body.
  func derived(fromBodyOf message: Message) -> DerivedContent? {
    switch storage.content {
    case .message(let row): row.message.body == message.body ? row.derived : nil
    case .day, .unreadDivider, .gap, .start, .loading, .typing: nil
    }
  }
}

/// A message with everything else that its row shows.
public struct MessageRow: Hashable, Sendable {
  public var message: Message
  /// The message that it replies to; `nil` if there is none, or none to show.
  public var quote: Message?
  /// The summary of the thread that it began, where replies have no rows (`THREAD-013`); `nil` for
  /// none.
  public var thread: ThreadSummary?
  /// Who has read up to this message and no further, in ascending order: each participant is named
  /// on one row (`ROWS-020`).
  public var readers: [ParticipantID]
  public var grouping: Grouping
  /// What views need of the content, computed once.
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

/// Values that are computed once for each content of a message, never in a view.
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
