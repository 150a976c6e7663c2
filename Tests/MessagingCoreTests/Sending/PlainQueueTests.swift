import MessagingConformance
import MessagingCore
import MessagingModel
import Testing

/// A queue of somebody else, which says nothing of itself but when it wants to be woken.
private struct PlainQueue: SendDeciding {
  let heard: AsyncStream<SendEvent>.Continuation
  let nextDeadline: Int64? = 7_000

  mutating func handle(_ event: SendEvent, at _: Int64) -> [SendAction] {
    heard.yield(event)
    return []
  }
}

/// A server, a network of files and files that nobody uses.
private struct Nothing: MessageTransport, MediaUploader, OwnedFiles {
  func send(_: SendRequest) async throws(SendError) -> SendReceipt {
    throw SendError(.permanent, code: "unused")
  }

  func upload(
    _: OwnedFile, key _: UploadKey, progress _: @escaping @Sendable (Int) -> Void
  ) async throws(SendError) -> ExactString { throw SendError(.permanent, code: "unused") }

  func check(_: OwnedFile) async throws(SendError) {}
  func discard(_: MessageKey) async {}
}

/// A worker over a queue that does not diagnose itself.
@Suite("The diagnosis of a plain queue", .timeLimit(.minutes(10))) struct PlainQueueTests {
  /// A diagnostics screen says why nothing is sent, whoever decides what is sent.
  @Test(
    "the worker says what it knows: the network, and a pause of all",
    arguments: [nil, "k1"] as [ConversationID?])
  func known(paused: ConversationID?) async throws {
    let store = try await InMemoryRepository(owner: "me")
    let events = AsyncStream<SendEvent>.makeStream()
    let nothing = Nothing()
    let worker = OutboxWorker(
      SendPorts(
        repository: store, transport: nothing, uploader: nothing, files: nothing,
        connectivity: ManualConnectivity(), clock: ManualClock())
    ) { PlainQueue(heard: events.continuation) }
    worker.setPaused(true, in: paused)
    let run = Task { await worker.run() }
    var (isOnline, isPaused) = (false, false)
    for await event in events.stream {
      if case .online(true) = event { isOnline = true }
      if case .paused(true, _) = event { isPaused = true }
      if isOnline, isPaused { break }
    }
    for await diagnosis in worker.diagnoses() where diagnosis.isRunning {
      #expect(
        diagnosis
          == SendDiagnosis(isOnline: true, isPaused: paused == nil))
      break
    }
    run.cancel()
    await run.value
    await store.close()
  }
}
