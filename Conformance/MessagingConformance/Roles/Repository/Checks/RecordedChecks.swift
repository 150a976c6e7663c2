internal import FixtureCorpus
internal import MessagingCore
internal import MessagingModel

/// Golden files as evidence: what they say must be seen of the subject.
enum RecordedChecks {
  /// The pairs of states and changes.
  static func transitions(_ context: CheckContext) async throws {
    let folder = FixtureFolder(FixtureCorpus.directory)
    for name in ["delivery-states.history", "attachment-states.history"] {
      let cases = try HistoryFixture(folder.file(name)).cases
      let most = min(context.subject.historiesMax.map { $0 * 2 } ?? cases.count, cases.count)
      let chosen = (0..<most).map { cases[$0 * cases.count / most] }
      let replay = FixtureReplay { try await context.elsewhere().open() }
      do {
        try await replay.run(HistoryFixture(cases: chosen), named: name)
      } catch let failure as FixtureReplay.Failure {
        throw Violation(failure.description)
      }
    }
  }
}

extension SendChecks {
  /// The stories of a golden file.
  static func recorded(
    _ name: String
  ) -> @Sendable (RoleContext<any SendSubject>) async throws -> Void {
    { context in
      let stories = try StoryFixture<SendPlayer>(
        FixtureFolder(FixtureCorpus.directory).file(name))
      do {
        let steps = try await stories.play(
          on: context.subject, seed: context.options.seed,
          most: context.count(stories.cases.count))
        context.count(steps: steps)
      } catch let failure as FixtureReplay.Failure {
        throw Violation(failure.description)
      }
    }
  }
}

extension SyncChecks {
  /// The stories of a golden file.
  static func recorded(_ name: String) -> @Sendable (Context) async throws -> Void {
    { context in
      let stories = try StoryFixture<SyncPlayer>(
        FixtureFolder(FixtureCorpus.directory).file(name))
      do {
        let steps = try await stories.play(
          on: context.subject, seed: context.options.seed,
          most: context.count(stories.cases.count))
        context.count(steps: steps)
      } catch let failure as FixtureReplay.Failure {
        throw Violation(failure.description)
      }
    }
  }
}
