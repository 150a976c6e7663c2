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
  /// Whether an uploader takes its time: an upload that was stopped ends when the file is uploaded
  /// again.
  var keepsStoppedUploads = false
  private var stopped: [Wait] = []
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
    case .upload(let key):
      actions.append(.abort(key))
      if keepsStoppedUploads {
        stopped.append(wait)
        return nil
      }
    case .send(let request): actions.append(.abandon(request))
    case .find, .load, .commit, .discard, .question: break
    }
    return wait.continuation
  }

  /// Removes the calls that upload a file although they were stopped.
  mutating func endStopped(_ key: UploadKey) -> [Wait] {
    defer { stopped.removeAll { $0.wish == .upload(key) } }
    return stopped.filter { $0.wish == .upload(key) }
  }

  /// - Returns: whether there is a network.
  mutating func connect(_ stream: AsyncStream<Bool>.Continuation) -> Bool {
    connections.append(stream)
    return isOnline
  }

  mutating func end() -> [Wait] {
    isOver = true
    defer { (waits, stopped) = ([], []) }
    return waits + stopped
  }
}

/// An upload that ends although it was stopped.
enum LateUpload {
  /// The name that it gives the file.
  static let name: ExactString = "https://files/stopped"
}
