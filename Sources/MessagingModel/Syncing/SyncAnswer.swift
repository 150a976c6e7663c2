/// The answer of the server to what is new in a stream.
public struct SyncAnswer: Hashable, Sendable {
  public let stream: StreamID
  /// At most one part for each conversation. Each part is stored as a whole.
  public let parts: [ConversationPart]
  /// The token after the answer. It is stored in the same commit as what it covers.
  public let next: SyncToken
  /// Whether the answer is complete. If not, the engine requests the rest from ``next`` at once.
  public let isComplete: Bool
  /// How many events are left after the answer, if the server reports it; only for display.
  public let remaining: Int?
  /// What people are doing, if the server reports that here.
  public let people: [PersonNews]

  public init(
    stream: StreamID, parts: [ConversationPart], next: SyncToken, isComplete: Bool,
    remaining: Int? = nil, people: [PersonNews] = []
  ) {
    self.stream = stream
    self.parts = parts
    self.next = next
    self.isComplete = isComplete
    self.remaining = remaining
    self.people = people
  }
}

/// What is new in one conversation.
public struct ConversationPart: Hashable, Sendable {
  /// What lies between the events that were reported before and the first event here.
  public enum Start: Hashable, Sendable {
    /// Nothing. In a conversation that the stream names for the first time, it means only that the
    /// items follow each other.
    case continues
    /// Nothing, because the conversation begins with the first event here.
    case begins
    /// Something may be missing: a gap opens below the first event, and the token fills it.
    case limited(GapToken?)
    /// The server refuses this conversation, with this code. What may be missing becomes a gap.
    case refused(ExactString)
  }

  public let conversation: ConversationID
  public let start: Start
  /// In the server's order.
  public let items: [SyncItem]

  public init(_ conversation: ConversationID, _ start: Start = .continues, items: [SyncItem]) {
    self.conversation = conversation
    self.start = start
    self.items = items
  }

  /// Whether the newest messages may be missing.
  var opensGapAtLiveEnd: Bool {
    switch start {
    case .continues, .begins: false
    case .limited: !items.contains { if case .message = $0 { true } else { false } }
    case .refused: true
    }
  }
}

/// One event of the server.
public enum SyncItem: Hashable, Sendable {
  case message(ReceivedMessage)
  case relation(Relation)
  /// An event of which not even the position could be read. The token advances, and the event is
  /// counted. An event of which only the content is unknown is a message with
  /// ``Body/unknown(kind:payload:)``.
  case unreadable(ConversationID)

  public var conversation: ConversationID {
    switch self {
    case .message(let message): message.conversation
    case .relation(let relation): relation.conversation
    case .unreadable(let conversation): conversation
    }
  }
}

/// What the server pushes on the connection.
public struct SyncUpdate: Hashable, Sendable {
  /// The range of an update of a numbered stream: it holds everything that happened after `after`,
  /// up to and including `to`.
  public struct Span: Hashable, Sendable {
    public let after: Int64
    public let to: Int64

    public init(after: Int64, to: Int64) {
      self.after = after
      self.to = to
    }
  }

  public let stream: StreamID
  /// `nil` for a stream whose updates have no numbers.
  public let span: Span?
  /// In the server's order.
  public let items: [SyncItem]

  public init(stream: StreamID, span: Span? = nil, items: [SyncItem]) {
    self.stream = stream
    self.span = span
    self.items = items
  }
}

extension SyncToken {
  /// Creates the token of a position in a numbered stream.
  public init(number: Int64) { self.init(ExactString(String(number))) }

  /// The position in a numbered stream; `nil` if this is not a token of one.
  public var number: Int64? {
    Int64(text.string).flatMap { SyncToken(number: $0) == self ? $0 : nil }
  }
}

/// A page of history.
public struct HistoryAnswer: Hashable, Sendable {
  /// What is below the page.
  public enum Below: Hashable, Sendable {
    /// Nothing: the conversation begins here.
    case start
    /// More; the token fetches it, if there is one.
    case more(GapToken?)
  }

  public let conversation: ConversationID
  /// Everything between the upper end that the request named and the oldest message here, in the
  /// server's order, the newest last. It may include a message at the upper end itself.
  public let messages: [ReceivedMessage]
  /// What else the server returned with the page: reactions, receipts, deletions.
  public let relations: [Relation]
  public let below: Below

  public init(
    conversation: ConversationID, messages: [ReceivedMessage], relations: [Relation] = [],
    below: Below
  ) {
    self.conversation = conversation
    self.messages = messages
    self.relations = relations
    self.below = below
  }
}

/// Why the server did not answer, or the connection is gone.
public struct SyncError: Error, Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    /// There is no network.
    case offline
    /// The same request may succeed later: busy, rate limit, server error, no answer in time.
    case transient
    /// The server rejected the credentials: everything stops, and nothing is lost.
    case unauthorized
    /// The server does not know the token of the request, or not any more.
    case unknownToken
    /// The server refuses this request. For a gap: it cannot return what is missing.
    case refused
    /// The answer makes no sense.
    case malformed
  }

  public var kind: Kind
  /// A word for programs ("503", "rate-limit").
  public var code: ExactString
  /// How long the server asks to wait, in milliseconds; `nil` if it does not.
  public var retryAfter: Int64?

  public init(_ kind: Kind, code: ExactString, retryAfter: Int64? = nil) {
    self.kind = kind
    self.code = code
    self.retryAfter = retryAfter
  }
}
