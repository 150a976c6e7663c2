internal import MessagingConformance
internal import MessagingCore
internal import MessagingModel

/// Our worker with requests that go on, as part of a session of their own, when who asked has given
/// them up.
struct HoldingWorker: SendWorker {
  private let worker: OutboxWorker
  private let transport: any MessageTransport
  private let session: HeldSession

  init(_ ports: SendPorts, _ policy: SendPolicy, _ seed: UInt64) {
    let session = HeldSession()
    var held = ports
    held.transport = session
    self.session = session
    transport = ports.transport
    worker = OutboxWorker(held, policy: policy, seed: seed)
  }

  func run() async {
    guard let calls = session.begin() else { return await worker.run() }
    await withDiscardingTaskGroup { group in
      let (worker, transport, session) = (worker, transport, session)
      group.addTask {
        await worker.run()
        session.end()
      }
      for await call in calls {
        group.addTask { await call.perform(by: transport) }
      }
      group.cancelAll()
    }
  }

  func setPaused(_ isPaused: Bool, in conversation: ConversationID?) {
    worker.setPaused(isPaused, in: conversation)
  }

  func signedIn() { worker.signedIn() }
}

/// Hands requests on and waits for their answers, as long as who asked does.
private struct HeldSession: MessageTransport {
  struct Call: Sendable {
    let request: SendRequest
    let answer: AsyncStream<Result<SendReceipt, SendError>>.Continuation

    func perform(by transport: any MessageTransport) async {
      do throws(SendError) {
        answer.yield(.success(try await transport.send(request)))
      } catch {
        answer.yield(.failure(error))
      }
    }
  }

  private let calls = Locked<AsyncStream<Call>.Continuation?>(nil)

  /// - Returns: what is asked for from now on; `nil` if somebody hears it already.
  func begin() -> AsyncStream<Call>? {
    calls.withLock { calls in
      guard calls == nil else { return nil }
      let (stream, continuation) = AsyncStream<Call>.makeStream()
      calls = continuation
      return stream
    }
  }

  func end() {
    calls.withLock { calls in
      calls?.finish()
      calls = nil
    }
  }

  func send(_ request: SendRequest) async throws(SendError) -> SendReceipt {
    let (answers, answer) = AsyncStream<Result<SendReceipt, SendError>>.makeStream()
    _ = calls.current?.yield(Call(request: request, answer: answer))
    for await heard in answers { return try heard.get() }
    throw SendError(.indeterminate, code: "cancelled")
  }
}
