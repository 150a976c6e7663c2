import Foundation
import MessagingCore
import MessagingModel
import Testing

/// Edits that bring, keep and take out files, on a real disk.
@Suite("Edits with files") final class ComposerEditTests {
  private let folder: URL
  private let files: OwnedDirectory
  private let store: InMemoryRepository

  init() async throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("edits-\(ProcessInfo.processInfo.globallyUniqueString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    files = OwnedDirectory(root: folder.appendingPathComponent("media"))
    store = try await InMemoryRepository(owner: "me")
    let photo = Draft.File(source: try source("first.jpg", 5))
    try await composer.send(
      Draft(.files([photo], kind: .photo, caption: "look"), in: "k1"), as: message.id, at: 5)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  private let message = MessageKey("k1", MessageID(high: 0, low: 1))
  private let change = MessageID(high: 0, low: 20)

  private var composer: MessageComposer { MessageComposer(repository: store, files: files) }

  private func source(_ name: String, _ bytes: Int) throws -> URL {
    let url = folder.appendingPathComponent(name)
    try Data(repeating: 7, count: bytes).write(to: url)
    return url
  }

  private func shown() async throws -> Message {
    let query = Query(.around(.id(message.id)), in: "k1", limit: 1)
    return try #require(try await store.read(query).messages.first)
  }

  private func attachments() async throws -> [MessagingModel.Attachment] {
    try await shown().body.attachments
  }

  /// The files of the message on the disk, without the one that says whose they are.
  private var onDisk: Int {
    let folders = (try? FileManager.default.contentsOfDirectory(atPath: files.root.path)) ?? []
    return folders.reduce(0) { count, name in
      let path = files.root.appendingPathComponent(name).path
      return count + ((try? FileManager.default.contentsOfDirectory(atPath: path))?.count ?? 1) - 1
    }
  }

  private func added(_ name: String, _ bytes: Int) throws -> Draft.Edit.File {
    .added(Draft.File(source: try source(name, bytes), placeholder: "blur", width: 3, height: 4))
  }

  @Test("files of an edit that says nothing else are files") func kindOfFiles() {
    #expect(Draft.Edit([]).kind == .file)
    #expect(Draft.Edit([], kind: .photo).kind == .photo)
  }

  @Test("one file is kept, one comes: the kept one stays as it is, the new one is the app's own")
  func add() async throws {
    let first = try await attachments()[0]
    let edit = Draft.Edit([.kept(first), try added("second.jpg", 9)], kind: .photo, text: "see")
    #expect(try await composer.edit(message, to: edit, as: change) == .done)
    try FileManager.default.removeItem(at: folder.appendingPathComponent("second.jpg"))
    let after = try await attachments()
    #expect(after.first == first)
    #expect(after.map(\.byteCount) == [5, 9])
    #expect(after.last?.upload == .waiting)
    #expect(after.last?.placeholder == "blur" && after.last?.width == 3 && after.last?.height == 4)
    for file in after {
      try await files.check(
        OwnedFile(path: try #require(file.localPath), byteCount: file.byteCount))
    }
    guard case .media(let media) = try await shown().body else {
      Issue.record("no files")
      return
    }
    #expect(media.kind == .photo && media.caption == "see")
  }

  @Test("a file that an edit replaces stays on the disk: the edit may be taken back")
  func replace() async throws {
    let edit = Draft.Edit([try added("second.jpg", 9)], kind: .photo)
    #expect(try await composer.edit(message, to: edit, as: change) == .done)
    #expect(try await attachments().map(\.byteCount) == [9])
    #expect(onDisk == 2)
    let chat = ConversationActions(store, in: "k1", owner: "me")
    #expect(try await chat.cancel(message.id, change: change) == .done)
    let first = try await attachments()[0]
    try await files.check(OwnedFile(path: try #require(first.localPath), byteCount: 5))
  }

  @Test("two edits bring two files to two places") func stacked() async throws {
    let other = MessageID(high: 0, low: 21)
    #expect(
      try await composer.edit(message, to: .init([try added("a.jpg", 7)]), as: change) == .done)
    #expect(
      try await composer.edit(message, to: .init([try added("b.jpg", 8)]), as: other) == .done)
    #expect(onDisk == 3)
    #expect(try await attachments().map(\.byteCount) == [8])
  }

  @Test("an edit without files is a text") func text() async throws {
    #expect(try await composer.edit(message, to: .init([], text: "words"), as: change) == .done)
    #expect(try await shown().body == .text("words"))
  }

  @Test("the same edit again changes nothing, also when its file has gone") func again()
    async throws
  {
    let edit = Draft.Edit([try added("second.jpg", 9)], kind: .photo)
    #expect(try await composer.edit(message, to: edit, as: change) == .done)
    try FileManager.default.removeItem(at: folder.appendingPathComponent("second.jpg"))
    #expect(try await composer.edit(message, to: edit, as: change) == .unchanged)
    #expect(try await shown().dependents.count == 1 && onDisk == 2)
  }

  /// The file of the edit that was taken back stays until its message is discarded.
  @Test("an edit that was taken back stays so, and is not copied again") func takenBack()
    async throws
  {
    let edit = Draft.Edit([try added("second.jpg", 9)], kind: .photo)
    #expect(try await composer.edit(message, to: edit, as: change) == .done)
    _ = try await store.apply([.cancel(OutboxKey(message, dependent: change))])
    #expect(try await composer.edit(message, to: edit, as: change) == .unchanged)
    #expect(try await attachments().map(\.byteCount) == [5])
    #expect(onDisk == 2)
  }

  @Test("a file that cannot be taken: the message and its files stay as they are") func refused()
    async throws
  {
    let missing = Draft.File(source: folder.appendingPathComponent("nowhere.jpg"))
    let first = try await attachments()[0]
    let edit = Draft.Edit([.kept(first), try added("second.jpg", 9), .added(missing)])
    let refusal = await #expect(throws: DraftRefusal.self) {
      try await composer.edit(message, to: edit, as: change)
    }
    #expect(refusal?.description == "file 2: file-missing, permanent")
    #expect(try await attachments() == [first])
    #expect(try await shown().dependents.isEmpty)
    #expect(onDisk == 1)
  }

  @Test("the store refuses the edit: what it brought is gone again, the rest stays")
  func refusedByTheStore() async throws {
    let long = String(repeating: "x", count: Limits.body + 1)
    let edit = Draft.Edit([try added("second.jpg", 9)], text: long)
    let refusal = await #expect(throws: DraftRefusal.self) {
      try await composer.edit(message, to: edit, as: change)
    }
    #expect(refusal?.userMessage == "This message is too large.")
    #expect(onDisk == 1)
  }

  @Test("what says nothing, and what is not the owner's, is refused") func notPossible()
    async throws
  {
    let empty = await #expect(throws: DraftRefusal.self) {
      try await composer.edit(message, to: .init([]), as: change)
    }
    #expect(empty?.description.hasPrefix("empty") == true)
    let first = try await attachments()[0]
    let many = Draft.Edit(Array(repeating: .kept(first), count: Limits.attachments + 1))
    let refusal = await #expect(throws: DraftRefusal.self) {
      try await composer.edit(message, to: many, as: change)
    }
    #expect(refusal?.description.hasPrefix("too-many-files: 101") == true)
    let blocked = MessageComposer(repository: store, files: files) { _ in
      FailureReason(code: "blocked")
    }
    await #expect(throws: DraftRefusal.self) {
      try await blocked.edit(message, to: .init([], text: "words"), as: change)
    }
    let foreign = MessageKey("k1", MessageID(high: 0, low: 3))
    let place = ServerPosition(serverTime: 3, timestamp: 3, remoteID: "s3")
    _ = try await store.apply([
      .receive(
        ReceivedMessage(
          conversation: "k1", position: place, id: foreign.id, sender: "bob", body: .text("three")))
    ])
    let edit = Draft.Edit([try added("second.jpg", 9)])
    #expect(try await composer.edit(foreign, to: edit, as: change) == .notEntitled)
    let nowhere = MessageKey("k1", MessageID(high: 0, low: 9))
    #expect(try await composer.edit(nowhere, to: edit, as: change) == .gone)
    #expect(onDisk == 1)
  }
}
