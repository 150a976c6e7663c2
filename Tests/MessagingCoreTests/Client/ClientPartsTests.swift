import Foundation
import MessagingConformance
import MessagingCore
import MessagingModel
import Testing

/// A server that takes nothing before it is released, also if the request is cancelled.
private final class HeldServer: MessageTransport, MediaUploader {
  private struct State {
    var held: [CheckedContinuation<Void, Never>] = []
    var hasAnswered = false
  }

  let asked = AsyncStream<Void>.makeStream()
  let cancelled = AsyncStream<Void>.makeStream()
  private let state = Locked(State())

  var hasAnswered: Bool { state.current.hasAnswered }

  func send(_ request: SendRequest) async throws(SendError) -> SendReceipt {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        state.withLock { $0.held.append(continuation) }
        asked.continuation.yield()
      }
    } onCancel: {
      cancelled.continuation.yield()
    }
    state.withLock { $0.hasAnswered = true }
    throw SendError(.indeterminate, code: "cut")
  }

  func release() {
    let held = state.withLock { state in
      defer { state.held = [] }
      return state.held
    }
    for one in held { one.resume() }
  }

  func upload(
    _ file: OwnedFile, key: UploadKey, progress: @escaping @Sendable (Int) -> Void
  ) async throws(SendError) -> ExactString { throw SendError(.permanent, code: "none") }
}

/// A repository that counts who asks it for anything.
private final class CountedRepository: MessageRepository {
  private let repository: InMemoryRepository
  private let count = Locked(0)

  init(_ repository: InMemoryRepository) { self.repository = repository }

  var calls: Int { count.current }

  func apply(_ changes: [Change]) async throws(RepositoryError) -> Commit {
    count.withLock { $0 += 1 }
    return try await repository.apply(changes)
  }

  func read(_ query: Query) async throws(RepositoryError) -> Snapshot {
    count.withLock { $0 += 1 }
    return try await repository.read(query)
  }

  func syncTokens() async throws(RepositoryError) -> [StreamID: SyncToken] {
    count.withLock { $0 += 1 }
    return try await repository.syncTokens()
  }

  func commits(in scope: Scope) -> AsyncStream<Commit> {
    count.withLock { $0 += 1 }
    return repository.commits(in: scope)
  }

  func close() async { await repository.close() }
}

/// What a client starts, and what it waits for when the owner leaves.
@Suite("Parts of a client", .timeLimit(.minutes(10))) struct ClientPartsTests {
  private let held = HeldServer()
  private let server = ToySyncServer(messages: 1)
  private let media = ToyFileServer()
  private let files = MemoryFiles()
  private let clock = ManualClock()
  private let photo = FileKey("photo", .whole)

  private func makeClient(
    _ repository: any MessageRepository, policies: ClientPolicies = ClientPolicies(),
    obstacle: @escaping @Sendable (ConversationID) async -> FailureReason? = { _ in nil }
  ) -> MessagingClient {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("client-\(UUID().uuidString)")
    var ports = ClientPorts(
      repository: repository, sending: held, syncing: server, uploader: held,
      files: OwnedDirectory(root: folder), connectivity: ManualConnectivity(),
      downloading: ClientPorts.Downloading(downloader: media, files: files))
    ports.clock = clock
    ports.obstacle = obstacle
    return MessagingClient(owner: "me", ports, policies: policies)
  }

  private func until(
    _ worker: DownloadWorker, _ holds: (DownloadStatus) -> Bool
  ) async {
    for await status in worker.statuses() where holds(status) { return }
  }

  @Test("files are downloaded while it runs, by its policy and its clock") func downloads()
    async throws
  {
    media.put(photo, 50)
    media.state.withLock { $0.failures = [DownloadError(.transient, code: "503")] }
    var policies = ClientPolicies()
    policies.downloading.budget = 50
    let client = makeClient(try await InMemoryRepository(owner: "me"), policies: policies)
    let worker = try #require(client.downloads)
    let large = FileKey("large", .whole)
    worker.want([FileWish(photo, byteCount: 50), FileWish(large, byteCount: 51)])
    let run = Task { await client.run() }
    await until(worker) { status in
      if case .failed("503", _) = status.files[photo] { true } else { false }
    }
    clock.advance(by: .seconds(2))
    await until(worker) { $0.files[photo] == .here && $0.files[large] == .refused(.tooLarge) }
    #expect(files.state.current.whole[StoredName(photo)] == ToyFileServer.bytes(photo, 50))
    #expect(media.requests == ["photo@0", "photo@0"])
    run.cancel()
    await run.value
    await client.repository.close()
  }

  @Test("who signs out waits until the last request has ended, also the second one")
  func leaving() async throws {
    let client = makeClient(try await InMemoryRepository(owner: "me"))
    let worker = try #require(client.downloads)
    let run = Task { await client.run() }
    try await client.composer.send(
      Draft(.text("mine"), in: ToySyncServer.chat), as: MessageID(UUID()))
    for await _ in held.asked.stream { break }
    await until(worker) { $0.phase == .running }
    let leaving = (0..<2).map { _ in
      Task {
        await client.signOut()
        return held.hasAnswered
      }
    }
    for await _ in held.cancelled.stream { break }
    // All but the request has ended.
    await client.sync.signOut()
    await worker.signOut()
    #expect(!held.hasAnswered)
    held.release()
    for one in leaving { #expect(await one.value) }
    await run.value
    await client.signOut()
    await client.repository.close()
  }

  @Test("a second run returns at once, and the first goes on") func second() async throws {
    let client = makeClient(try await InMemoryRepository(owner: "me"))
    let run = Task { await client.run() }
    for await status in client.sync.statuses() where status.phase == .live { break }
    await client.run()
    server.say()
    for await _ in client.repository.commits(in: Scope(conversation: ToySyncServer.chat)) {
      let query = Query(.newest, in: ToySyncServer.chat, limit: 9, crossesGaps: true)
      if try await client.repository.read(query).messages.count == 2 { break }
    }
    run.cancel()
    await run.value
    await client.repository.close()
  }

  @Test("after a sign-out a run does not even look into the store") func over() async throws {
    let repository = CountedRepository(try await InMemoryRepository(owner: "me"))
    let client = makeClient(repository)
    await client.signOut()
    let before = repository.calls
    await client.run()
    #expect(repository.calls == before && files.log == [])
    let other = makeClient(repository)
    let run = Task { await other.run() }
    for await status in other.sync.statuses() where status.phase == .live { break }
    #expect(repository.calls > before)
    run.cancel()
    await run.value
    await repository.close()
  }

  @Test("its composer refuses what the app says is not possible (DRAFT-009)") func obstacle()
    async throws
  {
    let left = FailureReason(code: "left")
    let client = makeClient(try await InMemoryRepository(owner: "me")) { conversation in
      conversation == "left" ? left : nil
    }
    let id = MessageID(UUID())
    let refusal = await #expect(throws: DraftRefusal.self) {
      try await client.composer.send(Draft(.text("mine"), in: "left"), as: id)
    }
    guard case .notPossible(left)? = refusal else {
      Issue.record("refused for another reason: \(String(describing: refusal))")
      return
    }
    #expect(
      try await client.composer.send(Draft(.text("mine"), in: ToySyncServer.chat), as: id) == .done)
    await client.repository.close()
  }

  @Test("its actions are those of its owner, in the conversation") func actions() async throws {
    let client = makeClient(try await InMemoryRepository(owner: "me"))
    #expect(client.owner == "me")
    let id = MessageID(UUID())
    try await client.composer.send(Draft(.text("mine"), in: ToySyncServer.chat), as: id)
    let actions = client.actions(in: ToySyncServer.chat)
    #expect(actions.conversation == ToySyncServer.chat)
    #expect(try await actions.edit(id, to: "changed") == .done)
    #expect(try await client.actions(in: "elsewhere").edit(id, to: "again") == .gone)
    await client.repository.close()
  }
}
