/// Which range of history is asked for: one flight for each, which every caller joins.
struct FillKey: Hashable, Comparable, Sendable {
  let conversation: ConversationID
  /// The upper end of the gap; `nil` for the live end.
  let before: ServerPosition?
  /// Whether the newest messages are read again, whatever is missing.
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

/// A page of history on its way.
struct Fill: Sendable {
  enum Phase: Sendable {
    /// The gap is to be read: it may have changed since a caller saw it.
    case idle
    case readingGap
    case ready(Gap?)
    case asking(Gap?, SyncTicket, until: Int64)
    /// The store is to be read once more, or is, to know what an answer means.
    case examining(HistoryAnswer, Gap?, FillFacts)
    case committing(FillOutcome, goesOn: Bool)
  }

  var phase = Phase.idle
  var callers: [SyncCaller] = []
  /// Pages without a message in a row.
  var empty = 0
  /// How often it began anew because the conversation was reset.
  var restarts = 0
  /// Whether what it read of the gap is not true any more.
  var isStale = false

  /// Whether it read, or is storing, what places are made from.
  var isPlacing: Bool {
    switch phase {
    case .examining(_, _, let facts): facts.hasBegun
    case .committing: true
    case .idle, .readingGap, .ready, .asking: false
    }
  }

  /// Whether what it brought is being stored.
  var isCommitting: Bool { if case .committing = phase { true } else { false } }

  /// Whether the server is being asked.
  var isAsking: Bool { if case .asking = phase { true } else { false } }
}

/// What has to be known before a page is stored.
struct FillFacts: Sendable {
  /// Reads that are to begin, one after the other.
  var questions: [Query] = []
  var isReading = false
  var hasBegun = false
  /// The newest message that the server showed; only who refreshes asks.
  var end: ServerPosition?
  var hasEnd = false
  /// Places at and below the lower end, edges among them, of a server that gives lists.
  var shown: [RemoteID: ServerPosition] = [:]
  /// Messages that the server showed earlier, and shows no more.
  var absent: [Message] = []
}

/// How long a conversation has been on the screen.
struct Visit: Sendable {
  let openedAt: Int64
  /// How many screens show it.
  var count = 1
  var isDone = false
}
