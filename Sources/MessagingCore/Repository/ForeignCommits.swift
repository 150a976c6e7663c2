internal import MessagingModel

/// What other handles on the same store committed since a revision.
struct ForeignCommits: Sendable {
  let revision: Revision
  let kinds: [ConversationID: ChangeKinds]
  /// What changed in conversations that left no record.
  let everywhere: ChangeKinds

  /// - Returns: `nil` if nobody committed anything.
  init?(after last: Revision, in reader: any StorageReader) throws(RepositoryError) {
    guard let store = try reader.store(), store.revision > last else { return nil }
    revision = store.revision
    everywhere = store.lastForgotten > last ? .all : []
    var kinds: [ConversationID: ChangeKinds] = [:]
    for record in try reader.conversations(changedAfter: last) {
      var changed: ChangeKinds = []
      if record.structure > last { changed.insert(.structure) }
      if record.content > last { changed.insert(.content) }
      if record.metadata > last { changed.insert(.metadata) }
      kinds[record.id] = changed
    }
    self.kinds = kinds
  }
}
