internal import MessagingCore
internal import MessagingModel
internal import MessagingTimeline

/// All ports of a complete screen. It records each call as the action that rules would return. The
/// call waits until it gets an answer.
@available(macOS 15, iOS 18, *)
final class ScreenRig<Update: Sendable>: DriveRig {
  let executor = ManualExecutor()
  let clock = ManualClock()
  private let desk = Locked(ScreenDesk<Update>())

  /// The time of the device's clock.
  var deviceTime: Timestamp { Timestamp(milliseconds: clock.now.sinceStart.roundedUp) }

  /// The reason why the screen cannot be driven; `nil` if it can.
  var trouble: String? { desk.current.trouble }

  func complain(_ trouble: String) {
    desk.withLock { $0.trouble = $0.trouble ?? trouble }
  }

  var scopes: [Scope] { desk.current.scopes }
  var hasReadUnfollowed: Bool { desk.current.hasReadUnfollowed }

  /// Returns what the screen did since the previous call.
  func takeNotes() -> [ScreenNote<Update>] { desk.withLock { $0.takeNotes() } }

  // MARK: What the screen asks

  /// Records a call, and waits for its answer.
  func ask(_ call: ScreenCall) async -> ScreenAnswer {
    guard isDriven() else { return .never }
    let ticket = desk.withLock { $0.takeTicket() }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isWaiting = desk.withLock { desk in
          guard !desk.isOver, !(Task.isCancelled && call.canBeGivenUp) else { return false }
          desk.take(call, ticket, continuation)
          return true
        }
        if !isWaiting { continuation.resume(returning: .never) }
      }
    } onCancel: {
      if call.canBeGivenUp { desk.withLock { $0.giveUp(ticket) }?.resume(returning: .never) }
    }
  }

  private func isDriven() -> Bool {
    if executor.isMine { return true }
    complain(
      "the screen called a port in a task that is not a child of its run(), which the suite "
        + "cannot drive: Spec/decisions/workers-on-an-executor-of-our-own.md")
    return false
  }

  func commits(in scope: Scope) -> AsyncStream<Commit> {
    let (stream, continuation) = AsyncStream<Commit>.makeStream(
      bufferingPolicy: .bufferingNewest(1))
    desk.withLock { $0.follow(scope, continuation) }
    return stream
  }

  func statuses() -> AsyncStream<SyncStatus> {
    let (stream, continuation) = AsyncStream<SyncStatus>.makeStream(
      bufferingPolicy: .bufferingNewest(1))
    continuation.yield(
      desk.withLock { desk in
        desk.syncing.append(continuation)
        return SyncStatus(phase: desk.phase)
      })
    return stream
  }

  func people() -> AsyncStream<People> {
    let (stream, continuation) = AsyncStream<People>.makeStream(
      bufferingPolicy: .bufferingNewest(1))
    continuation.yield(
      desk.withLock { desk in
        desk.watching.append(continuation)
        return desk.people
      })
    return stream
  }

  func putOnScreen(_ conversation: ConversationID, _ isOnScreen: Bool) {
    desk.withLock { $0.toldEngine.append((isOnScreen ? "open " : "close ") + "\(conversation)") }
  }

  /// What the screen reported to the engine: `open k1`, `close k1`.
  var toldEngine: [String] { desk.current.toldEngine }

  // MARK: What the world says

  /// Answers a waiting call. Does nothing if the call was cancelled.
  func answer(_ ticket: TimelineTicket, _ answer: ScreenAnswer) {
    tellNewcomers()
    desk.withLock { $0.end(ticket) }?.resume(returning: answer)
  }

  /// Sends the store's revision to its new observers. This happens as late as a store may do it: at
  /// the next answer or event.
  func tellNewcomers() { desk.withLock { $0.tellNewcomers() } }

  /// Holds back the store's first report, or sends it now.
  func holdFirstWord(_ isHeld: Bool) {
    desk.withLock { desk in
      desk.isFirstWordHeld = isHeld
      desk.tellNewcomers()
    }
  }

  /// An open screen may be waiting for the store's first report.
  func partRests() { if desk.current.isIdle { tellNewcomers() } }

  /// Records that the screen was opened.
  func noteOpening() { desk.withLock { $0.isOpen = true } }

  /// Answers the request to store a reading up to a message.
  func answer(_ mark: MessageReference, _ answer: ScreenAnswer) {
    desk.current.ticket(of: mark).map { self.answer($0, answer) }
  }

  /// Records that the screen requests an update.
  ///
  /// - Returns: whether no update was requested before.
  func beginAsking() -> Bool {
    desk.withLock { desk in
      defer { desk.isAsking = true }
      return !desk.isAsking
    }
  }

  func note(_ update: Update) { desk.withLock { $0.note(update) } }

  func set(_ phase: SyncStatus.Phase) {
    let streams = desk.withLock { desk in
      desk.phase = phase
      return desk.syncing
    }
    for stream in streams { stream.yield(SyncStatus(phase: phase)) }
  }

  func show(_ people: People) {
    let streams = desk.withLock { desk in
      desk.people = people
      return desk.watching
    }
    for stream in streams { stream.yield(people) }
  }

  /// Records the store's last commit.
  func note(_ commit: Commit) { desk.withLock { $0.store.commit = commit } }

  var commit: Commit { desk.current.store.commit }

  /// Sends the store's last commit to its observers.
  func announce() {
    tellNewcomers()
    desk.current.store.announce()
  }

  /// Closes the store: its observers receive no more commits.
  func closeStore() {
    tellNewcomers()
    for observer in desk.withLock({ $0.store.close() }) { observer.finish() }
  }

  /// Ends all answers. Waiting calls return `.never`.
  func end() {
    let waits = desk.withLock { $0.end() }
    for wait in waits { wait.resume(returning: .never) }
    closeStore()
    for stream in desk.current.syncing { stream.finish() }
    for stream in desk.current.watching { stream.finish() }
  }
}
