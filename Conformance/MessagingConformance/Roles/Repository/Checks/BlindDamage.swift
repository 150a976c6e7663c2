internal import MessagingCore
internal import MessagingModel

/// Damage to a store in whose files no text of a message can be found, because they are compressed,
/// encoded or encrypted: bytes at regular distances are changed, and nobody knows what they mean.
enum BlindDamage {
  /// What can be read is what was stored; everything else is reported.
  static func nothingFalseIsShown(_ context: CheckContext) async throws {
    try await sweep(context) { repository, story, words in
      for conversation in story.conversations {
        let wanted = [
          story.history[conversation] ?? [], story.unsent[conversation]?.messages ?? [],
        ]
        for (query, messages) in zip(story.queries(in: conversation), wanted) {
          do throws(RepositoryError) {
            guard try await repository.read(query).messages == messages else {
              throw RepositoryError(.storage, "other rows")
            }
          } catch {
            guard error.code == .corrupted else {
              throw Violation(
                "\(words): conversation \(conversation.text.string) is not as it was, and a read "
                  + "does not say so")
            }
          }
        }
      }
    }
  }

  /// After the histories are cleared, everything unsent is still there, or a notice names it.
  static func unsentStays(_ context: CheckContext) async throws {
    try await sweep(context) { repository, story, words in
      for conversation in story.conversations {
        let store = DamagedStore(
          words: words, word: "", conversation: conversation, repository: repository)
        let cleared = try await store.apply([.resetHistory(conversation)], "clearing its history")
        let query = Query(.outbox, in: conversation, limit: Limits.page)
        let after = try await store.read(query, "after its history was cleared")
        try store.expect(
          unsent: story.unsent[conversation]?.messages ?? [], isKeptBy: after.messages,
          or: cleared.notices)
      }
    }
  }

  private static func sweep(
    _ context: CheckContext,
    _ look: (any MessageRepository, DamageStory, String) async throws -> Void
  ) async throws {
    let story = try await DamageStory(context)
    guard story.hidesTexts else { return }
    for (file, bytes) in story.files.sorted(by: { $0.key < $1.key }) where !bytes.isEmpty {
      for index in stride(from: 0, to: bytes.count, by: max(1, bytes.count / 48)) {
        let words = "byte \(index) of '\(file)' is damaged"
        let environment = DamageStory.environment(context)
        let opened = try await story.open(
          in: environment, damaging: file, at: index, words, context)
        guard let repository = opened else { continue }
        do {
          try await look(repository, story, words)
        } catch {
          await repository.close()
          throw error
        }
        await repository.close()
      }
    }
  }
}
