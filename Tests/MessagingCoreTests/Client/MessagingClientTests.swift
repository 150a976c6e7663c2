import Foundation
import MessagingConformance
import MessagingCore
import MessagingModel
import MessagingTimeline
import Testing

/// A server that takes everything, and counts it.
private struct Sink: MessageTransport, MediaUploader {
  let sent = Locked<[MessageID]>([])
  let refused = Locked<Set<MessageID>>([])

  func send(_ request: SendRequest) async throws(SendError) -> SendReceipt {
    if refused.current.contains(request.key) { throw SendError(.permanent, code: "forbidden") }
    sent.withLock { $0.append(request.key) }
    guard case .publish(_, let timestamp, _, _) = request.action else {
      return .took(request.key, version: Version(order: 1))
    }
    return .published(
      request.key,
      at: ServerPosition(
        serverTime: Timestamp(milliseconds: 1_000), timestamp: timestamp,
        remoteID: RemoteID("t-\(request.key)")))
  }

  func upload(
    _ file: OwnedFile, key: UploadKey, progress: @escaping @Sendable (Int) -> Void
  ) async throws(SendError) -> ExactString { "https://files/1" }
}

/// Everything that works for one owner, together: real tasks, a real store.
@Suite(.timeLimit(.minutes(10))) struct MessagingClientTests {
  private let sink = Sink()
  private let server = ToySyncServer(messages: 3)
  private let id = MessageID(UUID())

  private func makeClient(
    policies: ClientPolicies = ClientPolicies()
  ) async throws -> MessagingClient {
    let repository = try await InMemoryRepository(owner: "me")
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("client-\(UUID().uuidString)")
    return MessagingClient(
      owner: "me",
      ClientPorts(
        repository: repository, sending: sink, syncing: server, uploader: sink,
        files: OwnedDirectory(root: folder), connectivity: ManualConnectivity()),
      policies: policies)
  }

  private func texts(_ client: MessagingClient) async throws -> [Body] {
    try await client.repository.read(
      Query(.newest, in: ToySyncServer.chat, limit: 50, crossesGaps: true)
    ).messages.map(\.body)
  }

  private func until(
    _ client: MessagingClient, _ isThere: (Snapshot) -> Bool
  ) async throws {
    for await _ in client.repository.commits(in: Scope(conversation: ToySyncServer.chat)) {
      let page = try await client.repository.read(
        Query(.newest, in: ToySyncServer.chat, limit: 50, crossesGaps: true))
      if isThere(page) { return }
    }
  }

  private func write(_ text: String, as id: MessageID, _ client: MessagingClient) async throws {
    try await client.composer.send(Draft(.text(text), in: ToySyncServer.chat), as: id)
  }

  @Test func `what is written goes out, what the server says comes in, a screen shows both`()
    async throws
  {
    let client = try await makeClient()
    let run = Task { await client.run() }
    try await write("mine", as: id, client)
    try await until(client) {
      $0.messages.count == 4 && $0.messages.allSatisfy { $0.delivery == .sent }
    }
    let timeline = client.timeline(of: ToySyncServer.chat)
    let watching = Task { await timeline.run() }
    timeline.open(height: 700)
    var updates = timeline.updates.makeAsyncIterator()
    let first = await updates.next()
    #expect(
      first?.timeline.compactMap { $0.message?.message.body } == [
        .text("m0"), .text("m1"), .text("m2"), .text("mine"),
      ])
    timeline.close()
    await watching.value
    run.cancel()
    await run.value
    await client.repository.close()
  }

  @Test func `after a sign-out nothing is sent or asked, and what was written is still stored`()
    async throws
  {
    let client = try await makeClient()
    let run = Task { await client.run() }
    for await status in client.sync.statuses() where status.phase == .live { break }
    await client.signOut()
    await run.value
    let asked = server.state.current.questions.count
    try await write("unsent", as: id, client)
    server.say()
    await client.run()
    var statuses = client.sync.statuses().makeAsyncIterator()
    #expect(await statuses.next()?.phase == .signedOut)
    #expect(sink.sent.current.isEmpty)
    #expect(server.state.current.questions.count == asked)
    #expect(try await texts(client).last == .text("unsent"))
    await client.signOut()
    await client.repository.close()
  }

  @Test("the progress bar knows what the sender does after a failed message (PROG-004)")
  func bar() async throws {
    var policies = ClientPolicies()
    policies.sending.afterFailure = .skip
    let client = try await makeClient(policies: policies)
    let keys = [id, MessageID(UUID())].map { MessageKey(ToySyncServer.chat, $0) }
    _ = try await client.repository.apply(
      keys.map { .enqueue(OutgoingMessage(key: $0, timestamp: 5, body: .text("hi"))) }
        + [.fail(OutboxKey(keys[0]), FailureReason(code: "forbidden"))])
    let run = Task { await client.sending.run() }
    let found = await progress(client.sending, within: .seconds(30))
    #expect(found?.remaining == 1)
    run.cancel()
    await run.value
    await client.repository.close()
  }

  /// The first progress that is not `nil`; `nil` if none comes in time.
  private func progress(
    _ watch: SendingProgressWatch, within patience: Duration
  ) async -> SendingProgress? {
    await withTaskGroup(of: SendingProgress?.self) { group in
      group.addTask {
        for await value in watch.values() { if let value { return value } }
        return nil
      }
      group.addTask {
        try? await ContinuousClock().sleep(for: patience)
        return nil
      }
      defer { group.cancelAll() }
      return await group.next() ?? nil
    }
  }

  @Test(.timeLimit(.minutes(10)))
  func `a client that signed out before it ran never runs, and neither do its downloads`()
    async throws
  {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("client-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let client = MessagingClient(
      owner: "me",
      ClientPorts(
        repository: try await InMemoryRepository(owner: "me"), sending: sink, syncing: server,
        uploader: sink, files: OwnedDirectory(root: folder), connectivity: ManualConnectivity(),
        downloading: ClientPorts.Downloading(
          downloader: ToyFileServer(), files: DownloadDirectory(root: folder))))
    let downloads = try #require(client.downloads)
    await client.signOut()
    await client.run()
    await downloads.run()
    #expect(server.state.current.questions.isEmpty)
    for await status in client.sync.statuses() {
      #expect(status.phase == .signedOut)
      break
    }
    for await status in downloads.statuses() {
      #expect(status == DownloadStatus(phase: .signedOut))
      break
    }
    await client.repository.close()
  }

  @Test func `a run that was cancelled can be followed by another one`() async throws {
    let client = try await makeClient()
    let first = Task { await client.run() }
    for await status in client.sync.statuses() where status.phase == .live { break }
    first.cancel()
    await first.value
    try await write("later", as: id, client)
    let second = Task { await client.run() }
    try await until(client) { $0.messages.contains { $0.id == id && $0.delivery == .sent } }
    #expect(sink.sent.current == [id])
    second.cancel()
    await second.value
    await client.repository.close()
  }

  @Test func `what works for a client does so by its policies`() async throws {
    var policies = ClientPolicies()
    policies.sending.afterFailure = .skip
    policies.syncing.pollWait = 7_000
    let client = try await makeClient(policies: policies)
    let refused = MessageID(UUID())
    sink.refused.withLock { _ = $0.insert(refused) }
    try await write("refused", as: refused, client)
    try await write("behind it", as: id, client)
    let run = Task { await client.run() }
    try await until(client) { $0.messages.contains { $0.id == id && $0.delivery == .sent } }
    for await status in client.sync.statuses() where status.phase == .live { break }
    server.say()
    try await until(client) { $0.messages.contains { $0.position.confirmed?.remoteID == "s3" } }
    #expect(Set(server.state.current.questions.map(\.wait)) == [0, 7_000])
    run.cancel()
    await run.value
    await client.repository.close()
  }

  @Test func `a store that is closed ends the run`() async throws {
    let client = try await makeClient()
    let run = Task { await client.run() }
    for await status in client.sync.statuses() where status.phase == .live { break }
    await client.repository.close()
    await run.value
  }

  @Test func `screens of a client wait by its clock and note its time`() async throws {
    let clock = ManualClock()
    let repository = try await InMemoryRepository(owner: "me")
    var ports = ClientPorts(
      repository: repository, sending: sink, syncing: server, uploader: sink,
      files: OwnedDirectory(root: FileManager.default.temporaryDirectory),
      connectivity: ManualConnectivity())
    ports.clock = clock
    ports.wallClock = { Timestamp(milliseconds: 77) }
    let client = MessagingClient(owner: "me", ports)
    let messages = (0..<2).map(ToySyncServer.message)
    _ = try await repository.apply([
      .page(
        HistoryPage(
          conversation: ToySyncServer.chat, messages: messages, reach: .live, reachesStart: true))
    ])
    let timeline = client.timeline(of: ToySyncServer.chat)
    let watching = Task { await timeline.run() }
    timeline.open(height: 700)
    var updates = timeline.updates.makeAsyncIterator()
    let shown = await updates.next()?.timeline.compactMap { $0.id.message } ?? []
    try #require(shown.count == 2)
    timeline.looked(
      WindowViewport(
        first: shown[0], last: shown[1], hiddenAbove: 10_000, hiddenBelow: 10_000, height: 700))
    try await clock.waitForSleepers(1)
    clock.advance(by: .milliseconds(500))
    try await until(client) { !$0.receipts.isEmpty }
    let page = try await repository.read(Query(.newest, in: ToySyncServer.chat, limit: 10))
    #expect(page.receipts.map(\.readAt) == [Timestamp(milliseconds: 77)])
    timeline.close()
    await watching.value
    await repository.close()
  }

  @Test func `a list of a client waits by its clock before it reads again`() async throws {
    let clock = ManualClock()
    let repository = try await InMemoryRepository(owner: "me")
    var ports = ClientPorts(
      repository: repository, sending: sink, syncing: server, uploader: sink,
      files: OwnedDirectory(root: FileManager.default.temporaryDirectory),
      connectivity: ManualConnectivity())
    ports.clock = clock
    let list = MessagingClient(owner: "me", ports).conversations(by: BusyIndex())
    let watching = Task { await list.run() }
    try await clock.waitForSleepers(1)
    list.close()
    await watching.value
    await repository.close()
  }
}

/// An index that cannot be read now.
private struct BusyIndex: ConversationIndexing {
  func conversations(
    changedAfter revision: Revision?
  ) async throws(RepositoryError) -> ChangedConversations {
    throw RepositoryError(.busy, "in a test")
  }
}
