internal import MessagingCore
internal import MessagingModel

/// A whole worker that is played like a queue.
protocol WorkerDriving: Driven, SendDeciding {
  /// Notes what the store said; it comes with the next news, and with the answer to a commit.
  func note(_ commit: Commit)
  /// What it asked the store since this was asked last, beside what a queue asks.
  func takeQuestions() -> [StoreQuestion]
  func answer(_ question: StoreQuestion, _ answer: WorkerAnswer) -> [SendAction]
  /// The files of a message are gone.
  func discarded(_ message: MessageKey) -> [SendAction]

  /// Whether a run was begun.
  var hasBegun: Bool { get }
  /// Begins so many runs at one moment; the first one begins by itself when the store moves.
  func begin(_ count: Int)
  /// The tasks of its runs are cancelled.
  func cancel()
  /// The repository is closed by somebody else.
  func closeStore()
}

extension WorkerDriving {
  func begin() { begin(1) }
}

extension SendWorld {
  /// What it plays with, if that is a whole worker.
  var worker: (any WorkerDriving)? { queue as? any WorkerDriving }

  var trouble: String? { worker?.trouble }

  /// Has the worker hear what changed when it hears that something did.
  mutating func noteNews() async {
    guard let worker, let revision = try? await repository.apply([]).revision else { return }
    worker.note(Commit(revision: revision, kinds: news))
    news = []
  }

  mutating func answer(_ question: StoreQuestion) async {
    var isNews = false
    let answer: WorkerAnswer
    do throws(RepositoryError) {
      switch question.call {
      case .read(let query): answer = .snapshot(try await read(query))
      case .apply(let changes):
        let (commit, isOne) = try await commit(changes)
        (answer, isNews) = (.commit(commit), isOne)
      case .syncToken: answer = .syncToken(try await repository.syncTokens())
      case .send, .upload, .discard: answer = .never
      }
    } catch {
      answer = .unstored(error)
    }
    for action in worker?.answer(question, answer) ?? [] { take(action) }
    noteQuestions()
    if isNews { announce() }
  }

  /// The files of a message are removed; a worker waits for that.
  mutating func discard(_ message: MessageKey) {
    uploads.discard(message)
    for action in worker?.discarded(message) ?? [] { take(action) }
    noteQuestions()
  }

  /// Notes what a whole worker asks the store beside what a queue asks.
  mutating func noteQuestions() {
    guard let worker else { return }
    for question in worker.takeQuestions() { add(.question(question)) }
  }
}
