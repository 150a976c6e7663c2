internal import FixtureCorpus
internal import MessagingCore
internal import MessagingModel

/// Golden files as evidence: the subject must show what they record.
enum RecordedChecks {
  private static let folder = FixtureFolder(FixtureCorpus.directory)

  /// The pairs of states and changes.
  static func transitions(_ context: CheckContext) async throws {
    try await replay(["delivery-states.history", "attachment-states.history"], context)
  }

  /// Orders of arrival, pages, and a message on its way from pending to sent.
  static func histories(_ context: CheckContext) async throws {
    try await replay(
      [
        "equal-times.history", "pages.history", "pending-to-sent.history", "seed-001.history",
      ], context)
  }

  /// Strings that people, networks and attackers use, in each field that takes a string.
  static func strings(_ context: CheckContext) async throws {
    try await replay("hostile-strings.strings", context)
  }

  /// The 5,000 messages, with what a screen draws of each.
  static func longConversation(_ context: CheckContext) async throws {
    let golden = LongConversation.golden
    let count = context.long(golden.count)
    guard count < golden.count else { return try await replay("long-conversation.recipe", context) }
    try await telling {
      try await FixtureReplay { try await context.elsewhere().open() }
        .run(
          LongConversation(count: count, pendingCount: golden.pendingCount),
          named: "\(count) messages of long-conversation.recipe")
    }
    context.countStep()
  }

  private static func replay(_ name: String, _ context: CheckContext) async throws {
    try await telling {
      try await FixtureReplay { try await context.elsewhere().open() }.run(folder.file(name))
    }
    context.countStep()
  }

  /// Every case of some histories, however long opening a store takes.
  private static func replay(_ names: [String], _ context: CheckContext) async throws {
    for name in names {
      let cases = try HistoryFixture(folder.file(name)).played(named: name)
      var stores = context.emptyStores(for: cases.count)
      try await telling {
        for (one, place) in cases {
          try await stores.withNext { session in
            for batch in one.batches { session.note(accepted: batch) }
            try await FixtureReplay.run(one, named: place, in: session.repository)
          }
          context.countStep()
        }
      }
      await stores.close()
    }
  }

  /// Turns a difference from a golden file into a violation.
  private static func telling(_ body: () async throws -> Void) async throws {
    do {
      try await body()
    } catch let failure as FixtureReplay.Failure {
      throw Violation(failure.description)
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
          on: context.subject, seed: context.options.seed, most: context.mostOfTable)
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
          on: context.subject, seed: context.options.seed, most: context.mostOfTable)
        context.count(steps: steps)
      } catch let failure as FixtureReplay.Failure {
        throw Violation(failure.description)
      }
    }
  }
}
