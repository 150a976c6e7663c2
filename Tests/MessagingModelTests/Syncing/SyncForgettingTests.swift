import MessagingModel
import Testing

/// What is over counts no more: the next request, connection or page starts from zero.
@Suite("Sync: what is over is over") struct SyncForgettingTests {
  private let gap = Gap(after: .at(3), before: .at(8), token: "t1")

  private func live(
    _ traits: StreamTraits = .pushed,
    _ change: (inout SyncServer, inout SyncPolicy) -> Void = { _, _ in }
  ) throws -> SyncTable {
    var table = SyncTable(traits, change)
    try table.goOnline([.main: "10"])
    try table.answer(.of(next: "10"))
    #expect(table.state.status.phase == .live)
    return table
  }

  /// A caller wants a gap, and the server is asked.
  private func want(
    _ gap: Gap, in conversation: ConversationID = "k1", _ table: inout SyncTable
  ) throws -> SyncTicket {
    table.tell(.wanted(SyncCaller(1), conversation, gap))
    return try read(gap, &table)
  }

  private func read(_ gap: Gap, _ table: inout SyncTable) throws -> SyncTicket {
    table.tell(.read(try table.ticket(\.asRead), page([], older: .gap(gap))))
    return try table.ticket(\.asFetch)
  }

  private func below(
    _ places: [Int64], _ below: HistoryAnswer.Below = .more("t2"),
    in conversation: ConversationID = "k1"
  ) -> Result<HistoryAnswer, SyncError> {
    .success(
      HistoryAnswer(
        conversation: conversation, messages: places.map { received($0, in: conversation) },
        below: below))
  }

  private func update(_ number: Int64) -> SyncEvent {
    .updated(
      SyncUpdate(
        stream: .main, span: SyncUpdate.Span(after: number - 1, to: number),
        items: [.message(received(number))]))
  }

  private func pushed(_ place: Int64, in conversation: ConversationID = "k1") -> SyncEvent {
    .updated(
      SyncUpdate(stream: .main, items: [.message(received(place, in: conversation))]))
  }

  @Test("a page that comes after its limit is not taken for the page that is asked for now")
  func latePage() throws {
    var table = try live()
    let first = try want(gap, &table)
    table.tell(.clock, after: 30_000)
    #expect(table.open.contains(.abandon(first)))
    #expect(table.tell(.wanted(SyncCaller(2), "k1", gap)) == [])
    table.tell(.clock, after: 1_000)
    let second = try read(gap, &table)
    #expect(table.tell(.fetched(first, below([7]))) == [])
    table.tell(.fetched(second, below([6])))
    let range = HistoryPage(
      conversation: "k1", messages: [received(6)], reach: .position(.at(8)), token: "t2")
    #expect(table.changes == [.page(range)])
  }

  @Test("a number that is missing after another one came late is waited for in full")
  func secondHole() throws {
    var table = try live(.numbered)
    #expect(table.tell(update(12)) == [])
    #expect(table.state.nextDeadline == 500)
    table.tell(update(11), after: 400)
    #expect(table.changes?.count == 3)
    try table.commit()
    #expect(table.tell(update(14), after: 50) == [])
    #expect(table.tell(.clock, after: 499) == [])
    #expect(table.tell(.clock, after: 1).map(\.question?.since) == ["12"])
  }

  @Test("a number that is missing after an answer is waited for in full")
  func holeAfterAnswer() throws {
    var table = try live(.numbered)
    #expect(table.tell(update(12)) == [])
    #expect(table.tell(.clock, after: 500).map(\.question?.since) == ["10"])
    #expect(table.tell(update(15), after: 50) == [])
    table.now += 50
    try table.answer(.of([.messages([11, 12, 13])], next: "13"))
    try table.commit()
    #expect(table.open == [])
    #expect(table.tell(.clock, after: 499) == [])
    #expect(table.tell(.clock, after: 1).map(\.question?.since) == ["13"])
  }

  @Test("what is unsent goes first on each connection, not on the first one alone")
  func outboxAgain() throws {
    var table = try live()
    table.tell(.disconnected(table.link, SyncError(.transient, code: "reset")))
    table.tell(.outbox(isBusy: true))
    table.tell(.clock, after: 1_000)
    #expect(table.tell(.connected(try table.ticket(\.asConnect))) == [])
    #expect(table.state.status.phase == .connecting)
    #expect(table.tell(.clock, after: 4_999) == [])
    #expect(table.tell(.clock, after: 1).map(\.question?.since) == ["10"])
  }

  @Test("a stream that is mentioned first is behind until it was asked for")
  func newStream() throws {
    var table = try live { server, _ in server.otherStreams = .pushed }
    table.tell(.outbox(isBusy: true))
    #expect(table.tell(.hinted("x")) == [])
    #expect(table.state.status.phase == .connecting)
    #expect(table.state.status.caughtUp == [.main])
    table.tell(.outbox(isBusy: false))
    #expect(table.open.map(\.question?.stream) == ["x"])
    #expect(table.state.status.phase == .catchingUp(SyncStatus.Progress(streams: 1)))
    try table.answer(.of(stream: "x", next: "1"))
    try table.commit()
    #expect(table.state.status.phase == .live)
    #expect(table.state.status.caughtUp == [.main, "x"])
  }

  @Test("a message of another conversation does not disturb a page up to the live end")
  func otherConversation() throws {
    let open = Gap(after: .at(3), before: nil, token: "t1")
    var table = try live()
    let fetch = try want(open, &table)
    table.tell(pushed(20, in: "k2"))
    try table.commit()
    table.tell(.fetched(fetch, below([7])))
    let range = HistoryPage(
      conversation: "k1", messages: [received(7)], reach: .live, token: "t2")
    #expect(
      table.changes == [
        .openGap("k1", Gap(after: .at(3), before: nil)), .page(range),
        .advance(.main, from: "10", to: "10"),
      ])
  }

  @Test("each problem of a conversation is over when a page of it is stored")
  func problems() throws {
    let failures: [(SyncProblem.Kind, (inout SyncTable, SyncTicket) throws -> Void)] = [
      (.endless, { table, fetch in table.tell(.fetched(fetch, below([], .more("t1")))) }),
      (.nonsense, { table, fetch in table.tell(.fetched(fetch, below([7], in: "k2"))) }),
      (
        .unanswered,
        { table, fetch in
          table.tell(.fetched(fetch, .failure(SyncError(.transient, code: "503"))))
        }
      ),
      (
        .store,
        { table, fetch in
          table.tell(.fetched(fetch, below([7])))
          let full = RepositoryError(.diskFull, "disk")
          table.tell(.notCommitted(try table.ticket(\.asCommit), full))
        }
      ),
    ]
    for (kind, fail) in failures {
      var table = try live()
      try fail(&table, try want(gap, &table))
      #expect(table.problem(kind)?.conversation == "k1", "\(kind)")
      #expect(table.tell(.wanted(SyncCaller(2), "k1", gap)) == [])
      table.tell(.clock, after: 1_000)
      let again = try read(gap, &table)
      table.tell(.fetched(again, below([6, 7])))
      try table.commit()
      #expect(table.open == [.reply([SyncCaller(2)], .filled(messages: 2))])
      #expect(table.state.status.problems == [], "\(kind)")
    }
  }

  @Test("where positions come from the server, pages and updates do not wait for each other")
  func atOnce() throws {
    var table = try live()
    let first = try want(gap, &table)
    let second = try want(gap, in: "k2", &table)
    table.tell(.fetched(first, below([7])))
    let page = try table.ticket(\.asCommit)
    table.tell(.fetched(second, below([7], in: "k2")))
    #expect(table.open.compactMap(\.changes).count == 1)
    table.tell(pushed(20))
    #expect(
      table.changes == [.receive(received(20)), .advance(.main, from: "10", to: "10")])
    // And a page does not wait for an update.
    let third = try want(gap, in: "k3", &table)
    table.tell(.fetched(third, below([7], in: "k3")))
    #expect(table.open.compactMap(\.changes).count == 1)
    #expect(table.tell(.committed(page)) == [.reply([SyncCaller(1)], .filled(messages: 1))])
  }

  @Test("where positions come from lists, an update waits for a page, and a page for an update")
  func oneByOne() throws {
    var table = try live { server, _ in server.givesLists = true }
    let fetch = try want(gap, &table)
    table.tell(.fetched(fetch, below([7])))
    let reading = try table.ticket(\.asRead)
    #expect(table.tell(pushed(20, in: "k2")) == [])
    table.tell(.read(reading, page([3])))
    #expect(table.open.compactMap(\.asCommit).count == 1)
    #expect(table.open.compactMap(\.asRead) == [])
    let stored = try table.ticket(\.asCommit)
    table.tell(.committed(stored))
    #expect(table.open.contains(.reply([SyncCaller(1)], .filled(messages: 1))))
    // Now the update begins: it reads where the conversation ends.
    let end = try table.ticket(\.asRead)
    let other = try want(gap, in: "k3", &table)
    #expect(table.tell(.fetched(other, below([7], in: "k3"))) == [])
    table.tell(.read(end, emptyPage))
    #expect(table.open.compactMap(\.changes).count == 1)
    table.tell(.committed(try table.ticket(\.asCommit)))
    #expect(table.open.compactMap(\.asRead).count == 1)
  }
}
