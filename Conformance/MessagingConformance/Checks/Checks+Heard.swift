internal import MessagingCore
internal import MessagingModel

extension Checks {
  static let heard: [String: Check] = [
    "REPO-028/structure-stays-silent": structureStaysSilent,
    "REPO-029/ten-receipts": tenReceipts,
    "REPO-034/present-first": presentFirst,
    "REPO-034/changes-replayed": changesReplayed,
    "REPO-035/busy-screen": busyScreen,
  ]

  private static func structureStaysSilent(_ check: CheckContext) async throws {
    let repository = try await check.open()
    _ = try await repository.apply(check.changes("receive s1@1 \"hello\""))
    let listener = await check.listen(to: repository, Scope(kinds: .structure))
    _ = try await repository.apply(check.changes("receipt s1 by=bob"))
    let commit = try await repository.apply(check.changes("receive s2@2 \"again\""))
    await check.hear(commit.revision, listener)
    let news = listener.heard.dropFirst()
    try check.expect(
      "what an observer of structure hears", news.map { $0.kinds.names.joined(separator: " ") },
      is: ["structure"])
    try check.expect("the revision it hears", news.last?.revision, is: commit.revision)
  }

  private static func tenReceipts(_ check: CheckContext) async throws {
    let repository = try await check.open()
    _ = try await repository.apply(check.changes("receive s1@1 \"hello\""))
    let listener = await check.listen(to: repository)
    var last = Revision.zero
    for number in 1...10 {
      last = try await repository.apply(check.changes("receipt s1 by=p\(number)")).revision
    }
    let clock = check.environment.clock
    await check.hear(last, listener)
    let news = listener.heard.dropFirst()
    try check.expect("the newest revision heard of", news.last?.revision, is: last)
    try check.expect("the pieces of news about ten receipts", news.count, is: 1)
    try check.expect(
      clock.now.sinceStart > .zero, "the news came before the interval had passed")
  }

  private static func presentFirst(_ check: CheckContext) async throws {
    let repository = try await check.open()
    let commit = try await repository.apply(check.changes("receive s1@1 \"hello\""))
    let listener = await check.listen(to: repository)
    try check.expect(
      "what a new observer hears", listener.heard.first?.revision, is: commit.revision)
  }

  private static func changesReplayed(_ check: CheckContext) async throws {
    let repository = try await check.open()
    let listener = await check.listen(to: repository)
    var random = SeededRandom(seed: check.environment.seed, stream: "observed")
    var shown: Snapshot?
    for number in 1...30 {
      let older = 1 + random.below(number)
      let step = [
        "receive s\(number)@\(number) \"text\"", "edit s\(older) \"new\" version=\(number)",
        "delete s\(older) remove", "react s\(older) \"👍\" by=bob version=\(number)",
      ][random.below(4)]
      let count = listener.heard.count
      let commit = try await repository.apply(check.changes(step))
      guard !commit.kinds.isEmpty else { continue }
      await check.hear(commit.revision, listener)
      try check.expect(listener.heard.count > count, "nothing was heard of '\(step)'")
      shown = try await repository.read(Query(.newest, in: "k1", limit: 50, crossesGaps: true))
    }
    let fresh = try await repository.read(Query(.newest, in: "k1", limit: 50, crossesGaps: true))
    try check.expect(shown == fresh, "the observer's last read is not what a fresh read finds")
    let revisions = listener.heard.map(\.revision)
    try check.expect(revisions == revisions.sorted(), "the revision went back")
  }

  private static func busyScreen(_ check: CheckContext) async throws {
    let repository = try await check.open()
    _ = try await repository.apply(check.changes("receive s1@1 \"hello\""))
    let slow = repository.commits(in: Scope())
    var news = slow.makeAsyncIterator()
    _ = await news.next()
    let listener = await check.listen(to: repository)
    var last = Revision.zero
    for number in 1...20 {
      let step =
        number.isMultiple(of: 3)
        ? "receipt s1 by=p\(number)" : "edit s1 \"\(number)\" version=\(number)"
      last = try await repository.apply(check.changes(step)).revision
      await check.hear(last, listener)
    }
    try check.expect("what a patient observer heard last", listener.heard.last?.revision, is: last)
    var kinds: ChangeKinds = []
    var newest = Revision.zero
    while newest < last, let commit = await news.next() {
      kinds.formUnion(commit.kinds)
      newest = commit.revision
    }
    try check.expect("what a slow observer heard last", newest, is: last)
    try check.expect("all kinds it heard of", kinds.names, is: ["content", "metadata"])
  }
}
