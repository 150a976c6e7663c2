/// An engine that decides what to request from the server, and what to store of the answers,
/// without doing it: an event in, actions out. Nothing sleeps here: ``nextDeadline`` says when to
/// come back. All times are milliseconds of one clock that never goes back; no time of a device
/// becomes a token.
///
/// It holds only the messages that are about to be stored, and it relies only on what the store
/// returned in this run.
public struct SyncState: Sendable {
  let owner: ParticipantID
  let server: SyncServer
  let policy: SyncPolicy
  var jitter: Jitter
  var session = Session.running
  var isOnline = false
  var outboxIsBusy = false
  /// Since when requests can be made.
  var readySince = Int64.min
  var link = Link()
  var tokens = TokenReading()
  var streams: [StreamID: StreamSync] = [:]
  /// Streams in which something is to be done.
  var busy: Set<StreamID> = []
  var liveEnds = LiveEnds()
  var fills: [FillKey: Fill] = [:]
  /// When a gap may be requested again after a failure.
  var paces: [FillKey: Attempts] = [:]
  var visits: [ConversationID: Visit] = [:]
  var readings = ReadingReports()
  var board = PeopleBoard()
  var trouble: ProblemLog
  var progress = SyncStatus.Progress()
  /// What waits for the answer of each ticket.
  var waiting: [SyncTicket: Waiter] = [:]
  private(set) var lastTicket: Int64 = 0
  /// The number of the last ticket before the last sign-in. What has it, or an earlier one, began
  /// with other credentials.
  var oldTickets: Int64 = 0
  private var actions: [SyncAction] = []
  /// The next moment with something to do, and the next one at which something begins.
  private var wakeAt: Int64?
  private(set) var nextAttempt: Int64?

  enum Session: Sendable { case running, needsSignIn, signedOut }

  /// What gets the answer of a ticket; the link keeps its own ticket.
  enum Waiter: Hashable, Sendable {
    case tokens
    case stream(StreamID)
    case fill(FillKey)
    /// What is to be reported of the owner's reading, over all conversations, and of one.
    case readings
    case reading(ConversationID)
  }

  /// The state of reading the stored tokens of the streams.
  struct TokenReading: Sendable {
    var isKnown = false
    var isInFlight = false
    var attempts = Attempts()
    /// Whether the last batch was refused because its token was no longer the stored one.
    var isStale = false
    /// Such refusals in a row, after the first.
    var stale = Attempts()
    var notBefore: Int64 { max(attempts.notBefore, stale.notBefore) }
  }

  /// Creates an engine that requests nothing until an `.online(true)` event.
  ///
  /// - Parameters:
  ///   - owner: whose device this is.
  ///   - server: the traits of the server, as its transport declares them.
  ///   - seed: the seed for the random part of waits.
  public init(
    owner: ParticipantID, server: SyncServer = SyncServer(), policy: SyncPolicy = SyncPolicy(),
    seed: UInt64
  ) {
    var server = server
    server.streams[.liveEnds] = nil
    self.owner = owner
    self.server = server
    self.policy = policy
    jitter = Jitter(seed: seed)
    trouble = ProblemLog(limit: policy.problemLimit)
    for (id, traits) in server.streams {
      streams[id] = StreamSync(id: id, traits: traits)
      busy.insert(id)
    }
  }

  /// The earliest moment at which ``SyncEvent/clock`` changes anything; `nil` for never.
  public var nextDeadline: Int64? { wakeAt }

  /// Handles an event and returns the actions to carry out, in this order.
  ///
  /// - Parameter now: the current time; never less than at an earlier event.
  /// - Complexity: O(1) in the streams, except for events that concern all of them, and for streams
  ///   that have something to do.
  public mutating func handle(_ event: SyncEvent, at now: Int64) -> [SyncAction] {
    take(event, at: now)
    wakeAt = nil
    nextAttempt = nil
    if session != .signedOut { proceed(at: now) }
    defer { actions = [] }
    return actions
  }

  /// Continues as far as possible.
  private mutating func proceed(at now: Int64) {
    giveUpWhatIsLate(at: now)
    readTokens(at: now)
    keepLink(at: now)
    stepStreams(at: now)
    stepFills(at: now)
    if server.givesLists {
      // Streams and fills wait for each other.
      stepStreams(at: now)
      stepFills(at: now)
    }
    stepVisits(at: now)
    stepReadings(at: now)
    stepPeople(at: now)
  }

  mutating func act(_ action: SyncAction) { actions.append(action) }

  mutating func ticket(for waiter: Waiter?) -> SyncTicket {
    lastTicket += 1
    let ticket = SyncTicket(lastTicket)
    if let waiter { waiting[ticket] = waiter }
    return ticket
  }

  /// Schedules a moment at which something is given up, if nothing happens before.
  mutating func wake(at moment: Int64) { wakeAt = min(wakeAt ?? moment, moment) }

  /// Schedules a moment at which something begins.
  mutating func begin(at moment: Int64) {
    wake(at: moment)
    nextAttempt = min(nextAttempt ?? moment, moment)
  }

  /// Whether any request may be made.
  var mayAsk: Bool { session == .running && isOnline }

  /// Counts a failure: the next attempt waits longer each time.
  mutating func failed(
    _ attempts: inout Attempts, _ error: SyncError, at now: Int64
  ) {
    let error = SendError(.transient, code: error.code, retryAfter: error.retryAfter)
    attempts.failed(error, at: now, policy.retry, jitter: jitter.next())
  }
}
