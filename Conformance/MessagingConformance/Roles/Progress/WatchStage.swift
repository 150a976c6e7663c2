internal import MessagingCore
internal import MessagingModel

/// A watch over everything unsent, with its store and its observers.
struct WatchStage {
  let watch: any WatchDriving
  private let context: WatchChecks.Context

  init(_ context: WatchChecks.Context) {
    self.context = context
    watch = WatchStage.watch(context.subject, .block)
  }

  /// - Parameter random: the order in which its tasks continue; `nil` for the oldest first.
  static func watch(
    _ subject: any ProgressWatchSubject, _ afterFailure: SendPolicy.AfterFailure,
    shuffledBy random: SeededRandom? = nil
  ) -> any WatchDriving {
    guard #available(macOS 15, iOS 18, *) else { return UndrivenWatch() }
    return DrivenWatch(afterFailure, shuffledBy: random) { subject.progressWatch($0) }
  }

  /// What is unsent, in words of the `progress` language.
  static func outbox(_ words: [String]) throws -> [Message] {
    let unsent = try words.map { word in
      guard let unsent = UnsentWord(word) else {
        throw SubjectError(description: "'\(word)' names nothing unsent")
      }
      return unsent
    }
    return unsent.enumerated().map { $1.message(sequence: Int64($0 + 1)) }
  }

  /// Changes what is unsent.
  func commit(_ words: String...) throws {
    watch.commit(try WatchStage.outbox(words))
    context.count(steps: 1)
    if let trouble = watch.trouble { throw SubjectError(description: trouble) }
  }

  /// What an observer was shown, first and last.
  func first(_ observer: Int) -> String {
    watch.heard(observer).first.map(WatchStage.text) ?? "nothing"
  }

  func last(_ observer: Int) -> String {
    watch.heard(observer).last.map(WatchStage.text) ?? "nothing"
  }

  static func text(_ progress: SendingProgress?) -> String {
    progress.map { "\($0.thousandths), \($0.remaining) remaining" } ?? "none"
  }

  /// The measures that an observer saw, in order.
  func measures(_ observer: Int) -> [Int] {
    watch.heard(observer).compactMap { $0?.measure }.reduce(into: []) { measures, measure in
      if measures.last != measure { measures.append(measure) }
    }
  }

  /// Compares what an observer was shown last.
  func expect(_ what: String, _ shown: String, to observer: Int = 0) throws {
    try context.expect(what, last(observer), is: shown)
  }

  func expect(endedRuns count: Int) throws {
    try context.expect("the number of runs that ended", watch.endedRuns, is: count)
  }
}
