internal import MessagingConformance
internal import MessagingCore
internal import MessagingModel
internal import MessagingTimeline

/// One fault of a screen that reads older pages by number, or in both ways.
enum PagingFault: Hashable, Sendable {
  /// Of reading in both ways.
  case reportsDifferences, givesCursors, failsTogether, fallsBack, countsFirst, countsWhatItRead
  /// Of numbers.
  case forgetsTokens, hasOneNumber, keepsNumberInTheMiddle, countsWhatItAsked
}

/// A screen whose store is read with a fault.
struct BentPagingScreen: RolledOut {
  let flags: RolloutFlags
  let fault: PagingFault

  private var screen: RolloutScreen { RolloutScreen(flags) }

  func update(_ update: TimelineUpdate, after taken: Timeline) -> TimelineUpdate {
    screen.update(update, after: taken)
  }

  func anchoring(_ anchor: any ScrollAnchoring) -> any ScrollAnchoring { screen.anchoring(anchor) }

  func paging(_ repository: any MessageRepository) -> any MessageRepository {
    flags.isOn(.cursorPaging)
      ? screen.paging(repository)
      : BentPaging(repository, flags, fault, report: nil)
  }

  func pagingInBothWays(
    _ repository: any MessageRepository, report: @escaping @Sendable (PageVerdict) -> Void
  ) -> any MessageRepository { BentPaging(repository, flags, fault, report: report) }
}

/// The reference's way of reading in both ways, or by number alone, with one fault.
private final class BentPaging: MessageRepository {
  private typealias Read = Result<Snapshot, RepositoryError>

  private let repository: any MessageRepository
  private let old: OffsetPaging
  private let flags: RolloutFlags
  private let fault: PagingFault
  /// `nil` if only numbers are read.
  private let report: (@Sendable (PageVerdict) -> Void)?
  /// The newest pages of all lists that were read.
  private let lists = Locked<[Query]>([])

  init(
    _ repository: any MessageRepository, _ flags: RolloutFlags, _ fault: PagingFault,
    report: (@Sendable (PageVerdict) -> Void)?
  ) {
    self.repository = repository
    old = OffsetPaging(repository)
    (self.flags, self.fault, self.report) = (flags, fault, report)
  }

  func read(_ query: Query) async throws(RepositoryError) -> Snapshot {
    guard case .older = query.kind else { return try await other(query) }
    guard let report else {
      let page = try await old.older(query)
      count(page, for: query)
      return page
    }
    let early = fault == .countsFirst ? await numbered(query) : nil
    let new = await Self.result { () throws(RepositoryError) in
      try await self.repository.read(query)
    }
    let byNumber: Read
    if let early { byNumber = early } else { byNumber = await numbered(query) }
    let verdict = PageVerdict(Self.read(new), Self.read(byNumber))
    if fault != .reportsDifferences || verdict != .same { report(verdict) }
    let page = try chosen(new, byNumber).get()
    if fault != .countsWhatItRead {
      count(page, for: query)
    } else if case .success(let page) = byNumber {
      old.given(page, for: query)
    }
    return page
  }

  private func numbered(_ query: Query) async -> Read {
    await Self.result { () throws(RepositoryError) in try await self.old.older(query) }
  }

  private func chosen(_ new: Read, _ old: Read) -> Read {
    let isNew = flags.isOn(.cursorPaging) || fault == .givesCursors
    let (mine, other) = isNew ? (new, old) : (old, new)
    if fault == .failsTogether, case .failure = other { return other }
    if fault == .fallsBack, case .failure = mine { return other }
    return mine
  }

  private func other(_ query: Query) async throws(RepositoryError) -> Snapshot {
    if fault == .keepsNumberInTheMiddle, case .around = query.kind {
      return try await repository.read(query)
    }
    if case .newest = query.kind { lists.withLock { $0.append(query) } }
    return try await old.read(query)
  }

  private func count(_ page: Snapshot, for query: Query) {
    old.given(page, for: query)
    if fault == .hasOneNumber {
      for list in lists.current
      where list.conversation != query.conversation || list.scope != query.scope {
        old.given(page, for: Query(query.kind, in: list.conversation, limit: 1, scope: list.scope))
      }
    }
    if fault == .countsWhatItAsked, page.messages.count < query.limit, let last = page.messages.last
    {
      var rest = page
      rest.messages = Array(repeating: last, count: query.limit - page.messages.count)
      old.given(rest, for: query)
    }
  }

  private static func result(_ read: () async throws(RepositoryError) -> Snapshot) async -> Read {
    do throws(RepositoryError) {
      return .success(try await read())
    } catch {
      return .failure(error)
    }
  }

  private static func read(_ result: Read) -> PageRead {
    switch result {
    case .success(let page): .page(page)
    case .failure(let error): .failed(error.code)
    }
  }

  func apply(_ changes: [Change]) async throws(RepositoryError) -> Commit {
    try await repository.apply(changes)
  }

  func syncTokens() async throws(RepositoryError) -> [StreamID: SyncToken] {
    fault == .forgetsTokens ? [:] : try await repository.syncTokens()
  }

  func commits(in scope: Scope) -> AsyncStream<Commit> { repository.commits(in: scope) }

  func close() async { await repository.close() }
}

extension FaultyPart {
  /// A rollout whose screens read older pages with a fault.
  static func rollout(paging fault: PagingFault) -> FaultyPart {
    .rollout(BentRollout(screening: { flags, _ in BentPagingScreen(flags: flags, fault: fault) }))
  }
}
