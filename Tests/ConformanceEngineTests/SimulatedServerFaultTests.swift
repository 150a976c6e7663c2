import MessagingConformance
import MessagingModel
import Testing

/// What the server does wrong when it is told to.
@Suite struct SimulatedServerFaultTests {
  let phone = ServerDevice("me", 1)

  private func server(
    _ arrival: StreamTraits.Arrival = .polled, count: Int = 3,
    _ change: (inout ServerTraits) -> Void = { _ in }
  ) -> SimulatedServer {
    var traits = ServerTraits(arrival)
    change(&traits)
    var server = SimulatedServer(traits)
    for _ in 0..<count { server.write(.text("hello"), in: "k1", by: "ann") }
    return server
  }

  private func question(_ since: SyncToken?) -> SyncQuestion {
    SyncQuestion(stream: .main, since: since, limit: 100, wait: 0)
  }

  private let newest = HistoryQuestion(conversation: "k1", gap: nil, limit: 2)

  @Test func `a token of another age is unknown`() throws {
    for arrival in [StreamTraits.Arrival.polled, .pushed, .numbered] {
      var server = server(arrival, count: 1)
      let token = try server.answer(question(nil), for: phone).get().next
      server.write(.text("x"), in: "k1", by: "ann")
      _ = try server.answer(question(token), for: phone).get()
      server.forgetTokens()
      let error = SyncError(.unknownToken, code: "unknown-token")
      #expect(server.answer(question(token), for: phone) == .failure(error))
      #expect(throws: Never.self) { try server.answer(question(nil), for: phone).get() }
    }
  }

  @Test func `a backup forgets messages and receipts, and gives no name twice`() throws {
    var server = server(.numbered)
    let request = SendRequest(
      conversation: "k1", key: MessageID(high: 7, low: 1),
      action: .publish(.text("mine"), timestamp: 1, replyTo: nil, threadRoot: nil))
    let receipt = try server.accept(request, from: phone).get()
    let token = try server.answer(question(nil), for: phone).get().next
    server.restore(to: 2)
    #expect(server.truth(in: "k1").map(\.name) == ["s1", "s2"])
    #expect(!server.hasTaken(receipt.key))
    let answer = try server.answer(question(token), for: phone).get()
    #expect(answer.next.number == 2)
    #expect(answer.parts.isEmpty)
    #expect(server.write(.text("new"), in: "k1", by: "ann").message?.position.remoteID == "s5")
  }

  @Test func `tokens stand still, go back, and never end`() throws {
    var server = server(.numbered)
    let token = SyncToken(number: 2)
    server.faults.standsStill = true
    let still = try server.answer(question(token), for: phone).get()
    #expect(still.next == token)
    #expect(still.parts.flatMap(\.items).count == 1)
    server.faults = ServerFaults()
    server.faults.goesBackward = true
    #expect(try server.answer(question(token), for: phone).get().next == SyncToken(number: 1))
    server.faults = ServerFaults()
    server.faults.neverEnds = true
    #expect(try server.answer(question(token), for: phone).get().isComplete == false)
    server.faults = ServerFaults()
    server.faults.chunk = 1
    let cut = try server.answer(question(SyncToken(number: 0)), for: phone).get()
    #expect(cut.next == SyncToken(number: 1))
    #expect(!cut.isComplete)
    #expect(cut.remaining == 2)
  }

  @Test func `one conversation is refused, the others are told`() throws {
    var server = server()
    let token = try server.answer(question(nil), for: phone).get().next
    server.write(.text("there"), in: "k1", by: "ann")
    server.write(.text("here"), in: "k2", by: "ann")
    server.faults.refuses = ["k1"]
    let answer = try server.answer(question(token), for: phone).get()
    #expect(answer.parts.map(\.conversation) == ["k2", "k1"])
    #expect(answer.parts.map(\.start) == [.continues, .refused("forbidden")])
    #expect(answer.isComplete)
    let error = SyncError(.refused, code: "forbidden")
    #expect(server.history(newest, for: phone) == .failure(error))
  }

  @Test func `the same page for ever, and a history without a beginning`() throws {
    var server = server()
    server.faults.repeatsPages = true
    let first = try server.history(newest, for: phone).get()
    guard case .more(let token) = first.below else {
      Issue.record("\(first.below)")
      return
    }
    let gap = Gap(after: nil, before: nil, token: token)
    let below = HistoryQuestion(conversation: "k1", gap: gap, limit: 2)
    #expect(try server.history(below, for: phone).get() == first)
    server.faults = ServerFaults()
    #expect(try server.history(below, for: phone).get().below == .start)
    server.faults.historyNeverEnds = true
    let end = try server.history(below, for: phone).get()
    guard case .more(let endless?) = end.below else {
      Issue.record("\(end.below)")
      return
    }
    let further = Gap(after: nil, before: nil, token: endless)
    let beyond = try server.history(
      HistoryQuestion(conversation: "k1", gap: further, limit: 2), for: phone
    ).get()
    #expect(beyond.messages.isEmpty)
    #expect(beyond.below != end.below)
    #expect(beyond.below != .start)
  }

  @Test func `messages as they are now, and no others`() throws {
    var server = server { $0.tellsStates = true }
    server.relate(.edit(.text("edited")), to: "s1")
    server.relate(.delete(isModerator: false, leavesRow: false), to: "s2")
    server.relate(.react("+"), to: "s3", by: "bob")
    let page = try server.history(
      HistoryQuestion(conversation: "k1", gap: nil, limit: 50), for: phone
    ).get()
    #expect(page.messages.map(\.position.remoteID) == ["s1", "s3"])
    #expect(page.messages.first?.body == .text("edited"))
    #expect(page.relations.map(\.action).contains(.react("+")))
    #expect(page.below == .start)
    let one = try server.history(
      HistoryQuestion(conversation: "k1", gap: nil, limit: 1), for: phone
    ).get()
    #expect(one.messages.map(\.position.remoteID) == ["s3"])
    #expect(one.below != .start)
  }

  @Test func `a server that gives lists keeps their order whatever its times say`() throws {
    var server = server(count: 14) { $0.givesLists = true }
    let times = server.log.compactMap { $0.message?.position.serverTime }
    #expect(times != times.sorted())
    let page = try server.history(
      HistoryQuestion(conversation: "k1", gap: nil, limit: 4), for: phone
    ).get()
    let names = server.log.compactMap { $0.message?.position.remoteID }
    #expect(page.messages.map(\.position.remoteID) == Array(names.suffix(4)))
    #expect(server.truth(in: "k1").map(\.name) == names)
  }

  @Test func `what is late lies where its time says`() throws {
    var server = server()
    server.write(.text("late"), in: "k1", by: "ann", name: "s9", at: 1)
    #expect(server.truth(in: "k1").map(\.name) == ["s1", "s9", "s2", "s3"])
    let page = try server.history(
      HistoryQuestion(conversation: "k1", gap: nil, limit: 3), for: phone
    ).get()
    #expect(page.messages.map(\.position.remoteID) == ["s9", "s2", "s3"])
  }
}
