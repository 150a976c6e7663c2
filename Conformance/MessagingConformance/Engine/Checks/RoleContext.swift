internal import MessagingCore

/// What a check of a role without a store works with: the subject, and where randomness comes from.
///
///     static func replayed(_ context: RoleContext<any ScrollSubject>) async throws {
///       var random = context.random
///       try context.expect("the offset", model.reading.offset, is: 100)
///     }
struct RoleContext<Subject: Sendable>: CheckExpectations {
  /// What is checked.
  let subject: Subject
  /// What the run was asked for.
  let options: RunOptions
  /// How much of a finite table to play: all of it, whatever the subject can afford, but where the
  /// run itself is a sample.
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

  /// How many random cases to try for each seed: as many as wanted, or as the run allows.
  func count(_ wanted: Int) -> Int { min(wanted, options.historiesMax ?? wanted) }

  /// Counts what was tried, for the report.
  func count(steps count: Int) {
    steps.withLock { $0 += count }
    options.heartbeat.beat()
  }

  /// Counts something that was met, for the report.
  func count(_ figure: String, _ count: Int = 1) {
    figures.withLock { $0[figure, default: 0] += count }
  }

  var stepCount: Int { steps.current }
  /// What was met, by name.
  var counts: [String: Int] { figures.current }
}
