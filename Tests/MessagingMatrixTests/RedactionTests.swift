import Foundation
import MessagingModel
import Testing

@testable import MessagingMatrix

/// A redaction names an event; what it was about is known from the book.
@Suite struct RedactionTests {
  private let reacted = Version(order: 2_000, id: "$r")

  @Test func `a reaction, and that it was taken back`() {
    let items = Samples.items([
      Samples.reaction("$r", to: "$1"), Samples.redaction("$x", of: "$r", at: 1),
    ])
    #expect(
      items == [
        Samples.relation(to: "$1", .react("👍"), reacted),
        // The same version, so that a clock that ran backwards keeps nothing.
        Samples.relation(to: "$1", .unreact("👍"), reacted),
      ])
  }

  @Test func `a moderator takes back somebody's reaction`() {
    let items = Samples.items([
      Samples.reaction("$r", to: "$1"), Samples.redaction("$x", of: "$r", by: Samples.me),
    ])
    #expect(items.last == Samples.relation(to: "$1", by: Samples.ann, .unreact("👍"), reacted))
  }

  @Test func `a message is deleted, whoever the server let do it`() {
    #expect(
      Samples.items([Samples.redaction("$x", of: "$1", by: Samples.me)]) == [
        Samples.relation(
          to: "$1", by: Samples.me, .delete(isModerator: true, leavesRow: true))
      ])
    // Newer rooms name it in the content.
    #expect(
      Samples.items([Samples.event("$x", type: "m.room.redaction", ["redacts": "$1"])]) == [
        Samples.relation(to: "$1", .delete(isModerator: true, leavesRow: true))
      ])
  }

  @Test func `an edit that is taken back is asked for`() {
    let book = MatrixBook(file: nil)
    var timeline = MatrixTimeline(Samples.room, owner: Samples.me, book: book)
    timeline.read([
      Samples.edit("$e", of: "$1", to: "new", at: 2_000),
      Samples.redaction("$x", of: "$e", at: 3_000),
    ])
    #expect(timeline.items.count == 1)
    // A clock that is ahead does not outweigh the next edit.
    #expect(
      timeline.reverted == [
        MatrixTimeline.Reverted(
          target: "$1", editor: Samples.ann, version: Version(order: 2_001, id: "$x"))
      ])
  }

  /// The event of the edit lies in a part of the history that this device never loads.
  @Test func `an edit that came only with its message is asked for, too`() {
    let book = MatrixBook(file: nil)
    let edit = Samples.edit("$e", of: "$1", to: "new", at: 9)
    _ = Samples.items(
      [Samples.text("$1", "old", ["unsigned": ["m.relations": ["m.replace": edit]]])], book: book)
    var later = MatrixTimeline(Samples.room, owner: Samples.me, book: book)
    later.read([Samples.redaction("$x", of: "$e", at: 3_000)])
    #expect(later.items == [])
    #expect(
      later.reverted == [
        MatrixTimeline.Reverted(
          target: "$1", editor: Samples.ann, version: Version(order: 10, id: "$x"))
      ])
  }

  /// The server of a moderator may have a slow clock.
  @Test func `what is given back is newer than the edit, whatever the clocks say`() {
    let book = MatrixBook(file: nil)
    var timeline = MatrixTimeline(Samples.room, owner: Samples.me, book: book)
    timeline.read([
      Samples.edit("$e", of: "$1", to: "new"),
      Samples.redaction("$x", of: "$e", by: Samples.me, at: 1),
    ])
    let edited = Samples.items([Samples.edit("$e", of: "$1", to: "new")])
    guard case .relation(let edit)? = edited.first else {
      Issue.record("no edit")
      return
    }
    #expect(timeline.reverted.first?.version.order == edit.version.order + 1)
  }

  /// Else the text of the first edit, which its author removed, would be shown for ever.
  @Test func `of two edits the newer one is taken back first`() {
    let book = MatrixBook(file: nil)
    _ = Samples.items(
      [
        Samples.edit("$e1", of: "$1", to: "secret", at: 100),
        Samples.edit("$e2", of: "$1", to: "too", at: 200),
        Samples.edit("$e3", of: "$2", to: "another message", at: 900),
      ], book: book)
    func version(_ redaction: String, of edit: String) -> Version? {
      var timeline = MatrixTimeline(Samples.room, owner: Samples.me, book: book)
      timeline.read([Samples.redaction(redaction, of: edit, at: 1)])
      return timeline.reverted.first?.version
    }
    #expect(version("$x2", of: "$e2") == Version(order: 201, id: "$x2"))
    #expect(version("$x1", of: "$e1") == Version(order: 202, id: "$x1"))
    // An event that comes twice is the same event.
    #expect(version("$x2", of: "$e2") == Version(order: 201, id: "$x2"))
  }

  @Test func `the book tells who edited, after a new start too`() throws {
    let book = MatrixBook(file: nil)
    _ = Samples.items([Samples.edit("$e", of: "$1", to: "new")], book: book)
    guard case .edit("$1", let editor, let version)? = book.entry(for: "$e", in: Samples.room)
    else {
      Issue.record("no entry")
      return
    }
    #expect(editor == Samples.ann)
    #expect(version != nil)
  }

  @Test func `what is left of reactions and edits that were taken back is no message`() {
    let book = MatrixBook(file: nil)
    _ = Samples.items([Samples.edit("$e", of: "$1", to: "new")], book: book)
    let gone: [ExactString: JSON] = ["unsigned": ["redacted_because": [:]]]
    let left = [Samples.event("$e", [:], gone), Samples.event("$r", type: "m.reaction", [:], gone)]
    #expect(Samples.items(left, book: book) == [])
  }

  @Test func `the book is the same after a new start, and knows rooms apart`() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "book-\(UUID())", isDirectory: true)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("book")
    let first = MatrixBook(file: file)
    _ = Samples.items([Samples.reaction("$r", to: "$1", "a\n\"b")], book: first)
    try first.flush()
    // A kill in the middle of a line.
    try (try Data(contentsOf: file) + Data("{\"room\":\"!k1".utf8)).write(to: file)
    let second = MatrixBook(file: file)
    _ = Samples.items([Samples.edit("$e", of: "$2", to: "x")], book: second)
    try second.flush()
    let third = MatrixBook(file: file)
    #expect(
      third.entry(for: "$r", in: Samples.room)
        == .reaction("$1", "a\n\"b", Samples.ann, reacted))
    #expect(
      third.entry(for: "$e", in: Samples.room)
        == .edit("$2", Samples.ann, Version(order: 2_000, id: "$e")))
    #expect(third.entry(for: "$r", in: "!other:example.org") == nil)
  }

  @Test func `a book that cannot be written says so`() {
    let book = MatrixBook(file: URL(fileURLWithPath: "/nowhere/at/all/book"))
    _ = Samples.items([Samples.reaction("$r", to: "$1")], book: book)
    #expect(throws: SyncError(.transient, code: "disk")) { try book.flush() }
  }

  @Test func `the book is bounded`() {
    let book = MatrixBook(file: nil)
    for number in 0..<30_000 {
      book.note(RemoteID("$\(number)"), in: Samples.room, .edit("$t", nil, nil))
    }
    #expect(book.entry(for: "$0", in: Samples.room) == nil)
    #expect(book.entry(for: "$29999", in: Samples.room) == .edit("$t", nil, nil))
    #expect(book.entry(for: "$10001", in: Samples.room) == .edit("$t", nil, nil))
  }
}
