public import MessagingModel
public import MessagingTimeline

/// All that works for one owner on one store, started and stopped together: what the server says
/// comes in, what was written goes out, files come when somebody wants them.
///
///     let client = MessagingClient(
///       owner: "me",
///       ClientPorts(
///         repository: repository, sending: server, syncing: server, uploader: media, files: files,
///         connectivity: SystemConnectivity()))
///     let working = Task { await client.run() }
///     let timeline = client.timeline(of: chat)
///
/// Screens need none of it: what is stored is shown, and what is written is accepted, also while
/// nothing runs. Its parts are roles, and an app may put them together in another way.
public final class MessagingClient: Sendable {
  private struct State {
    /// Ends the run; `nil` while nothing runs.
    var stop: AsyncStream<Never>.Continuation?
    var isOver = false
    /// Whoever waits for the end of the run.
    var leaving: [CheckedContinuation<Void, Never>] = []
  }

  /// Whose device this is.
  public let owner: ParticipantID
  public let repository: any MessageRepository
  /// Sends what the store says is unsent.
  public let worker: OutboxWorker
  /// Stores what the server says, and knows who is typing.
  public let sync: RepositorySyncEngine
  /// Fetches files; `nil` if nobody said how.
  public let downloads: DownloadWorker?
  /// How far sending is as a whole: for a bar at the top of a screen.
  public let sending: SendingProgressWatch
  /// What a screen sends with.
  public let composer: MessageComposer

  private let state = Locked(State())

  /// Puts everything together; nothing works before ``run()``.
  ///
  /// - Parameter policies: what differs between products.
  public init(
    owner: ParticipantID, _ ports: ClientPorts, policies: ClientPolicies = ClientPolicies()
  ) {
    self.owner = owner
    repository = ports.repository
    let worker = OutboxWorker(ports.sendPorts, policy: policies.sending)
    self.worker = worker
    sync = RepositorySyncEngine(
      ports.syncPorts { worker.diagnoses() }, owner: owner, policy: policies.syncing)
    downloads = ports.downloadPorts.map { DownloadWorker($0, policy: policies.downloading) }
    sending = SendingProgressWatch(ports.repository, clock: ports.clock)
    composer = MessageComposer(repository: ports.repository, files: ports.files)
  }

  /// Works until the task is cancelled, the repository is closed, or ``signOut()``. A second call
  /// while one runs returns at once; after a sign-out nothing runs any more.
  public func run() async {
    let (stopped, stop) = AsyncStream<Never>.makeStream()
    let mayRun = state.withLock { state in
      guard state.stop == nil, !state.isOver else { return false }
      state.stop = stop
      return true
    }
    guard mayRun else { return }
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await self.worker.run() }
      group.addTask { await self.sync.run() }
      group.addTask { await self.sending.run() }
      if let downloads { group.addTask { await downloads.run() } }
      group.addTask { for await _ in stopped {} }
      // Each part ends only when all have to: the store is closed, or the owner leaves.
      await group.next()
      group.cancelAll()
    }
    let leaving = state.withLock { state in
      defer { (state.stop, state.leaving) = (nil, []) }
      return state.leaving
    }
    for one in leaving { one.resume() }
  }

  /// The owner leaves. When it returns, nothing more is asked, sent or stored, and ``run()`` has
  /// ended for good; the next owner gets a client and a store of their own. What was not sent is
  /// still stored.
  public func signOut() async {
    let stop = state.withLock { state in
      state.isOver = true
      return state.stop
    }
    stop?.finish()
    await sync.signOut()
    await downloads?.signOut()
    await withCheckedContinuation { continuation in
      let isOver = state.withLock { state in
        if state.stop != nil { state.leaving.append(continuation) }
        return state.stop == nil
      }
      if isOver { continuation.resume() }
    }
  }

  /// A conversation for a screen, or one of its threads: run it as long as the screen is there.
  ///
  /// - Parameters:
  ///   - root: of the thread that is shown; `nil` for the conversation.
  ///   - adjust: changes what differs between products.
  public func timeline(
    of conversation: ConversationID, thread root: MessageReference? = nil,
    _ adjust: (inout TimelineOptions) -> Void = { _ in }
  ) -> ConversationTimeline {
    var options = TimelineOptions(owner: owner, conversation: conversation, thread: root)
    adjust(&options)
    return ConversationTimeline(options, repository, sync: sync, people: sync)
  }

  /// The list of conversations for a screen: run it as long as the screen is there.
  ///
  /// - Parameters:
  ///   - index: the repository where it can say which conversations it has, or
  ///     ``NamedConversations``.
  ///   - adjust: changes what differs between products.
  public func conversations(
    by index: any ConversationIndexing,
    _ adjust: (inout ConversationListOptions) -> Void = { _ in }
  ) -> ConversationList {
    var options = ConversationListOptions(owner: owner)
    adjust(&options)
    return ConversationList(options, repository, index: index)
  }

  /// What the owner does to messages of a conversation.
  public func actions(in conversation: ConversationID) -> ConversationActions {
    ConversationActions(repository, in: conversation, owner: owner)
  }
}
