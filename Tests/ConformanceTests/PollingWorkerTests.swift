import BuiltInSubjects
import MessagingConformance
import MessagingCore
import MessagingModel
import Testing

/// A server that takes everything.
private struct Taking: MessageTransport, MediaUploader, OwnedFiles {
  let published = Locked<[MessageID]>([])

  func send(_ request: SendRequest) async throws(SendError) -> SendReceipt {
    published.withLock { $0.append(request.key) }
    return .published(
      request.key, at: ServerPosition(serverTime: 7, timestamp: 5, remoteID: "s1"))
  }

  func upload(
    _ file: OwnedFile, key: UploadKey, progress: @escaping @Sendable (Int) -> Void
  ) async throws(SendError) -> ExactString { "https://files/1" }

  func check(_ file: OwnedFile) async throws(SendError) {}
  func discard(_ message: MessageKey) async {}
}

/// The peer breaks the rules of its list, and no others by accident.
@Suite(.timeLimit(.minutes(5))) struct PollingWorkerTests {
  @Test func `after a pause the next tick sends`() async throws {
    let (server, clock) = (Taking(), ManualClock())
    let store = try await InMemoryRepository(owner: "me")
    let id = MessageID(high: 0, low: 1)
    _ = try await store.apply([
      .enqueue(OutgoingMessage(key: MessageKey("k1", id), timestamp: 5, body: .text("hi")))
    ])
    let worker = PollingWorkerSubject().sendWorker(
      SendPorts(
        repository: store, transport: server, uploader: server, files: server,
        connectivity: ManualConnectivity(), clock: clock),
      policy: SendPolicy(), seed: 1)
    worker.setPaused(true, in: nil)
    let run = Task { await worker.run() }
    try await clock.waitForSleepers(1)
    clock.advance(by: .seconds(5))
    try await clock.waitForSleepers(1)
    #expect(server.published.current == [])
    worker.setPaused(false, in: nil)
    clock.advance(by: .seconds(5))
    try await clock.waitForSleepers(1)
    #expect(server.published.current == [id])
    run.cancel()
    await store.close()
    await run.value
  }
}
