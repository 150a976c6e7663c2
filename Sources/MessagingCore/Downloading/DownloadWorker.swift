public import MessagingModel

/// Downloads what screens wish for: the thin shell around `DownloadQueue`, or around what
/// somebody else brings that decides. It asks the network, writes, removes and sleeps when the
/// queue says so; it decides nothing.
///
///     let files = DownloadDirectory(root: downloads)
///     let worker = DownloadWorker(
///       DownloadPorts(downloader: server, files: files, connectivity: network))
///     Task { await worker.run() }
///     worker.want(attachment.wishes(distance: 0, fileExists: owned.contains))
///     for await status in worker.statuses() { … }
///
/// One worker of a directory at a time.
public final class DownloadWorker: Sendable {
  private struct State {
    var mailbox: AsyncStream<DownloadNote>.Continuation?
    var isOver = false
    var wishes: [FileScreen: [FileWish]] = [:]
    /// Whoever waits for the end of the run.
    var leaving: [CheckedContinuation<Void, Never>] = []
  }

  private let ports: DownloadPorts
  private let begin: @Sendable () -> any DownloadDeciding
  private let state = Locked(State())
  private let status = Broadcast<DownloadStatus>(nil)

  /// - Parameter seed: where the randomness of waiting comes from. Leave it out in an app, so that
  ///   clients do not come back all at once; name one in a test, and a run replays.
  public convenience init(
    _ ports: DownloadPorts, policy: DownloadPolicy = DownloadPolicy(),
    seed: UInt64 = .random(in: .min ... .max)
  ) {
    self.init(ports) { DownloadQueue(policy: policy, seed: seed) }
  }

  /// A worker that does what somebody else's queue decides.
  ///
  /// - Parameter begin: a queue that knows nothing yet; asked at the start of each run.
  public init(
    _ ports: DownloadPorts, deciding begin: @escaping @Sendable () -> any DownloadDeciding
  ) {
    self.ports = ports
    self.begin = begin
  }

  /// Works until the task is cancelled, or ``signOut()``. A second call while one runs returns at
  /// once.
  public func run() async {
    let (notes, mailbox) = AsyncStream<DownloadNote>.makeStream()
    let isFirst = state.withLock { state in
      guard state.mailbox == nil, !state.isOver else { return false }
      state.mailbox = mailbox
      for screen in state.wishes.keys.sorted() { mailbox.yield(.wishes(screen)) }
      return true
    }
    guard isFirst else { return }
    await work(on: notes, mailbox)
    let leaving = state.withLock { state in
      defer { (state.mailbox, state.leaving) = (nil, []) }
      return state.leaving
    }
    for one in leaving { one.resume() }
  }

  /// All that a screen wishes for from now on, the first first; nothing when it is gone. It may be
  /// told before a run, and holds for the next one, too.
  public func want(_ wishes: [FileWish], on screen: FileScreen = FileScreen(0)) {
    let mailbox = state.withLock { state in
      state.wishes[screen] = wishes.isEmpty ? nil : wishes
      return state.mailbox
    }
    mailbox?.yield(.wishes(screen))
  }

  /// A person asks for a file once more that was refused, or waits.
  public func insist(_ file: FileKey) { tell(.insisted(file)) }

  /// A file that was here could not be opened.
  public func lost(_ file: FileKey) { tell(.lost(file)) }

  /// There are new credentials, after `DownloadStatus.Phase.needsSignIn`.
  public func signedIn() { tell(.signedIn) }

  /// The owner leaves. When it returns, nothing more is asked or written, and ``run()`` has ended
  /// for good; the next owner gets a worker and a directory of their own.
  public func signOut() async {
    await withCheckedContinuation { continuation in
      let isRunning = state.withLock { state in
        state.isOver = true
        guard let mailbox = state.mailbox else { return false }
        state.leaving.append(continuation)
        mailbox.yield(.event(.signedOut))
        return true
      }
      if !isRunning { continuation.resume() }
    }
  }

  /// How far downloads are: the present state at once, then each that differs from the one before
  /// it; a slow observer misses those in between. It costs nothing while nobody follows.
  public func statuses() -> AsyncStream<DownloadStatus> {
    let values = status.values()
    state.current.mailbox?.yield(.status)
    return values
  }

  private func tell(_ event: DownloadEvent) { state.current.mailbox?.yield(.event(event)) }

  private func work(
    on notes: AsyncStream<DownloadNote>, _ mailbox: AsyncStream<DownloadNote>.Continuation
  ) async {
    await withDiscardingTaskGroup { group in
      let ports = ports
      group.addTask {
        for await isOnline in ports.connectivity.states() {
          mailbox.yield(.event(.online(isOnline)))
        }
      }
      var queue = begin()
      var effects = DownloadEffects(ports: ports, mailbox: mailbox, in: &group)
      var alarm = Alarm(ports.clock) { mailbox.yield(.event(.clock)) }
      for await note in notes {
        if let event = event(of: note) {
          if case .clock = event { alarm.hasRung() }
          effects.note(event)
          for action in queue.handle(event, at: ports.clock.now) {
            effects.run(action, in: &group)
          }
          alarm.set(for: queue.nextDeadline, in: &group)
          if case .signedOut = event {
            status.send(queue.status)
            break
          }
        }
        if status.isObserved { status.send(queue.status) } else { status.forget() }
      }
      group.cancelAll()
    }
  }

  /// What a note means for the queue.
  private func event(of note: DownloadNote) -> DownloadEvent? {
    switch note {
    case .event(let event): event
    case .wishes(let screen): .wished(screen, state.current.wishes[screen] ?? [])
    case .status: nil
    }
  }
}
