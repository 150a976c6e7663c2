import MessagingModel
import Testing

/// What a stream does with updates, chunks and tokens.
@Suite("Sync: streams") struct SyncStreamTests {
  private func update(_ number: Int64) -> SyncEvent {
    .updated(
      SyncUpdate(
        stream: .main, span: SyncUpdate.Span(after: number - 1, to: number),
        items: [.message(received(number))]))
  }

  /// A numbered stream that is stored up to a number.
  private func numbered(_ number: Int64) throws -> SyncTable {
    var table = SyncTable(.numbered)
    try table.goOnline([.main: SyncToken(number: number)])
    try table.answer(.of(next: SyncToken(number: number)))
    #expect(table.state.status.phase == .live)
    #expect(table.open == [])
    return table
  }

  @Test("an update that is stored is skipped, the next one stored, one beyond waits")
  func numbers() throws {
    var table = try numbered(10)
    #expect(table.tell(update(10)) == [])
    table.tell(update(11))
    #expect(table.changes == [.receive(received(11)), .advance(.main, from: "10", to: "11")])
    try table.commit()
    #expect(table.tell(update(14)) == [])
    #expect(table.tell(update(13)) == [])
    // The missing one was only late: nothing is asked.
    table.tell(update(12), after: 499)
    #expect(
      table.changes == [
        .receive(received(12)), .receive(received(13)), .receive(received(14)),
        .advance(.main, from: "11", to: "14"),
      ])
    try table.commit()
    #expect(table.tell(.clock, after: 10_000).isEmpty)
  }

  @Test("a missing number is asked for once, then what came meanwhile is stored")
  func difference() throws {
    var table = try numbered(10)
    table.tell(update(12))
    table.tell(update(14))
    #expect(table.state.nextDeadline == 500)
    table.tell(.clock, after: 500)
    #expect(table.open.map(\.question?.since) == ["10"])
    #expect(table.tell(update(15)) == [])
    let parts = [ConversationPart.messages([11, 12, 13])]
    try table.answer(.of(parts, next: "13"))
    try table.commit()
    #expect(
      table.changes == [
        .receive(received(14)), .receive(received(15)), .advance(.main, from: "13", to: "15"),
      ])
    try table.commit()
    #expect(table.open == [])
  }

  @Test("an update that overlaps what is stored lacks nothing; one that ends before it begins does")
  func spans() throws {
    var table = try numbered(10)
    let overlap = SyncUpdate(
      stream: .main, span: SyncUpdate.Span(after: 8, to: 12), items: [.message(received(12))])
    table.tell(.updated(overlap))
    #expect(table.changes == [.receive(received(12)), .advance(.main, from: "10", to: "12")])
    try table.commit()
    let backward = SyncUpdate(
      stream: .main, span: SyncUpdate.Span(after: 12, to: 12), items: [.message(received(9))])
    table.tell(.updated(backward))
    #expect(table.open.map(\.question?.since) == ["12"])
    #expect(table.problem(.nonsense)?.code == "update")
  }

  @Test("of updates that overlap each other none moves the stream back") func overlaps() throws {
    var table = try numbered(10)
    for (after, to) in [(12, 14), (12, 13), (10, 12)] as [(Int64, Int64)] {
      let span = SyncUpdate.Span(after: after, to: to)
      table.tell(
        .updated(SyncUpdate(stream: .main, span: span, items: [.message(received(to))])))
    }
    let messages = [received(12), received(13), received(14)].map(Change.receive)
    #expect(
      table.changes == messages + [.advance(.main, from: "10", to: "14")]
        || table.changes == [messages[0], messages[2], .advance(.main, from: "10", to: "14")])
  }

  @Test("pushed updates wait for the catch-up of their connection, and move no token")
  func pushed() throws {
    var table = SyncTable(.pushed)
    try table.goOnline([.main: "a"])
    let ask = try table.ticket(\.asAsk)
    let push = SyncUpdate(stream: .main, items: [.message(received(9))])
    #expect(table.tell(.updated(push)) == [])
    table.tell(.answered(ask, .success(.of([.messages([5])], next: "b"))))
    #expect(table.changes == [.receive(received(5)), .advance(.main, from: "a", to: "b")])
    try table.commit()
    let same = Change.advance(.main, from: "b", to: "b")
    #expect(table.changes == [.receive(received(9)), same])
    try table.commit()
    #expect(table.state.status.phase == .live)
    table.tell(.updated(push))
    #expect(table.changes == [.receive(received(9)), same])
    try table.commit()
    // Each connection asks, from where the last question ended.
    let link = table.link
    table.tell(.disconnected(link, SyncError(.transient, code: "reset")))
    #expect(table.state.status.phase != .live)
    table.tell(.clock, after: 1_000)
    table.tell(.connected(try table.ticket(\.asConnect)))
    #expect(table.open.map(\.question?.since) == ["b"])
  }

  @Test("a chunk that fails keeps the chunks before it; the next question goes on from there")
  func chunks() throws {
    var table = SyncTable { server, _ in server.streams[.main]?.limit = 2 }
    try table.goOnline([.main: "a"])
    #expect(table.open.map(\.question?.limit) == [2])
    try table.answer(.of([.messages([1, 2])], next: "b", isComplete: false))
    try table.commit()
    #expect(table.open.map(\.question?.since) == ["b"])
    #expect(table.state.status.phase == .catchingUp(SyncStatus.Progress(events: 2, streams: 1)))
    table.tell(
      .answered(try table.ticket(\.asAsk), .failure(SyncError(.transient, code: "503"))))
    #expect(table.open == [])
    table.tell(.clock, after: 1_000)
    #expect(table.open.map(\.question?.since) == ["b"])
  }

  @Test("what no batch can hold is stored in several, the token with the last") func large() throws
  {
    var table = SyncTable()
    try table.goOnline([.main: "a"])
    let places = Array(1...Int64(Limits.batch + 5))
    try table.answer(.of([.messages(places)], next: "b"))
    #expect(table.changes?.count == Limits.batch - 1)
    #expect(table.changes?.dropLast().last == .receive(received(Int64(Limits.batch - 2))))
    #expect(table.changes?.last == .advance(.main, from: "a", to: "a"))
    try table.commit()
    #expect(table.changes?.count == 8)
    #expect(table.changes?.last == .advance(.main, from: "a", to: "b"))
    #expect(table.state.status.phase != .live)
    try table.commit()
    #expect(table.state.status.phase == .live)
  }

  @Test("a token that the server does not know is forgotten, and nothing else") func unknown()
    throws
  {
    var table = SyncTable()
    try table.goOnline([.main: "a"])
    table.tell(
      .answered(try table.ticket(\.asAsk), .failure(SyncError(.unknownToken, code: "old"))))
    #expect(table.changes == [.advance(.main, from: "a", to: nil)])
    #expect(table.problem(.restarted)?.code == "old")
    try table.commit()
    #expect(table.open.map(\.question?.since) == [nil])
    // What was told before is unknown: a gap lies below, unless the answer touches what is stored.
    try table.answer(.of([.messages([8])], next: "b"))
    table.tell(.read(try table.ticket(\.asRead), page([3])))
    #expect(table.changes?.first == .openGap("k1", Gap(after: .at(3), before: nil)))
    #expect(table.changes?.last == .advance(.main, from: nil, to: "b"))
  }

  @Test("a stream that somebody else moved is read again, and asked from there") func stale() throws
  {
    var table = SyncTable()
    try table.goOnline([.main: "a"])
    try table.answer(.of([.messages([5])], next: "b"))
    let refusal = RepositoryError(.staleToken, "moved")
    table.tell(.notCommitted(try table.ticket(\.asCommit), refusal))
    table.tell(.tokens(try table.ticket(\.asReadTokens), [.main: "c"]))
    #expect(table.open.map(\.question?.since) == ["c"])
    // Again and again: not without a pause.
    try table.answer(.of([.messages([6])], next: "d"))
    table.tell(.notCommitted(try table.ticket(\.asCommit), refusal))
    #expect(table.open == [])
    table.tell(.clock, after: 1_000)
    #expect(table.open.compactMap(\.asReadTokens).count == 1)
  }

  @Test("more updates than are kept are left to the next question") func overflow() throws {
    for traits in [StreamTraits.numbered, .pushed] {
      var table = SyncTable(traits) { _, policy in policy.bufferLimit = 2 }
      try table.goOnline([.main: "1"])
      try table.answer(.of(next: "1"))
      func push(_ number: Int64) {
        let span =
          traits.arrival == .numbered ? SyncUpdate.Span(after: number - 1, to: number) : nil
        let items = [SyncItem.message(received(number))]
        table.tell(.updated(SyncUpdate(stream: .main, span: span, items: items)))
      }
      push(2)
      let commit = try table.ticket(\.asCommit)
      push(3)
      push(4)
      push(5)
      #expect(table.problem(.endless)?.code == "buffer-full")
      #expect(table.state.status.phase != .live)
      table.tell(.committed(commit))
      #expect(table.open.map(\.question?.since) == [traits.arrival == .numbered ? "2" : "1"])
    }
  }

  @Test("the same update again takes no room, and what is stored already none for long")
  func repeated() throws {
    var table = SyncTable(.numbered) { _, policy in policy.bufferLimit = 2 }
    try table.goOnline([.main: "5"])
    for _ in 1...4 { table.tell(update(7)) }
    try table.answer(.of([.messages([6])], next: "6"))
    try table.commit()
    #expect(table.changes == [.receive(received(7)), .advance(.main, from: "6", to: "7")])
    try table.commit()
    for _ in 1...4 { #expect(table.tell(update(4)) == []) }
    #expect(table.problem(.endless) == nil)
  }

  @Test("an answer to a question from before something was lost does not make the stream current")
  func lostDuringFlight() throws {
    var table = SyncTable(.pushed)
    try table.goOnline([.main: "a"])
    table.tell(.hinted(.main))
    try table.answer(.of([.messages([5])], next: "b"))
    try table.commit()
    #expect(table.state.status.phase != .live)
    #expect(table.open.map(\.question?.since) == ["b"])
    // Nor does one whose batch was being stored when it was lost.
    try table.answer(.of([.messages([6])], next: "c"))
    let commit = try table.ticket(\.asCommit)
    table.tell(.hinted(.main))
    table.tell(.committed(commit))
    #expect(table.open.map(\.question?.since) == ["c"])
  }

  @Test("only answers in a row that go back make a stream begin anew") func backwardAndOn() throws {
    var table = SyncTable(.numbered)
    try table.goOnline([.main: "10"])
    for next in ["7", "7", "11", "7", "7"] as [SyncToken] {
      try table.answer(.of([.messages([5])], next: next, isComplete: false))
      if table.changes != nil { try table.commit() }
      if table.open == [] { table.tell(.clock, after: 10_000) }
      #expect(table.open.count == 1)
    }
    #expect(table.open.map(\.question?.since) == ["11"])
    #expect(table.problem(.restarted) == nil)
  }

  @Test("answers that take their time are not counted as quick ones") func slowAnswers() throws {
    var table = SyncTable { _, policy in policy.quickAnswers = 2 }
    try table.goOnline([.main: "a"])
    for number in 1...6 {
      let answer = SyncAnswer.of([.messages([1])], next: SyncToken("\(number)"), isComplete: false)
      table.tell(
        .answered(try #require(table.asked), .success(answer)), after: Int64(number % 2) * 1_000)
      try table.commit()
      #expect(table.open.count == 1)
    }
    #expect(table.problem(.endless) == nil)
  }

  @Test("a new connection does not wait for what an old one learned") func idleForgotten() throws {
    var table = SyncTable()
    try table.goOnline([.main: "a"])
    for _ in 1...3 {
      try table.answer(.of(next: "a"))
      if table.open.isEmpty { table.tell(.clock, after: 60_000) }
    }
    try table.answer(.of(next: "a"))
    #expect(table.open == [])
    table.tell(.online(false))
    table.tell(.online(true))
    #expect(table.open.map(\.question?.since) == ["a"])
  }

  @Test("a range that is longer than a page is stored in pages, the newest first") func longPart()
    throws
  {
    for count in [Limits.page, Limits.page + 1] {
      var table = SyncTable()
      try table.goOnline([.main: "a"])
      try table.answer(.of([.messages(Array(1...Int64(count)), .limited("t"))], next: "b"))
      table.tell(.read(try table.ticket(\.asRead), emptyPage))
      let pages = table.changes?.compactMap { change -> HistoryPage? in
        if case .page(let page) = change { page } else { nil }
      }
      #expect(pages?.map(\.messages.count) == (count == Limits.page ? [count] : [Limits.page, 1]))
      #expect(pages?.map(\.reach).first == .live)
      #expect(pages?.last?.reach == (count == Limits.page ? .live : .position(.at(2))))
      #expect(pages?.map(\.token).last == "t")
    }
  }

  @Test("tokens that go back are refused, and in the end the stream begins anew")
  func backward() throws {
    var table = SyncTable(.numbered)
    try table.goOnline([.main: "10"])
    for wait in [1_000, 2_000] as [Int64] {
      try table.answer(.of([.messages([5])], next: "7"))
      #expect(table.open == [])
      #expect(table.problem(.nonsense)?.code == "backward")
      table.tell(.clock, after: wait)
    }
    try table.answer(.of([.messages([5])], next: "7"))
    #expect(table.changes == [.advance(.main, from: "10", to: nil)])
  }

  @Test("an answer about another stream, or with a token of no size, is not stored") func others()
    throws
  {
    for bad in [
      SyncAnswer.of(stream: "x", next: "b"), .of(next: ""),
      .of([.messages([1]), .messages([2])], next: "b"),
    ] {
      var table = SyncTable()
      try table.goOnline([.main: "a"])
      try table.answer(bad)
      #expect(table.open == [])
      #expect(table.problem(.nonsense) != nil)
      #expect(table.state.status.nextAttempt == 1_000)
    }
  }

  @Test("a stream that is refused does not stop the others") func refused() throws {
    var table = SyncTable { server, _ in server.streams["k2"] = .polled }
    table.tell(.online(true))
    table.tell(.tokens(try table.ticket(\.asReadTokens), [.main: "a", "k2": "b"]))
    let tickets = table.open.compactMap(\.asAsk)
    #expect(table.open.map(\.question?.stream) == [.main, "k2"])
    table.tell(.answered(tickets[1], .failure(SyncError(.refused, code: "forbidden"))))
    table.tell(.answered(tickets[0], .success(.of([.messages([1])], next: "c"))))
    try table.commit()
    #expect(table.state.status.phase == .live)
    #expect(table.state.status.caughtUp == [.main])
    #expect(table.problem(.refused)?.stream == "k2")
    #expect(table.open.map(\.question?.stream) == [.main])
    // A new connection asks again.
    table.tell(.online(false))
    table.tell(.online(true))
    #expect(Set(table.open.map(\.question?.stream)) == [.main, "k2"])
  }

  @Test("of more streams than may be asked at once, the one that waited longest comes next")
  func fairness() throws {
    let names: [StreamID] = ["a", "b", "c"]
    var table = SyncTable { server, policy in
      server.streams = Dictionary(uniqueKeysWithValues: names.map { ($0, .polled) })
      policy.questionsAtOnce = 1
    }
    table.tell(.online(true))
    let stored: [StreamID: SyncToken] = ["a": "x", "b": "x", "c": "x"]
    table.tell(.tokens(try table.ticket(\.asReadTokens), stored))
    #expect(table.open.compactMap(\.question).map(\.stream) == ["a"])
    for (index, next) in ["b", "c", "a", "b"].enumerated() {
      let name = names[index % 3]
      try table.answer(.of(stream: name, next: SyncToken("\(index)"), isComplete: false))
      #expect(table.open.compactMap(\.question).map(\.stream) == [StreamID(next)])
      table.tell(.committed(try table.ticket(\.asCommit)))
      #expect(table.open == [])
    }
  }

  @Test("each hole has its own half second") func holes() throws {
    // The first one was closed by an update that came late.
    var table = try numbered(10)
    table.tell(update(12))
    table.tell(update(11), after: 400)
    try table.commit()
    #expect(table.tell(update(14), after: 100) == [])
    #expect(table.state.nextDeadline == 1_000)

    // The first one was closed by an answer that reaches to the next one.
    table = try numbered(10)
    table.tell(update(12))
    table.tell(update(14))
    table.tell(.clock, after: 500)
    try table.answer(.of([.messages([11])], next: "11"))
    try table.commit()
    try table.commit()
    #expect(table.open == [])
    #expect(table.state.nextDeadline == 1_000)
    table.tell(.clock, after: 500)
    #expect(table.open.map(\.question?.since) == ["12"])
  }
}
