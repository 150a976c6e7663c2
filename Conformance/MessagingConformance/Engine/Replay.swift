internal import MessagingCore
internal import MessagingModel

/// Plays a script line by line and tells what is seen after each: for somebody who looks for the
/// reason of a failure.
///
///     let lines = ["receive s7@10 \"a\"", "? timeline = s7"]
///     let holds = try await Replay(on: subject).play(lines: lines) { print($0) }
public struct Replay: Sendable {
  private let subject: any RepositorySubject
  private let seed: UInt64
  private let variant: Variant

  public init(
    on subject: any RepositorySubject, seed: UInt64 = RunOptions.defaultSeed,
    variant: Variant = .plain
  ) {
    self.subject = subject
    self.seed = seed
    self.variant = variant
  }

  /// Plays the lines of a scenario.
  ///
  /// - Parameter tell: gets one line after the other.
  /// - Returns: whether everything held.
  /// - Throws: ``SpecError`` for a line that cannot be read; whatever the subject throws.
  public func play(lines: [String], tell: (String) -> Void) async throws -> Bool {
    let parser = ScriptParser(kind: .scenario)
    var script: [ScriptLine] = []
    for (index, line) in lines.enumerated() {
      let place = FileLine(file: "replay", line: index + 1)
      do throws(ScriptError) {
        if let line = try parser.line(line[...], at: place) { script.append(line) }
      } catch {
        throw SpecError(diagnostics: [Diagnostic(place, error.message)])
      }
    }
    return try await play(script, tell: tell)
  }

  /// Plays a block of the Spec.
  public func play(_ block: Block, tell: (String) -> Void) async throws -> Bool {
    try await play(block.script, tell: tell)
  }

  private func play(_ script: [ScriptLine], tell: (String) -> Void) async throws -> Bool {
    var run = ScenarioRun(subject, seed: seed, variant: variant)
    try await run.session.open()
    do {
      let units = ScriptUnits(script)
      try await run.listening.begin(Listening.scopes(of: units), run.session)
      var holds = true
      for unit in units.units {
        switch unit {
        case .batch(let batch):
          for line in batch.lines { tell(line) }
          try await run.perform(batch)
          for line in await seen(&run) { tell("    \(line)") }
        case .expectation(let expectation, let index):
          let isMet = try await isMet(expectation, at: index, &run, tell)
          tell("\(isMet ? "ok  " : "FAIL") \(script[index].source)")
          holds = holds && isMet
        }
      }
      await run.session.close()
      return holds
    } catch let violation as Violation {
      tell("FAIL \(violation.message)")
      await run.session.close()
      return false
    } catch {
      await run.session.close()
      throw error
    }
  }

  private func isMet(
    _ expectation: ScriptExpectation, at index: Int, _ run: inout ScenarioRun,
    _ tell: (String) -> Void
  ) async throws -> Bool {
    do {
      try await run.check(expectation, at: index)
      return true
    } catch let violation as Violation {
      tell("    \(violation.message)")
      return false
    }
  }

  /// What the step came to, and what is shown now.
  private func seen(_ run: inout ScenarioRun) async -> [String] {
    var lines: [String] = []
    if let error = run.last.error { lines.append("refused: \(error)") }
    if let commit = run.last.commit {
      let kinds =
        commit.kinds.names.isEmpty ? "nothing changed" : commit.kinds.names.joined(separator: " ")
      let notices = commit.notices.map(\.code.rawValue)
      lines.append(
        ([
          "revision \(commit.revision.number)", kinds,
        ] + notices).joined(separator: " · "))
    }
    guard let observables = try? run.observables else { return lines }
    for conversation in run.conversations.sorted() {
      let chosen = [ScriptArgument.pair(key: "in", value: conversation.text.string)]
      for observable in [Observable.timeline, .unread] {
        guard let value = await observables.observe(observable, chosen) else { continue }
        let words = value.words.map(\.token.description).joined(separator: " ")
        lines.append(
          "\(observable.rawValue) in=\(conversation): \(words.isEmpty ? "empty" : words)")
      }
    }
    return lines
  }
}
