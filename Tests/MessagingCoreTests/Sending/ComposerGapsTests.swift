import Foundation
import MessagingCore
import MessagingModel
import Testing

/// Replies, edits over edits, and edits of what another device sent.
@Suite("The composer, what is between") final class ComposerGapsTests {
  private let folder: URL
  private let files: OwnedDirectory
  private let store: InMemoryRepository
  private let message = MessageKey("k1", MessageID(high: 0, low: 1))

  init() async throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("between-\(ProcessInfo.processInfo.globallyUniqueString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    files = OwnedDirectory(root: folder.appendingPathComponent("media"))
    store = try await InMemoryRepository(owner: "me")
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  private var composer: MessageComposer { MessageComposer(repository: store, files: files) }

  private func id(_ number: UInt64) -> MessageID { MessageID(high: 0, low: number) }

  private func shown(_ id: MessageID) async throws -> Message {
    let query = Query(.around(.id(id)), in: "k1", limit: 1)
    return try #require(try await store.read(query).messages.first { $0.id == id })
  }

  /// An edit that brings a file of this many bytes. The file is deleted before the edit is made
  /// again.
  private func edit(_ name: String, _ bytes: Int) throws -> (edit: Draft.Edit, source: URL) {
    let url = folder.appendingPathComponent(name)
    try Data(repeating: 7, count: bytes).write(to: url)
    return (Draft.Edit([.added(Draft.File(source: url))], kind: .photo), url)
  }

  /// A reply in a thread names two messages, and each keeps its part.
  @Test("a reply in a thread is stored with both of its targets") func targets() async throws {
    for number in UInt64(1)...2 {
      try await composer.send(Draft(.text("hi"), in: "k1"), as: id(number), at: 5)
    }
    let draft = Draft(
      .text("yes"), in: "k1", replyTo: .id(id(2)), threadRoot: .id(id(1)))
    #expect(try await composer.send(draft, as: id(3), at: 6) == .done)
    let reply = try await shown(id(3))
    #expect(reply.replyTo == .id(id(2)))
    #expect(reply.threadRoot == .id(id(1)))
  }

  /// The first edit waits below the second one. Repeating it neither needs its source again nor
  /// takes its file away: the second edit may be taken back, and then the first one is sent.
  @Test("an edit that waits below another one can be repeated, and keeps its file")
  func repeatedBelow() async throws {
    try await composer.send(Draft(.text("hi"), in: "k1"), as: message.id, at: 5)
    let (first, second) = (try edit("a.jpg", 7), try edit("b.jpg", 8))
    #expect(try await composer.edit(message, to: first.edit, as: id(20)) == .done)
    #expect(try await composer.edit(message, to: second.edit, as: id(21)) == .done)
    try FileManager.default.removeItem(at: first.source)
    #expect(try await composer.edit(message, to: first.edit, as: id(20)) == .unchanged)
    let chat = ConversationActions(store, in: "k1", owner: "me")
    #expect(try await chat.cancel(message.id, change: id(21)) == .done)
    let file = try #require(try await shown(message.id).body.attachments.first)
    #expect(file.byteCount == 7)
    try await files.check(
      OwnedFile(path: try #require(file.localPath), byteCount: file.byteCount))
  }

  /// A photo that the owner sent from another device has no file here. Its caption can be edited.
  @Test("what another device of the owner sent can be edited here") func otherDevice()
    async throws
  {
    let photo = MessagingModel.Attachment(remote: "https://files/1", byteCount: 5)
    let place = ServerPosition(serverTime: 3, timestamp: 3, remoteID: "s3")
    _ = try await store.apply([
      .receive(
        ReceivedMessage(
          conversation: "k1", position: place, id: message.id, sender: "me",
          body: .media(Body.Media(kind: .photo, attachments: [photo], caption: "look"))))
    ])
    let edit = Draft.Edit([.kept(photo)], kind: .photo, text: "see")
    #expect(try await composer.edit(message, to: edit, as: id(20)) == .done)
    #expect(
      try await shown(message.id).body
        == .media(Body.Media(kind: .photo, attachments: [photo], caption: "see")))
  }
}
