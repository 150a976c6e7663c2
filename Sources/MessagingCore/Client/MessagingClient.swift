public import MessagingModel
public import MessagingTimeline

/// All workers of one owner on one store, started and stopped together: they store what the server
/// sends, send what the owner writes, and download files when a screen wishes for them.
///
///     let client = MessagingClient(
///       owner: "me",
///       ClientPorts(
///         repository: repository, sending: server, syncing: server, uploader: media, files: files,
///         connectivity: SystemConnectivity()))
///     let working = Task { await client.run() }
///     let timeline = client.timeline(of: chat)
///
/// Screens do not depend on a run: stored messages are shown, and new ones are accepted, even while
/// nothing runs. The parts of a client are roles; an app may combine them differently.
public final class MessagingClient: Sendable {
  private struct State {
    /// Ends the run; `nil` while nothing runs.
    var stop: AsyncStream<Never>.Continuation?
    var isOver = false
    /// The callers of ``signOut()`` that wait for the end of the run.
    var leaving: [CheckedContinuation<Void, Never>] = []
  }

  /// Whose device this is.
  public let owner: ParticipantID
  public let repository: any MessageRepository
  /// Sends everything unsent in the store.
  public let worker: OutboxWorker
  /// Stores what the server sends, and reports who is typing.
  public let sync: RepositorySyncEngine
  /// Downloads files; `nil` if ``ClientPorts/downloading`` is `nil`.
  public let downloads: DownloadWorker?
  /// The overall progress of sending, for a bar at the top of a screen.
  public let sending: SendingProgressWatch
  /// Accepts new messages from screens.
  public let composer: MessageComposer

  private let state = Locked(State())
  private let soleRun = SoleRun()
  private let clock: any Clock<Duration>
  private let wallClock: @Sendable () -> Timestamp

  /// Creates all parts. Nothing runs before ``run()``.
  ///
  /// - Parameter policies: the settings in which products differ.
  public init(
    owner: ParticipantID, _ ports: ClientPorts, policies: ClientPolicies = ClientPolicies()
  ) {
    self.owner = owner
    (clock, wallClock) = (ports.clock, ports.wallClock)
    repository = ports.repository
    let worker = OutboxWorker(ports.sendPorts, policy: policies.sending)
    self.worker = worker
    sync = RepositorySyncEngine(
      ports.syncPorts { worker.diagnoses().fromItsRunOn }, owner: owner, policy: policies.syncing)
    downloads = ports.downloadPorts.map { DownloadWorker($0, policy: policies.downloading) }
    sending = SendingProgressWatch(ports.repository, clock: ports.clock) {
      SendingMeter(afterFailure: policies.sending.afterFailure)
    }
    composer = MessageComposer(
      repository: ports.repository, files: ports.files, obstacle: ports.obstacle)
  }

  /// Runs until the task is cancelled, the repository is closed, or ``signOut()`` is called. A
  /// second call during a run returns at once. A call beside a cancelled run waits for its end, and
  /// runs then (`CLIENT-017`). After a sign-out no call runs anything.
  public func run() async { await soleRun.run { await runOnce() } }

  private func runOnce() async {
    let (stopped, stop) = AsyncStream<Never>.makeStream()
    let mayRun = state.withLock { state in
      guard !state.isOver else { return false }
      state.stop = stop
      return true
    }
    guard mayRun else { return }
    await withTaskGroup(of: Bool.self) { group in
      // A part that runs alone already, or is signed out alone, does not end the others.
      for part in parts {
        group.addTask {
          await part()
          return false
        }
      }
      for end in [repository.commits(in: Scope()).ended, stopped.ended] {
        group.addTask {
          await end()
          return true
        }
      }
      for await isOver in group where isOver { break }
      group.cancelAll()
    }
    let leaving = state.withLock { state in
      defer { (state.stop, state.leaving) = (nil, []) }
      return state.leaving
    }
    for one in leaving { one.resume() }
  }

  private var parts: [@Sendable () async -> Void] {
    let downloads = downloads.map { one in { @Sendable in await one.run() } }
    return [worker.run, sync.run, sending.run] + (downloads.map { [$0] } ?? [])
  }

  /// Notes that the owner has new credentials. Call it each time they change, and not to try the
  /// same ones again. What the server rejected goes on (`CLIENT-018`), and what it rejects yet of
  /// earlier requests stops nothing. While nothing runs, the call does nothing: a run begins anew.
  public func signedIn() {
    worker.signedIn()
    sync.signedIn()
    downloads?.signedIn()
  }

  /// Signs the owner out. When it returns, nothing more is requested, sent or stored, and ``run()``
  /// has ended permanently. Use a new client and a new store for the next owner. Unsent messages
  /// stay in the store. Close the screens first: they store what is read. A ``worker`` that
  /// somebody runs alone ends with its own task.
  ///
  /// It waits for the calls of the ports that are in flight. Do not await it inside such a call,
  /// for instance when the answer to a request is 401: neither would ever return. Start a task.
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

  /// A conversation for a screen, or one of its threads. Run it as long as the screen exists.
  ///
  /// - Parameters:
  ///   - root: the root of the thread to show, `Message.reference` of it; `nil` for the whole
  ///     conversation.
  ///   - adjust: changes the options in which products differ.
  public func timeline(
    of conversation: ConversationID, thread root: MessageReference? = nil,
    _ adjust: (inout TimelineOptions) -> Void = { _ in }
  ) -> ConversationTimeline {
    var options = TimelineOptions(owner: owner, conversation: conversation, thread: root)
    adjust(&options)
    let ports = TimelinePorts(
      repository: repository, sync: sync, people: sync, clock: clock, wallClock: wallClock)
    return ConversationTimeline(options, ports) { TimelineState($0) }
  }

  /// The list of conversations for a screen. Run it as long as the screen exists.
  ///
  /// - Parameters:
  ///   - index: the repository itself if it can list its conversations, or ``NamedConversations``.
  ///   - adjust: changes the options in which products differ.
  public func conversations(
    by index: any ConversationIndexing,
    _ adjust: (inout ConversationListOptions) -> Void = { _ in }
  ) -> ConversationList {
    var options = ConversationListOptions(owner: owner)
    adjust(&options)
    let ports = ConversationListPorts(repository: repository, index: index, clock: clock)
    return ConversationList(options, ports) { ConversationListState($0) }
  }

  /// The owner's actions on the messages of a conversation.
  public func actions(in conversation: ConversationID) -> ConversationActions {
    ConversationActions(repository, in: conversation, owner: owner)
  }
}

extension AsyncStream<SendDiagnosis> {
  /// Without what a sender tells before it runs. Both run together: until it has read what is
  /// unsent, the engine waits for it, as long as its policy allows (`CLIENT-011`).
  fileprivate var fromItsRunOn: AsyncStream<SendDiagnosis> {
    let hasBegun = Locked(false)
    return AsyncStream {
      for await diagnosis in self {
        let isTold = hasBegun.withLock { hasBegun in
          hasBegun = hasBegun || diagnosis.isRunning
          return hasBegun
        }
        if isTold { return diagnosis }
      }
      return nil
    }
  }
}

extension AsyncStream where Element: Sendable {
  /// Waits for the end of the stream.
  fileprivate var ended: @Sendable () async -> Void {
    { for await _ in self {} }
  }
}
