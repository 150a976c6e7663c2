/// The data that a read of one conversation needs besides the messages.
public struct ConversationHeader: Hashable, Sendable {
  public var record: ConversationRecord
  /// The receipts of all participants, in any order.
  public var receipts: [Receipt]
  /// Messages above the read marker that count as unread, counted up to ``Limits/unread``.
  public var unread: Int
  /// The record of the store. It shows commits of other processes.
  public var store: StoreRecord

  public init(
    record: ConversationRecord, receipts: [Receipt], unread: Int, store: StoreRecord
  ) {
    self.record = record
    self.receipts = receipts
    self.unread = unread
    self.store = store
  }

  /// The unread count as it is shown. With a gap above the read marker it is a lower bound, which a
  /// reset never lowers (`RECEIPT-008`).
  public var unreadCount: Unread {
    let hasGap = record.hasGapAboveMarker
    return Unread(
      count: hasGap ? max(unread, record.unreadFloor) : unread,
      isLowerBound: hasGap || unread >= Limits.unread)
  }
}

/// One direction of a page: rows from a position on, cut at a gap or at the limit.
public struct PageCut: Sendable {
  public enum Direction: Sendable { case older, newer }

  /// The rows of the page, in the order in which they were given.
  public private(set) var rows: [MessageRecord] = []
  /// The gaps that the page crosses.
  public private(set) var gaps: [Gap] = []
  /// What lies past the last row.
  public private(set) var edge: Edge = .end

  /// Cuts the rows that a store found.
  ///
  /// - Parameters:
  ///   - found: rows from `start` on in `direction`; one more than `limit` if there are so many.
  ///   - start: the position before the first row; `nil` for the start of the conversation or the
  ///     live end.
  ///   - taken: how many of `found` are on the page in any case, whatever is missing before them;
  ///     `start` is then the position of the last of these.
  ///   - crosses: whether the page continues behind a gap.
  ///   - begin: the position where the listed messages begin; nothing is missing below it. `nil`
  ///     for the start of the conversation.
  /// - Complexity: O(found · gaps); O(found + gaps) where nothing is missing.
  public init(
    _ found: consuming [MessageRecord], from start: Neighbour?, taken: Int = 0,
    _ direction: Direction, limit: Int, gaps known: GapSet, crosses: Bool,
    begin: Position? = nil
  ) {
    // A gap between two of the rows also lies between the two ends.
    let isWhole = !PageCut.isCut(known, start?.position, found.last?.position, direction)
    var count = min(taken, found.count)
    var previous = start
    var isCut = false
    if isWhole {
      let end = max(count, min(limit, found.count))
      if end > count { previous = found[end - 1].neighbour }
      isCut = end < found.count
      if isCut { edge = .more }
      count = end
    }
    while !isWhole, count < found.count {
      let next = found[count].neighbour
      if let gap = PageCut.gap(known, previous, next, direction) {
        guard crosses else {
          edge = .gap(gap)
          isCut = true
          break
        }
        // A message inside a gap has the gap on both sides. It is listed once.
        if count < limit, gaps.last != gap { gaps.append(gap) }
      }
      guard count < limit else {
        edge = .more
        isCut = true
        break
      }
      count += 1
      previous = next
    }
    found.removeLast(found.count - count)
    rows = found
    if !isCut {
      let isBegun = PageCut.isBegun(previous?.position, begin, direction)
      edge = isBegun ? .end : PageCut.gap(known, previous, nil, direction).map(Edge.gap) ?? .end
    }
  }

  private static func isBegun(
    _ place: Position?, _ begin: Position?, _ direction: Direction
  ) -> Bool {
    guard direction == .older, let begin, let place else { return false }
    return place <= begin
  }

  private static func gap(
    _ known: GapSet, _ near: Neighbour?, _ far: Neighbour?, _ direction: Direction
  ) -> Gap? {
    switch direction {
    case .older: known.gap(from: far, to: near)
    case .newer: known.gap(from: near, to: far)
    }
  }

  /// Returns whether a gap lies between two positions, whether or not the server returned what is
  /// there.
  private static func isCut(
    _ known: GapSet, _ near: Position?, _ far: Position?, _ direction: Direction
  ) -> Bool {
    switch direction {
    case .older: known.gap(between: far, and: near) != nil
    case .newer: known.gap(between: near, and: far) != nil
    }
  }
}
