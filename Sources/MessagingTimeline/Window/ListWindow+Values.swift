internal import MessagingModel

extension ListWindow {
  enum Phase: Hashable, Sendable {
    case unopened
    /// The first page is not read yet. `nil` opens at the end of the conversation.
    case opening(at: MessageReference?)
    case open
    case closed
  }

  /// The place that a jump asks for.
  enum Wish: Hashable, Sendable {
    case message(MessageReference)
    case end
  }

  /// The visible range at the last report.
  struct View: Hashable, Sendable {
    let first: MessageID
    let last: MessageID
    /// The loaded content above the visible rows, in points; `nil` after rows came or went there.
    /// ``below`` is the same for the other side.
    private(set) var above: Double?
    private(set) var below: Double?
    var held: [MessageID]
    /// Whether the view has no height: none of the rows can be seen.
    let isBlank: Bool
    /// Whether the end of the conversation was visible.
    var isAtEnd = false

    /// Whether the reader moved since an earlier report. A reader who stays at the end while
    /// messages arrive did not move.
    func isMoved(from known: View) -> Bool {
      known.first != first && !(known.isAtEnd && isAtEnd)
    }

    init(_ viewport: WindowViewport) {
      (first, last, held) = (viewport.first, viewport.last, viewport.held)
      (above, below) = (viewport.hiddenAbove, viewport.hiddenBelow)
      isBlank = viewport.height == 0
    }

    mutating func forgetPoints(_ direction: WindowDirection) {
      switch direction {
      case .older: above = nil
      case .newer: below = nil
      }
    }

    mutating func forgetPoints() { (above, below) = (nil, nil) }
  }

  /// A read that is in flight.
  struct Flight: Hashable, Sendable {
    let request: WindowRequest
    /// The ids that another way of paging found for the same request; `nil` until they are
    /// reported.
    var compared: [MessageID]?
  }

  /// A request to the network that is in flight.
  struct Fill: Hashable, Sendable {
    let id: WindowRequest.ID
    let gap: Gap
  }

  /// Which rows have to be read again because of a commit.
  enum News: Hashable, Sendable {
    /// Any row may have changed.
    case everywhere
    /// Only rows newer than this position. The others have been read again.
    case newer(than: Position)
  }

  /// The page that was read last.
  struct ReadPage: Hashable, Sendable {
    let request: WindowRequest.ID
    let ids: [MessageID]
  }

  /// Requests that wait together after one of them failed.
  enum BackoffGroup: Hashable, Sendable {
    /// The first page, and the pages of jumps: they take the place of the window.
    case replacement
    case older, newer
    /// The rows that are loaded, read again.
    case refresh
    /// Requests to the network.
    case fill
  }

  /// When requests may be tried again.
  struct Backoff: Hashable, Sendable {
    private(set) var failures = 0
    private(set) var notBefore = Int64.min

    mutating func failed(at now: Int64, _ options: WindowOptions) {
      let longest = options.longestRetry
      var wait = options.firstRetry
      for _ in 0..<failures { wait = wait > longest / 2 ? longest : wait * 2 }
      failures += 1
      notBefore = max(notBefore, wait.after(now))
    }

    /// The next failure counts as the first one.
    mutating func succeeded() { failures = 0 }

    mutating func wait(until time: Int64) { notBefore = time }

    /// Allows the next request at once, because the reader asked for it.
    mutating func cutShort() { notBefore = .min }
  }

  /// The number of rows of the least height that fill a view; at least ten (`WINDOW-001`).
  static func screenful(_ height: Double) -> Int {
    // Rounded up by hand: the C library's `ceil` is not linked into a program of this module alone.
    let exact = min(max(height / leastRowHeight, 0), Double(Limits.page / 2))
    let whole = Int(exact)
    return max(Double(whole) < exact ? whole + 1 : whole, leastScreenful)
  }

  /// The height that is assumed for a row, in points. Rows are rarely lower.
  public static let leastRowHeight = 35.0
  /// The least number of rows that the first page asks for (`WINDOW-001`).
  public static let leastScreenful = 10

  static func isLength(_ value: Double) -> Bool { value.isFinite && value >= 0 }
}

extension WindowRequest.Purpose {
  var backoffGroup: ListWindow.BackoffGroup {
    switch self {
    case .initial, .around, .newest: .replacement
    case .older: .older
    case .newer: .newer
    case .same: .refresh
    }
  }

  /// The direction in which the page extends the range; `nil` if it does not.
  var direction: WindowDirection? {
    switch self {
    case .older: .older
    case .newer: .newer
    case .initial, .around, .newest, .same: nil
    }
  }
}
