internal import MessagingCore
internal import MessagingModel

/// A complete worker that is played like a queue.
protocol WorkerDriving: Driven, SendDeciding {
  /// Records the store's last commit. It arrives with the next report, and with the answer to a
  /// commit.
  func note(_ commit: Commit)
  /// Returns the reads since the previous call that a queue would not make.
  func takeQuestions() -> [StoreQuestion]
  func answer(_ question: StoreQuestion, _ answer: WorkerAnswer) -> [SendAction]
  /// Answers that the files of a message are removed.
  func discarded(_ message: MessageKey) -> [SendAction]
  /// From here on, an upload that the worker stops ends late: when it uploads the file again.
  func keepStoppedUploads()

  /// What it reported last of what waits; `nil` if it reports nothing.
  var diagnosis: SendDiagnosis? { get }
  /// Whether a run has begun.
  var hasBegun: Bool { get }
  /// Begins `count` runs at the same time. The first run begins by itself when the store moves.
  func begin(_ count: Int)
  /// Cancels the tasks of its runs.
  func cancel()
  /// Cancels the tasks of its runs, and begins another run before they have ended.
  func restart()
  /// Closes the repository from outside.
  func closeStore()
}

extension WorkerDriving {
  func begin() { begin(1) }
}

extension SendWorld {
  /// The complete worker that it plays; `nil` if it plays a queue.
  var worker: (any WorkerDriving)? { queue as? any WorkerDriving }

  var trouble: String? { worker?.trouble }

  /// Passes the kinds that changed to the worker, with its next report.
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

  /// Removes the files of a message. A worker waits for that.
  mutating func discard(_ message: MessageKey) async {
    if await needsFiles(message) { fault(.filesRemovedEarly) }
    uploads.discard(message)
    for action in worker?.discarded(message) ?? [] { take(action) }
    noteQuestions()
  }

  /// Whether the store still has a message that may need its files: any message that is neither
  /// cancelled nor deleted for everybody. A refused one may be retried, and a deletion that the
  /// server has not taken may be refused or taken back.
  private func needsFiles(_ message: MessageKey) async -> Bool {
    let around = Query(.around(.id(message.id)), in: message.conversation, limit: 1)
    let row = try? await repository.read(around).messages.first { $0.id == message.id }
    guard let row else { return false }
    return row.body != .redacted || row.dependents.contains { $0.action == .delete }
  }

  /// Adds the reads that a complete worker makes and a queue would not make.
  mutating func noteQuestions() {
    guard let worker else { return }
    for question in worker.takeQuestions() { add(.question(question)) }
  }
}
