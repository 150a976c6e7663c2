internal import MessagingCore
internal import MessagingModel

/// All ports of a worker. It records each call as the action that a queue would return. The call
/// waits until it gets an answer.
@available(macOS 15, iOS 18, *)
final class WorkerRig: DriveRig {
  let executor = ManualExecutor()
  let clock = ManualClock()
  private let desk = Locked(PendingCalls())
  /// The last time set on the device's clock, and when it was set.
  private let set = Locked((time: Timestamp(milliseconds: 0), at: Duration.zero))

  /// The time of the device's clock.
  var deviceTime: Timestamp {
    let (time, at) = set.current
    return Timestamp(milliseconds: time.milliseconds + (clock.now.sinceStart - at).roundedUp)
  }

  func setDeviceTime(_ time: Timestamp) {
    let now = clock.now.sinceStart
    set.withLock { $0 = (time, now) }
  }

  /// The reason why the worker cannot be driven; `nil` if it can.
  var trouble: String? { desk.current.trouble }

  func complain(_ trouble: String) {
    desk.withLock { $0.trouble = $0.trouble ?? trouble }
  }

  /// Returns the worker's actions since the previous call.
  func takeActions() -> [SendAction] {
    desk.withLock { desk in
      defer { desk.actions = [] }
      return desk.actions
    }
  }

  func takeQuestions() -> [StoreQuestion] {
    desk.withLock { desk in
      defer { desk.questions = [] }
      return desk.questions
    }
  }

  // MARK: What the worker asks

  /// Records a call, and waits for its answer.
  func ask(
    _ call: WorkerCall, progress: (@Sendable (Int) -> Void)? = nil
  ) async -> WorkerAnswer {
    guard executor.isMine else {
      complain(
        "the worker called a port in a task that is not a child of its run(), which the suite "
          + "cannot drive: Spec/decisions/workers-on-an-executor-of-our-own.md")
      return .never
    }
    let number = desk.withLock { $0.takeNumber() }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isWaiting = desk.withLock { desk in
          guard !desk.isOver, !(Task.isCancelled && call.canBeGivenUp) else { return false }
          desk.take(call, number, continuation, progress)
          return true
        }
        if !isWaiting { continuation.resume(returning: .never) }
        if case .upload(let key, _) = call { endStopped(key) }
      }
    } onCancel: {
      if call.canBeGivenUp { desk.withLock { $0.giveUp(number) }?.resume(returning: .never) }
    }
  }

  /// The uploads of a file that were stopped end, with success, after the next one has begun.
  private func endStopped(_ key: UploadKey) {
    for wait in desk.withLock({ $0.endStopped(key) }) {
      wait.continuation.resume(returning: .remote(LateUpload.name))
    }
  }

  func keepStoppedUploads() { desk.withLock { $0.keepsStoppedUploads = true } }

  func commits(in scope: Scope) -> AsyncStream<Commit> {
    let (stream, continuation) = AsyncStream<Commit>.makeStream(
      bufferingPolicy: .bufferingNewest(1))
    let present = desk.withLock { $0.store.subscribe(continuation, to: scope) }
    if let present { continuation.yield(present) } else { continuation.finish() }
    return stream
  }

  func connections() -> AsyncStream<Bool> {
    let (stream, continuation) = AsyncStream<Bool>.makeStream()
    continuation.yield(desk.withLock { $0.connect(continuation) })
    return stream
  }

  func check(_ file: OwnedFile) { desk.withLock { _ = $0.checked.insert(file) } }

  // MARK: What the world answers

  /// Answers a waiting call. Does nothing if the call was cancelled.
  func answer(_ wish: WorkerWish, _ answer: WorkerAnswer) {
    desk.withLock { $0.end(wish) }?.continuation.resume(returning: answer)
  }

  /// Ends an upload. If the worker did not check the file first, the upload succeeds with whatever
  /// is there.
  func answer(_ key: UploadKey, _ result: Result<ExactString, SendError>) {
    guard let wait = desk.withLock({ $0.end(.upload(key)) }) else { return }
    switch result {
    case .success(let remote): wait.continuation.resume(returning: .remote(remote))
    case .failure(let error) where error.isOfFile && !wait.isChecked:
      wait.continuation.resume(returning: .remote("https://files/unseen"))
    case .failure(let error): wait.continuation.resume(returning: .unsent(error))
    }
  }

  func progress(_ key: UploadKey, _ percent: Int) {
    desk.withLock { $0.progress(of: key) }?(percent)
  }

  /// Records the store's last commit.
  func note(_ commit: Commit) { desk.withLock { $0.store.commit = commit } }

  var commit: Commit { desk.current.store.commit }

  /// Sends the store's last commit to its observers.
  func announce() { desk.current.store.announce() }

  func setOnline(_ isOnline: Bool) {
    let streams = desk.withLock { desk in
      desk.isOnline = isOnline
      return desk.connections
    }
    for stream in streams { stream.yield(isOnline) }
  }

  /// Closes the store: its observers receive no more commits.
  func closeStore() {
    for observer in desk.withLock({ $0.store.close() }) { observer.finish() }
  }

  /// Ends all answers. Waiting calls return `.never`.
  func end() {
    let waits = desk.withLock { $0.end() }
    for wait in waits { wait.continuation.resume(returning: .never) }
    closeStore()
    for stream in desk.current.connections { stream.finish() }
  }
}

extension SendError {
  /// Whether the error is about a file that is not as it was when accepted (`MEDIA-008`).
  fileprivate var isOfFile: Bool {
    kind == .permanent && ["file-missing", "file-empty", "file-changed"].contains(code)
  }
}
