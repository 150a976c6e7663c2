internal import MessagingCore
internal import MessagingModel

/// The requests of a worker, and the callers that wait for answers.
struct PendingCalls: Sendable {
  struct Wait: Sendable {
    let number: Int
    let wish: WorkerWish
    /// For an upload: whether the worker checked the file since the previous upload.
    let isChecked: Bool
    let progress: (@Sendable (Int) -> Void)?
    let continuation: CheckedContinuation<WorkerAnswer, Never>
  }

  var actions: [SendAction] = []
  var questions: [StoreQuestion] = []
  private var waits: [Wait] = []
  private var numbers = 0
  var store = CommitObservers()
  private(set) var connections: [AsyncStream<Bool>.Continuation] = []
  var isOnline = false
  var checked: Set<OwnedFile> = []
  private(set) var isOver = false
  var trouble: String?

  mutating func takeNumber() -> Int {
    numbers += 1
    return numbers
  }

  mutating func take(
    _ call: WorkerCall, _ number: Int, _ continuation: CheckedContinuation<WorkerAnswer, Never>,
    _ progress: (@Sendable (Int) -> Void)?
  ) {
    var wish = WorkerWish(call.action, number: number)
    // A second call of the same kind could not be distinguished from the first.
    if !call.canBeGivenUp, waits.contains(where: { $0.wish == wish }) { wish = .question(number) }
    if wish == .question(number) {
      questions.append(StoreQuestion(number: number, call: call))
    } else if let action = call.action {
      actions.append(action)
    }
    var isChecked = false
    if case .upload(_, let file) = call { isChecked = checked.remove(file) != nil }
    waits.append(
      Wait(
        number: number, wish: wish, isChecked: isChecked, progress: progress,
        continuation: continuation))
  }

  /// Removes the wait for an answer; the first one, if several are equal.
  mutating func end(_ wish: WorkerWish) -> Wait? {
    waits.firstIndex { $0.wish == wish }.map { waits.remove(at: $0) }
  }

  func progress(of key: UploadKey) -> (@Sendable (Int) -> Void)? {
    waits.first { $0.wish == .upload(key) }?.progress
  }

  mutating func giveUp(_ number: Int) -> CheckedContinuation<WorkerAnswer, Never>? {
    guard let index = waits.firstIndex(where: { $0.number == number }) else { return nil }
    let wait = waits.remove(at: index)
    switch wait.wish {
    case .upload(let key): actions.append(.abort(key))
    case .send(let request): actions.append(.abandon(request))
    case .find, .load, .commit, .discard, .question: break
    }
    return wait.continuation
  }

  /// - Returns: whether there is a network.
  mutating func connect(_ stream: AsyncStream<Bool>.Continuation) -> Bool {
    connections.append(stream)
    return isOnline
  }

  mutating func end() -> [Wait] {
    isOver = true
    defer { waits = [] }
    return waits
  }
}
