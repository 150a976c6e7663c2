import Testing

@testable import MessagingModel

/// What one stream, one conversation or one person must not do to the others.
@Suite("Sync: beside the others") struct SyncOthersTests {
  private var state: SyncState
  private var now: Int64 = 0

  init() { state = SyncOthersTests.engine([.main: .polled]) }

  private static func engine(_ streams: [StreamID: StreamTraits]) -> SyncState {
    var policy = SyncPolicy()
    policy.retry.jitter = 0
    return SyncState(owner: "me", server: SyncServer(streams: streams), policy: policy, seed: 1)
  }

  @discardableResult
  private mutating func tell(_ event: SyncEvent, after wait: Int64 = 0) -> [SyncAction] {
    now += wait
    return state.handle(event, at: now)
  }

  private func reading(in conversation: ConversationID) -> Reading {
    Reading(conversation: conversation, upTo: .at(7), readAt: 5)
  }

  private func outbox(_ readings: [Reading], revision: Int64 = 1, newer: Edge = .end) -> Snapshot {
    Snapshot(
      revision: Revision(revision), messages: [], readings: readings, older: .end, newer: newer)
  }

  /// The reads that search for what is to be reported, or that ask about one conversation.
  private func reads(
    _ actions: [SyncAction], ofOutbox isOutbox: Bool
  ) -> [(ticket: SyncTicket, query: Query)] {
    actions.compactMap { action in
      guard case .read(let ticket, let query) = action, (query.kind == .outbox) == isOutbox else {
        return nil
      }
      return (ticket, query)
    }
  }

  private func report(_ actions: [SyncAction]) -> SyncTicket? {
    for case .report(let ticket, _) in actions { return ticket }
    return nil
  }

  /// Goes online, and catches up. Returns the read that asks what is to be reported.
  private mutating func goLive() throws -> SyncTicket {
    let tokens = try #require(tell(.online(true)).compactMap(\.asReadTokens).first)
    let ask = try #require(tell(.tokens(tokens, [.main: "a"])).compactMap(\.asAsk).first)
    let actions = tell(.answered(ask, .success(.of(next: "a"))))
    return try #require(reads(actions, ofOutbox: false).first).ticket
  }

  @Test("an empty answer of one stream does not end the wait of a store that another writer moves")
  func emptyAnswerAndTokens() throws {
    var table = SyncTable(.polled) { server, _ in server.otherStreams = .polled }
    var stored: [StreamID: SyncToken] = [.main: "a", "k2": "x"]
    try table.goOnline(stored)
    func asked(_ stream: StreamID) -> SyncTicket? {
      table.open.first { $0.question?.stream == stream }?.asAsk
    }
    let other = try #require(asked("k2"))
    var main = try #require(asked(.main))
    let refused = RepositoryError(.staleToken, "moved")
    for (place, next) in [(1, "b"), (2, "c")] as [(Int64, SyncToken)] {
      table.tell(.answered(main, .success(.of([.messages([place])], next: next))))
      table.tell(.notCommitted(try table.ticket(\.asCommit), refused))
      guard place == 1 else { break }
      // The first time the tokens are read at once.
      stored[.main] = "b"
      table.tell(.tokens(try table.ticket(\.asReadTokens), stored))
      main = try #require(asked(.main))
    }
    table.tell(.answered(other, .success(.of(stream: "k2", next: "x"))))
    #expect(!table.open.contains { $0.asReadTokens != nil })
    #expect(!table.tell(.clock, after: 999).contains { $0.asReadTokens != nil })
    #expect(table.tell(.clock, after: 1).contains { $0.asReadTokens != nil })
  }

  /// The other engine moved no token, so nothing but its page shows that the answer is older.
  @Test(
    "an answer closes no gap below a page of another engine (SYNC-087)", arguments: [true, false])
  func pageOfAnotherEngine(begins: Bool) throws {
    var table = SyncTable()
    try table.goOnline([.main: "a"])
    try table.answer(.of([.messages([3], begins ? .begins : .limited("t1"))], next: "b"))
    let missing = Gap(after: begins ? nil : .at(1), before: .at(5))
    table.tell(.read(try table.ticket(\.asRead), page([5, 6], older: .gap(missing))))
    let older = HistoryPage(
      conversation: "k1", messages: [received(3)], reach: .newest, reachesStart: begins,
      token: begins ? nil : "t1")
    #expect(table.changes == [.page(older), .advance(.main, from: "a", to: "b")])
  }

  /// After a day offline there may be more conversations than one read returns.
  @Test("a search for readings that was cut goes on where it ended (SYNC-064)")
  mutating func cutSearch() throws {
    let search = try goLive()
    let cut = outbox([reading(in: "k1")], revision: 3, newer: .more)
    let actions = tell(.read(search, cut))
    let next = reads(actions, ofOutbox: false).map(\.query)
    #expect(next == [Query(.unsent(since: Revision(3)), in: nil, limit: Limits.page)])
    #expect(reads(actions, ofOutbox: true).map(\.query.conversation) == ["k1"])
  }

  /// Whoever reads ten conversations in a tunnel sends ten reports afterwards, not all at once.
  @Test("four reports are on their way at once, the next one goes when one has ended")
  mutating func fourAtOnce() throws {
    let names: [ConversationID] = ["a", "b", "c", "d", "e"]
    let search = try goLive()
    let asked = reads(tell(.read(search, outbox(names.map(reading)))), ofOutbox: true)
    #expect(asked.map(\.query.conversation) == ["a", "b", "c", "d"])
    let told = try #require(report(tell(.read(asked[0].ticket, outbox([reading(in: "a")])))))
    let commit = try #require(tell(.reported(told, nil)).compactMap(\.asCommit).first)
    let after = reads(tell(.committed(commit)), ofOutbox: true)
    #expect(after.map(\.query.conversation) == ["e"])
  }

  /// The wait was for a network that did not work; now there is another one.
  @Test("a report that failed is made again as soon as the network is back (SYNC-068)")
  mutating func reportAgain() throws {
    let search = try goLive()
    let asked = reads(tell(.read(search, outbox([reading(in: "k1")]))), ofOutbox: true)
    let ticket = try #require(asked.first).ticket
    let told = try #require(report(tell(.read(ticket, outbox([reading(in: "k1")])))))
    tell(.reported(told, SyncError(.transient, code: "503")))
    tell(.online(false), after: 100)
    let ask = try #require(tell(.online(true), after: 100).compactMap(\.asAsk).first)
    let actions = tell(.answered(ask, .success(.of(next: "a"))))
    #expect(reads(actions, ofOutbox: true).map(\.query.conversation) == ["k1"])
  }

  /// Nothing waits for a stream that the server refuses: neither a report nor a screen.
  @Test("a stream that is refused holds up no report and no refresh")
  mutating func refusedStream() throws {
    state = Self.engine([.main: .polled, "k2": .polled])
    let tokens = try #require(tell(.online(true)).compactMap(\.asReadTokens).first)
    let asks = tell(.tokens(tokens, [.main: "a", "k2": "b"])).compactMap(\.asAsk)
    try #require(asks.count == 2)
    tell(.answered(asks[1], .failure(SyncError(.refused, code: "forbidden"))))
    let actions = tell(.answered(asks[0], .success(.of(next: "a"))))
    #expect(reads(actions, ofOutbox: false).count == 1)
    tell(.opened("k1"))
    let newest = HistoryQuestion(conversation: "k1", gap: nil, limit: 50)
    #expect(tell(.clock, after: 2_000).compactMap(\.history) == [newest])
  }

  /// Some servers report everybody who types, the owner on another device included.
  @Test("the owner is not shown as typing") mutating func ownTyping() {
    tell(.person(.typing("k1", "me", isTyping: true)))
    #expect(state.people.typing.isEmpty)
    tell(.person(.typing("k1", "ann", isTyping: true)))
    #expect(state.people.typing == ["k1": ["ann"]])
  }

  /// A bounded board keeps those who were seen most recently.
  @Test("beyond the limit the one who was seen longest ago is forgotten, and may come back")
  func seenLimit() {
    var policy = SyncPolicy()
    policy.seenLimit = 2
    var board = PeopleBoard()
    board.hear(.seen("ann", 1), at: 0, policy)
    board.hear(.seen("bob", 5), at: 0, policy)
    #expect(board.shown.lastSeen == ["ann": 1, "bob": 5])
    board.hear(.seen("carol", 6), at: 0, policy)
    #expect(board.shown.lastSeen == ["bob": 5, "carol": 6])
    // Who was forgotten is new.
    board.hear(.seen("ann", 9), at: 0, policy)
    #expect(board.shown.lastSeen == ["carol": 6, "ann": 9])
  }

  /// The board is looked at when the first of them is due.
  @Test("of several people the one who is due first is waited for") func dueFirst() {
    let policy = SyncPolicy()
    var typists = PeopleBoard()
    typists.hear(.typing("k1", "ann", isTyping: true), at: 0, policy)
    typists.hear(.typing("k2", "bob", isTyping: true), at: 3_000, policy)
    #expect(typists.step(at: 3_000, policy).1 == 7_000)
    var seen = PeopleBoard()
    for (person, moment) in [("ann", 0), ("bob", 5_000)] as [(ParticipantID, Int64)] {
      seen.hear(.seen(person, 1), at: moment, policy)
      seen.hear(.seen(person, 2), at: moment, policy)
    }
    #expect(seen.step(at: 5_000, policy).1 == 10_000)
    var own = PeopleBoard()
    let isTold = [own.typed(in: "k1", at: 0, policy), own.typed(in: "k2", at: 2_000, policy)]
    #expect(isTold == [true, true])
    #expect(own.step(at: 2_000, policy).1 == 5_000)
  }
}
