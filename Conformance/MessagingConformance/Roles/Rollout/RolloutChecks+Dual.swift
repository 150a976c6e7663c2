internal import MessagingCore
internal import MessagingModel
internal import MessagingTimeline

// Checks of the old way of paging, and of both ways together.
extension RolloutChecks {
  /// Random histories of a screen that reads older pages by number, or in both ways.
  static func histories(_ context: Context) async throws {
    let tried = try await context.tryHistories("screens of two ways", 80) { seed, number in
      let random = SeededRandom(seed: seed, stream: "ROLL/dual/\(number)")
      var history = try await DualHistory(context.subject, random)
      for _ in 0..<30 { try await history.step() }
      context.count(steps: 30)
      for mark in history.met { context.count(mark.rawValue) }
    }
    try context.expectMet(DualMark.allCases, in: tried, enough: 50)
  }

  /// Every call other than a read of an older page reaches the store and returns unchanged.
  static func everythingElse(_ context: Context) async throws {
    for isDual in [false, true] {
      for off: Set<RolloutFlag> in [[], [.cursorPaging]] {
        var rollout = context.subject.rollingOut()
        rollout.set(RolloutFlags(off: off))
        let screen = rollout.opened()
        let store = try await InMemoryRepository(owner: "me")
        let paging =
          isDual ? screen.pagingInBothWays(store) { _ in } : screen.paging(store)
        try await writes(context, paging, store)
        try await reads(context, paging, store)
        await paging.close()
        var isClosed = false
        do { _ = try await store.syncTokens() } catch { isClosed = true }
        try context.expect("whether the store is closed", isClosed, is: true)
      }
    }
  }

  private static func writes(
    _ context: Context, _ paging: any MessageRepository, _ store: InMemoryRepository
  ) async throws {
    var news = paging.commits(in: Scope()).makeAsyncIterator()
    _ = await news.next()
    let messages = (1...9).map { RolloutScope.conversation("k1").message($0) }
    let commit = try await paging.apply(
      messages + [.advance(.main, from: nil, to: SyncToken("t1"))])
    context.count(steps: 1)
    let heard = await news.next()
    try context.expect("the commit that is heard", heard?.revision, is: commit.revision)
    let stored = try await store.syncTokens()
    try context.expect("what is stored", stored, is: [.main: SyncToken("t1")])
    let told = try await paging.syncTokens()
    try context.expect("what is told of it", told, is: stored)
  }

  private static func reads(
    _ context: Context, _ paging: any MessageRepository, _ store: InMemoryRepository
  ) async throws {
    let places = [3, 6].map { number in
      PageCursor(conversation: "k1", position: .confirmed(RolloutWord.position(number)))
    }
    let kinds: [Query.Kind] = [
      .newest, .newer(than: places[0]), .around(.remote("s5")), .outbox,
      .window(from: places[0], to: places[1]), .older(than: places[1]),
    ]
    var queries = kinds.map { Query($0, in: "k1", limit: 4, crossesGaps: true) }
    queries.append(Query(.unsent(since: .zero), in: nil, limit: 4))
    for query in queries {
      let (page, wanted) = (try await paging.read(query), try await store.read(query))
      context.count(steps: 1)
      try context.expect("what is read", page == wanted, is: true)
    }
  }
}
