import Foundation
import MessagingConformance
import MessagingCore
import MessagingModel
import Testing

/// A server in a few lines; the suite has the real one.
private final class ToyServer: MessageTransport, Sendable {
  let published = Locked<[MessageID]>([])

  func send(_ request: SendRequest) async throws(SendError) -> SendReceipt {
    let (wasKnown, index) = published.withLock { published in
      let known = published.firstIndex(of: request.key)
      if known == nil { published.append(request.key) }
      return (known != nil, known ?? published.count - 1)
    }
    let place = ServerPosition(
      serverTime: Timestamp(milliseconds: Int64(index)), timestamp: 5,
      remoteID: RemoteID("s\(index)"))
    return wasKnown ? .alreadyPublished(request.key, at: place) : .published(request.key, at: place)
  }
}

private struct Idle: MediaUploader, OwnedFiles, Connectivity {
  func upload(
    _ file: OwnedFile, key: UploadKey, progress: @escaping @Sendable (Int) -> Void
  ) async throws(SendError) -> ExactString { ExactString("https://files/\(file.path.text.string)") }
  func check(_ file: OwnedFile) async throws(SendError) {}
  func discard(_ message: MessageKey) async {}
  func states() -> AsyncStream<Bool> { AsyncStream { $0.yield(true) } }
}

private final class RecordingUploader: MediaUploader, Sendable {
  let files = Locked<[OwnedFile]>([])

  func upload(
    _ file: OwnedFile, key: UploadKey, progress: @escaping @Sendable (Int) -> Void
  ) async throws(SendError) -> ExactString {
    files.withLock { $0.append(file) }
    return "https://files/1"
  }
}

/// What the suite cannot say of the worker, because there everything is in one hand: real tasks in
/// parallel, over a real store. What it does is said by SEND, MEDIA and WORKER.
@Suite("The worker that sends what is unsent", .timeLimit(.minutes(10))) struct OutboxWorkerTests {
  private let server = ToyServer()

  @Test("run twice, and by two workers on one store: published once, in order") func twice()
    async throws
  {
    let store = try await InMemoryRepository(owner: "me")
    let first = OutboxWorker(ports(store), seed: 1)
    let second = OutboxWorker(ports(store), seed: 2)
    let runs = [first, first, second].map { worker in Task { await worker.run() } }
    for number in 1...20 { _ = try await store.apply([text(UInt64(number))]) }
    try await waitUntilSent(store)
    for run in runs { run.cancel() }
    for run in runs { await run.value }
    #expect(server.published.current.map(\.low) == Array(1...20))
    let page = try await store.read(Query(.newest, in: "k1", limit: 50, crossesGaps: true))
    #expect(page.messages.map(\.delivery) == Array(repeating: .sent, count: 20))
  }

  @Test("paused and resumed from many tasks at once: it believes the last one") func pauses()
    async throws
  {
    let store = try await InMemoryRepository(owner: "me")
    let worker = OutboxWorker(ports(store), seed: 1)
    let run = Task { await worker.run() }
    await withDiscardingTaskGroup { group in
      for number in 0..<100 {
        group.addTask { worker.setPaused(number.isMultiple(of: 2), in: "k1") }
      }
    }
    worker.setPaused(false, in: "k1")
    _ = try await store.apply([text(1)])
    try await waitUntilSent(store)
    run.cancel()
    await run.value
  }

  @Test("closing the store ends the run") func closed() async throws {
    let store = try await InMemoryRepository(owner: "me")
    let worker = OutboxWorker(ports(store), seed: 1)
    let run = Task { await worker.run() }
    _ = try await store.apply([text(1)])
    try await waitUntilSent(store)
    await store.close()
    await run.value
  }

  @Test("it tells how it stands: not running, offline, nothing to do, not running again")
  func diagnoses() async throws {
    let store = try await InMemoryRepository(owner: "me")
    let network = ManualConnectivity(isOnline: false)
    var ports = ports(store)
    ports.connectivity = network
    let worker = OutboxWorker(ports)
    _ = try await store.apply([text(1), text(2)])
    var heard = worker.diagnoses().makeAsyncIterator()
    #expect(await heard.next() == .notRunning)
    let run = Task { await worker.run() }
    while let diagnosis = await heard.next() {
      if diagnosis.messages == 2, diagnosis.conversations[0].obstacle == .offline { break }
    }
    // Who comes later hears at once how it stands.
    var late = worker.diagnoses().makeAsyncIterator()
    #expect(await late.next()?.messages == 2)
    network.set(isOnline: true)
    while let diagnosis = await heard.next() {
      if diagnosis.isOnline, diagnosis.conversations.isEmpty { break }
    }
    #expect(server.published.current.count == 2)
    run.cancel()
    await run.value
    while let diagnosis = await heard.next() { if diagnosis == .notRunning { break } }
  }

  @Test("who follows for the first time during a run does not hear that it does not run")
  func lateDiagnosis() async throws {
    let store = try await InMemoryRepository(owner: "me")
    let worker = OutboxWorker(ports(store))
    let run = Task { await worker.run() }
    _ = try await store.apply([text(1)])
    try await waitUntilSent(store)
    var heard = worker.diagnoses().makeAsyncIterator()
    #expect(await heard.next()?.isRunning == true)
    run.cancel()
    await run.value
  }

  @Test("who follows again hears how it stands now, not how it stood when somebody last followed")
  func followedAgain() async throws {
    let store = try await InMemoryRepository(owner: "me")
    let worker = OutboxWorker(ports(store), seed: 1)
    worker.setPaused(true, in: nil)
    let run = Task { await worker.run() }
    let first = Task {
      for await diagnosis in worker.diagnoses() where diagnosis.isPaused && diagnosis.isRunning {
        return
      }
    }
    await first.value
    worker.setPaused(false, in: nil)
    _ = try await store.apply([text(1)])
    try await waitUntilSent(store)
    var heard = worker.diagnoses().makeAsyncIterator()
    #expect(await heard.next()?.isPaused == false)
    run.cancel()
    await run.value
  }

  /// A queue whose deadline stays in the past until it was told three times.
  private struct Impatient: SendDeciding {
    let rung: Locked<Int>
    let done: AsyncStream<Void>.Continuation

    mutating func handle(_ event: SendEvent, at _: Int64) -> [SendAction] {
      guard case .clock = event else { return [] }
      let count = rung.withLock { rung in
        rung += 1
        return rung
      }
      if count == 3 { done.finish() }
      return []
    }

    var nextDeadline: Int64? { rung.current < 3 ? 0 : nil }
  }

  @Test("a queue whose deadline stays where it is is told again that it has come")
  func sameDeadline() async throws {
    let (told, done) = AsyncStream<Void>.makeStream()
    let rung = Locked(0)
    let store = try await InMemoryRepository(owner: "me")
    let worker = OutboxWorker(ports(store)) { Impatient(rung: rung, done: done) }
    let run = Task { await worker.run() }
    for await _ in told {}
    run.cancel()
    await run.value
    #expect(rung.current == 3)
  }

  @Test("a file that changed after it was accepted is not uploaded (MEDIA-008)") func changedFile()
    async throws
  {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("worker-\(ProcessInfo.processInfo.globallyUniqueString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let photo = folder.appendingPathComponent("a.jpg")
    try Data(repeating: 7, count: 5).write(to: photo)
    let files = OwnedDirectory(root: folder.appendingPathComponent("media"))
    let store = try await InMemoryRepository(owner: "me")
    let draft = Draft(.files([.init(source: photo)], kind: .photo), in: "k1")
    let id = MessageID(high: 0, low: 1)
    try await MessageComposer(repository: store, files: files).send(draft, as: id, at: 5)
    let accepted = try await newest(store).body.attachments[0]
    let path = try #require(accepted.localPath)
    try Data(repeating: 7, count: 6).write(to: files.url(of: path))

    let uploads = RecordingUploader()
    var ports = ports(store)
    ports.uploader = uploads
    ports.files = files
    let worker = OutboxWorker(ports)
    let run = Task { await worker.run() }
    for await _ in store.commits(in: Scope()) {
      if try await newest(store).delivery != .sending { break }
    }
    run.cancel()
    await run.value
    #expect(try await newest(store).delivery == .failed(FailureReason(code: "file-changed")))
    #expect(uploads.files.current == [])
  }

  private func newest(_ store: any MessageRepository) async throws -> Message {
    let page = try await store.read(Query(.newest, in: "k1", limit: 1, crossesGaps: true))
    return try #require(page.messages.first)
  }

  private func text(_ number: UInt64) -> Change {
    .enqueue(
      OutgoingMessage(
        key: MessageKey("k1", MessageID(high: 0, low: number)), timestamp: 5, body: .text("hello")))
  }

  private func ports(_ store: any MessageRepository) -> SendPorts {
    SendPorts(
      repository: store, transport: server, uploader: Idle(), files: Idle(),
      connectivity: Idle(), clock: ManualClock())
  }

  private func waitUntilSent(_ store: any MessageRepository) async throws {
    for await _ in store.commits(in: Scope()) {
      let outbox = try await store.read(Query(.outbox, in: nil, limit: 10))
      if outbox.messages.isEmpty && outbox.retractions.isEmpty { return }
    }
  }
}
