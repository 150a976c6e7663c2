public import MessagingModel

/// How a conversation on a screen behaves where products differ. Times are milliseconds.
public struct TimelineOptions: Hashable, Sendable {
  /// What rows depend on besides the store.
  public var input: TimelineInput
  /// Which range is loaded, and how far ahead.
  public var window: WindowOptions
  /// How long what a catch-up brings is collected at most (`OPEN-004`).
  public var mergeLimit: Int64 = 1_000
  /// How long what changes no height is collected (`OPEN-010`).
  public var metadataWindow: Int64 = 200
  /// How long changes in a thread are collected, counted from the last one (`THREAD-006`).
  public var threadWindow: Int64 = 150
  /// How long changes in a thread are collected at most, counted from the first one (`THREAD-007`).
  public var threadLimit: Int64 = 1_000
  /// How long the replies of a thread wait for what the network has of them (`THREAD-004`).
  public var threadGrace: Int64 = 500
  /// How long a message has to be in sight to count as read (`OPEN-020`).
  public var readAfter: Int64 = 500
  /// After how long it says again how far the owner has read, if the store did not take it
  /// (`OPEN-024`).
  public var markRetry: Int64 = 1_000
  /// How often in a row it reads ahead, because nothing of what is loaded has a row (`OPEN-019`).
  public var emptyPages = 10
  /// How often in a row the network is asked for what brings nothing of a thread (`THREAD-009`).
  public var emptyFills = 10

  /// - Parameter thread: the message that began it, for a screen of a thread. What
  ///   ``TimelineInput/shown`` says when the screen is opened decides; a thread stays that thread.
  public init(
    owner: ParticipantID, conversation: ConversationID, thread: MessageReference? = nil
  ) {
    input = TimelineInput(owner: owner, shown: thread.map { .thread($0) } ?? .everything)
    window = WindowOptions(conversation: conversation)
  }
}

/// How a conversation on a screen is, besides its rows.
public struct TimelineStatus: Hashable, Sendable {
  public enum Phase: Hashable, Sendable {
    /// It is not open yet.
    case unopened
    /// The first page is read.
    case opening
    case open
    case closed
  }

  public var phase: Phase
  /// Why what is shown may be old: the store did not answer, and is asked again.
  public var problem: RepositoryError.Code?
  public var older: WindowLoad
  public var newer: WindowLoad
  /// Whether there is history after the last row: the end cannot be followed then.
  public var hasNewer: Bool
  /// Whether the replies of a thread wait for the network: its root alone is shown (`THREAD-003`).
  public var awaitsReplies: Bool
  /// What is unread, by the store.
  public var unread: Unread
  /// The newest commit that was read.
  public var revision: Revision
  public var diagnostics: TimelineDiagnostics
  /// The same for paging (`WINDOW-033`).
  public var paging: WindowDiagnostics

  public init(
    phase: Phase, problem: RepositoryError.Code? = nil, older: WindowLoad = .idle,
    newer: WindowLoad = .idle, hasNewer: Bool = false, awaitsReplies: Bool = false,
    unread: Unread = Unread(count: 0, isLowerBound: false), revision: Revision = .zero,
    diagnostics: TimelineDiagnostics = TimelineDiagnostics(),
    paging: WindowDiagnostics = WindowDiagnostics()
  ) {
    self.phase = phase
    self.problem = problem
    self.older = older
    self.newer = newer
    self.hasNewer = hasNewer
    self.awaitsReplies = awaitsReplies
    self.unread = unread
    self.revision = revision
    self.diagnostics = diagnostics
    self.paging = paging
  }
}

/// What a timeline did since it was opened: seed 004's Phase 0, for what a screen is given.
public struct TimelineDiagnostics: Hashable, Sendable {
  /// Updates that the screen took.
  public var updates = 0
  /// Those that changed rows.
  public var structureUpdates = 0
  /// Those that changed no height.
  public var metadataUpdates = 0
  /// Commits that concern the conversation.
  public var commits = 0
  /// Reads after which everything looked as before.
  public var unchanged = 0
  /// Reads that failed.
  public var failures = 0
  /// The longest time from a commit to the update that shows it.
  public var longestDelay: Int64 = 0

  public init() {}
}
