public import MessagingModel

/// An index over any ``MessageRepository``, for the conversations that the app names.
///
/// It reads the newest commit of each conversation. If there are many, prefer a repository that is
/// an index itself.
public struct NamedConversations: ConversationIndexing {
  private let repository: any MessageRepository
  private let names: @Sendable () async -> Set<ConversationID>

  /// - Parameter names: returns all conversations. Called for each request.
  public init(
    _ repository: any MessageRepository,
    _ names: @escaping @Sendable () async -> Set<ConversationID>
  ) {
    (self.repository, self.names) = (repository, names)
  }

  /// A damaged conversation counts as changed each time: only a read of it tells what is wrong, and
  /// the others are listed all the same (`LIST-020`).
  ///
  /// - Complexity: O(conversations), a read of one message for each.
  public func conversations(
    changedAfter _: Revision?
  ) async throws(RepositoryError) -> ChangedConversations {
    // The revision is read first: a later commit belongs to the next result.
    let end = Query(.unsent(since: Revision(.max)), in: nil, limit: 1)
    let revision = try await repository.read(end).revision
    var conversations: [ConversationID: Revision] = [:]
    for name in await names() {
      do {
        let page = try await repository.read(Query(.newest, in: name, limit: 1))
        conversations[name] = page.revision
      } catch {
        guard error.code == .corrupted else { throw error }
        conversations[name] = revision
      }
    }
    return ChangedConversations(
      revision: revision, conversations: conversations, isWhole: true)
  }
}
