import MessagingModel
import Testing

/// Pages of history: one flight for all who want it, and nothing stored that nobody may rely on.
@Suite("Sync: pages of history") struct SyncFillTests {
  private let gap = Gap(after: .at(3), before: .at(8), token: "t1")

  /// A device that is live, and a caller who wants a gap: the server is being asked.
  private func asking(
    _ gap: Gap? = nil, _ change: (inout SyncServer, inout SyncPolicy) -> Void = { _, _ in }
  ) throws -> SyncTable {
    var table = SyncTable(.pushed, change)
    try table.goOnline([.main: "a"])
    try table.answer(.of(next: "a"))
    #expect(table.state.status.phase == .live)
    let gap = gap ?? self.gap
    table.tell(.wanted(SyncCaller(1), "k1", gap))
    table.tell(.read(try table.ticket(\.asRead), page([], older: .gap(gap))))
    return table
  }

  private func below(
    _ places: [Int64], _ below: HistoryAnswer.Below = .more("t2"), relations: [Relation] = []
  ) -> Result<HistoryAnswer, SyncError> {
    .success(
      HistoryAnswer(
        conversation: "k1", messages: places.map { received($0) }, relations: relations,
        below: below))
  }

  @Test("a gap that is not there any more is not asked for") func filledAlready() throws {
    var table = SyncTable()
    try table.goOnline([.main: "a"])
    table.tell(.wanted(SyncCaller(1), "k1", gap))
    table.tell(.read(try table.ticket(\.asRead), page([7], older: .more)))
    #expect(table.open == [.reply([SyncCaller(1)], .alreadyFilled)])
    let other = Gap(after: .at(3), before: .at(6))
    table.tell(.wanted(SyncCaller(2), "k1", gap))
    table.tell(.read(try table.ticket(\.asRead), page([7, 6], older: .gap(other))))
    #expect(table.open == [.reply([SyncCaller(2)], .alreadyFilled)])
  }

  @Test("a page whose callers gave up while its gap was read is not requested (SYNC-038)")
  func givenUpWhileRead() throws {
    var table = SyncTable()
    try table.goOnline([.main: "a"])
    table.tell(.wanted(SyncCaller(1), "k1", gap))
    let read = try table.ticket(\.asRead)
    table.tell(.unwanted(SyncCaller(1)))
    #expect(table.tell(.read(read, page([], older: .gap(gap)))) == [])
    table.tell(.wanted(SyncCaller(2), "k1", gap))
    table.tell(.read(try table.ticket(\.asRead), page([], older: .gap(gap))))
    _ = try table.ticket(\.asFetch)
  }

  @Test("a caller who gives up ends nobody else's page, and no refresh") func others() throws {
    var table = SyncTable()
    try table.goOnline([.main: "a"])
    try table.answer(.of(next: "a"))
    table.tell(.opened("k2"))
    let refresh = try { () throws in
      table.tell(.clock, after: 2_000)
      return try table.ticket(\.asFetch)
    }()
    table.tell(.wanted(SyncCaller(1), "k1", gap))
    table.tell(.read(try table.ticket(\.asRead), page([], older: .gap(gap))))
    let page = try table.ticket(\.asFetch)
    #expect(table.tell(.unwanted(SyncCaller(9))) == [])
    #expect(table.tell(.unwanted(SyncCaller(1))) == [.abandon(page)])
    #expect(refresh != page)
  }

  @Test("another engine moved the stream: a page up to the live end is requested again (SYNC-010)")
  func overtakenByAnotherEngine() throws {
    let live = Gap(after: .at(3), before: nil, token: "t1")
    var table = try asking(live)
    let fetch = try table.ticket(\.asFetch)
    table.tell(.hinted(.main))
    try table.answer(.of([.messages([9], in: "k2")], next: "b"))
    table.tell(.notCommitted(try table.ticket(\.asCommit), RepositoryError(.staleToken, "moved")))
    table.tell(.tokens(try table.ticket(\.asReadTokens), [.main: "c"]))
    table.tell(.fetched(fetch, below([4, 5])))
    #expect(table.changes == nil)
    // The gap is read, and the page requested, once more.
    table.tell(.read(try table.ticket(\.asRead), page([], older: .gap(live))))
    _ = try table.ticket(\.asFetch)
  }

  @Test("what the server cannot give is said to all, stored, and not asked for again")
  func unavailable() throws {
    var table = try asking()
    let fetch = try table.ticket(\.asFetch)
    table.tell(.fetched(fetch, .failure(SyncError(.refused, code: "gone"))))
    #expect(table.changes == [.giveUp("k1", gap)])
    try table.commit()
    #expect(table.open == [.reply([SyncCaller(1)], .unavailable)])
    let given = Gap(after: gap.after, before: gap.before, token: gap.token, isUnavailable: true)
    table.tell(.wanted(SyncCaller(2), "k1", given))
    table.tell(.read(try table.ticket(\.asRead), page([], older: .gap(given))))
    #expect(table.open == [.reply([SyncCaller(2)], .unavailable)])
  }

  @Test("a failure is told, keeps the gap, and makes the next attempt wait") func failure() throws {
    var table = try asking()
    let error = SyncError(.transient, code: "503")
    table.tell(.fetched(try table.ticket(\.asFetch), .failure(error)))
    #expect(table.open == [.reply([SyncCaller(1)], .failed(error))])
    #expect(table.problem(.unanswered)?.conversation == "k1")
    #expect(table.tell(.wanted(SyncCaller(2), "k1", gap)) == [])
    table.tell(.clock, after: 1_000)
    table.tell(.read(try table.ticket(\.asRead), page([], older: .gap(gap))))
    table.tell(.fetched(try table.ticket(\.asFetch), below([6, 7])))
    try table.commit()
    #expect(table.open == [.reply([SyncCaller(2)], .filled(messages: 2))])
    #expect(table.problem(.unanswered) == nil)
  }

  @Test("nobody is answered late, and nobody twice") func late() throws {
    var table = try asking()
    let fetch = try table.ticket(\.asFetch)
    #expect(table.tell(.clock, after: 29_999) == [])
    table.tell(.clock, after: 1)
    #expect(
      table.open == [
        .abandon(fetch), .reply([SyncCaller(1)], .failed(SyncError(.transient, code: "late"))),
      ])
    #expect(table.tell(.fetched(fetch, below([7]))) == [])
  }

  @Test("a caller who leaves is not answered; the last one ends the flight") func leaving() throws {
    var table = try asking()
    let fetch = try table.ticket(\.asFetch)
    table.tell(.wanted(SyncCaller(2), "k1", gap))
    #expect(table.tell(.unwanted(SyncCaller(1))) == [])
    #expect(table.tell(.unwanted(SyncCaller(2))) == [.abandon(fetch)])
    #expect(table.tell(.fetched(fetch, below([7]))) == [])
    // The cursor is where it was.
    table.tell(.wanted(SyncCaller(3), "k1", gap))
    table.tell(.read(try table.ticket(\.asRead), page([], older: .gap(gap))))
    #expect(table.open.compactMap(\.history?.gap) == [gap])
  }

  @Test("a reset during a flight discards the page, and asks with what is there now")
  func reset() throws {
    var table = try asking()
    let fetch = try table.ticket(\.asFetch)
    table.tell(.cleared("k1"))
    #expect(table.tell(.fetched(fetch, below([7]))).compactMap(\.changes) == [])
    let newer = Gap(after: nil, before: .at(8), token: "t9")
    table.tell(.read(try table.ticket(\.asRead), page([], older: .gap(newer))))
    #expect(table.open.compactMap(\.history?.gap) == [newer])
    table.tell(.fetched(try table.ticket(\.asFetch), below([7])))
    try table.commit()
    #expect(table.open == [.reply([SyncCaller(1)], .filled(messages: 1))])
  }

  @Test("a conversation that is reset for ever ends in a failure") func restless() throws {
    var table = try asking(nil) { _, policy in policy.restarts = 2 }
    for _ in 1...3 {
      table.tell(.cleared("k1"))
      table.tell(.fetched(try #require(table.fetching), below([7])))
      table.tell(.read(try table.ticket(\.asRead), page([], older: .gap(gap))))
    }
    let error = SyncError(.transient, code: "restless")
    #expect(table.open == [.reply([SyncCaller(1)], .failed(error))])
  }

  @Test("whatever closes the gap of a page that is reset for ever ends it without a failure")
  func restlessUntilClosed() throws {
    var table = try asking(nil) { _, policy in policy.restarts = 0 }
    table.tell(.cleared("k1"))
    table.tell(.fetched(try #require(table.fetching), below([7])))
    table.tell(.read(try table.ticket(\.asRead), page([8])))
    #expect(table.open == [.reply([SyncCaller(1)], .alreadyFilled)])
    #expect(table.state.status.problems.isEmpty)
  }

  @Test("a live message does not disturb a gap below known messages, but one at the live end")
  func liveDuringFlight() throws {
    let live = SyncUpdate(stream: .main, items: [.message(received(20))])
    var table = try asking()
    table.tell(.updated(live))
    try table.commit()
    table.tell(.fetched(try #require(table.fetching), below([7])))
    #expect(table.changes?.count == 1)

    table = try asking(Gap(after: .at(3), before: nil, token: "t1"))
    table.tell(.updated(live))
    try table.commit()
    table.tell(.fetched(try #require(table.fetching), below([7])))
    #expect(table.changes == nil)
    #expect(table.open.compactMap(\.asRead).count == 1)
  }

  @Test("a page that does not touch what it was asked for is not stored") func foreignPages() throws
  {
    let foreign = HistoryAnswer(
      conversation: "k2", messages: [received(7, in: "k2")], below: .start)
    let mixed = HistoryAnswer(
      conversation: "k1", messages: [received(7, in: "k2")], below: .start)
    let relation = Relation(
      conversation: "k2", target: .remote("s1"), author: "ann", action: .react("x"))
    let empty = HistoryAnswer(conversation: "k1", messages: [], below: .more(""))
    for page in [
      .success(foreign), .success(mixed), below([7], relations: [relation]),
      .success(empty),
    ] {
      var table = try asking()
      table.tell(.fetched(try table.ticket(\.asFetch), page))
      guard case .reply([SyncCaller(1)], .failed(let error))? = table.open.first else {
        Issue.record("\(table.open)")
        continue
      }
      #expect(table.open.count == 1)
      #expect(error.kind == .malformed)
      #expect(table.problem(.nonsense)?.conversation == "k1")
    }
  }

  @Test("an answer that leads nowhere is a failure; the upper end itself may be in a page")
  func nowhere() throws {
    for page in [
      below([9, 10], .more("t1")), below([8], .more("t1")), below([], .more("t1")),
      below([], .more(nil)),
    ] {
      var table = try asking()
      table.tell(.fetched(try table.ticket(\.asFetch), page))
      #expect(
        table.open == [
          .reply([SyncCaller(1)], .failed(SyncError(.malformed, code: "no-progress")))
        ])
      #expect(table.problem(.endless) != nil)
    }
    var table = try asking()
    table.tell(.fetched(try table.ticket(\.asFetch), below([7, 8, 9])))
    let range = HistoryPage(
      conversation: "k1", messages: [received(7)], reach: .position(.at(8)), token: "t2")
    #expect(table.changes == [.page(range)])
  }

  @Test("empty pages with a new token go on by themselves, not for ever") func emptyPages() throws {
    var table = try asking(nil) { _, policy in policy.emptyPages = 3 }
    for number in 2...4 {
      let next = GapToken("t\(number)")
      table.tell(.fetched(try #require(table.fetching), below([], .more(next))))
      let range = HistoryPage(
        conversation: "k1", messages: [], reach: .position(.at(8)), token: next)
      #expect(table.changes == [.page(range)])
      try table.commit()
      if number == 4 { break }
      let moved = Gap(after: gap.after, before: gap.before, token: next)
      table.tell(.read(try table.ticket(\.asRead), page([], older: .gap(moved))))
    }
    #expect(table.open == [.reply([SyncCaller(1)], .filled(messages: 0))])
    #expect(table.problem(.endless)?.code == "empty-pages")
  }

  @Test("an empty page at the start closes the gap") func emptyStart() throws {
    var table = try asking()
    table.tell(.fetched(try table.ticket(\.asFetch), below([], .start)))
    let range = HistoryPage(
      conversation: "k1", messages: [], reach: .position(.at(8)), reachesStart: true)
    #expect(table.changes == [.page(range)])
    try table.commit()
    #expect(table.open == [.reply([SyncCaller(1)], .filled(messages: 0))])
  }

  @Test("two gaps of a conversation are asked for one after the other") func twoGaps() throws {
    var table = try asking()
    let first = try table.ticket(\.asFetch)
    let other = Gap(after: .at(10), before: .at(15))
    table.tell(.wanted(SyncCaller(2), "k1", other))
    #expect(table.tell(.read(try table.ticket(\.asRead), page([], older: .gap(other)))) == [])
    table.tell(.fetched(first, below([7])))
    #expect(table.open.compactMap(\.history?.gap) == [other])
  }

  @Test("offline, and without credentials, a caller hears it at once") func notNow() throws {
    var table = try asking()
    let offline = SyncError(.offline, code: "offline")
    let fetch = try table.ticket(\.asFetch)
    table.tell(.online(false))
    #expect(table.open.contains(.reply([SyncCaller(1)], .failed(offline))))
    #expect(table.open.contains(.abandon(fetch)))
    let now = table.tell(.wanted(SyncCaller(2), "k1", gap))
    #expect(now == [.reply([SyncCaller(2)], .failed(offline))])
  }

  @Test("a page that the store refuses leaves the gap as it was") func storeFails() throws {
    var table = try asking()
    table.tell(.fetched(try table.ticket(\.asFetch), below([7])))
    table.tell(.notCommitted(try table.ticket(\.asCommit), RepositoryError(.diskFull, "disk")))
    let error = SyncError(.transient, code: "store-disk-full")
    #expect(table.open == [.reply([SyncCaller(1)], .failed(error))])
    #expect(table.problem(.store)?.code == "store-disk-full")
  }

  @Test("a message that the server shows no more was deleted, where pages are whole")
  func absence() throws {
    var table = try asking(nil) { server, _ in server.absenceMeansDeletion = true }
    table.tell(.fetched(try table.ticket(\.asFetch), below([5, 7])))
    table.tell(.read(try table.ticket(\.asRead), page([5, 6])))
    let gone = MessageID(derivedFrom: "s6", in: "k1")
    let deletion = Relation(
      conversation: "k1", target: .id(gone), author: "ann",
      action: .delete(isModerator: true, leavesRow: false))
    // What another engine stores meanwhile is not missing from the page: it needs the same token.
    let wanted: [Change] = [.relate(deletion), .advance(.main, from: "a", to: "a")]
    #expect(table.changes?.count == 3)
    #expect(table.changes?.suffix(2) == wanted[...])
  }

  @Test("a page that is stored ends what went wrong in its conversation, and nowhere else")
  func solved() throws {
    let foreign = HistoryAnswer(conversation: "k2", messages: [], below: .start)
    let failure = SyncError(.transient, code: "503")
    for kind in [.unanswered, .endless, .nonsense, .store] as [SyncProblem.Kind] {
      var table = try asking()
      let fetch = try table.ticket(\.asFetch)
      if kind == .endless {
        table.tell(.fetched(fetch, below([], .more("t1"))))
      } else if kind == .nonsense {
        table.tell(.fetched(fetch, .success(foreign)))
      } else if kind == .store {
        table.tell(.fetched(fetch, below([7])))
        table.tell(.notCommitted(try table.ticket(\.asCommit), RepositoryError(.busy, "test")))
      } else {
        table.tell(.fetched(fetch, .failure(failure)))
      }
      #expect(table.problem(kind)?.conversation == "k1")
      table.tell(.wanted(SyncCaller(2), "k2", gap))
      table.tell(.read(try table.ticket(\.asRead), page([], older: .gap(gap))))
      table.tell(.fetched(try table.ticket(\.asFetch), .failure(failure)))
      table.tell(.wanted(SyncCaller(3), "k1", gap), after: 1_000)
      table.tell(.read(try table.ticket(\.asRead), page([], older: .gap(gap))))
      table.tell(.fetched(try table.ticket(\.asFetch), below([6, 7])))
      try table.commit()
      #expect(table.open == [.reply([SyncCaller(3)], .filled(messages: 2))])
      #expect(table.state.status.problems.map(\.conversation) == ["k2"], "\(kind)")
    }
  }

  @Test("the answer to a request that was given up does not answer the next one")
  func givenUp() throws {
    let ways: [(inout SyncTable) -> Void] = [
      { $0.tell(.clock, after: 30_000) },
      { $0.tell(.unwanted(SyncCaller(1))) },
      { $0.tell(.woken) },
      {
        $0.tell(.online(false))
        $0.tell(.online(true))
      },
    ]
    for (index, giveUp) in ways.enumerated() {
      var table = try asking()
      let first = try table.ticket(\.asFetch)
      giveUp(&table)
      table.tell(.wanted(SyncCaller(2), "k1", gap), after: 1_000)
      // The gap is read again, unless the second caller joined a request that goes on.
      if let read = table.open.compactMap(\.asRead).first ?? table.lastRead {
        table.tell(.read(read, page([], older: .gap(gap))))
      }
      let second = try #require(table.fetching)
      try #require(second != first, "way \(index)")
      #expect(table.tell(.fetched(first, below([7]))) == [], "way \(index)")
      table.tell(.fetched(second, below([6])))
      let range = HistoryPage(
        conversation: "k1", messages: [received(6)], reach: .position(.at(8)), token: "t2")
      #expect(table.changes == [.page(range)], "way \(index)")
    }
  }

  @Test("a page below known messages that is being stored holds up no news, except where lists do")
  func storedMeanwhile() throws {
    let live = SyncUpdate(stream: .main, items: [.message(received(20))])
    var table = try asking()
    table.tell(.fetched(try table.ticket(\.asFetch), below([7])))
    let commit = try table.ticket(\.asCommit)
    table.tell(.updated(live))
    #expect(table.changes?.first == .receive(received(20)))
    #expect(table.tell(.committed(commit)) == [.reply([SyncCaller(1)], .filled(messages: 1))])

    // Lists give the order: one batch or page at a time, from the first read to the commit.
    table = try asking(nil) { server, _ in server.givesLists = true }
    table.tell(.fetched(try table.ticket(\.asFetch), below([7])))
    let read = try table.ticket(\.asRead)
    #expect(table.tell(.updated(live)) == [])
    table.tell(.read(read, page([3, 8])))
    let stored = try table.ticket(\.asCommit)
    #expect(table.tell(.clock) == [])
    table.tell(.committed(stored))
    #expect(table.open.compactMap(\.asRead).count == 1)
    // And the other way round.
    table.tell(.wanted(SyncCaller(2), "k1", gap))
    let positions = try #require(table.open.compactMap(\.asRead).last)
    table.tell(.read(positions, page([], older: .gap(gap))))
    #expect(table.tell(.fetched(try #require(table.fetching), below([6]))) == [])
  }
}
