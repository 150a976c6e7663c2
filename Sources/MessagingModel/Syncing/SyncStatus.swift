/// The state of syncing, and what went wrong, for a screen and for logs. It contains names of
/// conversations and codes, never what people wrote.
public struct SyncStatus: Hashable, Sendable {
  public enum Phase: Hashable, Sendable {
    /// There is no network, or the engine does not run any more.
    case offline
    /// The engine waits for the connection, or for the first answer of the store.
    case connecting
    case catchingUp(Progress)
    /// Everything that happened up to now is stored, as far as the server reports it; what is
    /// missing lies in gaps.
    case live
    /// The server rejected the credentials: everything is kept, nothing is requested.
    case needsSignIn
    case signedOut
  }

  /// The progress of one catch-up, over all streams; it ends with ``Phase/live``.
  public struct Progress: Hashable, Sendable {
    /// How many events are stored.
    public var events = 0
    /// How many events are left, according to the latest answer; `nil` if it did not report that.
    public var remaining: Int?
    /// How many streams are not done.
    public var streams = 0

    public init(events: Int = 0, remaining: Int? = nil, streams: Int = 0) {
      self.events = events
      self.remaining = remaining
      self.streams = streams
    }
  }

  public let phase: Phase
  /// The problems that are not solved, the oldest first.
  public let problems: [SyncProblem]
  /// The streams of which everything up to now is stored.
  public let caughtUp: Set<StreamID>
  /// The earliest moment at which anything is tried again; `nil` for not before an event.
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

/// Something that went wrong, and how often.
public struct SyncProblem: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    /// The connection was not accepted, broke, or fell silent.
    case connection
    /// A request about a stream, a gap or a reading failed.
    case unanswered
    /// The server refuses a stream, a conversation or a reading.
    case refused
    /// The store could not be read or written.
    case store
    /// An answer made no sense: of another stream or conversation, with a token that goes back, a
    /// page without room in its gap. Nothing of it is stored.
    case nonsense
    /// Answers come at once and bring nothing new, or never end. The engine asks more slowly.
    case endless
    /// The token of a stream was not known or not usable: the stream was reset.
    case restarted
    /// Events that could not be read, or that are too large to be stored.
    case unreadable
    /// A stream that the server was not declared to have, or one more than the engine handles.
    case unknownStream
  }

  public let kind: Kind
  public let stream: StreamID?
  public let conversation: ConversationID?
  /// The code of the last occurrence.
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

  /// Returns whether both are the same problem.
  func isSame(as other: SyncProblem) -> Bool {
    kind == other.kind && stream == other.stream && conversation == other.conversation
  }
}
