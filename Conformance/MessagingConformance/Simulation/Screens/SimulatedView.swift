internal import MessagingModel
internal import MessagingTimeline

/// The simplest possible list: rows of one height, five of which fill it.
struct SimulatedView {
  /// The uppermost visible message; `nil` for a reader at the end.
  private(set) var top: MessageID?
  /// The messages that have rows, oldest first.
  private(set) var rows: [MessageID] = []

  /// The height in points: ten rows of the least height (`WINDOW-001`).
  static let height = 350.0
  private static let rowHeight = 70.0
  private static let visible = 5

  /// Lays out an update. If the top row is gone, the next remaining row becomes the top.
  mutating func layOut(_ update: TimelineUpdate) {
    let before = rows
    rows = update.timeline.compactMap(\.id.message)
    if let top, !rows.contains(top), let place = before.firstIndex(of: top) {
      let left = Set(rows)
      self.top =
        before[place...].first(where: left.contains) ?? before[..<place].last(where: left.contains)
    }
    switch update.destination {
    case .message(let id): top = id
    case .end: top = nil
    case .missing, nil: if update.sent != nil { top = nil }
    }
  }

  /// Scrolls by a number of rows; positive is downwards.
  mutating func scroll(by count: Int) {
    guard !rows.isEmpty else { return }
    let place = min(max(0, first + count), rows.count - 1)
    top = place + Self.visible >= rows.count ? nil : rows[place]
  }

  /// The index of the uppermost visible row.
  private var first: Int {
    top.flatMap { rows.firstIndex(of: $0) } ?? max(0, rows.count - Self.visible)
  }

  /// The viewport that it reports; `nil` while it has no rows.
  var viewport: WindowViewport? {
    guard !rows.isEmpty else { return nil }
    let last = min(first + Self.visible, rows.count) - 1
    return WindowViewport(
      first: rows[first], last: rows[last], hiddenAbove: Double(first) * Self.rowHeight,
      hiddenBelow: Double(rows.count - 1 - last) * Self.rowHeight, height: Self.height,
      held: [rows[first]])
  }
}
