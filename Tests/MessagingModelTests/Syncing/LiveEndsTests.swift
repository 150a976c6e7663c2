import Testing

@testable import MessagingModel

/// The mark by which engines on one store notice what another one stored of a live end
/// (`SYNC-087`).
@Suite("Sync: the mark of the live ends") struct LiveEndsTests {
  private func newest(
    _ places: [Int64], in conversation: ConversationID = "k1", start: Bool = false,
    token: GapToken? = nil
  ) -> Change {
    .page(
      HistoryPage(
        conversation: conversation, messages: places.map { received($0) }, reach: .live,
        reachesStart: start, token: token))
  }

  private func moved(_ changes: [Change]) -> (from: SyncToken?, to: SyncToken?)? {
    for case .advance("live-ends", let from, let to) in changes { return (from, to) }
    return nil
  }

  private func commits(_ actions: [SyncAction]) -> [(ticket: SyncTicket, changes: [Change])] {
    actions.compactMap { action in
      if case .commit(let ticket, let changes) = action { (ticket, changes) } else { nil }
    }
  }

  @Test("what says nothing about a live end needs the mark, and leaves it")
  func says() {
    var ends = LiveEnds()
    ends.stored = "m"
    let older = Change.page(
      HistoryPage(conversation: "k1", messages: [received(1)], reach: .position(.at(2))))
    let inside = Change.openGap("k1", Gap(after: .at(1), before: .at(2)))
    for change in [older, inside, .giveUp("k1", .everything)] {
      #expect(
        ends.guarding([change], as: SyncTicket(1))
          == [change, .advance("live-ends", from: "m", to: "m")])
    }
    #expect(!ends.isMoving)
  }

  @Test("a message that came live moves the mark unless it moves the token of the main stream")
  func news() {
    let message = Change.receive(received(3))
    let still: [[Change]] = [
      [], [.advance(.main, from: "a", to: "a")], [.advance("k1", from: "a", to: "b")],
    ]
    for more in still {
      var ends = LiveEnds()
      ends.stored = "m"
      let mark = moved(ends.guarding([message] + more, as: SyncTicket(1)))
      #expect(mark?.from == "m")
      #expect(mark?.to != "m")
      #expect(ends.isMoving)
    }
    var ends = LiveEnds()
    ends.stored = "m"
    let both = [message, .advance(.main, from: "a", to: "b")]
    #expect(
      ends.guarding(both, as: SyncTicket(1)) == both + [.advance("live-ends", from: "m", to: "m")])
    #expect(!ends.isMoving)
  }

  @Test("a commit in flight is the condition of the next; a refused one is not stored")
  func chain() throws {
    var ends = LiveEnds()
    let first = try #require(moved(ends.guarding([newest([1])], as: SyncTicket(1))))
    let second = try #require(moved(ends.guarding([newest([2])], as: SyncTicket(2))))
    #expect(first.from == nil)
    #expect(second.from == first.to)
    #expect(second.to != first.to)
    ends.ended(SyncTicket(9), isStored: true)
    #expect(ends.stored == nil)
    ends.ended(SyncTicket(1), isStored: true)
    #expect(ends.stored == first.to)
    ends.ended(SyncTicket(2), isStored: false)
    #expect(ends.stored == first.to)
    #expect(!ends.isMoving)
  }

  @Test("a later commit that is stored builds on a stored one, whichever is reported first")
  func order() throws {
    var ends = LiveEnds()
    _ = ends.guarding([newest([1])], as: SyncTicket(1))
    let second = try #require(moved(ends.guarding([newest([2])], as: SyncTicket(2))))
    ends.ended(SyncTicket(2), isStored: true)
    ends.ended(SyncTicket(1), isStored: true)
    #expect(ends.stored == second.to)
    #expect(!ends.isMoving)
  }

  @Test("only what says the same after the same has the same mark")
  func marks() {
    let gap = { (after: Int64?) in
      Change.openGap("k1", Gap(after: after.map { .at($0) }, before: nil))
    }
    let said: [[Change]] = [
      [newest([1])], [newest([1], start: true)], [newest([1, 2])], [newest([12])], [newest([])],
      [gap(nil)], [gap(1)], [newest([1]), gap(1)], [newest([1]), newest([2])],
      [.openGap("k1", Gap(after: nil, before: nil, token: "t"))], [.openGap("k2", .everything)],
      [.resetHistory("k1")], [.resetHistory("k1"), newest([1])], [.resetHistory("k2")],
      [newest([], in: "k2")], [newest([1], token: "t")], [.receive(received(1))],
      [.receive(received(2))], [.receive(received(1)), .receive(received(2))],
    ]
    var marks: Set<SyncToken> = []
    for changes in said {
      var (one, other, later) = (LiveEnds(), LiveEnds(), LiveEnds())
      later.stored = "before"
      let mark = moved(one.guarding(changes, as: SyncTicket(1)))?.to
      #expect(mark == moved(other.guarding(changes, as: SyncTicket(7)))?.to)
      #expect(mark != moved(later.guarding(changes, as: SyncTicket(1)))?.to)
      if let mark { marks.insert(mark) }
    }
    #expect(marks.count == said.count)
  }

  @Test("each commit of a large answer needs the stream and the live ends as they were")
  func large() throws {
    var state = SyncState(
      owner: "me", server: SyncServer(streams: [.main: .polled]), policy: SyncPolicy(), seed: 1)
    let tokens = try #require(state.handle(.online(true), at: 0).compactMap(\.asReadTokens).first)
    let ask = try #require(
      state.handle(.tokens(tokens, [.main: "a", "live-ends": "m"]), at: 0).compactMap(\.asAsk)
        .first)
    let pages = (0..<Limits.batch).map { number in
      ConversationPart.messages([1], in: ConversationID("k\(number)"), .limited(nil))
    }
    var actions = state.handle(.answered(ask, .success(.of(pages, next: "b"))), at: 0)
    var stored: [[Change]] = []
    for case .read(let ticket, _) in actions {
      let more = state.handle(.read(ticket, emptyPage), at: 0)
      if !commits(more).isEmpty { actions = more }
    }
    while let (ticket, changes) = commits(actions).first {
      stored.append(changes)
      actions = state.handle(.committed(ticket), at: 0)
    }
    try #require(stored.count == 3)
    var known: SyncToken? = "m"
    for (number, changes) in stored.enumerated() {
      #expect(changes.count <= Limits.batch)
      #expect(changes.contains(.advance(.main, from: "a", to: number == 2 ? "b" : "a")))
      let mark = try #require(moved(changes))
      #expect(mark.from == known)
      known = mark.to
    }
  }

  @Test("the server has no stream of that name")
  func reserved() throws {
    var state = SyncState(
      owner: "me",
      server: SyncServer(streams: ["live-ends": .polled, .main: .polled], otherStreams: .polled),
      policy: SyncPolicy(), seed: 1)
    let tokens = try #require(state.handle(.online(true), at: 0).compactMap(\.asReadTokens).first)
    let actions = state.handle(.tokens(tokens, ["live-ends": "m", "k9": "x"]), at: 0)
    let asked = actions.compactMap { action -> StreamID? in
      if case .ask(_, let question) = action { question.stream } else { nil }
    }
    #expect(Set(asked) == [.main, "k9"])
    let hint = state.handle(.hinted("live-ends"), at: 1)
    #expect(hint.compactMap(\.asAsk).isEmpty)
    #expect(state.status.problems.map(\.kind) == [.unknownStream])
  }

  @Test("a first catch-up whose part was refused begins anew, and waits if it is refused again")
  func beginsAnew() throws {
    var table = SyncTable()
    try table.goOnline([:])
    let refuse = { (table: inout SyncTable) in
      try table.answer(.of([.messages([1], .limited(nil))], next: "part", isComplete: false))
      table.tell(.read(try table.ticket(\.asRead), emptyPage))
      table.tell(
        .notCommitted(try table.ticket(\.asCommit), RepositoryError(.staleToken, "moved")))
    }
    try refuse(&table)
    table.tell(.tokens(try table.ticket(\.asReadTokens), ["live-ends": "other"]))
    #expect(table.open.compactMap(\.question).map(\.since) == [nil])
    try refuse(&table)
    #expect(table.open == [])
    table.tell(.clock, after: try #require(table.state.nextDeadline))
    table.tell(.tokens(try table.ticket(\.asReadTokens), ["live-ends": "third"]))
    #expect(table.open.compactMap(\.question).map(\.since) == [nil])
  }

  @Test("an answer that is not stored when another engine moves a live end is asked for again")
  func dropped() throws {
    var state = SyncState(
      owner: "me", server: SyncServer(streams: [.main: .polled, "k2": .polled]),
      policy: SyncPolicy(), seed: 1)
    let tokens = try #require(state.handle(.online(true), at: 0).compactMap(\.asReadTokens).first)
    let asks = state.handle(.tokens(tokens, [.main: "a", "k2": "a"]), at: 0).compactMap(\.asAsk)
    try #require(asks.count == 2)
    // One stream waits for the store, the batch of the other is refused.
    let page = ConversationPart.messages([1], .limited(nil))
    _ = state.handle(.answered(asks[0], .success(.of([page], next: "b"))), at: 0)
    let late = state.handle(
      .answered(asks[1], .success(.of([.messages([2], in: "k2")], stream: "k2", next: "b"))), at: 0)
    let refused = try #require(commits(late).first).ticket
    let error = RepositoryError(.staleToken, "moved")
    let again = state.handle(.notCommitted(refused, error), at: 0)
    let reread = try #require(again.compactMap(\.asReadTokens).first)
    let asked = state.handle(.tokens(reread, [.main: "a", "k2": "a", "live-ends": "other"]), at: 0)
    #expect(asked.compactMap(\.asAsk).count == 2)
  }

  /// A live engine that numbered messages reach. The store refuses the first of them.
  private func refused() throws -> SyncTable {
    var table = SyncTable(.numbered) { server, _ in server.absenceMeansDeletion = true }
    try table.goOnline([.main: "10", "live-ends": "m"])
    try table.answer(.of(next: "10"))
    let span = SyncUpdate.Span(after: 10, to: 11)
    table.tell(
      .updated(SyncUpdate(stream: .main, span: span, items: [.message(received(5))])))
    table.tell(
      .notCommitted(try table.ticket(\.asCommit), RepositoryError(.staleToken, "moved")))
    return table
  }

  @Test("a message that came live is stored in the end, although its commit was refused")
  func givenBack() throws {
    var table = try refused()
    table.tell(.tokens(try table.ticket(\.asReadTokens), [.main: "10", "live-ends": "other"]))
    #expect(table.changes == [.receive(received(5)), .advance(.main, from: "10", to: "11")])
    #expect(table.open.compactMap(\.mark) == ["other"])
  }

  @Test(
    "a page that was asked for before another engine stored something is asked for again",
    arguments: [nil, ServerPosition.at(9)])
  func askedAgain(before: ServerPosition?) throws {
    let gap = Gap(after: .at(3), before: before)
    var table = try refused()
    let reread = try table.ticket(\.asReadTokens)
    table.tell(.wanted(SyncCaller(1), "k1", gap))
    table.tell(.read(try table.ticket(\.asRead), page([], older: .gap(gap))))
    let fetch = try table.ticket(\.asFetch)
    table.tell(.tokens(reread, [.main: "10", "live-ends": "other"]))
    let answer = HistoryAnswer(conversation: "k1", messages: [received(7)], below: .more("t1"))
    table.tell(.fetched(fetch, .success(answer)))
    #expect(table.open.compactMap(\.asCommit) == [])
    #expect(table.open.compactMap(\.asRead).count == 1)
  }
}

extension SyncAction {
  /// The mark of the live ends that a commit needs.
  fileprivate var mark: SyncToken? {
    guard case .commit(_, let changes) = self else { return nil }
    for case .advance("live-ends", let from, _) in changes { return from }
    return nil
  }
}
