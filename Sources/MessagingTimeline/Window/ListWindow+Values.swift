internal import MessagingModel

extension ListWindow {
  enum Phase: Hashable, Sendable { case unopened, open, closed }

  enum Direction: Hashable, Sendable { case older, newer }

  /// Where somebody wants to go.
  enum Wish: Hashable, Sendable {
    case message(MessageReference)
    case end
  }

  /// One end of the window.
  struct End: Hashable, Sendable {
    var edge = Edge.more
    /// Whether the last page past it brought nothing, though more was promised.
    var isStalled = false
    /// Whether only rows count, not points: from an eviction here until rows run short
    /// (`WINDOW-023`).
    var countsRowsAlone = false
  }

  /// What was visible at the last report.
  struct View: Hashable, Sendable {
    var first: MessageID
    var last: MessageID
    /// `nil` since rows came or went there.
    var above: Double?
    var below: Double?
    var held: [MessageID]

    init(_ viewport: WindowViewport) {
      (first, last, held) = (viewport.first, viewport.last, viewport.held)
      (above, below) = (viewport.hiddenAbove, viewport.hiddenBelow)
    }
  }

  /// A read that is under way.
  struct Flight: Hashable, Sendable {
    let request: WindowRequest
    /// What another way of paging found for it.
    var compared: [MessageID]?
  }

  /// A request to the network that is under way.
  struct Fill: Hashable, Sendable {
    let id: WindowRequest.ID
    let gap: Gap
  }

  /// What the store knows that the window does not.
  struct News: Hashable, Sendable {
    /// Where to read on; `nil` for all of the window.
    var from: Position?
  }

  /// The page that was read last.
  struct ReadPage: Hashable, Sendable {
    let request: WindowRequest.ID
    let ids: [MessageID]
  }

  /// What fails and waits together.
  enum Lane: Hashable, Sendable { case whole, older, newer, same, fill }

  /// When something may be tried again.
  struct Retry: Hashable, Sendable {
    var failures = 0
    var notBefore = Duration.zero
  }

  /// As many rows of the least height as fill a view, and at least ten (`WINDOW-001`).
  static func screenful(_ height: Double) -> Int {
    // Rounded up by hand: the C library's `ceil` is not linked into a program of this module alone.
    let exact = min(max(height / leastRowHeight, 0), Double(Limits.page / 2))
    let whole = Int(exact)
    return max(Double(whole) < exact ? whole + 1 : whole, leastScreenful)
  }

  /// Of a row, in points; rows are rarely lower.
  public static let leastRowHeight = 35.0
  /// Rows that the first page has at least (`WINDOW-001`).
  public static let leastScreenful = 10

  /// A page of rows of the least height, in points.
  var pageHeight: Double { Double(page) * ListWindow.leastRowHeight }

  func end(_ direction: Direction) -> End {
    switch direction {
    case .older: older
    case .newer: newer
    }
  }

  mutating func update(_ direction: Direction, _ change: (inout End) -> Void) {
    switch direction {
    case .older: change(&older)
    case .newer: change(&newer)
    }
  }
}

extension WindowRequest.Purpose {
  var lane: ListWindow.Lane {
    switch self {
    case .initial, .around, .newest: .whole
    case .older: .older
    case .newer: .newer
    case .same: .same
    }
  }
}
