internal import MessagingModel

/// A repository whose older pages are cut by number, as many apps do: such a page begins so many
/// messages below the newest as were read before (`ROLL-005`). What arrives meanwhile is repeated,
/// what is deleted is skipped. Everything else is read as ever.
///
/// One screen at a time: it remembers how many messages of a conversation were read since its
/// newest page was. A conversation that is opened in the middle is read by cursors; nobody could
/// open one there before.
final class OffsetPaging: MessageRepository {
  private let repository: any MessageRepository
  /// How many messages were read, newest first.
  private let offsets = Locked<[List: Int]>([:])

  /// What a screen shows: a conversation, or a thread of it.
  private struct List: Hashable {
    let conversation: ConversationID
    let scope: MessageScope
  }

  init(_ repository: any MessageRepository) { self.repository = repository }

  func read(_ query: Query) async throws(RepositoryError) -> Snapshot {
    guard let conversation = query.conversation else { return try await repository.read(query) }
    let list = List(conversation: conversation, scope: query.scope)
    switch query.kind {
    case .newest:
      let page = try await repository.read(query)
      offsets.withLock { $0[list] = page.messages.count }
      return page
    case .around:
      offsets.withLock { $0[list] = nil }
      return try await repository.read(query)
    case .older:
      guard let offset = offsets.current[list] else {
        return try await repository.read(query)
      }
      let page = try await older(query, in: conversation, below: offset)
      offsets.withLock { $0[list] = offset + page.messages.count }
      return page
    case .newer, .window, .outbox, .unsent: return try await repository.read(query)
    }
  }

  /// Counts down from the newest message, as a store does with an offset.
  private func older(
    _ query: Query, in conversation: ConversationID, below offset: Int
  ) async throws(RepositoryError) -> Snapshot {
    var (left, kind) = (offset, Query.Kind.newest)
    var last: Position?
    while left > 0 {
      let part = try await repository.read(
        Query(
          kind, in: conversation, limit: min(left, Limits.page), crossesGaps: true,
          scope: query.scope))
      guard let first = part.messages.first else { break }
      last = first.position
      left -= part.messages.count
      kind = .older(than: PageCursor(conversation: conversation, position: first.position))
    }
    guard let last else { return try await repository.read(query) }
    let cursor = PageCursor(conversation: conversation, position: last)
    return try await repository.read(
      Query(
        .older(than: cursor), in: conversation, limit: query.limit,
        crossesGaps: query.crossesGaps, scope: query.scope))
  }

  func apply(_ changes: [Change]) async throws(RepositoryError) -> Commit {
    try await repository.apply(changes)
  }

  func syncTokens() async throws(RepositoryError) -> [StreamID: SyncToken] {
    try await repository.syncTokens()
  }

  func commits(in scope: Scope) -> AsyncStream<Commit> { repository.commits(in: scope) }

  func close() async { await repository.close() }
}
