public import MessagingModel
public import MessagingTimeline

/// A repository that reads each older page twice, by cursor and by offset, and reports whether the
/// contents are the same. It is for a debug build, before the old way is removed. The screen gets
/// the page that its flags select (`ROLL-012`), and the offsets count the pages that it got
/// (`ROLL-015`).
///     let screen = rollout.opened()
///     let dual = DualPaging(repository, screen.flags) { verdict in
///       log.note(.compared(verdict.noted), at: now())
///     }
///
/// Serves one screen at a time. Each older page costs at least two reads.
public final class DualPaging: MessageRepository {
  private let repository: any MessageRepository
  private let old: OffsetPaging
  private let flags: RolloutFlags
  private let report: @Sendable (PageVerdict) -> Void

  /// - Parameters:
  /// - flags: select the page by cursor or the page by offset.
  /// - report: called after each older page is read, before it is returned. Its verdict holds no
  ///   text of messages.
  public init(
    _ repository: any MessageRepository, _ flags: RolloutFlags,
    report: @escaping @Sendable (PageVerdict) -> Void
  ) {
    self.repository = repository
    old = OffsetPaging(repository)
    (self.flags, self.report) = (flags, report)
  }

  public func read(_ query: Query) async throws(RepositoryError) -> Snapshot {
    guard case .older = query.kind else { return try await old.read(query) }
    // The cursor first: that is one read. If the store changes while the other way counts, its last
    // read has another revision than this one (`ROLL-014`).
    let byCursor = await Self.result { () throws(RepositoryError) in
      try await self.repository.read(query)
    }
    let byNumber = await Self.result { () throws(RepositoryError) in
      try await self.old.older(query)
    }
    report(PageVerdict(PageRead(byCursor), PageRead(byNumber)))
    let page = try (flags.isOn(.cursorPaging) ? byCursor : byNumber).get()
    old.given(page, for: query)
    return page
  }

  private static func result(
    _ read: () async throws(RepositoryError) -> Snapshot
  ) async -> Result<Snapshot, RepositoryError> {
    do throws(RepositoryError) {
      return .success(try await read())
    } catch {
      return .failure(error)
    }
  }

  public func apply(_ changes: [Change]) async throws(RepositoryError) -> Commit {
    try await repository.apply(changes)
  }

  public func syncTokens() async throws(RepositoryError) -> [StreamID: SyncToken] {
    try await repository.syncTokens()
  }

  public func commits(in scope: Scope) -> AsyncStream<Commit> { repository.commits(in: scope) }

  public func close() async { await repository.close() }
}

extension PageRead {
  fileprivate init(_ result: Result<Snapshot, RepositoryError>) {
    switch result {
    case .success(let page): self = .page(page)
    case .failure(let error): self = .failed(error.code)
    }
  }
}
