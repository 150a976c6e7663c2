import MessagingModel
import Testing

@testable import MessagingMatrix

/// What events of a room say to a store.
@Suite struct EventTests {
  @Test func `a text`() throws {
    let message = try #require(Samples.message(Samples.text("$1", "hello", at: 7)))
    #expect(message.body == .text("hello"))
    #expect(message.sender == Samples.ann)
    #expect(message.conversation == Samples.room)
    #expect(message.position == ServerPosition(serverTime: 7, timestamp: 7, remoteID: "$1"))
    #expect(message.version == .original)
    #expect(message.id == nil)
    #expect(message.replyTo == nil)
    #expect(message.threadRoot == nil)
  }

  @Test func `a key is that of a message of ours from this device, and nobody else's`() throws {
    let key = MessageID(high: 1, low: 2)
    let unsigned: [ExactString: JSON] = [
      "unsigned": ["transaction_id": .string(ExactString(key.description))]
    ]
    #expect(Samples.message(Samples.text("$1", "a", by: Samples.me, unsigned))?.id == key)
    #expect(Samples.message(Samples.text("$1", "a", by: Samples.ann, unsigned))?.id == nil)
    let foreign: [ExactString: JSON] = ["unsigned": ["transaction_id": "m1234.5"]]
    #expect(Samples.message(Samples.text("$1", "a", by: Samples.me, foreign))?.id == nil)
  }

  @Test func `an answer, a thread, and an answer in a thread`() throws {
    func message(_ relation: JSON) throws -> ReceivedMessage {
      try #require(
        Samples.message(
          Samples.event("$1", ["msgtype": "m.text", "body": "a", "m.relates_to": relation])))
    }
    let reply = try message(["m.in_reply_to": ["event_id": "$0"]])
    #expect(reply.replyTo == .remote("$0"))
    #expect(reply.threadRoot == nil)
    let thread = try message([
      "rel_type": "m.thread", "event_id": "$r", "is_falling_back": true,
      "m.in_reply_to": ["event_id": "$0"],
    ])
    #expect(thread.replyTo == nil)
    #expect(thread.threadRoot == .remote("$r"))
    let both = try message([
      "rel_type": "m.thread", "event_id": "$r", "is_falling_back": false,
      "m.in_reply_to": ["event_id": "$0"],
    ])
    #expect(both.replyTo == .remote("$0"))
    #expect(both.threadRoot == .remote("$r"))
  }

  @Test func `an edit is ordered by its time, then by its name`() {
    let items = Samples.items([Samples.edit("$e", of: "$1", to: "new", at: 9)])
    #expect(
      items == [
        Samples.relation(to: "$1", .edit(.text("new")), Version(order: 9, id: "$e"))
      ])
  }

  @Test func `the edit that comes with a message is its newest version`() throws {
    let edit = Samples.edit("$e", of: "$1", to: "new", at: 9)
    let message = try #require(
      Samples.message(
        Samples.text("$1", "old", ["unsigned": ["m.relations": ["m.replace": edit]]])))
    #expect(message.body == .text("new"))
    #expect(message.version == Version(order: 9, id: "$e"))
  }

  @Test(arguments: [
    Samples.edit("$e", of: "$1", to: "new", by: Samples.me),
    Samples.edit("$e", of: "$2", to: "new"),
    Samples.text("$e", "new"), JSON.null, "$e",
  ])
  func `an edit that comes with a message of somebody else, or of another one, is none`(
    edit: JSON
  ) throws {
    let message = try #require(
      Samples.message(
        Samples.text("$1", "old", ["unsigned": ["m.relations": ["m.replace": edit]]])))
    #expect(message.body == .text("old"))
    #expect(message.version == .original)
  }

  @Test func `a message that was deleted has its place and says nothing`() throws {
    let message = try #require(
      Samples.message(Samples.event("$1", [:], ["unsigned": ["redacted_because": [:]]])))
    #expect(message.body == .redacted)
    #expect(message.position.remoteID == "$1")
  }

  @Test func `state is nothing that somebody wrote`() {
    #expect(Samples.items([Samples.event("$1", type: "m.room.name", [:], ["state_key": ""])]) == [])
    #expect(
      Samples.items([
        Samples.event("$1", ["msgtype": "m.text", "body": "a"], ["state_key": "x"])
      ]) == [])
  }

  @Test func `a deletion that names two events is none`() throws {
    let event = { (top: JSON, content: JSON) in
      MatrixEvent([
        "event_id": "$x", "type": "m.room.redaction", "sender": "@me:example.org",
        "origin_server_ts": 5, "redacts": top, "content": content,
      ])
    }
    #expect(event("$1", [:])?.redacts == "$1")
    #expect(event("$1", ["redacts": "$1"])?.redacts == "$1")
    #expect(event(1, ["redacts": "$1"])?.redacts == "$1")
    #expect(event("$1", ["redacts": "$2"])?.redacts == nil)
  }

  @Test func `receipts of a room, whoever read it`() throws {
    var timeline = MatrixTimeline(
      Samples.room, owner: Samples.me, book: MatrixBook(file: nil))
    timeline.read(receipts: [
      "$2": ["m.read": ["@ann:example.org": ["ts": 5, "thread_id": "main"], "bob": ["ts": 1]]],
      "$1": ["m.read.private": ["@me:example.org": [:]]], "x": ["m.read": [:]], "$3": 1,
      // Of a thread: what stands beside it is not read.
      "$9": ["m.read": ["@me:example.org": ["ts": 6, "thread_id": "$0"]]],
    ])
    #expect(
      timeline.items == [
        Samples.relation(to: "$1", by: Samples.me, .receipt(0)),
        Samples.relation(to: "$2", by: Samples.ann, .receipt(5)),
      ])
  }
}
