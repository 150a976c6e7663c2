/// What is known of how far the owner has read, where the server is still to be told.
struct ReadingReports: Sendable {
  /// Up to where the store was asked.
  var since = Revision.zero
  /// Whether something was stored since.
  var isStale = true
  /// The question to the store.
  var question: SyncTicket?
  /// Questions to the store that came to nothing.
  var attempts = Attempts()
  var conversations: [ConversationID: ReadingReport] = [:]
}

/// The report of one conversation. There is one at a time: what is read meanwhile goes with the
/// next.
struct ReadingReport: Sendable {
  enum Phase: Sendable {
    /// Nothing is in flight.
    case resting
    /// The store is asked what there is to tell, and whether a message goes first.
    case asking(SyncTicket)
    case telling(SyncTicket, Reading, until: Int64)
    case storing(SyncTicket)
  }

  var phase = Phase.resting
  /// Whether there may be something to tell.
  var isWanted = true
  /// Whether an own message goes first.
  var isBehind = false
  /// At most one report in an interval.
  var notBefore = Int64.min
  var attempts = Attempts()
  /// What the server does not want to hear.
  var refused: Reading?

  /// Whether a report has gone out and is not stored as told.
  var isInFlight: Bool { if case .resting = phase { false } else { true } }
}
