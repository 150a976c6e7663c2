import MessagingConformance
import MessagingCore
import MessagingModel
import Testing

/// Decides in its own way, and has nothing of `SendQueue`: the first message of the outbox is sent,
/// then the next one. It retries nothing, and waits a second before it looks for more.
private struct PlainQueue: SendDeciding {
  let heard: Locked<[String]>
  private(set) var nextDeadline: Int64?
  private var isOnline = false

  init(_ heard: Locked<[String]>) { self.heard = heard }

  mutating func handle(_ event: SendEvent, at now: Int64) -> [SendAction] {
    switch event {
    case .wallClock: return []
    case .online(let isOnline): self.isOnline = isOnline
    case .clock:
      note("clock")
      nextDeadline = nil
      return [.find(since: .zero)]
    case .moved: nextDeadline = nextDeadline ?? now + 1_000
    case .found(let snapshot):
      return Set(snapshot.messages.map(\.conversation)).map { .load($0, limit: 10) }
    case .loaded(let conversation, let snapshot):
      guard isOnline, let message = snapshot.messages.first else { return [] }
      return [
        .send(
          SendRequest(
            conversation: conversation, key: message.id,
            action: .publish(
              message.body, timestamp: message.timestamp, replyTo: nil, threadRoot: nil)))
      ]
    case .answered(let request, .success(let receipt)):
      note("answered")
      guard let place = receipt.position else { return [] }
      let key = MessageKey(request.conversation, request.key)
      return [.commit(request.conversation, [.acknowledge(key, place)])]
    case .committed(let conversation): return [.load(conversation, limit: 10)]
    case .findFailed, .loadFailed, .answered, .progressed, .uploaded, .notCommitted, .signedIn,
      .paused:
      break
    }
    return []
  }

  private func note(_ event: String) { heard.withLock { $0.append(event) } }
}

private final class NumberingServer: MessageTransport, Sendable {
  let published = Locked<[MessageID]>([])

  func send(_ request: SendRequest) async throws(SendError) -> SendReceipt {
    let index = published.withLock { published in
      published.append(request.key)
      return published.count
    }
    return .published(
      request.key,
      at: ServerPosition(
        serverTime: Timestamp(milliseconds: Int64(index)), timestamp: 5,
        remoteID: RemoteID("s\(index)")))
  }
}

private struct NoFiles: MediaUploader, OwnedFiles {
  func upload(
    _ file: OwnedFile, key: UploadKey, progress: @escaping @Sendable (Int) -> Void
  ) async throws(SendError) -> ExactString { throw SendError(.permanent, code: "no-files") }
  func check(_ file: OwnedFile) async throws(SendError) {}
  func discard(_ message: MessageKey) async {}
}

@Suite("The worker under a queue of somebody else", .timeLimit(.minutes(10)))
struct ForeignQueueTests {
  private let server = NumberingServer()
  private let clock = ManualClock()

  @Test("sends what that queue decides, and sleeps as long as it says") func decides() async throws
  {
    let store = try await InMemoryRepository(owner: "me")
    let (heard, begun) = (Locked<[String]>([]), Locked(0))
    let worker = OutboxWorker(ports(store)) {
      begun.withLock { $0 += 1 }
      return PlainQueue(heard)
    }
    for number: UInt64 in 1...2 {
      _ = try await store.apply([
        .enqueue(
          OutgoingMessage(
            key: MessageKey("k1", MessageID(high: 0, low: number)), timestamp: 5,
            body: .text("hello")))
      ])
    }
    #expect(begun.current == 0)
    let states = worker.diagnoses()
    let run = Task { await worker.run() }
    for await state in states where state.isOnline { break }
    try await clock.waitForSleepers(1)
    #expect(server.published.current == [])
    clock.advance(by: .seconds(1))
    for await _ in store.commits(in: Scope()) {
      if try await store.read(Query(.outbox, in: nil, limit: 10)).messages.isEmpty { break }
    }
    run.cancel()
    await run.value
    #expect(server.published.current.map(\.low) == [1, 2])
    #expect(heard.current.filter { $0 == "answered" }.count == 2)
    #expect(heard.current.contains("clock"))

    // Each run begins with a queue that knows nothing.
    let again = Task { await worker.run() }
    try await clock.waitForSleepers(1)
    again.cancel()
    await again.value
    #expect(begun.current == 2)
  }

  @Test("tells of a queue that tells nothing what the worker knows") func diagnosis() async throws {
    let store = try await InMemoryRepository(owner: "me")
    let worker = OutboxWorker(ports(store)) { PlainQueue(Locked([])) }
    worker.setPaused(true, in: nil)
    var heard = worker.diagnoses().makeAsyncIterator()
    #expect(await heard.next() == .notRunning)
    let run = Task { await worker.run() }
    while let diagnosis = await heard.next() {
      if diagnosis.isOnline, diagnosis.isPaused {
        #expect(diagnosis.isRunning && diagnosis.conversations.isEmpty)
        // The deadline of such a queue may be a limit of what is in flight.
        #expect(diagnosis.nextAttempt == nil)
        break
      }
    }
    run.cancel()
    await run.value
    while let diagnosis = await heard.next() { if diagnosis == .notRunning { break } }
  }

  private func ports(_ store: any MessageRepository) -> SendPorts {
    SendPorts(
      repository: store, transport: server, uploader: NoFiles(), files: NoFiles(),
      connectivity: ManualConnectivity(isOnline: true), clock: clock)
  }
}
