import MessagingModel
import Testing

/// Reports of how far the owner has read, where blocks do not see.
@Suite("Sync: reports of reading") struct SyncReadingTests {
  private var state: SyncState
  private var now: Int64 = 0

  init() {
    var policy = SyncPolicy()
    policy.retry.jitter = 0
    state = SyncState(
      owner: "me", server: SyncServer(streams: [.main: .polled]), policy: policy, seed: 1)
  }

  private mutating func tell(_ event: SyncEvent, after wait: Int64 = 0) -> [SyncAction] {
    now += wait
    return state.handle(event, at: now)
  }

  private func reading(_ place: Int64, in conversation: ConversationID) -> Reading {
    Reading(conversation: conversation, upTo: .at(place), readAt: 5)
  }

  private func outbox(_ readings: [Reading]) -> Snapshot {
    Snapshot(
      revision: Revision(1), messages: [], readings: readings, older: .end, newer: .end)
  }

  private func tickets(
    of actions: [SyncAction], _ isMeant: (Query) -> Bool
  ) -> [SyncTicket] {
    actions.compactMap { action in
      if case .read(let ticket, let query) = action, isMeant(query) { ticket } else { nil }
    }
  }

  private func searches(_ actions: [SyncAction]) -> [SyncTicket] {
    tickets(of: actions) { if case .unsent = $0.kind { true } else { false } }
  }

  private func reports(_ actions: [SyncAction]) -> [(ticket: SyncTicket, reading: Reading)] {
    actions.compactMap { action in
      if case .report(let ticket, let reading) = action { (ticket, reading) } else { nil }
    }
  }

  /// Goes online; the stream is up to date, and the store is asked what is to be reported.
  private mutating func goLive() throws -> SyncTicket {
    let actions = tell(.online(true))
    let tokens = try #require(actions.compactMap(\.asReadTokens).first)
    let asked = tell(.tokens(tokens, [.main: "a"]))
    let question = try #require(asked.compactMap(\.asAsk).first)
    let search = searches(tell(.answered(question, .success(.of(next: "a")))))
    return try #require(search.first)
  }

  /// The store has something to report of these conversations, and is asked about each.
  private mutating func find(
    _ readings: [Reading], _ search: SyncTicket
  ) -> [(ticket: SyncTicket, reading: Reading)] {
    let actions = tell(.read(search, outbox(readings)))
    let asked = tickets(of: actions) { $0.kind == .outbox }
    var found: [(ticket: SyncTicket, reading: Reading)] = []
    for (ticket, reading) in zip(asked, readings) {
      found += reports(tell(.read(ticket, outbox([reading]))))
    }
    return found
  }

  @Test("reports that are late are given up in the order of their conversations")
  mutating func late() throws {
    let names: [ConversationID] = ["a", "b", "c", "d"]
    let search = try goLive()
    let told = find(names.map { reading(7, in: $0) }, search)
    #expect(told.map(\.reading.conversation) == names)
    let actions = tell(.clock, after: 30_000)
    let abandoned = actions.compactMap { action -> SyncTicket? in
      if case .abandon(let ticket) = action { ticket } else { nil }
    }
    #expect(abandoned.filter { told.map(\.ticket).contains($0) } == told.map(\.ticket))
    // Each is told again, a second later.
    let again = tickets(of: tell(.clock, after: 1_000)) { $0.kind == .outbox }
    #expect(again.count == 4)
  }

  @Test("reports in flight end with the network, in the order of their conversations")
  mutating func offline() throws {
    let names: [ConversationID] = ["a", "b", "c", "d"]
    let search = try goLive()
    let told = find(names.map { reading(7, in: $0) }, search)
    let actions = tell(.online(false))
    let abandoned = actions.compactMap { action -> SyncTicket? in
      if case .abandon(let ticket) = action { ticket } else { nil }
    }
    #expect(Array(abandoned.suffix(4)) == told.map(\.ticket))
  }

  @Test("what was refused is not told again by itself, but after something else was told")
  mutating func refused() throws {
    let (first, second) = (reading(7, in: "k1"), reading(8, in: "k1"))
    var search = try goLive()
    let told = find([first], search)
    #expect(told.map(\.reading) == [first])
    let refusal = SyncError(.refused, code: "no")
    #expect(reports(tell(.reported(told[0].ticket, refusal))).isEmpty)
    // The store still has it, and it is not told again, also when the interval of a second is over.
    search = try #require(searches(tell(.moved)).first)
    #expect(find([first], search).isEmpty)
    let again = tickets(of: tell(.clock, after: 1_000)) { $0.kind == .outbox }
    #expect(reports(tell(.read(try #require(again.first), outbox([first])))).isEmpty)
    search = try #require(searches(tell(.moved)).first)
    let other = find([second], search)
    #expect(other.map(\.reading) == [second])
    let stored = tell(.reported(other[0].ticket, nil)).compactMap(\.asCommit)
    let commit = try #require(stored.first)
    search = try #require(searches(tell(.committed(commit))).first)
    // The interval of a second passes before the next report.
    _ = tell(.read(search, outbox([first])))
    let asked = tickets(of: tell(.clock, after: 1_000)) { $0.kind == .outbox }
    let ticket = try #require(asked.first)
    let last = reports(tell(.read(ticket, outbox([first]))))
    #expect(last.map(\.reading) == [first])
  }

  /// What is told once in a while fails once in a while, too: failures of other days do not add up.
  @Test("a report that was stored ends a count of failures: the next one waits a second")
  mutating func storedReport() throws {
    let (first, second) = (reading(7, in: "k1"), reading(8, in: "k1"))
    let passing = SyncError(.transient, code: "503")
    var search = try goLive()
    let told = find([first], search)
    try #require(told.map(\.reading) == [first])
    #expect(reports(tell(.reported(told[0].ticket, passing))).isEmpty)
    var asked = tickets(of: tell(.clock, after: 1_000)) { $0.kind == .outbox }
    let again = reports(tell(.read(try #require(asked.first), outbox([first]))))
    try #require(again.map(\.reading) == [first])
    let stored = tell(.reported(again[0].ticket, nil)).compactMap(\.asCommit)
    let commit = try #require(stored.first)
    search = try #require(searches(tell(.committed(commit))).first)
    // The interval of a second passes before the next report.
    _ = tell(.read(search, outbox([second])))
    asked = tickets(of: tell(.clock, after: 1_000)) { $0.kind == .outbox }
    let next = reports(tell(.read(try #require(asked.first), outbox([second]))))
    try #require(next.map(\.reading) == [second])
    _ = tell(.reported(next[0].ticket, passing))
    let early = tickets(of: tell(.clock, after: 999)) { $0.kind == .outbox }
    #expect(early.isEmpty)
    let due = tickets(of: tell(.clock, after: 1)) { $0.kind == .outbox }
    #expect(due.count == 1)
  }

  @Test("a report may bring the news that the owner is not known any more")
  mutating func unauthorized() throws {
    let search = try goLive()
    let told = find([reading(7, in: "k1")], search)
    try #require(told.count == 1)
    _ = tell(.reported(told[0].ticket, SyncError(.unauthorized, code: "401")))
    #expect(state.status.phase == .needsSignIn)
  }

  @Test("a report that is refused is a problem of its conversation")
  mutating func refusedProblem() throws {
    let search = try goLive()
    let told = find([reading(7, in: "k1")], search)
    try #require(told.count == 1)
    _ = tell(.reported(told[0].ticket, SyncError(.refused, code: "403")))
    #expect(
      state.status.problems == [SyncProblem(kind: .refused, conversation: "k1", code: "403")])
  }
}
