internal import MessagingModel

/// Makes rows, and reuses those of another timeline that are equal.
struct RowMaker {
  private(set) var rows: [TimelineItem] = []
  /// For each row its index in the other timeline, or −1.
  private(set) var origins: [Int] = []

  private let previous: [TimelineItem]
  /// Where the next row is expected: mostly the rows come in the same order.
  private var next = 0
  /// The indexes by id. Made when a row is not where it is expected.
  private var indexes: [RowID: Int]?

  init(reusing previous: RowStore) {
    self.previous = previous.items
    rows.reserveCapacity(previous.count + 1)
    origins.reserveCapacity(previous.count + 1)
  }

  /// Whether the rows are exactly those of the other timeline.
  var isAllReused: Bool {
    origins.count == previous.count && origins.elementsEqual(origins.indices)
  }

  mutating func add(_ id: RowID, _ content: TimelineItem.Content) {
    let index = takeIndex(of: id)
    if let index, previous[index].content == content { return reuse(index) }
    append(TimelineItem(id: id, content: content))
  }

  /// Adds the row of a message. Derives content from the body only if the body is new.
  mutating func add(
    _ message: Message, quote: Message?, thread: ThreadSummary?, readers: [ParticipantID],
    grouping: Grouping
  ) {
    let index = takeIndex(of: .message(message.id))
    if let index, previous[index].shows(message, quote, thread, readers, grouping) {
      return reuse(index)
    }
    let known = index.flatMap { previous[$0].derived(fromBodyOf: message) }
    let row = MessageRow(
      message: message, quote: quote, thread: thread, readers: readers, grouping: grouping,
      derived: known ?? DerivedContent(of: message.body))
    append(TimelineItem(id: .message(message.id), content: .message(row)))
  }

  private mutating func append(_ row: TimelineItem) {
    rows.append(row)
    origins.append(-1)
  }

  private mutating func reuse(_ index: Int) {
    rows.append(previous[index])
    origins.append(index)
  }

  private mutating func takeIndex(of id: RowID) -> Int? {
    var found: Int?
    if next < previous.count, previous[next].id == id {
      found = next
    } else {
      if indexes == nil {
        indexes = Dictionary(uniqueKeysWithValues: zip(previous.map(\.id), previous.indices))
      }
      found = indexes?[id]
    }
    if let found { next = found + 1 }
    return found
  }
}
