import Foundation
import MessagingCore
import MessagingModel
import Testing

@testable import MessagingMatrix

/// Limits, the longest names, and what is kept for the next run.
@Suite("The edges of what a homeserver says", .timeLimit(.minutes(10))) struct EdgeTests {
  @Test("how much is asked for, and taken, unless somebody says otherwise") func limits() {
    let limits = MatrixLimits()
    #expect(limits.answer == 33_554_432 && limits.timeline == 20 && limits.page == 50)
  }

  @Test("a name has at most 255 bytes, and at least one behind its sigil") func names() {
    func name(_ count: Int) -> JSON {
      .string(ExactString("$" + String(repeating: "x", count: count)))
    }
    #expect(MatrixNames.event(name(254)) != nil)
    #expect(MatrixNames.event(name(255)) == nil)
    #expect(MatrixNames.event(name(1)) != nil && MatrixNames.event(name(0)) == nil)
    func file(_ count: Int) -> JSON {
      .string(ExactString("mxc://s/" + String(repeating: "x", count: count)))
    }
    #expect(MatrixNames.file(file(247)) != nil && MatrixNames.file(file(248)) == nil)
  }

  @Test("a bundled edit without new content is none, and so is one of somebody else")
  func bundledEdits() throws {
    func message(_ edit: JSON) throws -> ReceivedMessage {
      try #require(
        Samples.message(
          Samples.text("$a", "old", ["unsigned": ["m.relations": ["m.replace": edit]]])))
    }
    let empty = Samples.event(
      "$e",
      [
        "msgtype": "m.text", "body": "* new",
        "m.relates_to": ["rel_type": "m.replace", "event_id": "$a"],
      ])
    #expect(try message(empty).body == .text("old"))
    #expect(
      try message(Samples.edit("$e", of: "$a", to: "new", by: Samples.me)).body == .text("old"))
    #expect(try message(Samples.edit("$e", of: "$b", to: "new")).body == .text("old"))
    #expect(try message(Samples.edit("$e", of: "$a", to: "new")).body == .text("new"))
  }

  @Test("what a redaction needs is in the file of the book, after news and after a page")
  func book() async throws {
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("book-\(ProcessInfo.processInfo.globallyUniqueString)")
    defer { try? FileManager.default.removeItem(at: file) }
    let reaction = Samples.reaction("$r", to: "$a")
    let rooms: JSON = ["join": ["!k1:example.org": ["timeline": ["events": [reaction]]]]]
    let server = ScriptedHomeserver([
      StubAnswer(200, JSON.object(["next_batch": "t1", "rooms": rooms]).data),
      StubAnswer(200, JSON.object(["chunk": [Samples.reaction("$q", to: "$a")]]).data),
    ])
    let transport = MatrixSyncTransport(server.client(), book: MatrixBook(file: file))
    _ = try await transport.news(SyncQuestion(stream: .main, since: nil, limit: 5, wait: 0))
    #expect(MatrixBook(file: file).entry(for: "$r", in: Samples.room) != nil)
    #expect(MatrixBook(file: file).entry(for: "$q", in: Samples.room) == nil)
    _ = try await transport.history(
      HistoryQuestion(conversation: Samples.room, gap: nil, limit: 5))
    #expect(MatrixBook(file: file).entry(for: "$q", in: Samples.room) != nil)
  }

  @Test("a book that cannot be written keeps the news from being stored") func fullDisk() async {
    let place = FileManager.default.temporaryDirectory
      .appendingPathComponent("none-\(ProcessInfo.processInfo.globallyUniqueString)/book")
    let reaction = Samples.reaction("$r", to: "$a")
    let rooms: JSON = ["join": ["!k1:example.org": ["timeline": ["events": [reaction]]]]]
    let answer = StubAnswer(200, JSON.object(["next_batch": "t1", "rooms": rooms]).data)
    let transport = MatrixSyncTransport(
      ScriptedHomeserver([answer]).client(), book: MatrixBook(file: place))
    await #expect(throws: SyncError(.transient, code: "disk")) {
      _ = try await transport.news(SyncQuestion(stream: .main, since: nil, limit: 5, wait: 0))
    }
  }
}
