public import MessagingModel

/// An index over any ``MessageRepository``, of the conversations that somebody names.
///
/// It asks each of them for its newest commit: prefer a repository that is an index itself, where
/// there are many.
public struct NamedConversations: ConversationIndexing {
  private let repository: any MessageRepository
  private let names: @Sendable () async -> Set<ConversationID>

  /// - Parameter names: the conversations that there are, asked each time.
  public init(
    _ repository: any MessageRepository,
    _ names: @escaping @Sendable () async -> Set<ConversationID>
  ) {
    (self.repository, self.names) = (repository, names)
  }

  /// - Complexity: O(conversations), a read of one message for each.
  public func conversations(
    changedAfter _: Revision?
  ) async throws(RepositoryError) -> ChangedConversations {
    // Asked first: what is committed meanwhile is for the next answer.
    let end = Query(.unsent(since: Revision(.max)), in: nil, limit: 1)
    let revision = try await repository.read(end).revision
    var conversations: [ConversationID: Revision] = [:]
    for name in await names() {
      let page = try await repository.read(Query(.newest, in: name, limit: 1))
      conversations[name] = page.revision
    }
    return ChangedConversations(
      revision: revision, conversations: conversations, isWhole: true)
  }
}
