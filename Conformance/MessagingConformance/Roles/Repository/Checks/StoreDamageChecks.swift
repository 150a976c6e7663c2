internal import MessagingCore
internal import MessagingModel

/// A file-backed store with one changed byte in what it keeps of itself.
enum StoreDamageChecks {
  /// Everything unsent is there, in its order, and the numbers of the commits go on.
  static func keepsWhatIsUnsent(_ context: CheckContext) async throws {
    let story = try await DamageStory(context)
    for (file, index) in story.placesOfToken {
      let words = "one byte at the sync token in '\(file)' is damaged"
      let environment = DamageStory.environment(context)
      let opened = try await story.open(in: environment, damaging: file, at: index, words, context)
      guard let repository = opened else { continue }
      do {
        try await look(at: repository, story, words, context)
      } catch {
        await repository.close()
        throw error
      }
      await repository.close()
    }
  }

  /// A write after the files of an open store were removed fails, or is there when the store is
  /// opened again.
  static func removedFiles(_ context: CheckContext) async throws {
    let environment = DamageStory.environment(context)
    let repository = try await context.subject.repository(in: environment)
    _ = try await repository.apply(try context.changes("send c1 \"one\""))
    guard try environment.removeFiles() > 0 else { return await repository.close() }
    let isStored = (try? await repository.apply(try context.changes("send c2 \"two\""))) != nil
    await repository.close()
    context.count(isStored ? "writes without files that were stored" : "those that failed")
    let next = try await context.subject.repository(in: environment)
    let outbox = try await context.observe("outbox", of: next)
    _ = try await next.apply(try context.changes("send c3 \"three\""))
    let after = try await context.observe("outbox", of: next)
    await next.close()
    guard !isStored || outbox.contains("c2") else {
      throw Violation(
        "the files of an open store were removed, a message was accepted after that, and it is not "
          + "there when the store is opened again: the outbox is \(outbox)")
    }
    try context.expect(after.contains("c3"), "the store that is opened then stores nothing")
  }

  private static func look(
    at repository: any MessageRepository, _ story: DamageStory, _ words: String,
    _ context: CheckContext
  ) async throws {
    let store = DamagedStore(words: words, word: "", conversation: "k1", repository: repository)
    let outbox = Query(.outbox, in: nil, limit: Limits.page)
    let found = try await store.read(outbox, "after the store was opened")
    guard found.messages == story.allUnsent.messages else {
      throw Violation(
        "\(words): unsent are \(found.messages.map(\.id.shortName)), "
          + "expected \(story.allUnsent.messages.map(\.id.shortName))")
    }
    try await story.expectUntouched(story.conversations, in: repository)
    let token = try await repository.syncTokens()[.main]
    guard token == nil || token == DamageStory.token else {
      throw Violation("\(words): the sync token is another one than was stored")
    }
    let commit = try await store.apply(try context.changes("send c9 \"later\""), "a new message")
    guard commit.revision > story.allUnsent.revision else {
      throw Violation(
        "\(words): a new commit has the revision \(commit.revision.number), and an earlier one "
          + "had \(story.allUnsent.revision.number)")
    }
    let after = try await store.read(outbox, "after a new message")
    guard after.messages.count == found.messages.count + 1,
      Array(after.messages.dropLast()) == found.messages
    else {
      throw Violation("\(words): a new message does not stand behind what was unsent before")
    }
  }
}
