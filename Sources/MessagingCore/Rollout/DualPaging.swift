public import MessagingModel
public import MessagingTimeline

/// A repository that reads each older page in both ways, by cursor and by number, and says whether
/// their contents are the same: for a debug build, before the old way goes. The screen gets the
/// page of the way that its flags say (`ROLL-012`), and the numbers count what it got (`ROLL-015`).
///
///     let screen = rollout.opened()
///     let dual = DualPaging(repository, screen.flags) { verdict in
///       log.note(.compared(verdict.noted), at: now())
///     }
///
/// One screen at a time; each older page costs two reads and more.
public final class DualPaging: MessageRepository {
  private let repository: any MessageRepository
  private let old: OffsetPaging
  private let flags: RolloutFlags
  private let report: @Sendable (PageVerdict) -> Void

  /// - Parameters:
  ///   - flags: whether the page by cursor is given, or the one by number.
  ///   - report: called after each older page, before it is given; its verdict holds no text of
  ///     messages.
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
    // The cursor first: it is one read. A store that moves while the other way counts has another
    // revision at its last read than at this one (`ROLL-014`).
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
