internal import MessagingCore
internal import MessagingModel

/// All ports of an engine. It records each call as the action that rules would return. The call
/// waits until it gets an answer.
@available(macOS 15, iOS 18, *)
final class EngineRig: DriveRig {
  let executor = ManualExecutor()
  let clock = ManualClock()
  let server: SyncServer
  private let desk = Locked(EngineDesk())

  init(_ server: SyncServer) { self.server = server }

  /// The reason why the engine cannot be driven; `nil` if it can.
  var trouble: String? { desk.current.trouble }

  func complain(_ trouble: String) {
    desk.withLock { $0.trouble = $0.trouble ?? trouble }
  }

  /// Returns the engine's actions since the previous call.
  func takeActions() -> [SyncAction] { desk.withLock { $0.takeActions() } }

  var status: SyncStatus { desk.current.status }

  func show(_ status: SyncStatus) { desk.withLock { $0.status = status } }

  var people: People { desk.current.people }

  func show(_ people: People) { desk.withLock { $0.people = people } }

  // MARK: What the engine asks

  /// Records a call, and waits for its answer.
  func ask(_ call: EngineCall, hear: EngineDesk.Hear? = nil) async -> EngineAnswer {
    guard isDriven() else { return .never }
    let ticket = desk.withLock { $0.takeTicket() }
    let canBeGivenUp = call.givenUp(ticket) != nil
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isWaiting = desk.withLock { desk in
          guard !desk.isOver, !(Task.isCancelled && canBeGivenUp) else { return false }
          desk.take(call, ticket, hear, continuation)
          return true
        }
        if !isWaiting { continuation.resume(returning: .never) }
      }
    } onCancel: {
      if canBeGivenUp { desk.withLock { $0.giveUp(ticket) }?.resume(returning: .never) }
    }
  }

  /// Records a call that does not wait for an answer.
  func note(_ action: SyncAction) {
    guard isDriven() else { return }
    desk.withLock { $0.note(action) }
  }

  private func isDriven() -> Bool {
    if executor.isMine { return true }
    complain(
      "the engine called a port in a task that is not a child of its run(), which the suite "
        + "cannot drive: Spec/decisions/workers-on-an-executor-of-our-own.md")
    return false
  }

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

  func diagnoses() -> AsyncStream<SendDiagnosis> {
    let (stream, continuation) = AsyncStream<SendDiagnosis>.makeStream()
    continuation.yield(.sending(desk.withLock { $0.follow(continuation) }))
    return stream
  }

  // MARK: What the world says

  /// Answers a waiting call. Does nothing if the call was cancelled.
  func answer(_ ticket: SyncTicket, _ answer: EngineAnswer) {
    desk.withLock { $0.end(ticket) }?.resume(returning: answer)
  }

  /// Reports that a connection is open.
  func open(_ ticket: SyncTicket) { desk.withLock { $0.open(ticket) }?(.opened) }

  /// Delivers an event on the open connection, if there is one.
  func hear(_ news: ConnectionNews) { desk.current.hear?(news) }

  /// Delivers an event on the connection that ended last.
  func hearOnFormerConnection(_ news: ConnectionNews) { desk.current.formerHear?(news) }

  func setOnline(_ isOnline: Bool) {
    let streams = desk.withLock { desk in
      desk.setOnline(isOnline)
      return desk.connectivity
    }
    for stream in streams { stream.yield(isOnline) }
  }

  func setSending(_ isSending: Bool) {
    let streams = desk.withLock { desk in
      desk.setSending(isSending)
      return desk.senders
    }
    for stream in streams { stream.yield(.sending(isSending)) }
  }

  /// Records the store's last commit.
  func note(_ commit: Commit) { desk.withLock { $0.store.commit = commit } }

  var commit: Commit { desk.current.store.commit }

  /// Sends the store's last commit to its observers.
  func announce() { desk.current.store.announce() }

  /// Closes the store: its observers receive no more commits.
  func closeStore() {
    for observer in desk.withLock({ $0.store.close() }) { observer.finish() }
  }

  /// Ends all answers. Waiting calls return `.never`.
  func end() {
    let waits = desk.withLock { $0.end() }
    for wait in waits { wait.resume(returning: .never) }
    closeStore()
    for stream in desk.current.connectivity { stream.finish() }
    for stream in desk.current.senders { stream.finish() }
  }
}

extension SendDiagnosis {
  /// The diagnosis of a sender that has something to send, or nothing.
  fileprivate static func sending(_ isBusy: Bool) -> SendDiagnosis {
    SendDiagnosis(
      isOnline: true, isPaused: false,
      conversations: isBusy ? [Conversation(id: ScriptNames.conversation, messages: 1)] : [])
  }
}
