public import MessagingModel

/// The options of a conversation on a screen, where products differ. Times are milliseconds.
public struct TimelineOptions: Hashable, Sendable {
  /// What rows depend on besides the store.
  public var input: TimelineInput
  /// The options of the window: how many rows stay loaded, and when pages are read.
  public var window: WindowOptions
  /// The longest time for which the results of a catch-up are collected before they are shown
  /// (`OPEN-004`).
  public var mergeLimit: Int64 = 1_000
  /// How long changes of metadata, which change no height, are collected before they are shown
  /// (`OPEN-010`).
  public var metadataWindow: Int64 = 200
  /// How long changes in a thread are collected, counted from the last one (`THREAD-006`).
  public var threadWindow: Int64 = 150
  /// The longest time for which changes in a thread are collected, counted from the first one
  /// (`THREAD-007`).
  public var threadLimit: Int64 = 1_000
  /// The longest time for which the replies of a thread stay hidden while the network may have more
  /// of them (`THREAD-004`).
  public var threadGrace: Int64 = 500
  /// How long a message has to be visible to count as read (`OPEN-020`).
  public var readAfter: Int64 = 500
  /// How long to wait before the read marker is reported again, if the store did not take it
  /// (`OPEN-024`).
  public var markRetry: Int64 = 1_000
  /// The most pages that are read in a row while no loaded message has a row (`OPEN-019`).
  public var emptyPages = 10
  /// The most requests to the network in a row that bring nothing of a thread. The next request
  /// waits until the reader moves (`THREAD-009`).
  public var emptyFills = 10

  /// - Parameter thread: the root of the thread, for a screen of a thread; `nil` for a
  ///   conversation. It decides ``TimelineInput/shown``, which a ``TimelineState`` reads when it is
  ///   made: a thread stays that thread.
  public init(
    owner: ParticipantID, conversation: ConversationID, thread: MessageReference? = nil
  ) {
    input = TimelineInput(owner: owner, shown: thread.map { .thread($0) } ?? .everything)
    window = WindowOptions(conversation: conversation)
  }
}

/// The state of a conversation on a screen, besides its rows.
public struct TimelineStatus: Hashable, Sendable {
  public enum Phase: Hashable, Sendable {
    /// Not opened yet.
    case unopened
    /// The first page is in flight.
    case opening
    case open
    case closed
  }

  public var phase: Phase
  /// Why the rows may be out of date: the last read failed and will be tried again. `nil` if it
  /// succeeded.
  public var problem: RepositoryError.Code?
  public var older: WindowLoad
  public var newer: WindowLoad
  /// Whether there is history after the last row that is not loaded. The end cannot be followed
  /// then.
  public var hasNewer: Bool
  /// Whether the replies of a thread are hidden until the network has answered. Only its root is
  /// shown then (`THREAD-003`).
  public var awaitsReplies: Bool
  /// The count of unread messages, as the store has it.
  public var unread: Unread
  /// The newest commit that was read.
  public var revision: Revision
  public var diagnostics: TimelineDiagnostics
  /// The counts of the window (`WINDOW-033`).
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

/// Counts of what a timeline did since it was made: Phase 0 of seed 004, for the updates of a
/// screen.
public struct TimelineDiagnostics: Hashable, Sendable {
  /// Updates that were given to the screen.
  public var updates = 0
  /// Updates that inserted, deleted or moved rows.
  public var structureUpdates = 0
  /// Updates that changed metadata alone, and so no height.
  public var metadataUpdates = 0
  /// Commits that concern the conversation.
  public var commits = 0
  /// Reads of news after which the rows were the same.
  public var unchanged = 0
  /// Reads that failed.
  public var failures = 0
  /// The longest time from a commit to the update that shows it, in milliseconds.
  public var longestDelay: Int64 = 0

  public init() {}
}
