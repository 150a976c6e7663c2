internal import MessagingCore
internal import MessagingModel
internal import MessagingTimeline

/// The ports of a whole screen in one hand: each call is noted as what somebody who decides would
/// have asked for, and waits until somebody answers it.
@available(macOS 15, iOS 18, *)
final class ScreenRig<Update: Sendable>: Sendable {
  let executor = ManualExecutor()
  let clock = ManualClock()
  private let desk = Locked(ScreenDesk<Update>())

  /// What the clock of the device says.
  var deviceTime: Timestamp { Timestamp(milliseconds: clock.now.sinceStart.roundedUp) }

  /// What the screen did that it cannot be driven with.
  var trouble: String? { desk.current.trouble }

  func complain(_ trouble: String) {
    desk.withLock { $0.trouble = $0.trouble ?? trouble }
  }

  var scopes: [Scope] { desk.current.scopes }
  var hasReadUnfollowed: Bool { desk.current.hasReadUnfollowed }

  /// What the screen did since this was asked last.
  func takeNotes() -> [ScreenNote<Update>] { desk.withLock { $0.takeNotes() } }

  // MARK: What the screen asks

  /// Notes a call and waits for its answer.
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
    desk.withLock { desk in
      let index = desk.onScreen.firstIndex(of: conversation)
      if isOnScreen {
        desk.onScreen.append(conversation)
      } else if let index {
        desk.onScreen.remove(at: index)
      }
    }
  }

  /// The conversations that the engine was told to be on a screen.
  var onScreen: [ConversationID] { desk.current.onScreen }

  // MARK: What the world says

  /// Answers a call that waits; who gave up is not told.
  func answer(_ ticket: TimelineTicket, _ answer: ScreenAnswer) {
    tellNewcomers()
    desk.withLock { $0.end(ticket) }?.resume(returning: answer)
  }

  /// Tells who began to follow the store where it stands: as late as the store may, when something
  /// is answered or happens.
  func tellNewcomers() { desk.withLock { $0.tellNewcomers() } }

  /// Whether the first word of the store is still to come; if not, it comes now.
  func holdFirstWord(_ isHeld: Bool) {
    desk.withLock { desk in
      desk.isFirstWordHeld = isHeld
      desk.tellNewcomers()
    }
  }

  /// Somebody comes to the screen.
  func noteOpening() { desk.withLock { $0.isOpen = true } }

  /// Whether it is open and waits for no answer.
  var isIdle: Bool { desk.current.isIdle }

  /// Answers who wants it to be stored up to where the owner has read.
  func answer(_ mark: MessageReference, _ answer: ScreenAnswer) {
    desk.current.ticket(of: mark).map { self.answer($0, answer) }
  }

  /// The screen asks for an update.
  ///
  /// - Returns: whether it did not wait for one already.
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

  /// Notes what the store said last.
  func note(_ commit: Commit) { desk.withLock { $0.store.commit = commit } }

  var commit: Commit { desk.current.store.commit }

  /// Tells who observes what the store said last.
  func announce() {
    tellNewcomers()
    desk.current.store.announce()
  }

  /// The store is closed: nobody hears of it any more.
  func closeStore() {
    tellNewcomers()
    for observer in desk.withLock({ $0.store.close() }) { observer.finish() }
  }

  /// Nothing is answered any more; who waits is told.
  func end() {
    let waits = desk.withLock { $0.end() }
    for wait in waits { wait.resume(returning: .never) }
    closeStore()
    for stream in desk.current.syncing { stream.finish() }
    for stream in desk.current.watching { stream.finish() }
  }
}
