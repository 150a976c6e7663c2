public import MessagingModel

/// The state of a window as its owner sees it.
public struct WindowReading: Hashable, Sendable {
  /// The loaded rows, oldest first. Every range that is missing between them is in ``gaps``.
  public var rows: [WindowRow]
  /// What lies past the first row, towards older messages.
  public var older: Edge
  /// What lies past the last row, towards newer messages.
  public var newer: Edge
  /// Missing ranges between the rows.
  public var gaps: [Gap]
  /// The state of the next page of older messages.
  public var olderLoad: WindowLoad
  /// The state of the next page of newer messages.
  public var newerLoad: WindowLoad
  /// The read that is in flight; `nil` for none.
  public var read: WindowRequest?
  public var diagnostics: WindowDiagnostics

  public init(
    rows: [WindowRow] = [], older: Edge = .more, newer: Edge = .more, gaps: [Gap] = [],
    olderLoad: WindowLoad = .idle, newerLoad: WindowLoad = .idle, read: WindowRequest? = nil,
    diagnostics: WindowDiagnostics = WindowDiagnostics()
  ) {
    self.rows = rows
    self.older = older
    self.newer = newer
    self.gaps = gaps
    self.olderLoad = olderLoad
    self.newerLoad = newerLoad
    self.read = read
    self.diagnostics = diagnostics
  }

  /// Whether there is history before the first row.
  public var hasOlder: Bool { older != .end }
  /// Whether there is history after the last row that is not loaded. The end cannot be followed
  /// then (`WINDOW-021`).
  public var hasNewer: Bool { newer != .end }
}

/// The state of the next page past one end of a window.
public enum WindowLoad: Hashable, Sendable {
  /// Not needed, or waiting for its turn.
  case idle
  /// Being read from the store.
  case loading(WindowRequest.ID)
  /// Missing in the store, and requested from the network.
  case filling(WindowRequest.ID)
  /// The last request failed. It is tried again when needed, but not before this time, in
  /// milliseconds of the window's clock.
  case failed(until: Int64)
  /// There is no such page, as far as is known.
  case exhausted
}

/// Counts of what a window did since it was opened: Phase 0 of seed 004, for paging (`WINDOW-033`).
public struct WindowDiagnostics: Hashable, Sendable {
  /// Reads that were started.
  public var started = 0
  /// Requests to the network.
  public var fills = 0
  /// How often the view reported that a page was due while one in the same direction was in flight.
  public var dropped = 0
  /// How often a commit or a jump came while an earlier one was still waiting.
  public var merged = 0
  /// Reads that were cancelled for something more urgent.
  public var cancelled = 0
  /// Answers to requests that were not in flight any more.
  public var late = 0
  /// How often two requests in the same direction were in flight; stays 0.
  public var overlaps = 0
  /// Pages that brought nothing new.
  public var emptyPages = 0
  /// Pages that were compared with those of another way of paging.
  public var compared = 0
  /// How many of the compared pages were not the same.
  public var mismatches = 0

  public init() {}
}

/// The options of a window. Times are milliseconds.
public struct WindowOptions: Hashable, Sendable {
  public var conversation: ConversationID
  /// How many rows stay loaded at most. Visible rows, those near them, held rows and unsent rows
  /// stay loaded even if there are more.
  public var cap = 500
  /// How long after opening nothing is read ahead, unless the reader moves (`WINDOW-011`).
  public var quiet: Int64 = 2_000
  /// Whether the network is asked to fill gaps at once, even right after opening and before the
  /// first report of the view (`THREAD-002`).
  public var fillsAtOnce = false
  /// The least time between the starts of two reads in one direction.
  public var interval: Int64 = 0
  /// How long to wait after a failure. The wait doubles with each further failure.
  public var firstRetry: Int64 = 1_000
  /// The longest wait after a failure.
  public var longestRetry: Int64 = 60_000

  public init(conversation: ConversationID) { self.conversation = conversation }
}
