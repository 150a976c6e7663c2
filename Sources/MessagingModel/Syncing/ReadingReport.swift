/// What is known of how far the owner has read, where that is still to be reported to the server.
struct ReadingReports: Sendable {
  /// The revision up to which the store was asked.
  var since = Revision.zero
  /// Whether something was stored since.
  var isStale = true
  /// The read of the store that is in flight.
  var question: SyncTicket?
  /// Failed reads of the store.
  var attempts = Attempts()
  var conversations: [ConversationID: ReadingReport] = [:]
}

/// The report of one conversation. There is one at a time: what the owner reads in the meantime
/// goes into the next.
struct ReadingReport: Sendable {
  enum Phase: Sendable {
    /// Nothing is in flight.
    case resting
    /// The store is asked what is to be reported, and whether a message goes first.
    case asking(SyncTicket)
    case telling(SyncTicket, Reading, until: Int64)
    case storing(SyncTicket)
  }

  var phase = Phase.resting
  /// Whether there may be something to report.
  var isWanted = true
  /// Whether a message of the owner goes first.
  var isBehind = false
  /// When the next report may begin: there is at most one in an interval.
  var notBefore = Int64.min
  var attempts = Attempts()
  /// The report that the server refused; `nil` for none.
  var refused: Reading?

  /// Whether a report is in progress: asked for, sent, or being stored as reported.
  var isInFlight: Bool { if case .resting = phase { false } else { true } }
}
