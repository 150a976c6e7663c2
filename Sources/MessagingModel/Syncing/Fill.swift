/// The key of a request for a range of history. There is one fill for each key, which every caller
/// joins.
struct FillKey: Hashable, Comparable, Sendable {
  let conversation: ConversationID
  /// The upper end of the gap; `nil` for the live end.
  let before: ServerPosition?
  /// Whether the newest messages are requested again, whether or not something is missing.
  var isRefresh = false

  static func < (left: FillKey, right: FillKey) -> Bool {
    if left.conversation != right.conversation { return left.conversation < right.conversation }
    if left.isRefresh != right.isRefresh { return right.isRefresh }
    switch (left.before, right.before) {
    case (let left?, let right?): return left < right
    case (let left, let right): return left != nil && right == nil
    }
  }
}

/// The state of one wanted page of history, from the first wish until it is stored.
struct Fill: Sendable {
  enum Phase: Sendable {
    /// The gap has to be read: it may have changed since a caller saw it.
    case idle
    case readingGap
    case ready(Gap?)
    case asking(Gap?, SyncTicket, until: Int64)
    /// The store is read, or about to be read, to know what an answer means.
    case examining(HistoryAnswer, Gap?, FillFacts)
    case committing(FillOutcome, goesOn: Bool)
  }

  var phase = Phase.idle
  var callers: [SyncCaller] = []
  /// The number of pages in a row without a message.
  var empty = 0
  /// How often it started again because the store had changed.
  var restarts = 0
  /// Whether what it read of the gap may be outdated.
  var isStale = false
  /// The token that the server does not know: a gap with it is asked for by position.
  var rejectedToken: GapToken?
  /// Whether its gap was closed meanwhile.
  var isClosed = false
  /// Whether the screen that it refreshes was closed, or a catch-up came in between.
  var isForgone = false

  /// Whether it has begun to read what positions are made from, or is storing positions.
  var isPlacing: Bool {
    switch phase {
    case .examining(_, _, let facts): facts.hasBegun
    case .committing: true
    case .idle, .readingGap, .ready, .asking: false
    }
  }

  /// Whether the server is being asked.
  var isAsking: Bool { if case .asking = phase { true } else { false } }
}

/// What has to be known before a page is stored.
struct FillFacts: Sendable {
  /// Reads that are still to begin, one after the other.
  var questions: [Query] = []
  var isReading = false
  var hasBegun = false
  /// The newest message that the server returned; read only for a refresh.
  var end: ServerPosition?
  var hasEnd = false
  /// Positions at and below the lower end, edges included; only for a server that gives lists.
  var shown: [RemoteID: ServerPosition] = [:]
  /// Messages that the server returned earlier, and does not return any more.
  var absent: [Message] = []
}

/// A conversation that is on the screen, and since when.
struct Visit: Sendable {
  let openedAt: Int64
  /// How many screens show it.
  var count = 1
  var isDone = false
}
