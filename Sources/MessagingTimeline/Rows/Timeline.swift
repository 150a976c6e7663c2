internal import MessagingModel

/// The rows of a window at one moment: oldest first, each id once.
///
/// A value that shares what did not change with the timeline it was made from. To keep the last one
/// costs memory for the rows around a change and a reference to each message, not for all rows.
public struct Timeline: Sendable {
  /// A fault of the rows that a timeline was made of. The timeline itself is correct all the same.
  public enum Fault: Hashable, Sendable {
    /// The id came more than once (`ROWS-005`).
    case duplicate(RowID)
    /// The row came before one that is older.
    case outOfOrder(RowID)
  }

  /// Grows with every timeline of a screen that differs from the one before (`ROWS-007`).
  public let version: Int64
  /// Whether the last message is the newest of the conversation. Only then does a message that
  /// comes after it count as new (`ROWS-031`).
  public let reachesEnd: Bool
  /// Whether the store has newer messages that have no row here. Messages that only the network has
  /// do not count: no page leads to them.
  public var hasUnloadedNewer: Bool {
    switch basis?.snapshot.newer {
    case .end: false
    case .gap(let gap): gap.before != nil
    case .more: true
    case nil: !reachesEnd
    }
  }
  /// The faults in the order in which they were found; empty if there were none.
  public let faults: [Fault]

  let store: RowStore
  /// Where the unread divider of this opening belongs.
  public let unread: UnreadPosition
  /// What the rows were made of; `nil` if no ``TimelineBuilder`` made them.
  let basis: RowBasis?

  /// - Parameter rows: in the order in which they are shown. Of two with one id the one with the
  ///   greater message version stays, of equal ones the later (`ROWS-005`).
  /// - Complexity: O(rows).
  public init(
    version: Int64, rows: [TimelineItem], reachesEnd: Bool = true, unread: UnreadPosition? = nil,
    faults: [Fault] = []
  ) {
    let (unique, duplicates) = Timeline.unique(rows)
    self.init(
      version: version, store: RowStore(unique), reachesEnd: reachesEnd,
      unread: unread ?? UnreadPosition(of: unique), faults: faults + duplicates.map(Fault.duplicate)
    )
  }

  init(
    version: Int64, store: RowStore, reachesEnd: Bool, unread: UnreadPosition,
    faults: [Fault] = [], basis: RowBasis? = nil
  ) {
    self.version = version
    self.store = store
    self.reachesEnd = reachesEnd
    self.unread = unread
    self.faults = faults
    self.basis = basis
  }

  /// A timeline without rows.
  public static let empty = Timeline(version: 0, rows: [])

  /// All rows as an array.
  ///
  /// - Complexity: O(rows).
  public var rows: [TimelineItem] { Array(self) }

  private static func unique(_ rows: [TimelineItem]) -> ([TimelineItem], [RowID]) {
    var kept: [RowID: Int] = [:]
    kept.reserveCapacity(rows.count)
    var (dropped, duplicates): (Set<Int>, [RowID]) = ([], [])
    for (index, row) in rows.enumerated() {
      guard let known = kept.updateValue(index, forKey: row.id) else { continue }
      duplicates.append(row.id)
      if isNewer(rows[known], than: row) {
        kept[row.id] = known
        dropped.insert(index)
      } else {
        dropped.insert(known)
      }
    }
    guard !dropped.isEmpty else { return (rows, []) }
    return (rows.indices.filter { !dropped.contains($0) }.map { rows[$0] }, duplicates)
  }

  private static func isNewer(_ left: TimelineItem, than right: TimelineItem) -> Bool {
    isNewer(left.message?.message.version, than: right.message?.message.version)
  }

  static func isNewer(_ left: Version?, than right: Version?) -> Bool {
    guard let left else { return false }
    return right.map { left > $0 } ?? true
  }
}

extension Timeline: RandomAccessCollection {
  public var startIndex: Int { 0 }
  public var endIndex: Int { store.count }

  /// - Complexity: O(log rows).
  public subscript(index: Int) -> TimelineItem { store[index] }

  /// Walks through all rows, oldest first.
  public struct Iterator: IteratorProtocol {
    private let store: RowStore
    private var chunk = 0
    private var offset = 0

    init(_ store: RowStore) { self.store = store }

    public mutating func next() -> TimelineItem? {
      guard chunk < store.chunks.count else { return nil }
      let items = store.chunks[chunk].items
      defer {
        offset += 1
        if offset == items.count { (chunk, offset) = (chunk + 1, 0) }
      }
      return items[offset]
    }
  }

  public func makeIterator() -> Iterator { Iterator(store) }
}

extension Timeline: Equatable {
  /// Version, rows, and whether they reach the end.
  ///
  /// - Complexity: O(rows that are not shared).
  public static func == (left: Timeline, right: Timeline) -> Bool {
    left.version == right.version && left.reachesEnd == right.reachesEnd
      && left.store == right.store
  }
}
