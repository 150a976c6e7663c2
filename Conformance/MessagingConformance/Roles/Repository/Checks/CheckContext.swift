package import MessagingCore
package import MessagingModel

/// What a check in Swift works with: the subject in a new environment.
package final class CheckContext: CheckExpectations {
  /// The subject that is checked.
  package let subject: any RepositorySubject
  /// The environment of the subject.
  package let environment: ConformanceEnvironment
  /// The open handles. Each keeps its environment, so that its folder exists until the check ends.
  private let opened: Locked<[(repository: any MessageRepository, place: ConformanceEnvironment)]>
  private let steps: Locked<Int>
  private let figures: Locked<[String: Int]>
  private let options: RunOptions

  init(_ subject: any RepositorySubject, _ options: RunOptions) {
    self.subject = subject
    self.options = options
    environment = ConformanceEnvironment(seed: options.seed)
    opened = Locked([])
    steps = Locked(0)
    figures = Locked([:])
  }

  private init(besides other: CheckContext, pollInterval: Duration?) {
    subject = other.subject
    environment = ConformanceEnvironment(
      seed: other.environment.seed, pollInterval: pollInterval)
    (opened, steps, figures) = (other.opened, other.steps, other.figures)
    options = other.options
  }

  /// Creates a context for the same subject in another new environment.
  ///
  /// - Parameter pollInterval: how often an observed store looks for commits of other handles.
  package func elsewhere(pollInterval: Duration? = nil) -> CheckContext {
    CheckContext(besides: self, pollInterval: pollInterval)
  }

  /// Reports that the case is still running.
  var heartbeat: Heartbeat { options.heartbeat }

  /// The seeds to try, at least one.
  var seeds: [UInt64] { (0..<UInt64(max(1, options.seeds))).map { options.seed &+ $0 } }

  /// Calls `body` for a number of random histories of each seed.
  ///
  /// A subject may ask for fewer, but not for fewer than twelve: what is rare needs some.
  func tryHistories(
    _ count: Int, _ body: (_ seed: UInt64, _ number: Int) async throws -> Void
  ) async throws {
    let most = min(count, max(12, subject.historiesMax ?? count))
    for seed in seeds {
      for number in 1...most { try await body(seed, number) }
    }
  }

  /// Whether to try everything: if nothing limits the run, or if it has more than one seed.
  var isThorough: Bool {
    options.seeds > 1 || (options.historiesMax == nil && subject.historiesMax == nil)
  }

  /// Adds to a figure of the report.
  func count(_ figure: String, _ count: Int = 1) {
    figures.withLock { $0[figure, default: 0] += count }
  }

  /// Whether the subject declares a capability. Checks leave out what it does not declare.
  package func has(_ capability: Capability) -> Bool { subject.capabilities.contains(capability) }

  /// Opens a new handle on the store, with faults if the injector plans any.
  ///
  /// - Parameter isMortal: whether the check lets the handle's process die. Such a handle is
  ///   dropped without being closed. Any other handle is closed when the check ends.
  package func open(
    _ faults: FaultInjector = FaultInjector(), isMortal: Bool = false
  ) async throws -> any MessageRepository {
    do {
      let repository = try await subject.repository(in: environment.injecting(faults))
      if !isMortal { opened.withLock { [environment] in $0.append((repository, environment)) } }
      return repository
    } catch let error as RepositoryError {
      throw SubjectError(description: "\(subject.name) \(SubjectError.cannotBeOpened): \(error)")
    }
  }

  /// The number of messages of a long conversation. The oracle gets a tenth of them, because it
  /// reads all of them for each query: a thousand such queries would take an hour.
  func long(_ count: Int) -> Int { subject is OracleSubject ? count / 10 : count }

  /// Provides empty stores for the histories of a table that runs in full.
  func emptyStores(for count: Int) -> EmptyStores {
    EmptyStores(
      subject, seed: environment.seed, for: count,
      newMax: subject.historiesMax.map { $0 * max(1, options.seeds) })
  }

  /// Counts the storage operations of opening the store (`faults`).
  package func operationsOfOpening() async throws -> Int {
    let counter = FaultInjector(onOperation: { _ in })
    await (try open(counter)).close()
    return counter.operationCount
  }

  /// Applies script lines, each as a batch of its own.
  ///
  /// - Returns: the commit of the last line.
  @discardableResult
  package func tell(
    _ repository: any MessageRepository, _ lines: String...
  ) async throws -> Commit {
    var commit = Commit(revision: .zero, kinds: [])
    for line in lines {
      let batch = try changes(line)
      do throws(RepositoryError) {
        commit = try await repository.apply(batch)
      } catch {
        throw Violation("'\(line)' was refused: \(error)")
      }
    }
    return commit
  }

  /// Throws unless a call fails with the given code.
  package func expectRefusal<Value>(
    _ code: RepositoryError.Code, of what: String, _ call: () async throws -> Value
  ) async throws {
    do {
      _ = try await call()
    } catch let error as RepositoryError {
      return try expect("the error of \(what)", error.code.rawValue, is: code.rawValue)
    }
    throw Violation("\(what) was accepted, expected \(code.rawValue)")
  }

  /// The changes of script lines, as in `scenario` blocks. `& ` has no meaning here.
  package func changes(_ lines: String...) throws -> [Change] {
    countStep()
    var names = ScriptNames()
    return try lines.flatMap { try StoreLanguage.changes($0, &names) }
  }

  /// Answers a question of scripts, as text: `timeline`, `text s7`.
  package func observe(
    _ question: String, of repository: any MessageRepository
  ) async throws -> String {
    try await Observables(repository: repository, names: ScriptNames()).answer(question)
  }

  var stepCount: Int { steps.current }
  /// The figures of the report, by name.
  var counts: [String: Int] { figures.current }

  /// Counts a step for the report.
  func countStep() {
    steps.withLock { $0 += 1 }
    heartbeat.beat()
  }

  func closeAll() async {
    for (repository, _) in opened.current { await repository.close() }
  }
}
