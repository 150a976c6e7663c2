internal import MessagingModel

extension ListWindow {
  enum Phase: Hashable, Sendable {
    case unopened
    /// The first page is not there yet. At the end of the conversation, if not at a message.
    case opening(at: MessageReference?)
    case open
    case closed
  }

  /// Where somebody wants to go.
  enum Wish: Hashable, Sendable {
    case message(MessageReference)
    case end
  }

  /// What was visible at the last report.
  struct View: Hashable, Sendable {
    let first: MessageID
    let last: MessageID
    /// Loaded above and below what is visible, in points; `nil` since rows came or went there.
    private(set) var above: Double?
    private(set) var below: Double?
    var held: [MessageID]
    /// Whether the end of the conversation was visible.
    var isAtEnd = false

    /// Whether the reader moved. Who stays at the end while messages arrive did not.
    func isMoved(from known: View) -> Bool {
      known.first != first && !(known.isAtEnd && isAtEnd)
    }

    init(_ viewport: WindowViewport) {
      (first, last, held) = (viewport.first, viewport.last, viewport.held)
      (above, below) = (viewport.hiddenAbove, viewport.hiddenBelow)
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
    /// What another way of paging found for it.
    var compared: [MessageID]?
  }

  /// A request to the network that is in flight.
  struct Fill: Hashable, Sendable {
    let id: WindowRequest.ID
    let gap: Gap
  }

  /// What the store knows that the window does not.
  enum News: Hashable, Sendable {
    /// Of any row.
    case everywhere
    /// The rows up to here are read again already.
    case newer(than: Position)
  }

  /// The page that was read last.
  struct ReadPage: Hashable, Sendable {
    let request: WindowRequest.ID
    let ids: [MessageID]
  }

  /// Requests that wait together after one of them failed.
  enum BackoffGroup: Hashable, Sendable {
    /// The first page, and those to which somebody jumped: they take the place of the window.
    case replacement
    case older, newer
    /// What is loaded, read again.
    case refresh
    /// The network is asked.
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

    /// Somebody asks for it now.
    mutating func cutShort() { notBefore = .min }
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

  /// Which way the page makes the range longer.
  var direction: WindowDirection? {
    switch self {
    case .older: .older
    case .newer: .newer
    case .initial, .around, .newest, .same: nil
    }
  }
}
