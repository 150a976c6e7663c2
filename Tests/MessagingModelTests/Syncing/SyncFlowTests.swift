import MessagingModel
import Testing

/// The way of an answer into the store, in each family of servers.
@Suite("Sync: from the question to the store") struct SyncFlowTests {
  @Test("long polls: each answer carries the next token, stored with what it covers")
  func polled() throws {
    var table = SyncTable()
    table.tell(.online(true))
    table.tell(.tokens(try table.ticket(\.asReadTokens), [.main: "a"]))
    #expect(
      table.state.status.phase == .catchingUp(SyncStatus.Progress(streams: 1)))
    let first = SyncQuestion(stream: .main, since: "a", limit: 100, wait: 0)
    let ticket = try table.ticket(\.asAsk)
    #expect(table.open == [.ask(ticket, first)])
    let answer = SyncAnswer.of([.messages([5, 7])], next: "b")
    table.tell(.answered(ticket, .success(answer)), after: 20)
    let commit = try table.ticket(\.asCommit)
    #expect(
      table.open == [
        .commit(
          commit,
          [
            .receive(received(5)), .receive(received(7)), .advance(.main, from: "a", to: "b"),
            .advance("live-ends", from: nil, to: nil),
          ])
      ])
    #expect(table.state.status.phase != .live)
    table.tell(.committed(commit))
    #expect(table.state.status.phase == .live)
    let poll = SyncQuestion(stream: .main, since: "b", limit: 100, wait: 30_000)
    #expect(table.open.map(\.question) == [poll])
  }

  @Test("a limited part opens a gap above what the server showed last, in the same commit")
  func limited() throws {
    var table = SyncTable()
    table.tell(.online(true))
    table.tell(.tokens(try table.ticket(\.asReadTokens), [.main: "a"]))
    let answer = SyncAnswer.of([.messages([8, 9], .limited("older"))], next: "b")
    table.tell(.answered(try table.ticket(\.asAsk), .success(answer)))
    table.tell(.read(try table.ticket(\.asRead), page([2, 3])))
    let range = HistoryPage(
      conversation: "k1", messages: [received(8), received(9)], reach: .live, token: "older")
    #expect(
      table.open.map(\.changes) == [
        [
          .openGap("k1", Gap(after: .at(3), before: nil, token: "older")), .page(range),
          .advance(.main, from: "a", to: "b"),
        ]
      ])
  }

  @Test("a gap is filled page by page; everybody who wants it gets the one page")
  func filled() throws {
    var table = SyncTable()
    table.tell(.online(true))
    let gap = Gap(after: .at(3), before: .at(8), token: "t1")
    table.tell(.wanted(SyncCaller(1), "k1", gap))
    let read = try table.ticket(\.asRead)
    table.tell(.wanted(SyncCaller(2), "k1", gap))
    #expect(table.open == [])
    table.tell(.read(read, page([], older: .gap(gap))))
    let fetch = try table.ticket(\.asFetch)
    let question = HistoryQuestion(conversation: "k1", gap: gap, limit: 50)
    #expect(table.open == [.fetch(fetch, question)])
    let answer = HistoryAnswer(
      conversation: "k1", messages: [received(6), received(7)], below: .more("t2"))
    table.tell(.fetched(fetch, .success(answer)))
    let range = HistoryPage(
      conversation: "k1", messages: [received(6), received(7)], reach: .position(.at(8)),
      token: "t2")
    let commit = try table.ticket(\.asCommit)
    #expect(
      table.open == [.commit(commit, [.page(range), .advance("live-ends", from: nil, to: nil)])])
    table.tell(.committed(commit))
    #expect(table.open == [.reply([SyncCaller(1), SyncCaller(2)], .filled(messages: 2))])
  }
}
