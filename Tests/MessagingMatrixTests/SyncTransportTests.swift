import Foundation
import MessagingCore
import MessagingModel
import Testing

@testable import MessagingMatrix

/// What a homeserver is asked for news and history, and what its answers mean.
@Suite("Syncing with a homeserver", .timeLimit(.minutes(10))) struct SyncTransportTests {
  private let room = "/rooms/!k1:example.org"

  private func transport(
    _ answers: [StubAnswer], limits: MatrixLimits = MatrixLimits()
  ) -> (transport: MatrixSyncTransport, server: ScriptedHomeserver) {
    let server = ScriptedHomeserver(answers)
    let transport = MatrixSyncTransport(server.client(limits), book: MatrixBook(file: nil))
    return (transport, server)
  }

  private func question(
    since: SyncToken? = nil, wait: Int64 = 0, limit: Int = 100
  ) -> SyncQuestion {
    SyncQuestion(stream: .main, since: since, limit: limit, wait: wait)
  }

  /// An answer to `/sync` with these events, and these people typing, in the room.
  private func news(
    _ next: String, _ events: [JSON] = [], typing: [String]? = nil,
    timeline: [ExactString: JSON] = [:]
  ) -> StubAnswer {
    var lines = timeline
    lines["events"] = .array(events)
    var content: [ExactString: JSON] = ["timeline": .object(lines)]
    if let typing {
      let people = JSON.array(typing.map { .string(ExactString($0)) })
      content["ephemeral"] = [
        "events": [["type": "m.typing", "content": ["user_ids": people]]]
      ]
    }
    let rooms: JSON = ["join": ["!k1:example.org": .object(content)]]
    return StubAnswer(
      200, JSON.object(["next_batch": .string(ExactString(next)), "rooms": rooms]).data)
  }

  private func text(_ part: ConversationPart) -> [String] {
    part.items.compactMap { item in
      guard case .message(let message) = item else { return nil }
      return message.position.remoteID.text.string
    }
  }

  @Test("it gives lists, and is polled") func traits() {
    var limits = MatrixLimits()
    limits.page = 7
    let server = transport([], limits: limits).transport.server
    #expect(server.givesLists && server.historyLimit == 7)
    #expect(server.streams == [.main: .polled])
  }

  @Test("news: where they begin, how long to wait, what is left out") func firstQuestion()
    async throws
  {
    let (transport, server) = transport([
      news("t1", [Samples.text("$a", "x")], timeline: ["limited": true, "prev_batch": "p1"]),
      news("t2", [Samples.text("$b", "y")]),
    ])
    let first = try await transport.news(question())
    #expect(first.stream == .main && first.isComplete && first.next == "t1")
    #expect(first.parts.map(\.start) == [.limited("p1")])
    #expect(first.parts.map(text) == [["$a"]])
    let asked = server.asked[0]
    #expect(asked.line == "GET /sync")
    #expect(asked.query["timeout"] == "0" && asked.query["since"] == nil)
    let filter = try Samples.json(asked.query["filter"] ?? "")
    #expect(filter["room"]?["timeline"]?["limit"] == 20)
    #expect(filter["room"]?["state"] == ["not_types": ["*"]])
    #expect(filter["presence"] == ["not_types": ["*"]])
    #expect(filter["room"]?["ephemeral"]?["types"] == ["m.receipt", "m.typing"])
    let second = try await transport.news(question(since: "t1", wait: 30_000, limit: 5))
    #expect(second.parts.map(\.start) == [.continues])
    #expect(server.asked[1].query["since"] == "t1")
    #expect(server.asked[1].query["timeout"] == "30000")
    let smaller = try Samples.json(server.asked[1].query["filter"] ?? "")
    #expect(smaller["room"]?["timeline"]?["limit"] == 5)
  }

  @Test("answers that say nothing end no wait; the same token does, and no wait does")
  func emptyAnswers() async throws {
    let (waiting, server) = transport([
      news("t2"), news("t3"), news("t4", [Samples.text("$a", "x")]),
    ])
    let answer = try await waiting.news(question(since: "t1", wait: 60_000))
    #expect(answer.next == "t4" && answer.parts.map(text) == [["$a"]])
    #expect(server.asked.map { $0.query["since"] } == ["t1", "t2", "t3"])
    for (since, wait) in [("t2", Int64(60_000)), ("t1", 0)] {
      let (transport, server) = transport([news("t2"), news("t3")])
      let answer = try await transport.news(
        question(since: SyncToken(ExactString(since)), wait: wait))
      #expect(answer.next == "t2" && answer.parts.isEmpty)
      #expect(server.asked.count == 1)
    }
    let (first, firstServer) = transport([news("t1"), news("t2")])
    #expect(try await first.news(question(wait: 60_000)).next == "t1")
    #expect(firstServer.asked.count == 1)
    let (endless, endlessServer) = transport((1...30).map { news("t\($0)") })
    #expect(try await endless.news(question(since: "t0", wait: 600_000)).next == "t20")
    #expect(endlessServer.asked.count == 20)
  }

  @Test("who types, and who does not any more") func typing() async throws {
    let (transport, _) = transport([
      news("t1", typing: ["@bob:example.org", "@ann:example.org"]),
      news("t2", typing: ["@ann:example.org"]), news("t3", typing: []),
    ])
    let (ann, bob): (ParticipantID, ParticipantID) = ("@ann:example.org", "@bob:example.org")
    let room = Samples.room
    #expect(
      try await transport.news(question()).people == [
        .typing(room, ann, isTyping: true), .typing(room, bob, isTyping: true),
      ])
    #expect(
      try await transport.news(question()).people == [
        .typing(room, ann, isTyping: true), .typing(room, bob, isTyping: false),
      ])
    #expect(
      try await transport.news(question()).people == [.typing(room, ann, isTyping: false)])
  }

  @Test("who goes on typing is reported again, until they write") func typingForLong() async throws
  {
    let (transport, server) = transport([
      news("t1", typing: ["@ann:example.org"]),
      news("t2", [Samples.text("$a", "x", by: "@bob:example.org")]),
      news("t3", [Samples.text("$b", "y", by: "@ann:example.org")]),
      news("t4", [Samples.text("$c", "z", by: "@bob:example.org")]),
    ])
    let ann: ParticipantID = "@ann:example.org"
    let room = Samples.room
    var told: [[PersonNews]] = []
    for number in 0..<4 {
      let question = question(since: SyncToken("t\(number)"), wait: 30_000)
      told.append(try await transport.news(question).people)
    }
    #expect(
      told == [
        [.typing(room, ann, isTyping: true)], [.typing(room, ann, isTyping: true)],
        [.typing(room, ann, isTyping: false)], [],
      ])
    let waits = server.asked.compactMap { $0.query["timeout"].flatMap(Int64.init) }
    #expect(waits[0] == 30_000 && waits[3] == 30_000)
    #expect(waits[1] <= 4_000 && waits[2] <= 4_000)
  }

  @Test("an answer that is too large is asked for with fewer messages") func tooLarge()
    async throws
  {
    var limits = MatrixLimits()
    limits.answer = 300
    limits.timeline = 4
    let long = news("t1", [Samples.text("$a", String(repeating: "x", count: 400))])
    let (transport, server) = transport([long, long, news("t1")], limits: limits)
    #expect(try await transport.news(question()).next == "t1")
    let asked = try server.asked.map { asked in
      try Samples.json(asked.query["filter"] ?? "")["room"]?["timeline"]?["limit"]
    }
    #expect(asked == [4, 2, 1])
    let (hopeless, _) = self.transport([long, long, long], limits: limits)
    await #expect(throws: SyncError(.malformed, code: "too-large")) {
      _ = try await hopeless.news(question())
    }
  }

  @Test("errors of syncing; a token is blamed only if there was one") func errors() async {
    let cases: [(StubAnswer, SyncToken?, SyncError)] = [
      (.refused(400, "M_UNKNOWN_POS"), "t1", SyncError(.unknownToken, code: "M_UNKNOWN_POS")),
      (.refused(400, "M_UNKNOWN_POS"), nil, SyncError(.refused, code: "M_UNKNOWN_POS")),
      (.refused(400, "M_BAD_JSON"), "t1", SyncError(.refused, code: "M_BAD_JSON")),
      (.refused(401, "M_UNKNOWN_TOKEN"), "t1", SyncError(.unauthorized, code: "M_UNKNOWN_TOKEN")),
      (
        .refused(429, "M_LIMIT_EXCEEDED", retryAfter: 800), "t1",
        SyncError(.transient, code: "M_LIMIT_EXCEEDED", retryAfter: 800)
      ),
      (.json("{}"), nil, SyncError(.malformed, code: "sync")),
      (.json("no"), nil, SyncError(.malformed, code: "not-json")),
    ]
    for (answer, since, error) in cases {
      let (transport, _) = transport([answer])
      await #expect(throws: error) { _ = try await transport.news(question(since: since)) }
    }
  }

  @Test("a page of history: from a token, from a message, or from the live end") func history()
    async throws
  {
    let page = StubAnswer(
      200,
      JSON.object([
        "chunk": [Samples.text("$b", "y", at: 2), Samples.text("$a", "x", at: 1)], "end": "p2",
      ]).data)
    let (transport, server) = transport([
      page, page, .json(#"{"start":"p7"}"#), page, .json("{}"), .json(#"{"chunk":[]}"#),
    ])
    let room = Samples.room
    func ask(_ gap: Gap?, _ limit: Int = 100) async throws -> HistoryAnswer {
      try await transport.history(HistoryQuestion(conversation: room, gap: gap, limit: limit))
    }
    let newest = try await ask(nil)
    #expect(newest.conversation == room && newest.below == .more("p2"))
    #expect(newest.messages.map(\.position.remoteID) == ["$a", "$b"])
    #expect(server.asked[0].line == "GET \(self.room)/messages")
    #expect(server.asked[0].query == ["dir": "b", "limit": "50"])
    let place = ServerPosition(
      serverTime: Timestamp(milliseconds: 9), timestamp: Timestamp(milliseconds: 9),
      remoteID: "$z")
    _ = try await ask(Gap(after: nil, before: place, token: "p1"), 3)
    #expect(server.asked[1].query == ["dir": "b", "limit": "3", "from": "p1"])
    _ = try await ask(Gap(after: nil, before: place))
    #expect(server.asked[2].line == "GET \(self.room)/context/$z")
    #expect(server.asked[2].query == ["limit": "0"])
    #expect(server.asked[3].query["from"] == "p7")
    await #expect(throws: SyncError(.malformed, code: "context")) {
      _ = try await ask(Gap(after: nil, before: place))
    }
    let start = try await ask(nil)
    #expect(start.messages.isEmpty && start.below == .start)
    await #expect(throws: SyncError.self) { _ = try await ask(nil) }
  }

  @Test("a page that is none") func badHistory() async {
    let (transport, _) = transport([.json("{}")])
    await #expect(throws: SyncError(.malformed, code: "messages")) {
      _ = try await transport.history(
        HistoryQuestion(conversation: Samples.room, gap: nil, limit: 5))
    }
  }

  /// An edit is deleted: the message has to say again what it said before.
  @Test("of a message whose edit was deleted, the words are asked for") func restored()
    async throws
  {
    let edited = [Samples.edit("$e", of: "$a", to: "new")]
    let redacted = [Samples.redaction("$r", of: "$e", at: 3_000)]
    let current = StubAnswer(200, Samples.text("$a", "old").data)
    let (transport, server) = transport([
      news("t1", edited), news("t2", redacted), current, news("t3", redacted),
      .refused(404, "M_NOT_FOUND"),
      news("t4", redacted), .refused(500, "M_X"),
    ])
    _ = try await transport.news(question())
    let answer = try await transport.news(question(since: "t1"))
    #expect(server.asked[2].line == "GET \(room)/event/$a")
    let relations = answer.parts.flatMap(\.items).compactMap { item -> Relation? in
      if case .relation(let relation) = item { relation } else { nil }
    }
    #expect(relations.map(\.action).contains(.edit(.text("old"))))
    // A message that is gone has no words; an error of the moment is told.
    let gone = try await transport.news(question(since: "t2"))
    #expect(
      !gone.parts.flatMap(\.items).contains { item in
        if case .relation(let relation) = item {
          relation.action == .edit(.text("old"))
        } else {
          false
        }
      })
    await #expect(throws: SyncError(.transient, code: "M_X")) {
      _ = try await transport.news(question(since: "t3"))
    }
  }

  /// The first edit lies in a part of the history that this device never loads.
  @Test("an edit that came with the words that were asked for can be taken back, too")
  func restoredWithAnEdit() async throws {
    let first = Samples.edit("$e1", of: "$a", to: "secret", at: 1_000)
    let bundled: [ExactString: JSON] = ["unsigned": ["m.relations": ["m.replace": first]]]
    let (transport, server) = transport([
      news("t1", [Samples.edit("$e2", of: "$a", to: "new", at: 2_000)]),
      news("t2", [Samples.redaction("$r2", of: "$e2", at: 3_000)]),
      StubAnswer(200, Samples.text("$a", "old", bundled).data),
      news("t3", [Samples.redaction("$r1", of: "$e1", at: 4_000)]),
      StubAnswer(200, Samples.text("$a", "old").data),
    ])
    _ = try await transport.news(question())
    _ = try await transport.news(question(since: "t1"))
    let answer = try await transport.news(question(since: "t2"))
    #expect(server.asked.last?.line == "GET \(room)/event/$a")
    guard case .relation(let last)? = answer.parts.first?.items.last else {
      Issue.record("the words of the message are not there")
      return
    }
    #expect(last.action == .edit(.text("old")))
    #expect(last.version == Version(order: 2_002, id: "$r1"))
  }

  @Test("words that are asked for come behind what the same answer brings, and in a page")
  func restoredBesideMessages() async throws {
    let edit = Samples.edit("$e", of: "$a", to: "new")
    let events = [Samples.text("$b", "y"), Samples.redaction("$r", of: "$e", at: 3_000)]
    let current = StubAnswer(200, Samples.text("$a", "old").data)
    let chunk = StubAnswer(200, JSON.object(["chunk": .array(events.reversed())]).data)
    let (transport, _) = transport([
      news("t1", [edit]), news("t2", events), current, chunk, current,
    ])
    _ = try await transport.news(question())
    let answer = try await transport.news(question(since: "t1"))
    #expect(answer.parts.count == 1)
    #expect(answer.parts.map(text) == [["$b"]])
    guard case .relation(let last)? = answer.parts.first?.items.last else {
      Issue.record("the words of the message are not there")
      return
    }
    #expect(last.target == .remote("$a") && last.action == .edit(.text("old")))
    let page = try await transport.history(
      HistoryQuestion(conversation: Samples.room, gap: nil, limit: 5))
    #expect(page.relations.last?.action == .edit(.text("old")))
  }

  @Test("there is no connection to open, and it ends with its task") func connection() async {
    let (transport, server) = transport([])
    let (heard, hear) = AsyncStream<ConnectionNews>.makeStream()
    let task = Task { try await transport.connect { hear.yield($0) } }
    for await news in heard {
      #expect(news == .opened)
      break
    }
    task.cancel()
    _ = await task.result
    #expect(server.asked.isEmpty)
  }

  @Test("readings and typing go to the server; errors of typing are nobody's") func signals()
    async throws
  {
    let (transport, server) = transport([
      .json("{}"), .json("{}"), .refused(500, "M_X"),
    ])
    let place = ServerPosition(
      serverTime: Timestamp(milliseconds: 9), timestamp: Timestamp(milliseconds: 9),
      remoteID: "$z")
    try await transport.report(
      Reading(conversation: Samples.room, upTo: place, readAt: Timestamp(milliseconds: 10)))
    await transport.tellTyping(true, in: Samples.room)
    await transport.tellTyping(false, in: Samples.room)
    #expect(
      server.lines == [
        "POST \(room)/receipt/m.read/$z", "PUT \(room)/typing/@me:example.org",
        "PUT \(room)/typing/@me:example.org",
      ])
    #expect(server.asked[1].body == ["typing": true, "timeout": 8_000])
    #expect(server.asked[2].body?["typing"] == false)
  }
}
