package import MessagingModel

/// A repository that cuts older pages by offset, as many apps do: such a page starts as many
/// messages below the newest as were read before (`ROLL-005`). A message that arrives in between
/// makes rows repeat; a message that is deleted makes rows disappear. All other reads are
/// unchanged.
///
/// It serves one screen at a time: it remembers how many messages of each list it has returned
/// since the newest page (`ROLL-017`). A conversation that is opened in the middle is read by
/// cursor, because the old paging could not open one there (`ROLL-018`).
package final class OffsetPaging: MessageRepository {
  private let repository: any MessageRepository
  /// How many messages were returned, counted from the newest.
  private let offsets = Locked<[List: Int]>([:])

  /// What a screen shows: a conversation, or a thread of it.
  private struct List: Hashable {
    let conversation: ConversationID
    let scope: MessageScope
  }

  package init(_ repository: any MessageRepository) { self.repository = repository }

  package func read(_ query: Query) async throws(RepositoryError) -> Snapshot {
    let page =
      if case .older = query.kind {
        try await older(query)
      } else {
        try await repository.read(query)
      }
    given(page, for: query)
    return page
  }

  /// An older page. It counts only after ``given(_:for:)``.
  package func older(_ query: Query) async throws(RepositoryError) -> Snapshot {
    guard let conversation = query.conversation,
      let offset = offsets.current[List(conversation: conversation, scope: query.scope)]
    else { return try await repository.read(query) }
    return try await older(query, in: conversation, below: offset)
  }

  /// Counts a page that the screen got, whichever way it was read.
  package func given(_ page: Snapshot, for query: Query) {
    guard let conversation = query.conversation else { return }
    let list = List(conversation: conversation, scope: query.scope)
    switch query.kind {
    case .newest: offsets.withLock { $0[list] = page.messages.count }
    case .around: offsets.withLock { $0[list] = nil }
    case .older: offsets.withLock { $0[list]? += page.messages.count }
    case .newer, .window, .outbox, .unsent: break
    }
  }

  /// Reads down from the newest message, as a store does with an offset.
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

  package func apply(_ changes: [Change]) async throws(RepositoryError) -> Commit {
    try await repository.apply(changes)
  }

  package func syncTokens() async throws(RepositoryError) -> [StreamID: SyncToken] {
    try await repository.syncTokens()
  }

  package func commits(in scope: Scope) -> AsyncStream<Commit> { repository.commits(in: scope) }

  package func close() async { await repository.close() }
}
