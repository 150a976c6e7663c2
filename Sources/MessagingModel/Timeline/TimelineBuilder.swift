/// Makes the rows of a snapshot; what has not changed is taken over from the timeline before, so
/// that comparing the two is cheap.
///
/// From top to bottom: a page of older messages under way, the start of the conversation, then the
/// messages, each below the gaps, the day separator and the unread divider that belong before it,
/// then a gap above them, a page of newer messages under way, and who is writing.
public struct TimelineBuilder: Sendable {
  public init() {}

  /// The rows that show a snapshot (`ROWS-001`).
  ///
  /// - Messages that are not in order are put in order, and of two with one id one stays, with a
  ///   ``Timeline/Fault``.
  /// - The day of a message is that of its place: of the server's time once it has one, of its own
  ///   timestamp before; never earlier than that of the message before it.
  /// - Somebody who has read is named at the newest message shown that they have read and did not
  ///   write (`ROWS-020`); the owner is not named.
  /// - A deleted message is shown without reactions, edits and what waits for it.
  ///
  /// - Returns: `previous`, with its version, if the rows are the same.
  /// - Complexity: O(messages · (1 + gaps) + receipts · log messages), and the bytes of bodies that
  ///   are new.
  public func timeline(
    of snapshot: Snapshot, _ input: TimelineInput, after previous: Timeline
  ) -> Timeline {
    var plan = RowPlan(snapshot, input, previous.unread)
    plan.group()
    var maker = RowMaker(reusing: previous.store)
    plan.forEachRow { maker.add($0, $1) }
    let isSame = maker.isAllReused
    return Timeline(
      version: isSame ? previous.version : previous.version + 1,
      store: isSame
        ? previous.store : RowStore(maker.rows, origins: maker.origins, in: previous.store),
      reachesEnd: plan.reachesEnd, unread: plan.unread,
      faults: isSame ? previous.faults : plan.faults)
  }
}

/// Turns contents into rows, taking the rows of another timeline where they are equal.
private struct RowMaker {
  private(set) var rows: [TimelineItem] = []
  /// For each row its index in the other timeline, or −1.
  private(set) var origins: [Int] = []

  private let previous: RowStore
  /// Where the next row is expected: mostly the rows come in the same order.
  private var next = 0
  /// By id; made when a row is not where it is expected.
  private var indexes: [RowID: Int]?

  init(reusing previous: RowStore) { self.previous = previous }

  /// Whether the rows are those of the other timeline.
  var isAllReused: Bool {
    origins.count == previous.count && origins.elementsEqual(origins.indices)
  }

  mutating func add(_ id: RowID, _ plan: RowPlan.Content) {
    guard let index = index(of: id) else {
      rows.append(TimelineItem(id: id, content: plan.content(old: nil)))
      origins.append(-1)
      return
    }
    next = index + 1
    let old = previous[index]
    let content = plan.content(old: old.message)
    let isEqual = old.content == content
    rows.append(isEqual ? old : TimelineItem(id: id, content: content))
    origins.append(isEqual ? index : -1)
  }

  private mutating func index(of id: RowID) -> Int? {
    if next < previous.count, previous[next].id == id { return next }
    if indexes == nil {
      var made: [RowID: Int] = [:]
      made.reserveCapacity(previous.count)
      previous.forEach(in: 0..<previous.count) { made[$1.id] = $0 }
      indexes = made
    }
    return indexes?[id]
  }
}
