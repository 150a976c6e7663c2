public import MessagingConformance
public import MessagingCore
internal import MessagingModel
public import MessagingTimeline

/// A common substitute for a scroll anchor: the offset is a number, a page above adds its row count
/// times the average height, and near the end the list scrolls to the end.
///
/// A peer: what it violates is in `Conformance/expectations/index-arithmetic.txt`.
public struct IndexArithmeticSubject: ScrollSubject {
  public let name = "index-arithmetic"

  public init() {}

  public func scrollAnchoring(_ options: ScrollOptions) -> any ScrollAnchoring {
    IndexArithmetic()
  }
}

struct IndexArithmetic: ScrollAnchoring {
  private var rows: [ScrollRow] = []
  private var geometry = ScrollGeometry(height: 0)
  private var offset = 0.0

  private var height: Double { rows.reduce(0) { $0 + $1.height + geometry.gap } }
  private var end: Double {
    max(-geometry.topInset, height + geometry.bottomInset - geometry.height)
  }

  mutating func handle(_ event: ScrollEvent) -> ScrollOutcome {
    let old = offset
    switch event {
    case .scrolled(let place): offset = place
    case .phase: break
    case .jump(let id, _, _):
      // "Scroll to index": it assumes that every row has the average height.
      let index = rows.firstIndex { $0.id == id } ?? 0
      offset = min(Double(index) * height / Double(max(1, rows.count)), end)
    case .jumpToEnd: offset = end
    case .transaction(let transaction): change(transaction)
    }
    return ScrollOutcome(
      command: old == offset ? nil : .compensation(offset: offset, delta: offset - old))
  }

  private mutating func change(_ transaction: ScrollTransaction) {
    let (oldFirst, isAtEnd) = (rows.first?.id, offset >= end - 50)
    if let geometry = transaction.geometry { self.geometry = geometry }
    switch transaction.rows {
    case .same: break
    case .replace(let all): rows = all
    case .changes(let changes): apply(changes)
    }
    let added = rows.firstIndex { $0.id == oldFirst } ?? 0
    offset += Double(added) * height / Double(max(1, rows.count))
    if isAtEnd { offset = end }
  }

  private mutating func apply(_ changes: RowChanges) {
    for index in changes.deletes where rows.indices.contains(index) { rows.remove(at: index) }
    for insert in changes.inserts { rows.insert(insert.row, at: min(insert.index, rows.count)) }
    for resize in changes.resizes {
      guard let index = rows.firstIndex(where: { $0.id == resize.id }) else { continue }
      rows[index].height = resize.height
    }
  }

  var reading: ScrollReading {
    ScrollReading(
      offset: offset, publishedOffset: offset, isPinned: offset >= end - 50, anchor: nil,
      distanceFromEnd: end - offset, contentHeight: height, showsJumpButton: end - offset > 200)
  }

  var savedPosition: SavedScrollPosition? { nil }

  func frame(of id: RowID) -> RowFrame? {
    guard let index = rows.firstIndex(where: { $0.id == id }) else { return nil }
    return frame(index)
  }

  private func frame(_ index: Int) -> RowFrame {
    let above = rows[..<index].reduce(0) { $0 + $1.height + geometry.gap }
    return RowFrame(y: above - offset, height: rows[index].height)
  }

  /// The rows in the view, covered or not.
  var sight: ScrollSight {
    let seen = rows.indices.compactMap { index -> ScrollSight.Row? in
      let frame = frame(index)
      let visible = min(frame.y + frame.height, geometry.height) - max(frame.y, 0)
      return visible > 0 ? ScrollSight.Row(id: rows[index].id, frame: frame, visible: visible) : nil
    }
    return ScrollSight(rows: seen)
  }
}
