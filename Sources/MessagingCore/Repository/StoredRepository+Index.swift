public import MessagingModel

extension StoredRepository: ConversationIndexing {
  /// - Complexity: O(conversations that changed), in one read.
  public func conversations(
    changedAfter revision: Revision?
  ) async throws(RepositoryError) -> ChangedConversations {
    try await readRows { reader throws(RepositoryError) in
      guard let store = try reader.store() else {
        throw RepositoryError(.storage, "the storage has lost the store's own record")
      }
      let isWhole = revision.map { store.lastForgotten > $0 } ?? true
      let start = isWhole ? Revision(-1) : revision ?? .zero
      let records = try reader.conversations(changedAfter: start)
      return ChangedConversations(
        revision: store.revision,
        conversations: Dictionary(
          records.map { ($0.id, $0.revision) }, uniquingKeysWith: { max($0, $1) }),
        isWhole: isWhole)
    }
  }
}
