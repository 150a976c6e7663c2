import MessagingConformance
import MessagingModel
import Testing

/// What every test that plays with the server relies on.
@Suite struct SimulatedServerTests {
  let phone = ServerDevice("me", 1)
  let tablet = ServerDevice("me", 2)

  private func server(
    _ arrival: StreamTraits.Arrival = .polled, _ change: (inout ServerTraits) -> Void = { _ in }
  ) -> SimulatedServer {
    var traits = ServerTraits(arrival)
    change(&traits)
    return SimulatedServer(traits)
  }

  private func question(
    _ since: SyncToken?, stream: StreamID = .main, limit: Int = 100
  ) -> SyncQuestion { SyncQuestion(stream: stream, since: since, limit: limit, wait: 0) }

  private func publish(_ key: UInt64, _ text: ExactString) -> SendRequest {
    SendRequest(
      conversation: "k1", key: MessageID(high: 7, low: key),
      action: .publish(.text(text), timestamp: 1, replyTo: nil, threadRoot: nil))
  }

  private func names(_ answer: SyncAnswer) -> [String] {
    answer.parts.flatMap(\.items).compactMap { item in
      if case .message(let message) = item { "\(message.position.remoteID)" } else { nil }
    }
  }

  private func names(_ server: SimulatedServer) -> [String] {
    server.truth(in: "k1").map { "\($0.name)" }
  }

  @Test func `a key is taken once, whoever heard of it`() throws {
    var server = server()
    let first = try server.accept(publish(1, "hello"), from: phone).get()
    #expect(!server.hasHeard(first.key, phone))
    #expect(server.hasTaken(first.key))
    let again = try server.accept(publish(1, "other words"), from: phone).get()
    #expect(again.wasKnown)
    #expect(again.position == first.position)
    #expect(server.truth(in: "k1").map(\.body) == [.text("hello")])
    server.heard(first.key, by: phone)
    #expect(server.hasHeard(first.key, phone))
    #expect(!server.hasHeard(first.key, tablet))
  }

  @Test func `what was taken back is never taken again`() throws {
    var server = server()
    let key = MessageID(high: 7, low: 1)
    let retract = SendRequest(conversation: "k1", key: key, action: .retract)
    _ = try server.accept(retract, from: phone).get()
    #expect(throws: SendError.self) { try server.accept(publish(1, "late"), from: phone).get() }
    _ = try server.accept(publish(2, "early"), from: phone).get()
    let other = SendRequest(
      conversation: "k1", key: MessageID(high: 7, low: 2), action: .retract)
    _ = try server.accept(other, from: phone).get()
    #expect(names(server).isEmpty)
  }

  @Test func `only who wrote it edits it`() throws {
    var server = server()
    server.write(.text("hers"), in: "k1", by: "ann")
    let edit = SendRequest(
      conversation: "k1", key: MessageID(high: 8, low: 1), action: .edit("s1", .text("mine")))
    #expect(throws: SendError.self) { try server.accept(edit, from: phone).get() }
    server.relate(.edit(.text("hers, better")), to: "s1")
    server.relate(.react("+"), to: "s1", by: "bob")
    #expect(server.truth(in: "k1").map(\.body) == [.text("hers, better")])
    #expect(server.truth(in: "k1").map(\.reactions) == [["+": ["bob"]]])
    server.relate(.delete(isModerator: false, leavesRow: false), to: "s1", by: "bob")
    #expect(names(server) == ["s1"])
    server.relate(.delete(isModerator: true, leavesRow: false), to: "s1", by: "bob")
    #expect(names(server).isEmpty)
  }

  @Test(arguments: [StreamTraits.Arrival.polled, .numbered, .pushed])
  func `chunks lead from nothing to the end, and tell each event once`(
    arrival: StreamTraits.Arrival
  ) throws {
    var server = server(arrival) { $0.part = 100 }
    server.write(.text("1"), in: "k1", by: "ann")
    let first = try server.answer(question(nil), for: phone).get()
    #expect(names(first) == ["s1"])
    #expect(first.parts.map(\.start) == [.begins])
    for _ in 2...8 { server.write(.text("hello"), in: "k1", by: "ann") }
    var (since, told, answers) = (first.next, [String](), 0)
    repeat {
      let answer = try server.answer(question(since, limit: 3), for: phone).get()
      told += names(answer)
      since = answer.next
      answers += 1
      if answer.isComplete { break }
    } while answers < 9
    #expect(told == ["s2", "s3", "s4", "s5", "s6", "s7", "s8"])
    #expect(answers == 3)
    #expect(!server.hasNews(for: question(since)))
  }

  @Test func `what is left out can be fetched, down to the start`() throws {
    var server = server { $0.page = 3 }
    server.write(.text("0"), in: "k1", by: "ann")
    let since = try server.answer(question(nil), for: phone).get().next
    for _ in 1...9 { server.write(.text("hello"), in: "k1", by: "ann") }
    server.faults.leavesOut = true
    let answer = try server.answer(question(since), for: phone).get()
    #expect(names(answer) == ["s7", "s8", "s9", "s10"])
    #expect(answer.isComplete)
    guard case .limited(let token?) = try #require(answer.parts.first).start else {
      Issue.record("\(answer.parts)")
      return
    }
    var (token_, pages) = (token, [String]())
    for _ in 0..<2 {
      let gap = Gap(after: nil, before: nil, token: token_)
      let page = try server.history(
        HistoryQuestion(conversation: "k1", gap: gap, limit: 50), for: phone
      ).get()
      pages = page.messages.map { "\($0.position.remoteID)" } + pages
      if case .more(let more?) = page.below { token_ = more } else { #expect(page.below == .start) }
    }
    #expect(pages == ["s1", "s2", "s3", "s4", "s5", "s6"])
  }

  @Test func `a connection carries what happens while it is there`() {
    var server = server(.numbered)
    server.write(.text("before"), in: "k1", by: "ann")
    #expect(server.updates(for: phone).isEmpty)
    server.connect(phone)
    #expect(server.updates(for: phone).isEmpty)
    server.write(.text("now"), in: "k1", by: "ann")
    #expect(server.updates(for: phone).map(\.span) == [SyncUpdate.Span(after: 1, to: 2)])
    #expect(server.updates(for: phone).isEmpty)
    server.disconnect(phone)
    server.write(.text("later"), in: "k1", by: "ann")
    #expect(server.updates(for: phone).isEmpty)
  }

  @Test func `streams of their own have numbers of their own`() throws {
    var server = server(.numbered) { $0.ownStreams = ["k2"] }
    server.write(.text("a"), in: "k1", by: "ann")
    server.write(.text("b"), in: "k2", by: "ann")
    server.write(.text("c"), in: "k1", by: "ann")
    #expect(server.log.map(\.number) == [1, 1, 2])
    let own = try server.answer(question(nil, stream: "k2"), for: phone).get()
    #expect(names(own) == ["s2"])
    #expect(own.next == SyncToken(number: 1))
  }

  @Test(arguments: [ServerTraits.Audience.everybody, .author, .device, .nobody])
  func `a key is shown to whom it may concern`(audience: ServerTraits.Audience) throws {
    var server = server { $0.keysAreShownTo = audience }
    _ = server.accept(publish(1, "hello"), from: phone)
    let shown = [phone, tablet, ServerDevice("ann")].map { device in
      guard case .success(let answer) = server.answer(question(nil), for: device),
        case .message(let message)? = answer.parts.first?.items.first
      else { return false }
      return message.id != nil
    }
    let expected: [Bool] =
      switch audience {
      case .everybody: [true, true, true]
      case .author: [true, true, false]
      case .device: [true, false, false]
      case .nobody: [false, false, false]
      }
    #expect(shown == expected)
  }
}
