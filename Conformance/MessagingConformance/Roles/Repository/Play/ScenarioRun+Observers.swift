internal import MessagingCore
internal import MessagingModel

extension ScenarioRun {
  /// The questions about observers.
  static let observers = ClauseSection<Ask>(
    "Observers",
    [
      Clause(
        "? commits [CONVERSATION|all]",
        "How many commits an observer of a conversation has seen since it was last asked.",
        example: "? commits = 1"
      ) { run, a in
        guard run.variant == .plain || run.variant == .idle else { return nil }
        return Observation("\(run.listening.count(Listening.scope(a), revision: run.revision))")
      }
    ]
  ).taking("[in=CONVERSATION]")

  /// Runs a whole script on a new store.
  ///
  /// - Throws: `Violation`, `SubjectError`, `Undecided`.
  mutating func playToEnd(
    _ script: Script<ScenarioRun>, tell: ((String) -> Void)? = nil
  ) async throws {
    do {
      try await session.open()
      if variant == .plain || variant == .idle || variant == .splitBatch {
        try await listening.begin(Listening.scopes(of: script), session)
      }
      try await play(script, tell: tell)
      if variant == .observerLate { try await checkLateObservers(script) }
      try await listening.finish(&session)
    } catch {
      await session.close()
      throw error
    }
    let sleepers = session.environment.clock.sleeperCount
    if sleepers > 0 {
      throw Undecided(description: "\(sleepers) tasks still sleep after the repository was closed")
    }
  }

  func stepCount(of _: Script<ScenarioRun>) -> Int { stepCount }

  /// Checks that an observer that starts after the last step receives the current revision, once.
  private mutating func checkLateObservers(_ script: Script<ScenarioRun>) async throws {
    let asked = script.questions.last { $0.expectation.name == Listening.word }
    guard let asked else { return }
    let scope = Listening.scope(asked.expectation.arguments)
    try await listening.begin([scope], session)
    let present = try await session.repository.apply([]).revision
    await session.close()
    let heard = try await listening.allHeard(scope, session)
    guard heard.first?.revision != present else { return }
    throw Violation(
      "what an observer that comes late hears",
      is: [heard.first.map { "\($0.revision.number)" } ?? "nothing"],
      expected: "the present revision", wanted: ["\(present.number)"], at: asked.index)
  }
}
