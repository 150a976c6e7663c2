internal import Foundation
internal import MessagingCore
internal import MessagingModel

/// A file-backed store with one changed byte, within or beside the text of a message.
enum DamageChecks {
  /// A damaged conversation is reported, the others are readable, and after clearing its history it
  /// is readable again.
  static func othersAreServed(_ context: CheckContext) async throws {
    try await BlindDamage.nothingFalseIsShown(context)
    try await sweep(context) { store, story in
      for query in story.queries(in: store.conversation) {
        try await store.readOrCorrupted(query)
      }
      let others = story.conversations.filter { $0 != store.conversation }
      try await story.expectUntouched(others, in: store.repository)
      let token = try context.changes("token \"t2\" from=t1 stream=other")
      try await store.apply(
        [.resetHistory(store.conversation)] + token, "clearing its history with a token")
      for query in story.queries(in: store.conversation) {
        _ = try await store.read(query, "after its history was cleared")
      }
      try await story.expectUntouched(others, in: store.repository)
    }
  }

  /// After the history is cleared, everything unsent is still there, or a notice names it.
  static func unsentStays(_ context: CheckContext) async throws {
    try await BlindDamage.unsentStays(context)
    try await sweep(context) { store, story in
      let chat = store.conversation
      if context.has(.index) { try await store.expectNamed(story.conversations) }
      let before = story.unsent[chat] ?? Snapshot.nothing
      let cleared = try await store.apply([.resetHistory(chat)], "clearing its history")
      let query = Query(.outbox, in: chat, limit: Limits.page)
      let after = try await store.read(query, "after its history was cleared")
      try store.expect(
        unsent: before.messages, isKeptBy: after.messages, or: cleared.notices)
      let isNamed = cleared.notices.contains { $0.code == .recordLost }
      guard after.retractions == before.retractions || isNamed else {
        throw Violation("\(store.words): a cancelled message is forgotten, without a notice")
      }
      guard after.readings == before.readings else {
        throw Violation("\(store.words): what was read here is not reported any more")
      }
    }
    try await sweep(context) { store, story in
      let chat = store.conversation
      try await store.apply([.forget(chat)], "forgetting the conversation")
      for query in story.queries(in: chat) {
        let left = try await store.read(query, "after it was forgotten").messages
        guard left.isEmpty else {
          throw Violation("\(store.words): \(left.count) messages of a forgotten conversation")
        }
      }
    }
  }

  /// Opens a store for each damaged byte, and checks it.
  private static func sweep(
    _ context: CheckContext, _ look: (DamagedStore, DamageStory) async throws -> Void
  ) async throws {
    let story = try await DamageStory(context)
    for place in story.places(every: context.isThorough ? 1 : 3) {
      let words = "one byte beside '\(place.word)' in '\(place.file)' is damaged"
      let environment = DamageStory.environment(context)
      let opened = try await story.open(
        in: environment, damaging: place.file, at: place.index, words, context)
      guard let repository = opened else { continue }
      let store = DamagedStore(
        words: words, word: place.word, conversation: place.conversation, repository: repository)
      do {
        try await look(store, story)
      } catch {
        await repository.close()
        throw error
      }
      await repository.close()
    }
  }
}

/// A store with one changed byte.
struct DamagedStore {
  let words: String
  /// The word at or beside the changed byte.
  let word: String
  /// The conversation that the word belongs to.
  let conversation: ConversationID
  let repository: any MessageRepository

  /// Reads. The read may fail with `corrupted` if it names this conversation.
  func readOrCorrupted(_ query: Query) async throws {
    do throws(RepositoryError) {
      _ = try await repository.read(query)
    } catch {
      guard error.code == .corrupted, error.conversation == conversation else {
        let named = error.conversation?.text.string ?? "no conversation"
        throw Violation(
          "\(words): a read says \(error.code.rawValue) of \(named), "
            + "expected corrupted of \(conversation.text.string)")
      }
    }
  }

  /// Checks that the index names the damaged conversation, too.
  func expectNamed(_ conversations: [ConversationID]) async throws {
    do {
      let named = try await repository.asIndex.conversations(changedAfter: nil).conversations
      for conversation in conversations where named[conversation] == nil {
        throw Violation(
          "\(words): the index does not name the conversation \(conversation.text.string)")
      }
    } catch let error as RepositoryError {
      throw Violation("\(words): the index says \(error.code.rawValue)")
    }
  }

  func read(_ query: Query, _ when: String) async throws -> Snapshot {
    do throws(RepositoryError) {
      return try await repository.read(query)
    } catch {
      throw Violation("\(words): the conversation cannot be read \(when): \(error.code.rawValue)")
    }
  }

  @discardableResult
  func apply(_ changes: [Change], _ what: String) async throws -> Commit {
    do throws(RepositoryError) {
      return try await repository.apply(changes)
    } catch {
      throw Violation("\(words): \(what) is refused: \(error.code.rawValue)")
    }
  }

  /// Checks that each unsent message is unchanged, or that a notice names it.
  func expect(unsent before: [Message], isKeptBy after: [Message], or notices: [Notice]) throws {
    let kept = Dictionary(after.map { ($0.id, $0) }) { first, _ in first }
    var unnamed = notices.count { $0.code == .unsentLost }
    for message in before {
      if let found = kept[message.id] {
        let isHit = String(decoding: message.canonical, as: UTF8.self).contains(word)
        guard found == message || isHit else {
          throw Violation("\(words): another unsent message is not as it was")
        }
        continue
      }
      unnamed -= 1
    }
    guard unnamed >= 0 else {
      throw Violation(
        "\(words): of \(before.count) unsent messages \(before.count - after.count) are gone, and "
          + "fewer are named as lost")
    }
  }
}
