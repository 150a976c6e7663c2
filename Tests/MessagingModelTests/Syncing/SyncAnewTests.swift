import MessagingModel
import Testing

/// What begins anew begins from zero: waits, counts and progress of before do not go on.
@Suite("Sync: from zero again") struct SyncAnewTests {
  private let closed = SyncError(.transient, code: "closed")
  private let busy = SyncError(.transient, code: "503")

  /// The store says that somebody else moved the stream.
  private func refuse(_ table: inout SyncTable, next: SyncToken) throws {
    try table.answer(.of([.messages([1])], next: next))
    let moved = RepositoryError(.staleToken, "moved")
    table.tell(.notCommitted(try table.ticket(\.asCommit), moved))
  }

  private func readTokens(_ table: inout SyncTable, _ stored: SyncToken) throws {
    table.tell(.tokens(try table.ticket(\.asReadTokens), [.main: stored]))
  }

  /// A page of history says that the credentials are not valid any more.
  private func rejectPage(_ table: inout SyncTable) throws {
    let gap = Gap(after: nil, before: .at(8))
    table.tell(.wanted(SyncCaller(1), "k1", gap))
    table.tell(.read(try table.ticket(\.asRead), page([], older: .gap(gap))))
    let error = SyncError(.unauthorized, code: "401")
    table.tell(.fetched(try table.ticket(\.asFetch), .failure(error)))
    #expect(table.state.status.phase == .needsSignIn)
  }

  /// Somebody takes the phone out of the pocket: the own waits of before are over.
  @Test("after a sleep the connection is opened, and a stream asked, at once (SYNC-020)")
  func woken() throws {
    var table = SyncTable(.pushed)
    table.tell(.online(true))
    table.tell(.disconnected(try table.ticket(\.asConnect), closed))
    #expect(table.open.compactMap(\.asConnect) == [])
    table.tell(.woken, after: 100)
    #expect(table.open.compactMap(\.asConnect).count == 1)

    table = SyncTable()
    try table.goOnline([.main: "a"])
    table.tell(.answered(try #require(table.asked), .failure(busy)))
    #expect(table.open == [])
    table.tell(.woken, after: 100)
    #expect(table.open.compactMap(\.question?.since) == ["a"])
  }

  /// Whoever has just typed a password does not wait for a failure of before.
  @Test("after a sign-in nothing waits for failures of before (SYNC-024)") func signedIn() throws {
    var table = SyncTable()
    try table.goOnline([.main: "a"])
    table.tell(.answered(try #require(table.asked), .failure(busy)))
    try rejectPage(&table)
    table.tell(.signedIn, after: 100)
    #expect(table.open.compactMap(\.question?.since) == ["a"])

    table = SyncTable(.pushed)
    table.tell(.online(true))
    let connect = try table.ticket(\.asConnect)
    table.tell(.tokens(try table.ticket(\.asReadTokens), [.main: "a"]))
    table.tell(.disconnected(connect, closed))
    try rejectPage(&table)
    table.tell(.signedIn, after: 100)
    #expect(table.open.compactMap(\.asConnect).count == 1)
  }

  /// The bar of a catch-up begins with it.
  @Test("each network has a catch-up of its own, whose progress begins at zero (SYNC-056)")
  func progress() throws {
    var table = SyncTable()
    try table.goOnline([.main: "a"])
    try table.answer(.of([.messages([1, 2])], next: "b", isComplete: false))
    try table.commit()
    #expect(table.state.status.phase == .catchingUp(SyncStatus.Progress(events: 2, streams: 1)))
    table.tell(.online(false))
    table.tell(.online(true))
    try table.answer(.of([.messages([3])], next: "c", isComplete: false))
    try table.commit()
    #expect(table.state.status.phase == .catchingUp(SyncStatus.Progress(events: 1, streams: 1)))
  }

  /// A server may say nonsense; a bar does not show it.
  @Test("nothing left is shown as nothing, and less than nothing, too", arguments: [0, -5])
  func remaining(count: Int) throws {
    var table = SyncTable()
    try table.goOnline([.main: "a"])
    try table.answer(
      SyncAnswer(
        stream: .main, parts: [.messages([1])], next: "b", isComplete: false, remaining: count))
    try table.commit()
    let progress = SyncStatus.Progress(events: 1, remaining: 0, streams: 1)
    #expect(table.state.status.phase == .catchingUp(progress))
  }

  /// Two engines on one store meet now and then: only in a row that is a reason to wait.
  @Test("a batch that is stored ends the row of those that came too late") func staleTokens() throws
  {
    var table = SyncTable()
    try table.goOnline([.main: "a"])
    try refuse(&table, next: "b")
    try readTokens(&table, "c")
    try refuse(&table, next: "d")
    #expect(table.open == [])
    table.tell(.clock, after: 1_000)
    try readTokens(&table, "e")
    try table.answer(.of([.messages([1])], next: "f"))
    try table.commit()
    // The next one does not wait, and the one after it waits from the shortest on.
    try refuse(&table, next: "g")
    try readTokens(&table, "h")
    try refuse(&table, next: "i")
    #expect(table.open == [])
    #expect(table.state.nextDeadline == table.now + 1_000)
  }

  /// A disk that was full yesterday makes nobody wait today.
  @Test("a batch that is stored ends the waits for the store (SYNC-047)")
  func storeIsWell() throws {
    var table = SyncTable()
    try table.goOnline([.main: "a"])
    try table.answer(.of([.messages([5])], next: "b"))
    let failure = RepositoryError(.busy, "busy")
    for wait in [1_000, 2_000] as [Int64] {
      table.tell(.notCommitted(try table.ticket(\.asCommit), failure))
      table.tell(.clock, after: wait)
    }
    try table.commit()
    try table.answer(.of([.messages([6])], next: "c"))
    table.tell(.notCommitted(try table.ticket(\.asCommit), failure))
    #expect(table.open == [])
    #expect(table.state.nextDeadline == table.now + 1_000)
  }

  /// The same for the tokens.
  @Test("tokens that are read end the waits for reading them (SYNC-062)") func tokensAreRead()
    throws
  {
    var table = SyncTable()
    let failure = RepositoryError(.storage, "broken")
    table.tell(.online(true))
    for wait in [1_000, 2_000] as [Int64] {
      table.tell(.notRead(try table.ticket(\.asReadTokens), failure))
      #expect(table.state.nextDeadline == table.now + wait)
      table.tell(.clock, after: wait)
    }
    try readTokens(&table, "a")
    try refuse(&table, next: "b")
    table.tell(.notRead(try table.ticket(\.asReadTokens), failure))
    #expect(table.state.nextDeadline == table.now + 1_000)
  }

  /// A screen says when something happens again, not when everything has.
  @Test("of two streams that wait, the status names the nearer attempt") func nearer() throws {
    var table = SyncTable { server, _ in server.streams["k2"] = .polled }
    table.tell(.online(true))
    table.tell(.tokens(try table.ticket(\.asReadTokens), [.main: "a", "k2": "b"]))
    let tickets = table.open.compactMap(\.asAsk)
    try #require(tickets.count == 2)
    let ordered = SyncError(.transient, code: "429", retryAfter: 7_000)
    table.tell(.answered(tickets[0], .failure(ordered)))
    table.tell(.answered(tickets[1], .failure(busy)))
    #expect(table.state.status.nextAttempt == 1_000)
    table.tell(.clock, after: 1_000)
    #expect(table.open.compactMap(\.question?.stream) == ["k2"])
    #expect(table.state.status.nextAttempt == 7_000)
  }

  /// A page that was refused as late says that the known token is not the stored one.
  @Test("a page that somebody else overtook has the tokens read again (SYNC-010)")
  func latePage() throws {
    let gap = Gap(after: .at(3), before: nil, token: "t1")
    var table = SyncTable(.pushed)
    try table.goOnline([.main: "a"])
    try table.answer(.of(next: "a"))
    table.tell(.wanted(SyncCaller(1), "k1", gap))
    table.tell(.read(try table.ticket(\.asRead), page([], older: .gap(gap))))
    let answer = HistoryAnswer(
      conversation: "k1", messages: [received(7)], below: .more("t2"))
    table.tell(.fetched(try table.ticket(\.asFetch), .success(answer)))
    let moved = RepositoryError(.staleToken, "moved")
    table.tell(.notCommitted(try table.ticket(\.asCommit), moved))
    #expect(table.open.compactMap(\.asReadTokens).count == 1)
    #expect(table.open.compactMap(\.asRead).count == 1)
  }
}
