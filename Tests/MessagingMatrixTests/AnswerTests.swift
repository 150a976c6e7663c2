import MessagingModel
import Testing

@testable import MessagingMatrix

/// Whole answers of `/sync` and `/messages`.
@Suite struct AnswerTests {
  private let book = MatrixBook(file: nil)

  private func news(_ rooms: JSON, next: JSON = "s2") -> MatrixNews? {
    MatrixNews(["next_batch": next, "rooms": rooms], owner: Samples.me, book: book)
  }

  private func timeline(
    _ events: [JSON], limited: JSON = false, before: JSON? = "p1"
  ) -> JSON {
    var timeline: [ExactString: JSON] = ["events": .array(events), "limited": limited]
    timeline["prev_batch"] = before
    return ["timeline": .object(timeline)]
  }

  @Test func `what is new in a room goes on from what was told`() throws {
    let news = try #require(
      self.news([
        "join": ["!k1:example.org": timeline([Samples.text("$2", "b"), Samples.text("$1", "a")])]
      ]))
    #expect(news.next == "s2")
    let part = try #require(news.parts.first)
    #expect(news.parts.count == 1)
    #expect(part.conversation == Samples.room)
    #expect(part.start == .continues)
    // In the list's order, not in that of names or times.
    #expect(part.items.compactMap(\.remote) == ["$2", "$1"])
  }

  @Test func `a limited timeline says from where to ask`() throws {
    let events = [Samples.text("$1", "a")]
    let rooms: JSON = [
      "!a": timeline(events, limited: true), "!b": timeline(events, limited: true, before: nil),
      "!c": timeline(
        events, limited: true, before: .string(ExactString(String(repeating: "p", count: 70_000)))),
      "!d": timeline(events, limited: "yes"), "!e": timeline([], limited: true),
    ]
    let parts = try #require(self.news(["join": rooms])).parts
    #expect(
      parts.map(\.start) == [
        .limited("p1"), .limited(nil), .limited(nil), .continues, .limited("p1"),
      ])
    #expect(parts.map(\.conversation) == ["!a", "!b", "!c", "!d", "!e"])
  }

  @Test func `a room begins with its creation`() throws {
    let create = Samples.event("$0", type: "m.room.create", [:], ["state_key": ""])
    let rooms: JSON = [
      "!a": timeline([create, Samples.text("$1", "a")], limited: true),
      // Only the state itself says so, not somebody who writes an event of that name.
      "!b": timeline([Samples.event("$0", type: "m.room.create", [:]), Samples.text("$1", "a")]),
    ]
    let parts = try #require(self.news(["join": rooms])).parts
    #expect(parts.map(\.start) == [.begins, .continues])
  }

  @Test func `a room of which nothing is told is not mentioned`() throws {
    let state = Samples.event("$1", type: "m.room.name", [:], ["state_key": ""])
    #expect(try #require(news(["join": ["!a": timeline([state])]])).parts == [])
    #expect(try #require(news(["invite": ["!a": timeline([Samples.text("$1", "a")])]])).parts == [])
    #expect(try #require(news([:])).parts == [])
  }

  @Test func `a room that was left tells its last events`() throws {
    let news = try #require(
      self.news(["leave": ["!a": timeline([Samples.text("$1", "a")])]]))
    #expect(news.parts.map(\.conversation) == ["!a"])
  }

  @Test func `relations may come before what they are about`() throws {
    let news = try #require(
      self.news([
        "join": [
          "!k1:example.org": timeline([
            Samples.edit("$e", of: "$1", to: "new"), Samples.reaction("$r", to: "$1"),
            Samples.redaction("$x", of: "$9"), Samples.text("$1", "old"),
          ])
        ]
      ]))
    #expect(news.parts.first?.items.count == 4)
  }

  @Test(
    arguments: [
      .null, [], "x", [:], ["next_batch": 5], ["next_batch": ""], ["rooms": [:]],
    ] as [JSON])
  func `an answer without a token makes no sense`(json: JSON) {
    #expect(MatrixNews(json, owner: Samples.me, book: book) == nil)
  }

  @Test func `one bad event does not hide the others`() throws {
    let long = "$" + String(repeating: "x", count: 300)
    let bad: [JSON] = [
      JSON.null, 1, "x", [:], ["event_id": "$1"], Samples.text("no-sigil", "a"),
      Samples.text(long, "a"), Samples.text("$1", "a", by: "ann"),
      Samples.event("$1", JSON.null), Samples.event("$1", [1]),
      Samples.event(
        "$1", ["m.relates_to": ["rel_type": "m.replace", "event_id": "$0"], "m.new_content": 1]),
    ]
    let parts = try #require(
      self.news(["join": ["!a": timeline(bad + [Samples.text("$2", "good")])], "leave": 3])
    ).parts
    let items = try #require(parts.first?.items)
    #expect(items.dropLast() == Array(repeating: SyncItem.unreadable("!a"), count: bad.count)[...])
    #expect(items.last?.remote == "$2")
  }

  @Test func `rooms with names that are none, or twice, are left out`() throws {
    let one = timeline([Samples.text("$1", "a")])
    let long = ExactString("!" + String(repeating: "x", count: 70_000))
    let parts = try #require(
      self.news([
        "join": ["": one, "a": one, "!": one, "!a": one, long: one, "!b": 5], "leave": ["!a": one],
      ])
    ).parts
    #expect(parts.map(\.conversation) == ["!a"])
  }

  @Test func `times beyond all calendars stay within them`() throws {
    for time in [Int64.min, -1, .max] {
      let message = try #require(Samples.message(Samples.text("$1", "a", at: time)))
      #expect((0...1 << 52).contains(message.position.serverTime.milliseconds))
    }
  }
}

extension SyncItem {
  var remote: RemoteID? {
    if case .message(let message) = self { message.position.remoteID } else { nil }
  }
}
