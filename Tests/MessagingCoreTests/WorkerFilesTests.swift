import Foundation
import MessagingConformance
import MessagingCore
import MessagingModel
import Testing

/// An uploader that never comes back, and whose calls can be spoken for from outside.
private final class SilentUploader: MediaUploader, Sendable {
  typealias Progress = @Sendable (Int) -> Void
  /// Each call, as it begins.
  let calls = AsyncStream<Progress>.makeStream()
  /// Each call, as it is stopped.
  let stops = AsyncStream<Void>.makeStream()

  func upload(
    _ file: OwnedFile, key: UploadKey, progress: @escaping Progress
  ) async throws(SendError) -> ExactString {
    calls.continuation.yield(progress)
    let (forever, end) = AsyncStream<Void>.makeStream()
    defer { end.finish() }
    for await _ in forever {}
    stops.continuation.yield()
    throw SendError(.indeterminate, code: "cancelled")
  }
}

/// A server that takes everything.
private struct Taking: MessageTransport {
  func send(_ request: SendRequest) async throws(SendError) -> SendReceipt {
    guard case .publish = request.action else { return .took(request.key, version: .original) }
    return .published(
      request.key, at: ServerPosition(serverTime: 7, timestamp: 5, remoteID: "s1"))
  }
}

private struct Ready: MediaUploader, OwnedFiles, Connectivity {
  func check(_ file: OwnedFile) async throws(SendError) {}
  func discard(_ message: MessageKey) async {}
  func upload(
    _ file: OwnedFile, key: UploadKey, progress: @escaping @Sendable (Int) -> Void
  ) async throws(SendError) -> ExactString { "https://files/1" }
  func states() -> AsyncStream<Bool> { AsyncStream { $0.yield(true) } }
}

/// What a real worker does with the files of messages, on a real disk.
@Suite("The worker and its files") final class WorkerFilesTests {
  private let folder: URL
  private let files: OwnedDirectory
  private let store: InMemoryRepository
  private let id = MessageID(high: 0, low: 1)

  init() async throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("files-\(ProcessInfo.processInfo.globallyUniqueString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    files = OwnedDirectory(root: folder.appendingPathComponent("media"))
    store = try await InMemoryRepository(owner: "me")
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  private func worker(
    _ uploader: any MediaUploader, files: any OwnedFiles
  ) -> OutboxWorker {
    OutboxWorker(
      SendPorts(
        repository: store, transport: Taking(), uploader: uploader, files: files,
        connectivity: Ready(), clock: ManualClock()))
  }

  private func sendPhoto() async throws {
    let photo = folder.appendingPathComponent("a.jpg")
    try Data(repeating: 7, count: 5).write(to: photo)
    let composer = MessageComposer(repository: store, files: files)
    let draft = Draft(.files([.init(source: photo)], kind: .photo), in: "k1")
    try await composer.send(draft, as: id, at: 5)
  }

  private func newest() async throws -> Message {
    let page = try await store.read(Query(.newest, in: "k1", limit: 1, crossesGaps: true))
    return try #require(page.messages.first)
  }

  private func wait(until isTrue: () async throws -> Bool) async throws {
    for await _ in store.commits(in: Scope()) { if try await isTrue() { return } }
  }

  @Test("a photo that is deleted for everybody is gone from the disk (MEDIA-026)")
  func deletedForEverybody() async throws {
    _ = try await sendPhoto()
    let worker = worker(Ready(), files: files)
    let run = Task { await worker.run() }
    try await wait { try await newest().delivery == .sent }
    #expect(try FileManager.default.contentsOfDirectory(atPath: files.root.path).count == 1)
    let chat = ConversationActions(store, in: "k1", owner: "me")
    #expect(try await chat.delete(id) == .done)
    try await wait {
      let outbox = try await store.read(Query(.outbox, in: "k1", limit: 1))
      return outbox.messages.isEmpty && outbox.filesToRemove.isEmpty
    }
    run.cancel()
    await run.value
    #expect(try FileManager.default.contentsOfDirectory(atPath: files.root.path) == [])
  }

  @Test("news of an upload that was stopped are not those of its successor (MEDIA-007)")
  func stoppedUpload() async throws {
    let uploader = SilentUploader()
    let worker = worker(uploader, files: Ready())
    let run = Task { await worker.run() }
    let key = MessageKey("k1", id)
    _ = try await store.apply([
      .enqueue(OutgoingMessage(key: key, timestamp: 5, body: try photo("a/0.jpg")))
    ])
    var calls = uploader.calls.stream.makeAsyncIterator()
    var stops = uploader.stops.stream.makeAsyncIterator()
    let first = try #require(await calls.next())
    // Another photo takes its place, and then it comes back.
    let other = try Change.amend(key, id: MessageID(high: 0, low: 2), .edit(photo("a/1.jpg")))
    _ = try await store.apply([other])
    await stops.next()
    _ = await calls.next()
    let again = try Change.amend(key, id: MessageID(high: 0, low: 3), .edit(photo("a/0.jpg")))
    _ = try await store.apply([again])
    let third = try #require(await calls.next())
    first(40)
    third(10)
    try await wait { try await newest().body.attachments[0].upload != .waiting }
    #expect(try await newest().body.attachments[0].upload == .uploading(percent: 10))
    run.cancel()
    await run.value
  }

  private func photo(_ path: String) throws -> Body {
    let local: RelativePath = try #require(RelativePath(path))
    let file = Attachment(localPath: local, byteCount: 5, upload: .waiting)
    return .media(Body.Media(kind: .photo, attachments: [file], caption: "look"))
  }
}
