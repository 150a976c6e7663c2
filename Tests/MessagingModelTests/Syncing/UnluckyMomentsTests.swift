import Testing

@testable import MessagingModel

/// Moments at which several things come together, and servers that behave badly.
@Suite("Unlucky moments") struct UnluckyMomentsTests {
  /// Each round is a whole first catch-up; no time passes between them.
  @Test("a server that knows none of its own tokens is asked with a pause (SYNC-017, SYNC-021)")
  func forgetful() throws {
    var table = SyncTable()
    try table.goOnline([:])
    var rounds = 0
    while let question = table.open.compactMap(\.question).first, rounds < 20 {
      rounds += 1
      if question.since == nil {
        try table.answer(.of([], next: "b"))
      } else {
        let error = SyncError(.unknownToken, code: "M_UNKNOWN_POS")
        table.tell(.answered(try #require(table.asked), .failure(error)))
      }
      if table.changes != nil { try table.commit() }
    }
    #expect(rounds < 20)
    #expect(table.state.nextDeadline != nil)
  }

  /// The server asked for a second; the minute was the own wait.
  @Test("when the network is back only what is left of an ordered wait remains (SEND-022)")
  func orderIsOver() {
    var policy = RetryPolicy()
    policy.jitter = 0
    var attempts = Attempts()
    for _ in 1...5 {
      attempts.failed(SendError(.transient, code: "503"), at: 0, policy, jitter: 0)
    }
    let ordered = SendError(.transient, code: "429", retryAfter: 1_000)
    attempts.failed(ordered, at: 0, policy, jitter: 0)
    #expect(attempts.notBefore == 32_000)
    var early = attempts
    early.reconnected(at: 500, after: 100)
    #expect(early.notBefore == 1_000)
    attempts.reconnected(at: 2_000, after: 100)
    #expect(attempts.notBefore == 2_000)
  }

  /// Bob was seen later than anybody else; Ann less recently than both who are kept.
  @Test("those who were seen most recently are kept, whatever is shown of them yet (SYNC-075)")
  func mostRecent() {
    var policy = SyncPolicy()
    policy.seenLimit = 2
    var board = PeopleBoard()
    board.hear(.seen("bob", 1), at: 0, policy)
    board.hear(.seen("bob", 90), at: 1, policy)
    board.hear(.seen("carol", 5), at: 1, policy)
    board.hear(.seen("dan", 7), at: 1, policy)
    #expect(board.shown.lastSeen.keys.sorted() == ["bob", "dan"])
    board.hear(.seen("ann", 2), at: 1, policy)
    #expect(board.shown.lastSeen.keys.sorted() == ["bob", "dan"])
  }

  /// The caller left; the server did nothing wrong.
  @Test("a caller who leaves while an empty page is stored is no problem of the server")
  func leaving() throws {
    let gap = Gap(after: .at(3), before: .at(8), token: "t1")
    var table = SyncTable()
    try table.goOnline([.main: "a"])
    table.tell(.wanted(SyncCaller(1), "k1", gap))
    table.tell(.read(try table.ticket(\.asRead), page([], older: .gap(gap))))
    let empty = HistoryAnswer(conversation: "k1", messages: [], below: .more("t2"))
    table.tell(.fetched(try table.ticket(\.asFetch), .success(empty)))
    let commit = try table.ticket(\.asCommit)
    table.tell(.unwanted(SyncCaller(1)))
    table.tell(.committed(commit))
    #expect(table.problem(.endless) == nil)
  }

  /// A screen that is closed asks for nothing, also if its turn had not come yet.
  @Test("a refresh that waits for another page is not made after the screen was closed")
  func closedBefore() throws {
    let gap = Gap(after: .at(3), before: .at(8), token: "t1")
    var table = SyncTable()
    try table.goOnline([.main: "a"])
    try table.answer(.of(next: "a"))
    table.tell(.opened("k1"))
    table.tell(.wanted(SyncCaller(1), "k1", gap))
    table.tell(.read(try table.ticket(\.asRead), page([], older: .gap(gap))))
    let fetch = try table.ticket(\.asFetch)
    #expect(table.tell(.clock, after: 2_000).compactMap(\.asFetch) == [])
    table.tell(.closed("k1"))
    let answer = HistoryAnswer(
      conversation: "k1", messages: [received(7)], below: .more("t2"))
    table.tell(.fetched(fetch, .success(answer)))
    #expect(table.open.compactMap(\.asFetch) == [])
  }

  @Test(
    "an answer from a place that is not the stored one any more is not stored",
    arguments: [(Int64(10), ["9"]), (6, [])] as [(Int64, [SyncToken])])
  func movedMeanwhile(end: Int64, asked: [SyncToken]) throws {
    var table = SyncTable(.numbered) { server, _ in server.streams["k2"] = .numbered }
    try table.goOnline([.main: "5", "k2": "1"])
    let tickets = table.open.compactMap(\.asAsk)
    table.tell(.answered(tickets[1], .success(.of(stream: "k2", next: "2"))))
    table.tell(.notCommitted(try table.ticket(\.asCommit), RepositoryError(.staleToken, "moved")))
    table.tell(.tokens(try table.ticket(\.asReadTokens), [.main: "9", "k2": "1"]))
    table.tell(
      .answered(tickets[0], .success(.of([.messages([end])], next: SyncToken(number: end)))))
    #expect(table.changes == nil)
    // It is asked for again only if it tells more than what somebody else stored.
    #expect(table.open.map(\.question?.since) == asked)
    #expect(table.state.status.caughtUp.contains(.main) == asked.isEmpty)
  }
}
