import MessagingConformance
import MessagingCore
import MessagingModel
import Testing

/// What the guides show is compiled here (`GuideLinesTests` compares the lines), and keeps what the
/// guides say of it.
@Suite struct GuidesTests {
  @Test func `the worker of the guide passes what it claims`() async throws {
    guard #available(macOS 15, *) else { return }
    let rules = "WORKER-005,SEND-008,SEND-016,SEND-024"
    let options = RunOptions(selection: try Selection(rules), historiesMax: 4)
    let report = try await ConformanceRunner(spec: .bundled(), options: options)
      .run([MySending()])
    #expect(report.results.filter(\.isBad).map(\.message) == [])
    let missing = report.results.filter { $0.outcome == .unsupported }
    #expect(
      Set(missing.map { "\($0.id.requirement)/\($0.id.slug)" }) == [
        "WORKER-005/stopped-in-an-upload", "SEND-008/an-upload-elsewhere", "SEND-024/also-a-change",
        "SEND-024/a-version-that-no-store-takes",
      ])
    let kept = report.results.filter { $0.outcome == .pass }.map { "\($0.id.requirement)" }
    #expect(Set(kept) == ["WORKER-005", "SEND-008", "SEND-016", "SEND-024"])
  }

  @Test func `the screen of the guide holds eight rules, and no others are claimed`() async throws {
    guard #available(macOS 15, *) else { return }
    let rules = "OPEN-001..003,OPEN-008,OPEN-009,OPEN-012,OPEN-017,OPEN-030"
    // The screen of the guide shows one page, which the longest lists exceed, and asks no network.
    let long =
      "OPEN-009/between-three-chunks,OPEN-012/somebody-hidden-in-a-long-list,"
      + "OPEN-017/closed-while-the-network-is-asked"
    let selection = try Selection(rules + ",OPEN-014", skip: long)
    let options = RunOptions(selection: selection, historiesMax: 4)
    let report = try await ConformanceRunner(spec: .bundled(), options: options)
      .run([MyScreens()])
    let bad = report.results.filter(\.isBad).map { "\($0.id): \($0.message)" }
    #expect(bad.allSatisfy { $0.hasPrefix("MyScreens::OPEN-014/") }, "\(bad)")
    #expect(!bad.isEmpty)
    let kept = report.results.filter { $0.outcome == .pass }.map { "\($0.id.requirement)" }
    #expect(
      Set(kept).subtracting(["OPEN-014"]) == [
        "OPEN-001", "OPEN-002", "OPEN-003", "OPEN-008", "OPEN-009", "OPEN-012", "OPEN-017",
        "OPEN-030",
      ])
  }

  @Test(.timeLimit(.minutes(10)))
  func `the worker of the guide ends when it is cancelled in a request`() async throws {
    let store = try await InMemoryRepository(owner: "me")
    _ = try await store.apply([
      .enqueue(
        OutgoingMessage(
          key: MessageKey("k1", MessageID(high: 0, low: 1)), timestamp: 5, body: .text("hello")))
    ])
    let (asked, ask) = AsyncStream<Void>.makeStream()
    let worker = Sender(
      SendPorts(
        repository: store, transport: Silent(ask: ask), uploader: Silent(ask: ask),
        files: Silent(ask: ask), connectivity: Silent(ask: ask)))
    let run = Task { await worker.run() }
    for await _ in asked { break }
    run.cancel()
    await run.value
  }

  @Test func `a transport over callbacks answers, and a cancelled call ends`() async throws {
    let place = ServerPosition(serverTime: 7, timestamp: 5, remoteID: "s7")
    let request = SendRequest(
      conversation: "k1", key: MessageID(high: 0, low: 1),
      action: .publish(.text("hello"), timestamp: 5, replyTo: nil, threadRoot: nil))
    let answers = SessionTransport(
      api: CallbackAPI { _, done in
        done(.success(place))
        return {}
      })
    let receipt = try await answers.send(request)
    #expect(receipt == .published(request.key, at: place))

    let silent = SessionTransport(
      api: CallbackAPI { _, done in
        { done(.failure(SendError(.indeterminate, code: "cancelled"))) }
      })
    let call = Task { try await silent.send(request) }
    call.cancel()
    await #expect(throws: SendError(.indeterminate, code: "cancelled")) {
      _ = try await call.value
    }
  }
}

/// A server that answers nothing until the call is cancelled.
private struct Silent: MessageTransport, MediaUploader, OwnedFiles, Connectivity {
  let ask: AsyncStream<Void>.Continuation

  func send(_ request: SendRequest) async throws(SendError) -> SendReceipt {
    ask.yield()
    let (never, keep) = AsyncStream<Void>.makeStream()
    for await _ in never {}
    keep.finish()
    throw SendError(.indeterminate, code: "cancelled")
  }

  func upload(
    _ file: OwnedFile, key: UploadKey, progress: @escaping @Sendable (Int) -> Void
  ) async throws(SendError) -> ExactString { throw SendError(.permanent, code: "none") }
  func check(_ file: OwnedFile) async throws(SendError) {}
  func discard(_ message: MessageKey) async {}
  func states() -> AsyncStream<Bool> { AsyncStream { $0.yield(true) } }
}
