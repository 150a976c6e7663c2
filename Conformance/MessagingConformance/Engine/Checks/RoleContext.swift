internal import MessagingCore

/// The context of a check of a role without a store: the subject, and the source of randomness.
///
///     static func replayed(_ context: RoleContext<any ScrollSubject>) async throws {
///       var random = context.random
///       try context.expect("the offset", model.reading.offset, is: 100)
///     }
struct RoleContext<Subject: Sendable>: CheckExpectations {
  /// The subject under test.
  let subject: Subject
  /// The options of the run.
  let options: RunOptions
  /// The maximum number of cases of a finite table to play. The limit of the subject does not
  /// apply, only that of the run.
  let mostOfTable: Int
  private let steps = Locked(0)
  private let figures = Locked<[String: Int]>([:])

  init(_ subject: Subject, _ options: RunOptions, mostOfTable: Int = .max) {
    self.subject = subject
    self.options = options
    self.mostOfTable = mostOfTable
  }

  /// The seeds to try, at least one.
  var seeds: [UInt64] { (0..<UInt64(max(1, options.seeds))).map { options.seed &+ $0 } }

  /// Returns how many random cases to try for each seed: as many as wanted, or as the run allows.
  func count(_ wanted: Int) -> Int { min(wanted, options.historiesMax ?? wanted) }

  /// Counts steps, for the report.
  func count(steps count: Int) {
    steps.withLock { $0 += count }
    options.heartbeat.beat()
  }

  /// Counts an event, for the report.
  func count(_ figure: String, _ count: Int = 1) {
    figures.withLock { $0[figure, default: 0] += count }
  }

  var stepCount: Int { steps.current }
  /// The events that were counted, by name.
  var counts: [String: Int] { figures.current }
}
