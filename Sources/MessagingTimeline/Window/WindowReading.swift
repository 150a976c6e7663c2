public import MessagingModel

/// What there is to see of a window's state.
public struct WindowReading: Hashable, Sendable {
  /// What is loaded, oldest first, without a hole that is not in ``gaps``.
  public var rows: [WindowRow]
  /// What lies past the first row: history that is older.
  public var older: Edge
  /// What lies past the last row: messages that are newer.
  public var newer: Edge
  /// Missing ranges between the rows.
  public var gaps: [Gap]
  /// What becomes of the next page of older messages.
  public var olderLoad: WindowLoad
  /// What becomes of the next page of newer messages.
  public var newerLoad: WindowLoad
  /// The read that is in flight.
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
  /// Whether there is history after the last row; the end cannot be followed then (`WINDOW-021`).
  public var hasNewer: Bool { newer != .end }
}

/// What becomes of the page past one end of a window.
public enum WindowLoad: Hashable, Sendable {
  /// Not needed, or waiting for its turn.
  case idle
  /// Read from the store.
  case loading(WindowRequest.ID)
  /// Missing in the store; the network is asked.
  case filling(WindowRequest.ID)
  /// Tried again when needed, but not before this time, in milliseconds of the window's clock.
  case failed(until: Int64)
  /// There is nothing, as far as is known.
  case exhausted
}

/// What a window did since it was opened: seed 004's Phase 0, for paging (`WINDOW-033`).
public struct WindowDiagnostics: Hashable, Sendable {
  /// Reads that were asked for.
  public var started = 0
  /// Requests to the network.
  public var fills = 0
  /// How often a page was due while one in the same direction was in flight.
  public var dropped = 0
  /// How often news or a wish joined others that were waiting.
  public var merged = 0
  /// Reads that were given up for something more urgent.
  public var cancelled = 0
  /// Answers to requests that nobody waited for any more.
  public var late = 0
  /// How often two requests in the same direction were in flight; stays 0.
  public var overlaps = 0
  /// Pages that brought nothing new.
  public var emptyPages = 0
  /// Pages that were compared with those of another way of paging.
  public var compared = 0
  /// How many of them were not the same.
  public var mismatches = 0

  public init() {}
}

/// How a window behaves where needs differ. Lengths of time are milliseconds.
public struct WindowOptions: Hashable, Sendable {
  public var conversation: ConversationID
  /// How many rows stay loaded, if what is visible and its surroundings leave it a choice.
  public var cap = 500
  /// After opening nothing is read ahead for so long, unless the reader moves (`WINDOW-011`).
  public var quiet: Int64 = 2_000
  /// Whether what is missing is asked of the network at once, also right after opening, and before
  /// the view has reported anything (`THREAD-002`).
  public var fillsAtOnce = false
  /// Between two pages in one direction.
  public var interval: Int64 = 0
  /// How long to wait after a failure; twice as long after each further one.
  public var firstRetry: Int64 = 1_000
  /// How long to wait at most.
  public var longestRetry: Int64 = 60_000

  public init(conversation: ConversationID) { self.conversation = conversation }
}
