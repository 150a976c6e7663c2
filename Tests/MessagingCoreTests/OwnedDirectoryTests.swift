import Foundation
import MessagingCore
import MessagingModel
import Testing

/// What is copied, what is checked and what is thrown away, on a real disk (`DRAFT-001`).
@Suite("The directory of the app") final class OwnedDirectoryTests {
  private let folder: URL
  private let files: OwnedDirectory
  private let store: InMemoryRepository

  init() async throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("owned-\(ProcessInfo.processInfo.globallyUniqueString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    files = OwnedDirectory(root: folder.appendingPathComponent("media"))
    store = try await InMemoryRepository(owner: "me")
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  private func source(_ name: String, _ bytes: Int = 5) throws -> URL {
    let url = folder.appendingPathComponent(name)
    try Data(repeating: 7, count: bytes).write(to: url)
    return url
  }

  private func draft(_ sources: [URL], caption: String = "look") -> Draft {
    Draft(
      .files(sources.map { .init(source: $0) }, kind: .photo, caption: caption), in: "k1")
  }

  private func id(_ number: UInt64) -> MessageID { MessageID(high: 0, low: number) }

  private var composer: MessageComposer { MessageComposer(repository: store, files: files) }

  private func newest() async throws -> [Message] {
    try await store.read(Query(.newest, in: "k1", limit: 10)).messages
  }

  private var folders: [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: files.root.path)) ?? []
  }

  @Test("a file is copied before its message is visible; the source may go") func copied()
    async throws
  {
    let url = try source("a.jpg")
    try await composer.send(draft([url]), as: id(1), at: 5)
    try FileManager.default.removeItem(at: url)
    let file = try #require(try await newest().first?.body.attachments.first)
    let path = try #require(file.localPath)
    #expect(try Data(contentsOf: files.url(of: path)) == Data(repeating: 7, count: 5))
    #expect(file.byteCount == 5 && file.upload == .waiting)
  }

  @Test("another root with the same files finds them") func moved() async throws {
    try await composer.send(draft([try source("a.jpg")]), as: id(1), at: 5)
    let path = try #require(try await newest().first?.body.attachments.first?.localPath)
    let elsewhere = folder.appendingPathComponent("after the update")
    try FileManager.default.moveItem(at: files.root, to: elsewhere)
    try await OwnedDirectory(root: elsewhere).check(OwnedFile(path: path, byteCount: 5))
  }

  @Test("one file that cannot be taken: no message, no copy of the others") func refused()
    async throws
  {
    let missing = folder.appendingPathComponent("nowhere.jpg")
    await #expect(throws: DraftRefusal.self) {
      try await composer.send(draft([try source("a.jpg"), missing]), as: id(1), at: 5)
    }
    await #expect(throws: DraftRefusal.self) {
      try await composer.send(draft([try source("empty.jpg", 0)]), as: id(2), at: 5)
    }
    #expect(try await newest().isEmpty)
    #expect(folders.isEmpty)
  }

  @Test("where nothing can be sent nothing is shown (SEND-030)") func obstacle() async throws {
    let blocked = MessageComposer(repository: store, files: files) { _ in
      FailureReason(code: "blocked")
    }
    await #expect(throws: DraftRefusal.self) {
      try await blocked.send(draft([try source("a.jpg")]), as: id(1), at: 5)
    }
    #expect(try await newest().isEmpty && folders.isEmpty)
  }

  @Test("the refusal names the file that was refused, not the first one") func whichFile()
    async throws
  {
    let good = try source("a.jpg")
    let missing = folder.appendingPathComponent("nowhere.jpg")
    let refusal = await #expect(throws: DraftRefusal.self) {
      try await composer.send(draft([good, good, missing, good]), as: id(1), at: 5)
    }
    guard case .file(2, SendError(.permanent, code: "file-missing")) = refusal else {
      Issue.record("refused with \(String(describing: refusal))")
      return
    }
  }

  @Test("the store refuses the message: its files are gone again") func refusedByTheStore()
    async throws
  {
    let long = draft(
      [try source("a.jpg")], caption: String(repeating: "x", count: Limits.body + 1))
    await #expect(throws: DraftRefusal.self) {
      try await composer.send(long, as: id(1), at: 5)
    }
    #expect(try await newest().isEmpty && folders.isEmpty)
  }

  @Test("what a crash left at the target makes room") func overwritten() async throws {
    let message = MessageKey("k1", id(1))
    _ = try files.take(try source("before.jpg", 3), for: message, attachment: 0)
    let file = try files.take(try source("after.jpg", 9), for: message, attachment: 0)
    #expect(file.byteCount == 9)
    #expect(try Data(contentsOf: files.url(of: file.path)).count == 9)
    try await files.check(file)
  }

  @Test("sent twice is sent once, and its file stays") func twice() async throws {
    let url = try source("a.jpg")
    #expect(try await composer.send(draft([url]), as: id(1), at: 5) == .done)
    try FileManager.default.removeItem(at: url)
    #expect(try await composer.send(draft([url]), as: id(1), at: 9) == .unchanged)
    #expect(try await newest().count == 1)
    #expect(folders.count == 1)
  }

  @Test("equal ids of two conversations have two folders") func sameID() async throws {
    let other = MessageKey("k2", id(1))
    _ = try files.take(try source("a.jpg"), for: MessageKey("k1", id(1)), attachment: 0)
    let kept = try files.take(try source("b.jpg", 9), for: other, attachment: 0)
    await files.discard(MessageKey("k1", id(1)))
    try await files.check(kept)
  }

  @Test("changed, empty and missing files are told apart (MEDIA-008)") func checked() async throws {
    let taken = try files.take(try source("a.jpg"), for: MessageKey("k1", id(1)), attachment: 0)
    let url = files.url(of: taken.path)
    try Data(repeating: 7, count: 6).write(to: url)
    await #expect(throws: SendError(.permanent, code: "file-changed")) {
      try await files.check(taken)
    }
    try Data().write(to: url)
    await #expect(throws: SendError(.permanent, code: "file-empty")) {
      try await files.check(taken)
    }
    try FileManager.default.removeItem(at: url)
    await #expect(throws: SendError(.permanent, code: "file-missing")) {
      try await files.check(taken)
    }
  }

  @Test("a sweep keeps what waits, and nothing that a crash left") func swept() async throws {
    try await composer.send(draft([try source("a.jpg")]), as: id(1), at: 5)
    _ = try files.take(try source("orphan.jpg"), for: MessageKey("k1", id(2)), attachment: 0)
    let foreign = files.root.appendingPathComponent("not ours")
    try FileManager.default.createDirectory(at: foreign, withIntermediateDirectories: true)
    let store = store
    let removed = try await files.sweep(unchangedFor: .zero) { message in
      let query = Query(.around(.id(message.id)), in: message.conversation, limit: 1)
      return try await store.read(query).found
    }
    #expect(removed == 1)
    #expect(folders.count == 2)
    let path = try #require(try await newest().first?.body.attachments.first?.localPath)
    try await files.check(OwnedFile(path: path, byteCount: 5))
  }

  @Test("a sweep leaves alone what another process may be accepting now") func young() async throws
  {
    _ = try files.take(try source("a.jpg"), for: MessageKey("k1", id(1)), attachment: 0)
    #expect(await files.sweep { _ in false } == 0)
    #expect(folders.count == 1)
    #expect(await files.sweep(unchangedFor: .zero) { _ in false } == 1)
  }

  @Test("of what is young a sweep asks nobody, and removes no part of a copy") func asked()
    async throws
  {
    try await composer.send(draft([try source("a.jpg")]), as: id(1), at: 5)
    var asked: [MessageKey] = []
    _ = await files.sweep { message in
      asked.append(message)
      return true
    }
    #expect(asked == [])
    _ = await files.sweep(unchangedFor: .zero) { message in
      asked.append(message)
      return true
    }
    #expect(asked == [MessageKey("k1", id(1))])
  }

  @Test("a symbolic link: the file that it names is copied") func link() async throws {
    let link = folder.appendingPathComponent("link.jpg")
    let original = try source("a.jpg", 9)
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: original)
    let taken = try files.take(link, for: MessageKey("k1", id(1)), attachment: 0)
    try FileManager.default.removeItem(at: original)
    try FileManager.default.removeItem(at: link)
    #expect(taken.byteCount == 9)
    try await files.check(taken)
    #expect(try Data(contentsOf: files.url(of: taken.path)) == Data(repeating: 7, count: 9))
  }

  @Test("a directory is refused, and leaves nothing") func directory() throws {
    #expect(throws: SendError(.permanent, code: "file-kind")) {
      try files.take(folder, for: MessageKey("k1", id(1)), attachment: 0)
    }
    #expect(folders.isEmpty)
  }

  @Test(
    "a copy has the extension of its source if it is plain: 1 to 8 ASCII letters or digits",
    arguments: [
      ("a.jpg", "0.jpg"), ("a.b.JPG", "0.JPG"), ("a.12345678", "0.12345678"),
      ("a.123456789", "0"), ("a", "0"), ("a.j-g", "0"), ("a.jpé", "0"), ("a.az09AZ", "0.az09AZ"),
      ("a.j@g", "0"), ("a.j[g", "0"), ("a.j`g", "0"), ("a.j{g", "0"), ("a.j:g", "0"),
    ])
  func extensions(name: String, expected: String) throws {
    let message = MessageKey("k1", id(1))
    let taken = try files.take(try source(name, 1), for: message, attachment: 0)
    #expect(taken.byteCount == 1)
    #expect(files.url(of: taken.path).lastPathComponent == expected)
    let change = id(2)
    let edited = try files.take(try source(name, 1), for: message, change: change, attachment: 3)
    #expect(
      files.url(of: edited.path).lastPathComponent
        == "\(change)-3" + expected.dropFirst())
    // Both lie in the folder of the message, with the file that says whose it is.
    let folder = files.url(of: taken.path).deletingLastPathComponent().path
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
    #expect(Set(names) == [expected, "\(change)-3" + expected.dropFirst(), "message"])
  }

  @Test("a disk that cannot be written may pass; what cannot be sent is an error for good")
  func kinds() async throws {
    let message = MessageKey("k1", id(1))
    let taken = try files.take(try source("a.jpg"), for: message, attachment: 0)
    try FileManager.default.removeItem(at: files.url(of: taken.path))
    await #expect(throws: SendError(.permanent, code: "file-missing")) {
      try await files.check(taken)
    }
    let missing = folder.appendingPathComponent("nowhere.jpg")
    #expect(throws: SendError(.permanent, code: "file-missing")) {
      try files.take(missing, for: message, attachment: 0)
    }
    #expect(throws: SendError(.permanent, code: "file-kind")) {
      try files.take(folder, for: message, attachment: 0)
    }
    // The root is a file, so nothing can be copied below it.
    let blocked = OwnedDirectory(root: try source("root"))
    #expect(throws: SendError(.transient, code: "disk")) {
      try blocked.take(try source("b.jpg"), for: message, attachment: 0)
    }
  }
}
