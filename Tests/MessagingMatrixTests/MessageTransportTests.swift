import Foundation
import MessagingCore
import MessagingModel
import Testing

@testable import MessagingMatrix

/// What a homeserver is asked when something is sent, and what its answers mean.
@Suite("Sending to a homeserver", .timeLimit(.minutes(10))) struct MessageTransportTests {
  private let key = MessageID(high: 0, low: 0xAB)
  private let id = "000000000000000000000000000000ab"
  private let room = "/rooms/!k1:example.org"
  private let date = "Thu, 01 Jan 1970 00:00:07 GMT"

  private func request(_ action: SendRequest.Action) -> SendRequest {
    SendRequest(conversation: Samples.room, key: key, action: action)
  }

  /// Sends a request to a server with these answers.
  private func send(
    _ action: SendRequest.Action, _ answers: [StubAnswer]
  ) async -> (result: Result<SendReceipt, SendError>, server: ScriptedHomeserver) {
    let server = ScriptedHomeserver(answers)
    let transport = MatrixMessageTransport(server.client())
    do throws(SendError) {
      return (.success(try await transport.send(request(action))), server)
    } catch {
      return (.failure(error), server)
    }
  }

  private func publish(
    replyTo: RemoteID? = nil, threadRoot: RemoteID? = nil
  ) -> SendRequest.Action {
    .publish(
      .text("hello"), timestamp: Timestamp(milliseconds: 5), replyTo: replyTo,
      threadRoot: threadRoot)
  }

  private func event(_ id: String, at time: Int64 = 2_000) -> StubAnswer {
    StubAnswer(200, Samples.text(id, "x", by: Samples.me, at: time).data)
  }

  @Test("a message: its key is the transaction, its place is open until the echo") func message()
    async throws
  {
    let (result, server) = await send(publish(), [.json(#"{"event_id":"$e"}"#, date: date)])
    let receipt = try result.get()
    #expect(server.lines == ["PUT \(room)/send/m.room.message/\(id)"])
    #expect(server.asked.first?.token == "Bearer secret")
    #expect(server.asked.first?.body == ["msgtype": "m.text", "body": "hello"])
    let place = ServerPosition.unlisted(
      "$e", timestamp: Timestamp(milliseconds: 5), answeredAt: Timestamp(milliseconds: 7_000))
    #expect(receipt == .alreadyPublished(key, at: place))
    let (undated, _) = await send(publish(), [.json(#"{"event_id":"$e"}"#)])
    let above = ServerPosition.unlisted(
      "$e", timestamp: Timestamp(milliseconds: 5), answeredAt: Timestamp(milliseconds: 1 << 52))
    #expect(try undated.get().position == above)
  }

  @Test("replies and threads, also for clients without threads") func relations() async throws {
    let cases: [(SendRequest.Action, JSON)] = [
      (publish(replyTo: "$a"), ["m.in_reply_to": ["event_id": "$a"]]),
      (
        publish(threadRoot: "$r"),
        [
          "rel_type": "m.thread", "event_id": "$r", "m.in_reply_to": ["event_id": "$r"],
          "is_falling_back": true,
        ]
      ),
      (
        publish(replyTo: "$a", threadRoot: "$r"),
        [
          "rel_type": "m.thread", "event_id": "$r", "m.in_reply_to": ["event_id": "$a"],
          "is_falling_back": false,
        ]
      ),
    ]
    for (action, relation) in cases {
      let (_, server) = await send(action, [.json(#"{"event_id":"$e"}"#)])
      #expect(server.asked.first?.body?["m.relates_to"] == relation)
    }
  }

  @Test("an edit: its version is that of the event") func edit() async throws {
    let (result, server) = await send(
      .edit("$t", .text("new")), [.json(#"{"event_id":"$e"}"#), event("$e", at: 2_000)])
    #expect(
      server.lines == ["PUT \(room)/send/m.room.message/\(id)", "GET \(room)/event/$e"])
    let content: JSON = ["msgtype": "m.text", "body": "new"]
    #expect(server.asked.first?.body?["m.new_content"] == content)
    #expect(
      server.asked.first?.body?["m.relates_to"] == ["rel_type": "m.replace", "event_id": "$t"])
    #expect(
      try result.get() == .alreadyTook(key, version: Version(order: 2_000, id: "$e")))
  }

  @Test("an edit whose version cannot be asked for is in doubt") func editInDoubt() async {
    for answer in [
      StubAnswer.refused(404, "M_NOT_FOUND"), event("$other"), .json("{}"), .json("no"),
    ] {
      let (result, _) = await send(
        .edit("$t", .text("new")), [.json(#"{"event_id":"$e"}"#), answer])
      guard case .failure(let error) = result else {
        Issue.record("an edit without a version is called taken")
        return
      }
      #expect(error.kind == .indeterminate)
    }
    let (result, _) = await send(
      .edit("$t", .text("new")),
      [.json(#"{"event_id":"$e"}"#), .refused(429, "M_LIMIT_EXCEEDED", retryAfter: 1_500)])
    let error = SendError(.indeterminate, code: "M_LIMIT_EXCEEDED", retryAfter: 1_500)
    #expect(result == .failure(error))
  }

  @Test("a deletion is a redaction") func deletion() async throws {
    let (result, server) = await send(.delete("$t"), [.json(#"{"event_id":"$e"}"#)])
    #expect(server.lines == ["PUT \(room)/redact/$t/\(id)"])
    #expect(server.asked.first?.body == [:])
    #expect(try result.get() == .alreadyTook(key, version: Version(order: 1, id: "$e")))
  }

  @Test("what is taken back is replaced by nothing, which is deleted") func retraction()
    async throws
  {
    let (result, server) = await send(
      .retract, [.json(#"{"event_id":"$e"}"#), .json(#"{"event_id":"$r"}"#)])
    #expect(
      server.lines == [
        "PUT \(room)/send/m.room.message/\(id)", "PUT \(room)/redact/$e/\(id)-retract",
      ])
    #expect(server.asked.first?.body == ["msgtype": "m.notice", "body": ""])
    #expect(try result.get() == .retracted(key))
  }

  @Test("a reaction, and one that another device has made") func reactions() async throws {
    let (result, server) = await send(
      .react("$t", "👍"), [.json(#"{"event_id":"$e"}"#), event("$e", at: 3_000)])
    #expect(server.lines.first == "PUT \(room)/send/m.reaction/\(id)")
    #expect(
      server.asked.first?.body?["m.relates_to"]
        == ["rel_type": "m.annotation", "event_id": "$t", "key": "👍"])
    #expect(
      try result.get() == .alreadyTook(key, version: Version(order: 3_000, id: "$e")))

    let known = StubAnswer(200, JSON.object(["chunk": .array(list)]).data)
    let (twice, other) = await send(
      .react("$t", "👍"), [.refused(400, "M_DUPLICATE_ANNOTATION"), known])
    #expect(
      other.lines.last
        == "GET /_matrix/client/v1\(room)/relations/$t/m.annotation/m.reaction")
    #expect(other.asked.last?.query == ["limit": "1000"])
    #expect(
      try twice.get() == .alreadyTook(key, version: Version(order: 2_500, id: "$b")))
    let (unknown, _) = await send(
      .react("$t", "👍"), [.refused(400, "M_DUPLICATE_ANNOTATION"), .json("{}")])
    #expect(try unknown.get() == .alreadyTook(key, version: .original))
  }

  /// Two reactions of the owner with the key; one with another, one of somebody else.
  private var list: [JSON] {
    [
      Samples.reaction("$b", to: "$t", by: Samples.me, at: 2_500),
      Samples.reaction("$a", to: "$t", by: Samples.me, at: 2_000),
      Samples.reaction("$c", to: "$t", "🎉", by: Samples.me, at: 2_600),
      Samples.reaction("$d", to: "$t", at: 2_700),
    ]
  }

  @Test("a reaction that is removed: each of them, the oldest first") func unreact() async throws {
    let known = StubAnswer(200, JSON.object(["chunk": .array(list)]).data)
    let (result, server) = await send(
      .unreact("$t", "👍"),
      [known, .json(#"{"event_id":"$x"}"#), .json(#"{"event_id":"$y"}"#)])
    #expect(
      server.lines.dropFirst() == [
        "PUT \(room)/redact/$a/\(id)-$a", "PUT \(room)/redact/$b/\(id)-$b",
      ])
    #expect(
      try result.get() == .alreadyTook(key, version: Version(order: 2_500, id: "$b")))
    let (none, _) = await send(.unreact("$t", "👍"), [.json(#"{"chunk":[]}"#, date: date)])
    #expect(try none.get() == .alreadyTook(key, version: Version(order: 7_000)))
    let (undated, _) = await send(.unreact("$t", "👍"), [.json("{}")])
    #expect(try undated.get() == .alreadyTook(key, version: .original))
  }

  @Test("what the server says of a request becomes an error of sending") func errors() async {
    let cases: [(StubAnswer, SendError)] = [
      (.refused(403, "M_FORBIDDEN"), SendError(.permanent, code: "M_FORBIDDEN")),
      (.refused(413, "M_TOO_LARGE"), SendError(.permanent, code: "M_TOO_LARGE")),
      (.refused(401, "M_UNKNOWN_TOKEN"), SendError(.unauthorized, code: "M_UNKNOWN_TOKEN")),
      (.refused(500, "M_UNKNOWN"), SendError(.indeterminate, code: "M_UNKNOWN")),
      (StubAnswer(404, Data()), SendError(.transient, code: "404")),
      (.json("{}"), SendError(.indeterminate, code: "event-id")),
      (.json(#"{"event_id":"e"}"#), SendError(.indeterminate, code: "event-id")),
    ]
    for (answer, error) in cases {
      let (result, _) = await send(publish(), [answer])
      #expect(result == .failure(error))
      // The question for the reactions takes nothing.
      let asked =
        error.kind == .indeterminate ? SendError(.transient, code: error.code) : error
      let (reactions, _) = await send(.unreact("$t", "👍"), [answer])
      if error.code != "event-id" { #expect(reactions == .failure(asked)) }
    }
  }

  @Test("reactions are read to the last page, and no further than fifty") func pagesOfReactions()
    async throws
  {
    func page(_ events: [JSON], _ next: String) -> StubAnswer {
      let json: JSON = ["chunk": .array(events), "next_batch": .string(ExactString(next))]
      return StubAnswer(200, json.data)
    }
    let mine = Samples.reaction("$m", to: "$t", by: Samples.me, at: 2_000)
    let (result, server) = await send(
      .unreact("$t", "👍"),
      [
        page([Samples.reaction("$o", to: "$t", at: 1_000)], "n1"), page([mine], ""),
        .json(#"{"event_id":"$x"}"#),
      ])
    #expect(try result.get() == .alreadyTook(key, version: Version(order: 2_000, id: "$m")))
    #expect(server.asked.map { $0.query["from"] } == [nil, "n1", nil])
    let (endless, asked) = await send(.unreact("$t", "👍"), (1...60).map { page([], "n\($0)") })
    #expect(endless == .failure(SendError(.transient, code: "too-many-reactions")))
    #expect(asked.asked.count == 50)
  }
}
