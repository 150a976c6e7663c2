/// How far syncing is, and what went wrong: for a screen and for logs. It names conversations and
/// codes, never what people wrote.
public struct SyncStatus: Hashable, Sendable {
  public enum Phase: Hashable, Sendable {
    /// There is no network.
    case offline
    /// The connection, or the first word of the store, is waited for.
    case connecting
    case catchingUp(Progress)
    /// All that happened up to now is stored, as far as the server tells; what is missing is in
    /// gaps.
    case live
    /// The server rejected the credentials: everything is kept, nothing is requested.
    case needsSignIn
    case signedOut
  }

  /// Of one catch-up, over all streams; it ends with ``Phase/live``.
  public struct Progress: Hashable, Sendable {
    /// Events that are stored.
    public var events = 0
    /// Events that are left, if the server says so of every stream that is not done.
    public var remaining: Int?
    /// Streams that are not done.
    public var streams = 0

    public init(events: Int = 0, remaining: Int? = nil, streams: Int = 0) {
      self.events = events
      self.remaining = remaining
      self.streams = streams
    }
  }

  public let phase: Phase
  /// What went wrong and was not made good, the oldest first.
  public let problems: [SyncProblem]
  /// Streams that are stored up to now; own receipts wait for theirs.
  public let caughtUp: Set<StreamID>
  /// The earliest moment at which anything is tried again; `nil` for not before something happens.
  public let nextAttempt: Int64?

  public init(
    phase: Phase, problems: [SyncProblem] = [], caughtUp: Set<StreamID> = [],
    nextAttempt: Int64? = nil
  ) {
    self.phase = phase
    self.problems = problems
    self.caughtUp = caughtUp
    self.nextAttempt = nextAttempt
  }
}

/// Something that went wrong, as often as it did.
public struct SyncProblem: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    /// The connection was not accepted, broke, or fell silent.
    case connection
    /// A stream, or a gap, was not answered.
    case unanswered
    /// The server refuses a stream or a conversation.
    case refused
    /// The store could not be read or written.
    case store
    /// An answer made no sense: of another stream, going backwards, a page that does not touch what
    /// it was asked for. Nothing of it is stored.
    case nonsense
    /// Answers come at once and lead nowhere, or never end: asked more slowly.
    case endless
    /// The server did not know a token: the stream began anew.
    case restarted
    /// Events that nobody could make sense of, or that are too large to be stored.
    case unreadable
    /// A stream that the server was not declared to have, or one more than an engine looks after.
    case unknownStream
  }

  public let kind: Kind
  public let stream: StreamID?
  public let conversation: ConversationID?
  /// The last one's.
  public internal(set) var code: ExactString
  public internal(set) var count: Int

  public init(
    kind: Kind, stream: StreamID? = nil, conversation: ConversationID? = nil, code: ExactString,
    count: Int = 1
  ) {
    self.kind = kind
    self.stream = stream
    self.conversation = conversation
    self.code = code
    self.count = count
  }

  /// Whether it is the same thing that went wrong once more.
  func isSame(as other: SyncProblem) -> Bool {
    kind == other.kind && stream == other.stream && conversation == other.conversation
  }
}
