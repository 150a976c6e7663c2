internal import MessagingCore
internal import MessagingModel

extension ScenarioRun {
  /// Runs a whole script on a fresh store.
  ///
  /// - Throws: `Violation`, `SubjectError`, `Undecided`.
  mutating func run(_ script: [ScriptLine]) async throws {
    let units = ScriptUnits(script)
    try await session.open()
    if variant == .plain || variant == .idle || variant == .splitBatch {
      try await listening.begin(Listening.scopes(of: units), session)
    }
    try await run(units)
    if variant == .observerLate { try await checkLateObservers(units) }
    try await listening.finish(&session)
    let sleepers = session.environment.clock.sleeperCount
    if sleepers > 0 {
      throw Undecided(description: "\(sleepers) tasks still sleep after the repository was closed")
    }
  }

  private mutating func run(_ units: ScriptUnits) async throws {
    var nevers = NeverWatch(units)
    for (place, unit) in units.units.enumerated() {
      switch unit {
      case .batch(let batch):
        do {
          try await perform(batch)
          try await nevers.look(try observables)
        } catch var violation as Violation {
          violation.index = violation.index ?? batch.index
          throw violation
        }
        if let error = last.error, !units.expectsError(after: place) {
          throw Violation("'\(batch.source)' was refused: \(error)", at: batch.index)
        }
      case .expectation(let expectation, let index):
        if expectation.comparison == .never {
          if let seen = nevers.seen[index] { throw seen }
        } else {
          try await check(expectation, at: index)
        }
      }
    }
  }

  /// Looks whether an expectation holds.
  mutating func check(_ expectation: ScriptExpectation, at index: Int) async throws {
    guard let observation = try await observe(expectation, at: index) else { return }
    guard !expectation.holds(observation) else { return }
    throw Violation(expectation, observation, at: index)
  }

  /// What an expectation looks at; `nil` where this variant says nothing about it.
  private mutating func observe(
    _ expectation: ScriptExpectation, at index: Int
  ) async throws -> Observation? {
    switch expectation.observable {
    case .revision: return saysNothingOfCommits ? nil : Observation("\(last.delta)")
    case .kinds:
      guard !saysNothingOfCommits else { return nil }
      return Observation((last.commit?.kinds.names ?? []).map { ObservedWord($0) })
    case .notices:
      guard !saysNothingOfCommits else { return nil }
      return Observation((last.commit?.notices ?? []).map { ObservedWord($0.code.rawValue) })
    case .error: return Observation(last.error.map { [ObservedWord($0)] } ?? [])
    case .commits:
      guard variant == .plain || variant == .idle else { return nil }
      return Observation("\(listening.count(expectation, at: index, revision: revision))")
    case .timeline, .newest, .older, .newer, .around, .window, .text, .state, .sender, .id,
      .version, .kind, .deleted, .reactions, .quote, .file, .source, .readers, .unread, .gaps,
      .complete, .outbox, .retractions, .dependents, .token:
      return try await observables.observe(expectation.observable, expectation.arguments)
    }
  }

  /// Whether commits are others than the script means: a batch came in pieces.
  private var saysNothingOfCommits: Bool { variant == .splitBatch }

  /// Who begins to listen after the last step hears of the present revision, and once.
  private mutating func checkLateObservers(_ units: ScriptUnits) async throws {
    let asked = units.units.compactMap { unit -> (ScriptExpectation, Int)? in
      guard case .expectation(let expectation, let index) = unit,
        expectation.observable == .commits
      else { return nil }
      return (expectation, index)
    }
    guard let (expectation, index) = asked.last else { return }
    let scope = Listening.scope(expectation.arguments)
    try await listening.begin([scope], session)
    let present = try await session.repository.apply([]).revision
    await session.close()
    let heard = try await listening.allHeard(scope, session)
    guard heard.first?.revision != present else { return }
    let actual = heard.first.map { "\($0.revision.number)" } ?? "nothing"
    throw Violation(
      "an observer that comes late hears \(actual), expected the present revision", at: index,
      comparison: Comparison(expected: ["\(present.number)"], actual: [actual]))
  }
}

/// The expectations with `never`: looked at after each step, whatever line they are on.
private struct NeverWatch {
  private let watched: [(expectation: ScriptExpectation, index: Int)]
  private(set) var seen: [Int: Violation] = [:]

  init(_ units: ScriptUnits) {
    watched = units.units.compactMap { unit in
      guard case .expectation(let expectation, let index) = unit, expectation.comparison == .never
      else { return nil }
      return (expectation, index)
    }
  }

  mutating func look(_ observables: Observables) async throws {
    for (expectation, index) in watched where seen[index] == nil {
      guard
        let observation = await observables.observe(expectation.observable, expectation.arguments),
        !expectation.holds(observation)
      else { continue }
      seen[index] = Violation(expectation, observation, at: index)
    }
  }
}

extension Violation {
  /// An expectation that does not hold.
  init(_ expectation: ScriptExpectation, _ observation: Observation, at index: Int) {
    let wanted = expectation.alternatives.first ?? []
    let subject =
      ([expectation.observable.rawValue] + expectation.arguments.map(\.description))
      .joined(separator: " ")
    let actual = observation.printed(like: wanted)
    let expected = expectation.alternatives
      .map { $0.map(\.description).joined(separator: " ") }.joined(separator: " or ")
    let seen = actual.joined(separator: " ")
    let message =
      switch expectation.comparison {
      case .equals, .agrees: "\(subject) is \(seen), expected \(expected)"
      case .differs: "\(subject) is \(seen), expected anything else"
      case .contains: "\(subject) is \(seen), expected it to contain \(expected)"
      case .never: "\(subject) was \(seen), expected never \(expected)"
      }
    self.init(
      message, at: index,
      comparison: Comparison(expected: wanted.map(\.description), actual: actual))
  }
}
