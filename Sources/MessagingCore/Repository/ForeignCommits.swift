internal import MessagingModel

/// The commits that other handles on the same store made since a revision.
struct ForeignCommits: Sendable {
  let revision: Revision
  let kinds: [ConversationID: ChangeKinds]
  /// The kinds of changes in conversations that were forgotten and have no record.
  let everywhere: ChangeKinds

  /// Commits up to a revision that cannot be read: they may have changed anything.
  init(unknownUpTo revision: Revision) {
    (self.revision, kinds, everywhere) = (revision, [:], .all)
  }

  /// - Returns: `nil` if there is no newer commit.
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
