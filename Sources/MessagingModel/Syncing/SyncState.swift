/// What to ask the server for, and what to store of its answers, decided without doing it: an event
/// in, actions out. Nothing sleeps here: ``nextDeadline`` says when to come back. All times are
/// milliseconds of one clock that never goes back; no time of a device becomes a token.
///
/// It holds no messages but those that are on their way into the store, and believes nothing of
/// what is stored that the store did not say in this run.
public struct SyncState: Sendable {
  let owner: ParticipantID
  let server: SyncServer
  let policy: SyncPolicy
  var jitter: Jitter
  var session = Session.running
  var isOnline = false
  var outboxIsBusy = false
  /// Since when questions can be asked.
  var readySince = Int64.min
  var link = Link()
  var tokens = TokenReading()
  var streams: [StreamID: StreamSync] = [:]
  /// Streams in which something is to be done.
  var busy: Set<StreamID> = []
  var fills: [FillKey: Fill] = [:]
  /// When a gap may be asked for again that came to nothing.
  var paces: [FillKey: Attempts] = [:]
  var visits: [ConversationID: Visit] = [:]
  var readings = ReadingReports()
  var board = PeopleBoard()
  var trouble: ProblemLog
  var progress = SyncStatus.Progress()
  /// Who waits for which answer.
  var waiting: [SyncTicket: Waiter] = [:]
  private var lastTicket: Int64 = 0
  private var actions: [SyncAction] = []
  /// The next moment at which something is to be done, and at which something is begun.
  private var wakeAt: Int64?
  private(set) var nextAttempt: Int64?

  enum Session: Sendable { case running, needsSignIn, signedOut }

  /// Who gets the answer of a ticket; the link knows its own.
  enum Waiter: Hashable, Sendable {
    case tokens
    case stream(StreamID)
    case fill(FillKey)
    /// What is to be told of the owner's reading, over all conversations, and of one.
    case readings
    case reading(ConversationID)
  }

  /// Where each stream is stored, as far as the store said so.
  struct TokenReading: Sendable {
    var isKnown = false
    var isInFlight = false
    var attempts = Attempts()
    /// Whether the last batch was refused because its token was not the stored one any more.
    var isStale = false
    /// Such refusals in a row, after the first.
    var stale = Attempts()
    var notBefore: Int64 { max(attempts.notBefore, stale.notBefore) }
  }

  /// Asks nothing before it heard that there is a network.
  ///
  /// - Parameters:
  ///   - owner: whose device this is.
  ///   - server: what the server is like, as its transport declares it.
  ///   - seed: where the randomness of waiting comes from.
  public init(
    owner: ParticipantID, server: SyncServer = SyncServer(), policy: SyncPolicy = SyncPolicy(),
    seed: UInt64
  ) {
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

  /// Takes an event and says what has to be done, in this order.
  ///
  /// - Parameter now: not before that of an earlier event.
  /// - Complexity: O(1) in the streams, except for what concerns all of them, and for those that
  /// have something to do.
  public mutating func handle(_ event: SyncEvent, at now: Int64) -> [SyncAction] {
    take(event, at: now)
    wakeAt = nil
    nextAttempt = nil
    if session != .signedOut { proceed(at: now) }
    defer { actions = [] }
    return actions
  }

  /// Goes on as far as it can.
  private mutating func proceed(at now: Int64) {
    giveUpWhatIsLate(at: now)
    readTokens(at: now)
    keepLink(at: now)
    stepStreams(at: now)
    stepFills(at: now)
    if server.givesLists {
      // They wait for each other.
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

  /// Something is to be given up at a moment, if nothing happens before.
  mutating func wake(at moment: Int64) { wakeAt = min(wakeAt ?? moment, moment) }

  /// Something is to be begun at a moment.
  mutating func begin(at moment: Int64) {
    wake(at: moment)
    nextAttempt = min(nextAttempt ?? moment, moment)
  }

  /// Whether anything may be asked at all.
  var mayAsk: Bool { session == .running && isOnline }

  /// Counts a failure: the next attempt waits longer each time.
  mutating func failed(
    _ attempts: inout Attempts, _ error: SyncError, at now: Int64
  ) {
    let error = SendError(.transient, code: error.code, retryAfter: error.retryAfter)
    attempts.failed(error, at: now, policy.retry, jitter: jitter.next())
  }
}
