internal import MessagingCore
internal import MessagingModel

// What is shown of the conversations that are not damaged.
extension DamageStory {
  /// Checks that the other conversations still show what they showed before, each by itself and in
  /// the lists of all conversations.
  func expectUntouched(
    _ others: [ConversationID], in repository: any MessageRepository
  ) async throws {
    for other in others {
      let wanted = [history[other] ?? [], unsent[other]?.messages ?? []]
      for (query, messages) in zip(queries(in: other), wanted) {
        do throws(RepositoryError) {
          guard try await repository.read(query).messages != messages else { continue }
        } catch {
          throw Violation("another conversation than the damaged one says \(error.code.rawValue)")
        }
        throw Violation("another conversation than the damaged one is not as it was")
      }
    }
    try await expectListed(others, in: repository)
  }

  /// What is unsent elsewhere is found among what is unsent anywhere, also if the limit leaves no
  /// room for what cannot be read.
  private func expectListed(
    _ others: [ConversationID], in repository: any MessageRepository
  ) async throws {
    let wanted = others.flatMap { unsent[$0]?.messages ?? [] }
    let all = try await read(.outbox, Limits.page, in: repository).messages
    for message in wanted where !all.contains(message) {
      throw Violation(
        "what is unsent in another conversation than the damaged one is not in the outbox of all "
          + "conversations")
    }
    for limit in 1...max(1, all.count) {
      let part = try await read(.outbox, limit, in: repository)
      let isWhole = part.older == .end && part.newer == .end
      guard part.messages == Array(all.prefix(limit)), isWhole == (limit >= all.count) else {
        throw Violation(
          "of \(all.count) unsent messages in all conversations, the first \(limit) are read as "
            + "\(part.messages.count) of \(isWhole ? "as many" : "more")")
      }
    }
    let found = try await read(.unsent(since: .zero), Limits.page, in: repository).messages
    for other in others where !found.contains(where: { $0.conversation == other }) {
      throw Violation(
        "a search for what is unsent does not find another conversation than the damaged one")
    }
  }

  private func read(
    _ kind: Query.Kind, _ limit: Int, in repository: any MessageRepository
  ) async throws -> Snapshot {
    do throws(RepositoryError) {
      return try await repository.read(Query(kind, in: nil, limit: limit))
    } catch {
      throw Violation("what is unsent in all conversations says \(error.code.rawValue)")
    }
  }
}
