import MessagingModel
import Testing

/// Connections, networks, credentials, and what goes first.
@Suite("Sync: connections and patience") struct SyncLifeTests {
  private let reset = SyncError(.transient, code: "reset")

  private func live(
    _ traits: StreamTraits = .pushed,
    _ change: (inout SyncServer, inout SyncPolicy) -> Void = { _, _ in }
  ) throws -> SyncTable {
    var table = SyncTable(traits, change)
    try table.goOnline([.main: "a"])
    try table.answer(.of(next: "a"))
    #expect(table.state.status.phase == .live)
    return table
  }

  @Test("nothing is asked before there is a network") func offline() {
    var table = SyncTable(.pushed)
    #expect(table.state.status.phase == .offline)
    #expect(table.tell(.clock) == [])
    #expect(table.tell(.woken) == [])
    #expect(table.state.nextDeadline == nil)
    table.tell(.online(true))
    #expect(table.open.count == 2)
    #expect(table.state.status.phase == .connecting)
    #expect(table.tell(.online(true)) == [])
  }

  @Test("waits grow with each connection that brings nothing, accepted or not") func backOff()
    throws
  {
    var table = SyncTable(.pushed)
    table.tell(.online(true))
    var connect = try table.ticket(\.asConnect)
    table.tell(.tokens(try table.ticket(\.asReadTokens), [:]))
    for wait in [1_000, 2_000, 4_000, 8_000] as [Int64] {
      // Every second one is accepted, and closed before anything was stored.
      if wait == 2_000 || wait == 8_000 { table.tell(.connected(connect)) }
      table.tell(.disconnected(connect, reset))
      #expect(table.open.compactMap(\.asConnect) == [])
      #expect(table.state.nextDeadline == table.now + wait)
      table.tell(.clock, after: wait)
      connect = try table.ticket(\.asConnect)
    }
    #expect(table.problem(.connection)?.count == 4)
    // A catch-up that is stored is a success.
    table.tell(.connected(connect))
    try table.answer(.of([.messages([1])], next: "b"))
    table.tell(.read(try table.ticket(\.asRead), emptyPage))
    try table.commit()
    #expect(table.problem(.connection) == nil)
    table.tell(.disconnected(connect, reset))
    #expect(table.state.nextDeadline == table.now + 1_000)
  }

  @Test("what a server orders is waited for") func ordered() throws {
    var table = SyncTable()
    try table.goOnline([.main: "a"])
    let busy = SyncError(.transient, code: "429", retryAfter: 7_000)
    table.tell(.answered(try table.ticket(\.asAsk), .failure(busy)))
    #expect(table.state.nextDeadline == 7_000)
    #expect(table.state.status.nextAttempt == 7_000)
  }

  @Test("waits are scattered by the seed") func jitter() {
    var deadlines: Set<Int64> = []
    for seed in 1...20 as ClosedRange<UInt64> {
      var state = SyncState(
        owner: "me", server: SyncServer(streams: [.main: .pushed]), seed: seed)
      let connect = state.handle(.online(true), at: 0).compactMap(\.asConnect)
      _ = state.handle(.disconnected(connect[0], reset), at: 0)
      if let next = state.nextDeadline { deadlines.insert(next) }
    }
    #expect(deadlines.count > 10)
    #expect(deadlines.allSatisfy { (800...1_000).contains($0) })
  }

  @Test("a connection that opens too late, or falls silent, is given up") func silence() throws {
    var table = SyncTable(.pushed)
    table.tell(.online(true))
    let first = try table.ticket(\.asConnect)
    #expect(table.tell(.clock, after: 29_999) == [])
    #expect(table.tell(.clock, after: 1) == [.disconnect(first)])
    #expect(table.problem(.connection)?.code == "late")

    table = try live()
    let link = table.link
    #expect(table.tell(.clock, after: 59_999) == [])
    #expect(table.tell(.heard) == [])
    #expect(table.tell(.clock, after: 59_999) == [])
    #expect(table.tell(.clock, after: 1) == [.disconnect(link)])
    #expect(table.problem(.connection)?.code == "silent")
    #expect(table.state.status.phase != .live)
  }

  @Test("after a sleep nothing is trusted that was in flight") func woken() throws {
    var table = try live()
    let link = table.link
    table.tell(.woken)
    #expect(table.open.first == .disconnect(link))
    let connect = try table.ticket(\.asConnect)
    table.tell(.connected(connect))
    #expect(table.open.map(\.question?.since) == ["a"])

    var polled = SyncTable()
    try polled.goOnline([.main: "a"])
    let ask = try polled.ticket(\.asAsk)
    polled.tell(.woken)
    #expect(polled.open.first == .abandon(ask))
    #expect(polled.open.compactMap(\.question).map(\.wait) == [0])
    #expect(polled.tell(.answered(ask, .success(.of(next: "b")))) == [])
  }

  @Test("a lost connection is nothing to a stream that is polled") func polledBesidePushed() throws
  {
    var table = SyncTable(.polled) { server, _ in server.otherStreams = .pushed }
    try table.goOnline([.main: "a"])
    let ask = try #require(table.asked)
    table.tell(.disconnected(table.link, reset))
    #expect(!table.open.contains(.abandon(ask)))
    try table.answer(.of([.messages([1])], next: "b"))
    #expect(table.changes == [.receive(received(1)), .advance(.main, from: "a", to: "b")])
  }

  @Test("however the network flaps, one question is in flight") func flapping() throws {
    for traits in [StreamTraits.polled, .pushed] {
      var table = try live(traits)
      var open = 0
      for number in 0..<20 {
        table.tell(.online(number % 2 == 1), after: 50)
        for case .connect(let ticket) in table.open { table.tell(.connected(ticket)) }
        open += table.open.compactMap(\.asAsk).count
        open -= table.open.count { if case .abandon = $0 { true } else { false } }
        #expect(open <= 1)
      }
      try table.answer(.of(next: "a"))
      #expect(table.state.status.phase == .live)
    }
  }

  @Test("who is not known asks nothing more, and keeps everything") func unauthorized() throws {
    var table = try live()
    let link = table.link
    table.tell(.hinted(.main))
    let ask = try table.ticket(\.asAsk)
    let gap = Gap(after: nil, before: .at(8))
    table.tell(.wanted(SyncCaller(1), "k1", gap))
    let error = SyncError(.unauthorized, code: "401")
    table.tell(.answered(ask, .failure(error)))
    let refusal = FillOutcome.failed(SyncError(.unauthorized, code: "unauthorized"))
    #expect(table.open == [.disconnect(link), .reply([SyncCaller(1)], refusal)])
    #expect(table.state.status.phase == .needsSignIn)
    #expect(table.state.nextDeadline == nil)
    #expect(table.tell(.online(false)) == [])
    #expect(table.tell(.online(true)) == [])
    #expect(table.tell(.wanted(SyncCaller(2), "k1", gap)) == [.reply([SyncCaller(2)], refusal)])
    table.tell(.signedIn)
    table.tell(.connected(try table.ticket(\.asConnect)))
    #expect(table.open.map(\.question?.since) == ["a"])
  }

  @Test("the connection and a page may say so, too") func unauthorizedElsewhere() throws {
    let error = SyncError(.unauthorized, code: "401")
    var table = try live()
    table.tell(.disconnected(table.link, error))
    #expect(table.state.status.phase == .needsSignIn)
    table = try live()
    let gap = Gap(after: nil, before: .at(8))
    table.tell(.wanted(SyncCaller(1), "k1", gap))
    table.tell(.read(try table.ticket(\.asRead), page([], older: .gap(gap))))
    table.tell(.fetched(try table.ticket(\.asFetch), .failure(error)))
    #expect(table.state.status.phase == .needsSignIn)
    #expect(table.open.contains(.reply([SyncCaller(1)], .failed(error))))
  }

  @Test("after the owner left nothing is asked and nothing stored") func signedOut() throws {
    var table = SyncTable()
    try table.goOnline([.main: "a"])
    let gap = Gap(after: nil, before: .at(8))
    table.tell(.wanted(SyncCaller(1), "k1", gap))
    let ask = try #require(table.asked)
    table.tell(.signedOut)
    let gone = SyncError(.unauthorized, code: "signed-out")
    #expect(table.open == [.abandon(ask), .reply([SyncCaller(1)], .failed(gone))])
    #expect(table.state.status.phase == .signedOut)
    #expect(table.tell(.answered(ask, .success(.of([.messages([1])], next: "b")))) == [])
    #expect(table.tell(.online(false)) == [])
    #expect(table.tell(.online(true)) == [])
    #expect(table.tell(.signedIn) == [])
    #expect(table.tell(.clock, after: 100_000) == [])
    #expect(
      table.tell(.wanted(SyncCaller(2), "k1", gap)) == [.reply([SyncCaller(2)], .failed(gone))])
    #expect(table.state.nextDeadline == nil)
  }

  @Test("what is unsent goes first, if it does not take too long") func outbox() throws {
    var table = SyncTable()
    table.tell(.outbox(isBusy: true))
    try table.goOnline([.main: "a"])
    #expect(table.open == [])
    #expect(table.state.nextDeadline == 5_000)
    var other = table
    #expect(table.tell(.outbox(isBusy: false), after: 10).compactMap(\.question?.since) == ["a"])
    #expect(other.tell(.clock, after: 5_000).compactMap(\.question?.since) == ["a"])
    // Only the first question of a connection waits.
    other.tell(.outbox(isBusy: true))
    try other.answer(.of(next: "b"))
    try other.commit()
    #expect(other.open.compactMap(\.question?.since) == ["b"])
  }

  @Test("what is unsent goes first on each connection") func outboxAgain() throws {
    for traits in [StreamTraits.polled, .pushed] {
      var table = try live(traits)
      table.tell(.outbox(isBusy: true))
      table.tell(.online(false))
      table.tell(.online(true))
      for case .connect(let ticket) in table.open { table.tell(.connected(ticket)) }
      #expect(table.open.compactMap(\.asAsk).isEmpty)
      #expect(table.state.status.phase == .connecting)
      table.tell(.clock, after: 5_000)
      #expect(table.open.compactMap(\.question).map(\.since) == ["a"])
    }
  }

  @Test("a conversation is read again two seconds after it was opened, once") func maintenance()
    throws
  {
    var table = try live()
    #expect(table.tell(.opened("k1"), after: 10) == [])
    #expect(table.tell(.clock, after: 1_999) == [])
    table.tell(.clock, after: 1)
    let question = HistoryQuestion(conversation: "k1", gap: nil, limit: 50)
    #expect(table.open.compactMap(\.history) == [question])
    let answer = HistoryAnswer(
      conversation: "k1", messages: [received(7), received(8)], below: .more("t1"))
    table.tell(.fetched(try table.ticket(\.asFetch), .success(answer)))
    table.tell(.read(try table.ticket(\.asRead), page([3, 7])))
    let range = HistoryPage(
      conversation: "k1", messages: [received(7), received(8)], reach: .live, token: "t1")
    #expect(
      table.changes == [
        .openGap("k1", Gap(after: .at(7), before: nil, token: "t1")), .page(range),
        .advance(.main, from: "a", to: "a"),
      ])
    try table.commit()
    #expect(table.tell(.clock, after: 50_000) == [])
    // A conversation that left the screen is left alone.
    table.tell(.opened("k2"))
    table.tell(.closed("k2"))
    #expect(table.tell(.clock, after: 2_000) == [])
  }

  @Test("maintenance waits for the catch-up, and is not done where it is not wanted")
  func maintenanceWaits() throws {
    var table = SyncTable(.pushed)
    table.tell(.opened("k1"))
    try table.goOnline([.main: "a"])
    #expect(table.tell(.clock, after: 2_000).compactMap(\.asFetch) == [])
    try table.answer(.of(next: "a"))
    #expect(table.open.compactMap(\.asFetch).count == 1)
    table = try live(.pushed) { _, policy in policy.maintenanceDelay = nil }
    table.tell(.opened("k1"))
    #expect(table.tell(.clock, after: 2_000) == [])
  }

  @Test("where a catch-up tells of new messages alone, what is on the screen is read again")
  func refresh() throws {
    for tellsChanges in [true, false] {
      var traits = StreamTraits(.pushed)
      traits.tellsChanges = tellsChanges
      var table = try live(traits)
      table.tell(.opened("k1"))
      table.tell(.clock, after: 2_000)
      let empty = HistoryAnswer(conversation: "k1", messages: [], below: .start)
      table.tell(.fetched(try table.ticket(\.asFetch), .success(empty)))
      table.tell(.read(try table.ticket(\.asRead), emptyPage))
      table.tell(.hinted(.main))
      try table.answer(.of(next: "a"))
      #expect(table.open.compactMap(\.asFetch).count == (tellsChanges ? 0 : 1))
    }
  }

  @Test("a stream that is not asked yet is behind, also one that the store mentions first")
  func unasked() throws {
    var table = SyncTable { server, policy in
      server.otherStreams = .polled
      policy.questionsAtOnce = 1
    }
    table.tell(.online(true))
    table.tell(.tokens(try table.ticket(\.asReadTokens), [.main: "a", "k2": "b", "k3": "c"]))
    #expect(table.open.compactMap(\.asAsk).count == 1)
    #expect(table.state.status.phase == .catchingUp(SyncStatus.Progress(streams: 3)))
  }
}
