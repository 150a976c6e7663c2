package import MessagingCore
package import MessagingModel

/// What a check written in Swift works with: the subject in a fresh environment.
package final class CheckContext: CheckExpectations {
  /// What is checked.
  package let subject: any RepositorySubject
  /// Where it lives.
  package let environment: ConformanceEnvironment
  /// With the environment of each, so that its folder is there until the check ends.
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

  private init(besides other: CheckContext) {
    subject = other.subject
    environment = ConformanceEnvironment(seed: other.environment.seed)
    (opened, steps, figures) = (other.opened, other.steps, other.figures)
    options = other.options
  }

  /// The same subject in another new environment.
  package func elsewhere() -> CheckContext { CheckContext(besides: self) }

  /// The signs of life of the case.
  var heartbeat: Heartbeat { options.heartbeat }

  /// The seeds to try, at least one.
  var seeds: [UInt64] { (0..<UInt64(max(1, options.seeds))).map { options.seed &+ $0 } }

  /// Whether to try everything: where nothing bounds the run, or with more than one seed.
  var isThorough: Bool {
    options.seeds > 1 || (options.historiesMax == nil && subject.historiesMax == nil)
  }

  /// Counts something that was met, for the report.
  func count(_ figure: String, _ count: Int = 1) {
    figures.withLock { $0[figure, default: 0] += count }
  }

  /// Whether the subject declares something: what it does not declare is left out of a check.
  package func has(_ capability: Capability) -> Bool { subject.capabilities.contains(capability) }

  /// A new handle on the store, with faults if there are any.
  ///
  /// - Parameter isMortal: whether the check lets its process die: it is then dropped without being
  ///   closed. Any other handle is closed when the check ends.
  package func open(
    _ faults: FaultInjector = FaultInjector(), isMortal: Bool = false
  ) async throws -> any MessageRepository {
    do {
      let repository = try await subject.repository(in: environment.injecting(faults))
      if !isMortal { opened.withLock { [environment] in $0.append((repository, environment)) } }
      return repository
    } catch let error as RepositoryError {
      throw SubjectError(description: "\(subject.name) cannot be opened: \(error)")
    }
  }

  /// So many messages of a long conversation; a tenth of them for the oracle, which looks at all of
  /// them for each question: a thousand such questions would take an hour.
  func long(_ count: Int) -> Int { subject is OracleSubject ? count / 10 : count }

  /// Empty stores for the histories of a table, which is played whole.
  func emptyStores(for count: Int) -> EmptyStores {
    EmptyStores(
      subject, seed: environment.seed, for: count,
      newMax: subject.historiesMax.map { $0 * max(1, options.seeds) })
  }

  /// How many storage operations opening the store takes (`faults`).
  package func operationsOfOpening() async throws -> Int {
    let counter = FaultInjector(onOperation: { _ in })
    await (try open(counter)).close()
    return counter.operationCount
  }

  /// Applies script lines, each as a batch of its own.
  ///
  /// - Returns: what the last one did.
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

  /// Stops the check unless a call is refused with a code.
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

  /// The changes of script lines, as in `scenario` blocks; `& ` has no meaning here.
  package func changes(_ lines: String...) throws -> [Change] {
    countStep()
    var names = ScriptNames()
    return try lines.flatMap { try StoreLanguage.changes($0, &names) }
  }

  /// What an observable of scripts is, as text: `timeline`, `text s7`.
  package func observe(
    _ question: String, of repository: any MessageRepository
  ) async throws -> String {
    try await Observables(repository: repository, names: ScriptNames()).answer(question)
  }

  var stepCount: Int { steps.current }
  /// What was met, by name.
  var counts: [String: Int] { figures.current }

  /// Counts a step, for the report.
  func countStep() {
    steps.withLock { $0 += 1 }
    heartbeat.beat()
  }

  func closeAll() async {
    for (repository, _) in opened.current { await repository.close() }
  }
}
