internal import MessagingCore
internal import MessagingModel
internal import MessagingTimeline

/// A random history of a screen that reads older pages by number, or in both ways. It compares the
/// pages and the reports with a naive list.
struct DualHistory {
  private var random: SeededRandom
  private let isDual: Bool
  private let isByCursor: Bool
  private let store: InMemoryRepository
  private let troubled: TroubledStore
  private let paging: any MessageRepository
  private let verdicts = Locked<[PageVerdict]>([])
  private var naive = NaiveNumbers()
  private var counts: [ConversationID: Int] = [:]
  private var oldest: [RolloutScope: Position] = [:]
  /// The steps so far, for the report.
  private(set) var lines: [String] = []
  private(set) var met: [DualMark] = []

  private static let lists: [RolloutScope] = [.conversation("k1"), .thread, .conversation("k2")]

  init(_ subject: any RolloutSubject, _ random: SeededRandom) async throws {
    var random = random
    let (isDual, isEven) = (random.chance(3, of: 4), random.chance(1, of: 2))
    let isByCursor = isDual ? isEven : false
    (self.random, self.isDual, self.isByCursor) = (random, isDual, isByCursor)
    var rollout = subject.rollingOut()
    rollout.set(RolloutFlags(off: isByCursor ? [] : [.cursorPaging]))
    let screen = rollout.opened()
    store = try await InMemoryRepository(owner: "me")
    troubled = TroubledStore(store)
    paging =
      isDual
      ? screen.pagingInBothWays(troubled) { [verdicts] verdict in
        verdicts.withLock { $0.append(verdict) }
      } : screen.paging(troubled)
    lines.append("by \(isByCursor ? "cursor" : "number")\(isDual ? ", in both ways" : "")")
    for conversation: ConversationID in ["k1", "k2"] {
      _ = try await store.apply([RolloutScope.complete(conversation)])
      try await keep(3 + self.random.below(12), in: .conversation(conversation))
    }
  }

  mutating func step() async throws {
    let list = Self.lists[random.below(Self.lists.count)]
    switch random.below(12) {
    case 0, 1: try await keep(1 + random.below(4), in: list)
    case 2: try await delete()
    case 3: try await lose()
    case 4: try await read(.newest, list)
    case 5: try await around(list)
    default: try await read(oldest[list] == nil ? .newest : .older, list)
    }
  }

  // MARK: - What is stored

  private mutating func keep(_ count: Int, in list: RolloutScope) async throws {
    for _ in 0..<count {
      _ = try await store.apply([arriving(in: list)])
    }
  }

  /// Creates the next message of a list, and stores it in the oracle.
  private mutating func arriving(in list: RolloutScope) -> Change {
    let number = (counts[list.conversation] ?? 0) + 1
    counts[list.conversation] = number
    naive.store(number, in: list)
    lines.append("\(list) gets s\(number)")
    return list.message(number)
  }

  /// Deletes a message, but never the root of the thread: without it the thread would be another
  /// list.
  private mutating func delete() async throws {
    let numbers = naive.numbers(of: .conversation("k1")).filter { $0 > 1 }
    guard !numbers.isEmpty else { return }
    let number = numbers[random.below(numbers.count)]
    naive.delete(number, of: "k1")
    lines.append("s\(number) goes")
    _ = try await store.apply([RolloutScope.deletion(number)])
  }

  private mutating func lose() async throws {
    let conversation: ConversationID = random.chance(2, of: 3) ? "k1" : "k2"
    let count = counts[conversation] ?? 0
    guard count > 1 else { return }
    let lower = 1 + random.below(count - 1)
    lines.append("\(conversation) misses something above s\(lower)")
    let gap = Gap(after: RolloutWord.position(lower), before: RolloutWord.position(lower + 1))
    _ = try await store.apply([.openGap(conversation, gap)])
  }

  // MARK: - Pages

  private mutating func around(_ list: RolloutScope) async throws {
    let numbers = naive.numbers(of: list)
    guard !numbers.isEmpty else { return }
    try await read(.around(numbers[random.below(numbers.count)]), list)
  }

  private mutating func read(
    _ purpose: RolloutStore.Purpose, _ list: RolloutScope
  ) async throws {
    let asked = query(purpose, list)
    guard purpose == .older else {
      let page = try await paging.read(asked)
      try expect(.success(page), is: await read(asked), asked)
      return note(page, purpose, list)
    }
    let numbered = place(asked, list)
    let (new, old, isMoved) = try await expected(asked, numbered)
    let given = await Self.result { [paging] () throws(RepositoryError) in
      try await paging.read(asked)
    }
    troubled.troubles.withLock { $0 = TroubledStore.Troubles() }
    var late = old
    if isMoved, case .success = old { late = await read(place(asked, list)) }
    try expect(given, is: isByCursor ? new : late, asked)
    let said = verdicts.withLock { verdicts in
      defer { verdicts = [] }
      return verdicts
    }
    let words = isMoved ? ["impossible:moved"] : NaiveVerdict.words(new, old)
    try expect(said.flatMap(\.words), is: isDual ? words : [], asked)
    if isDual { met.append(DualMark(words)) }
    if case .success(let page) = given { note(page, purpose, list) } else { met.append(.failed) }
  }

  private mutating func query(_ purpose: RolloutStore.Purpose, _ list: RolloutScope) -> Query {
    let kind: Query.Kind =
      switch (purpose, oldest[list]) {
      case (.newest, _), (.older, nil): .newest
      case (.around(let number), _): .around(.remote(RemoteID("s\(number)")))
      case (.older, let position?):
        .older(than: PageCursor(conversation: list.conversation, position: position))
      }
    let query = Query(
      kind, in: list.conversation, limit: 1 + random.below(5), crossesGaps: random.chance(1, of: 2),
      scope: list.scope)
    lines.append("\(list) reads \(purpose) \(query.limit)\(query.crossesGaps ? "" : " up to gaps")")
    return query
  }

  /// The query for the same page, positioned by number.
  private func place(_ query: Query, _ list: RolloutScope) -> Query {
    guard let number = naive.place(in: list) else { return query }
    let cursor = PageCursor(
      conversation: list.conversation, position: .confirmed(RolloutWord.position(number)))
    return Query(
      .older(than: cursor), in: list.conversation, limit: query.limit,
      crossesGaps: query.crossesGaps, scope: query.scope)
  }

  /// What both ways should read, with a random trouble: one of them fails, both fail, or a message
  /// arrives after the first read.
  private mutating func expected(
    _ cursor: Query, _ number: Query
  ) async throws -> (new: NaiveRead, old: NaiveRead, isMoved: Bool) {
    var (new, old) = (await read(cursor), await read(number))
    let failure = RepositoryError(.storage, "as it was told")
    switch random.below(8) {
    case 0:
      troubled.troubles.withLock { $0.failsAll = true }
      (new, old) = (.failure(failure), .failure(failure))
    case 1, 2:
      let failing = random.chance(1, of: 2) ? cursor : number
      guard case .older(let place) = failing.kind else { break }
      troubled.troubles.withLock { $0.failing = [place.position] }
      if failing == cursor { new = .failure(failure) }
      if failing == number { old = .failure(failure) }
    case 3 where isDual:
      let list: RolloutScope = .conversation(cursor.conversation ?? "k1")
      let change = arriving(in: list)
      troubled.troubles.withLock { $0.arrival = (1, change) }
      return (new, old, true)
    default: break
    }
    return (new, old, false)
  }

  private mutating func note(
    _ page: Snapshot, _ purpose: RolloutStore.Purpose, _ list: RolloutScope
  ) {
    naive.gave(page.messages.count, of: list, for: purpose)
    let before = purpose == .older ? oldest[list] : nil
    oldest[list] = [before, page.messages.first?.position].compactMap(\.self).min()
  }

  // MARK: - Comparing

  /// Reads the store without troubles.
  private func read(_ query: Query) async -> NaiveRead {
    await Self.result { [store] () throws(RepositoryError) in try await store.read(query) }
  }

  private static func result(
    _ read: () async throws(RepositoryError) -> Snapshot
  ) async -> NaiveRead {
    do throws(RepositoryError) {
      return .success(try await read())
    } catch {
      return .failure(error)
    }
  }

  private func expect(_ given: NaiveRead, is wanted: NaiveRead, _ query: Query) throws {
    switch (given, wanted) {
    case (.success(let page), .success(let other)) where page == other: return
    case (.failure(let error), .failure(let other)) where error.code == other.code: return
    case (.success, _), (.failure, _):
      throw violation("the page is \(Self.text(given)), expected \(Self.text(wanted))")
    }
  }

  private func expect(_ said: [String], is wanted: [String], _ query: Query) throws {
    guard said != wanted else { return }
    throw violation(
      "the verdicts are \(said.joined(separator: " ")), expected \(wanted.joined(separator: " "))")
  }

  private func violation(_ text: String) -> Violation {
    var violation = Violation(text)
    violation.notes = lines
    return violation
  }

  private static func text(_ read: NaiveRead) -> String {
    switch read {
    case .success(let page): "\(page.messages.map { RolloutWord.name($0.id) })"
    case .failure(let error): "failed:\(error.code.rawValue)"
    }
  }
}

/// What random histories of two ways of paging must cover.
enum DualMark: String, CaseIterable, Sendable {
  case same = "dual-same"
  case different = "dual-different"
  case newFailed = "dual-new-failed"
  case oldFailed = "dual-old-failed"
  case moved = "dual-moved"
  /// A read that failed for the screen.
  case failed = "page-not-given"

  init(_ words: [String]) {
    self =
      switch words[0] {
      case "same": .same
      case "different": .different
      case "impossible:moved": .moved
      case "impossible:new-failed": .newFailed
      default: .oldFailed
      }
  }
}
