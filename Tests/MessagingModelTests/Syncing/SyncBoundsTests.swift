import MessagingModel
import Testing

/// What an engine takes at a bound, and one byte or one request past it.
@Suite("Sync: at the bounds") struct SyncBoundsTests {
  private let longest = String(repeating: "x", count: Limits.name)
  private let longer = String(repeating: "x", count: Limits.name + 1)
  private let gap = Gap(after: .at(3), before: .at(8), token: "t1")

  /// A device that is live, and a caller who wants a gap: the server is being asked.
  private func asking(
    _ change: (inout SyncServer, inout SyncPolicy) -> Void = { _, _ in }
  ) throws -> SyncTable {
    var table = SyncTable(.pushed, change)
    try table.goOnline([.main: "a"])
    try table.answer(.of(next: "a"))
    table.tell(.wanted(SyncCaller(1), "k1", gap))
    table.tell(.read(try table.ticket(\.asRead), page([], older: .gap(gap))))
    return table
  }

  private func polled() throws -> SyncTable {
    var table = SyncTable()
    try table.goOnline([.main: "a"])
    return table
  }

  /// A longer token would be refused by the store again and again.
  @Test("a token as long as a store takes is stored; a longer one makes the answer nonsense")
  func tokens() throws {
    var table = try polled()
    let token = SyncToken(longest)
    try table.answer(.of(next: token))
    #expect(table.changes == [.advance(.main, from: "a", to: token)])
    table = try polled()
    try table.answer(.of(next: SyncToken(longer)))
    #expect(table.open == [])
    #expect(table.problem(.nonsense)?.code == "token-size")
  }

  /// The same for the token of a page.
  @Test("a gap's token as long as a store takes is stored; a longer one ends the page")
  func gapTokens() throws {
    let answer = { (token: GapToken) in
      HistoryAnswer(conversation: "k1", messages: [received(7)], below: .more(token))
    }
    var table = try asking()
    let token = GapToken(longest)
    table.tell(.fetched(try table.ticket(\.asFetch), .success(answer(token))))
    let range = HistoryPage(
      conversation: "k1", messages: [received(7)], reach: .position(.at(8)), token: token)
    #expect(table.changes == [.page(range)])
    table = try asking()
    table.tell(.fetched(try table.ticket(\.asFetch), .success(answer(GapToken(longer)))))
    let error = SyncError(.malformed, code: "token-size")
    #expect(table.open == [.reply([SyncCaller(1)], .failed(error))])
  }

  /// A name at the bound is a name like any other.
  @Test("a conversation with the longest name that a store takes is stored")
  func longName() throws {
    var table = try polled()
    let name = ConversationID(longest)
    try table.answer(.of([.messages([1], in: name)], next: "b"))
    #expect(
      table.changes == [.receive(received(1, in: name)), .advance(.main, from: "a", to: "b")])
    #expect(table.problem(.unreadable) == nil)
  }

  /// A message keeps its place, whichever part of it is too large.
  @Test("a message that refers to a name that is too long loses that with its content (SYNC-028)")
  func longReference() throws {
    let name = MessageReference.remote(RemoteID(longer))
    for (reply, root) in [(name, nil), (nil, name)] as [(MessageReference?, MessageReference?)] {
      var table = try polled()
      let message = ReceivedMessage(
        conversation: "k1", position: .at(1), sender: "ann", body: .text("hi"), replyTo: reply,
        threadRoot: root)
      try table.answer(.of([ConversationPart("k1", items: [.message(message)])], next: "b"))
      let rest = ReceivedMessage(
        conversation: "k1", position: .at(1), sender: "ann",
        body: .unknown(kind: "refused", payload: ""))
      #expect(table.changes == [.receive(rest), .advance(.main, from: "a", to: "b")])
    }
  }

  /// A server is asked for as much as it declares, if a page of the store can hold that.
  @Test(
    "a page has at least one message, and no more than a page of the store",
    arguments: [(-1, 1), (0, 1), (1, 1), (50, 50), (1_000, 1_000), (1_001, 1_000)])
  func historyLimit(declared: Int, asked: Int) throws {
    let table = try asking { server, _ in server.historyLimit = declared }
    #expect(table.open.compactMap(\.history?.limit) == [asked])
  }

  /// A question for nothing would never be answered with anything.
  @Test("a stream is asked for at least one event", arguments: [(-1, 1), (0, 1), (1, 1), (2, 2)])
  func streamLimit(declared: Int, asked: Int) throws {
    var table = SyncTable { server, _ in server.streams[.main]?.limit = declared }
    try table.goOnline([.main: "a"])
    #expect(table.open.compactMap(\.question?.limit) == [asked])
  }

  /// Streams come from the network: their number and the length of their names are bounded.
  @Test("streams are looked after up to the limit, with names that a store takes")
  func manyStreams() throws {
    var table = SyncTable(.pushed) { server, policy in
      server.otherStreams = .pushed
      policy.streamLimit = 2
    }
    try table.goOnline([.main: "a"])
    try table.answer(.of(next: "a"))
    #expect(table.tell(.hinted(StreamID(longer))) == [])
    #expect(table.problem(.unknownStream)?.count == 1)
    table.tell(.hinted(StreamID(longest)))
    #expect(table.open.compactMap(\.question?.stream) == [StreamID(longest)])
    #expect(table.tell(.hinted("one more")) == [])
    #expect(table.problem(.unknownStream)?.count == 2)
  }

  /// A code of a megabyte is not kept sixty-four times.
  @Test("a code as long as a name is shown; a longer one is not kept (SYNC-055)")
  func longCode() throws {
    for (code, shown) in [(longest, longest), (longer, "too-long")] {
      var table = try polled()
      let error = SyncError(.transient, code: ExactString(code))
      table.tell(.answered(try #require(table.asked), .failure(error)))
      #expect(table.problem(.unanswered)?.code == ExactString(shown))
    }
  }

  /// Whoever wants to see no problem sees the last one.
  @Test("one problem is kept at least") func oneProblem() throws {
    var table = SyncTable { _, policy in policy.problemLimit = 0 }
    try table.goOnline([.main: "a"])
    table.tell(.answered(try #require(table.asked), .failure(SyncError(.transient, code: "503"))))
    #expect(table.state.status.problems.map(\.kind) == [.unanswered])
    table.tell(.hinted("x"))
    #expect(table.state.status.problems.map(\.kind) == [.unknownStream])
  }

  /// The number in the policy is the number of quick answers, not one more.
  @Test("after so many quick answers a stream waits, and not after one more (SYNC-082)")
  func quickAnswers() throws {
    var table = SyncTable { _, policy in policy.quickAnswers = 2 }
    try table.goOnline([.main: "a"])
    try table.answer(.of([.messages([1])], next: "b", isComplete: false))
    try table.commit()
    #expect(table.open.compactMap(\.question?.since) == ["b"])
    try table.answer(.of([.messages([2])], next: "c", isComplete: false))
    try table.commit()
    #expect(table.open == [])
    #expect(table.problem(.endless)?.code == "always-more")
    #expect(table.state.nextDeadline == 1_000)
    #expect(table.tell(.clock, after: 999) == [])
    table.tell(.clock, after: 1)
    #expect(table.open.compactMap(\.question?.since) == ["c"])
  }

  /// Two spellings of one number would be two tokens of one place.
  @Test("a token of a numbered stream is written in one way only") func numbers() {
    let good: [(SyncToken, Int64)] = [
      ("0", 0), ("5", 5), ("-7", -7), ("9223372036854775807", .max),
    ]
    for (token, number) in good {
      #expect(token.number == number)
      #expect(SyncToken(number: number) == token)
    }
    for token in ["", "05", "+5", "-0", " 5", "5 ", "9223372036854775808", "a"] as [SyncToken] {
      #expect(token.number == nil, "\(token)")
    }
  }
}
