public import MessagingModel

/// Downloads the files that screens wish for. It is a thin shell around `DownloadQueue`, or around
/// another ``DownloadDeciding``: it runs the actions that the queue returns and decides nothing.
///
///     let files = DownloadDirectory(root: downloads)
///     let worker = DownloadWorker(
///       DownloadPorts(downloader: server, files: files, connectivity: network))
///     Task { await worker.run() }
///     worker.want(attachment.wishes(distance: 0, fileExists: owned.contains))
///     for await status in worker.statuses() { … }
///
/// Run one worker per directory at a time.
public final class DownloadWorker: Sendable {
  private struct State {
    var mailbox: AsyncStream<DownloadNote>.Continuation?
    var isOver = false
    var wishes: [FileScreen: [FileWish]] = [:]
    /// The callers of ``signOut()`` that wait for the end of the run.
    var leaving: [CheckedContinuation<Void, Never>] = []
  }

  private let ports: DownloadPorts
  private let begin: @Sendable () -> any DownloadDeciding
  private let state = Locked(State())
  private let soleRun = SoleRun()
  private let status = Broadcast<DownloadStatus>(nil)

  /// - Parameter seed: the seed for random delays. Omit it in an app, so that clients do not return
  ///   all at the same moment. Set it in a test, so that a run can be replayed.
  public convenience init(
    _ ports: DownloadPorts, policy: DownloadPolicy = DownloadPolicy(),
    seed: UInt64 = .random(in: .min ... .max)
  ) {
    self.init(ports) { DownloadQueue(policy: policy, seed: seed) }
  }

  /// Creates a worker with a custom queue.
  ///
  /// - Parameter begin: makes an empty queue. Called at the start of each run.
  public init(
    _ ports: DownloadPorts, deciding begin: @escaping @Sendable () -> any DownloadDeciding
  ) {
    self.ports = ports
    self.begin = begin
  }

  /// Runs until the task is cancelled or ``signOut()`` is called. A second call during a run
  /// returns at once. A call beside a cancelled run waits for its end, and runs then. After a
  /// sign-out no call runs anything.
  public func run() async { await soleRun.run { await runOnce() } }

  private func runOnce() async {
    let (notes, mailbox) = AsyncStream<DownloadNote>.makeStream()
    let mayRun = state.withLock { state in
      guard !state.isOver else { return false }
      state.mailbox = mailbox
      for screen in state.wishes.keys.sorted() { mailbox.yield(.wishes(screen)) }
      return true
    }
    guard mayRun else { return }
    await work(on: notes, mailbox)
    let leaving = state.withLock { state in
      defer { (state.mailbox, state.leaving) = (nil, []) }
      return state.leaving
    }
    for one in leaving { one.resume() }
  }

  /// Sets everything that a screen wishes for from now on, the most urgent file first; empty when
  /// the screen is gone. You may call it before a run; the wishes also hold for the next run.
  public func want(_ wishes: [FileWish], on screen: FileScreen = FileScreen(0)) {
    let mailbox = state.withLock { state in
      state.wishes[screen] = wishes.isEmpty ? nil : wishes
      return state.mailbox
    }
    mailbox?.yield(.wishes(screen))
  }

  /// Retries a file now that was refused or waits, because a person requested it.
  public func insist(_ file: FileKey) { tell(.insisted(file)) }

  /// Reports that a downloaded file could not be opened.
  public func lost(_ file: FileKey) { tell(.lost(file)) }

  /// Notes that the owner has new credentials: after `DownloadStatus.Phase.needsSignIn`, or before
  /// the server rejects the old ones (`LOAD-045`).
  public func signedIn() { tell(.signedIn) }

  /// Signs the owner out. When it returns, there are no more requests or writes, and ``run()`` has
  /// ended permanently. Use a new worker and a new directory for the next owner.
  ///
  /// It waits for the calls of the ports that are in flight. Do not await it inside such a call:
  /// neither would ever return. Start a task.
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
    // Also if nothing runs.
    let last = status.current
    status.send(
      DownloadStatus(
        phase: .signedOut, files: last?.files ?? [:], byteCount: last?.byteCount ?? 0))
  }

  /// The status of all downloads: the current one at once, then every change. A slow observer
  /// misses the ones in between. It costs nothing while there is no observer.
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
      var hasSignedOut = false
      for await note in notes {
        if let event = event(of: note) {
          if case .clock = event { alarm.hasRung() }
          effects.note(event)
          for action in queue.handle(event, at: ports.clock.now) {
            effects.run(action, in: &group)
          }
          alarm.set(for: queue.nextDeadline, in: &group)
          if case .signedOut = event { hasSignedOut = true }
        }
        if hasSignedOut { break }
        if status.isObserved { status.send(queue.status) } else { status.forget() }
      }
      group.cancelAll()
      if !hasSignedOut {
        // The run was cancelled: nothing is in flight any more.
        hasSignedOut = state.current.isOver
        _ = queue.handle(hasSignedOut ? .signedOut : .online(false), at: ports.clock.now)
      }
      status.send(hasSignedOut ? queue.status : queue.status.afterRun)
    }
  }

  /// The event for the queue; `nil` if there is none.
  private func event(of note: DownloadNote) -> DownloadEvent? {
    switch note {
    case .event(let event): event
    case .wishes(let screen): .wished(screen, state.current.wishes[screen] ?? [])
    case .status: nil
    }
  }
}

extension DownloadStatus {
  /// The status until the next run: `offline`, and no file is in flight (`FETCH-009`). A file that
  /// was on its way, also one that was about to be put in its place, waits.
  fileprivate var afterRun: DownloadStatus {
    let files = files.mapValues { state in
      if case .loading = state { FileState.waiting } else { state }
    }
    return DownloadStatus(phase: .offline, files: files, byteCount: byteCount)
  }
}
