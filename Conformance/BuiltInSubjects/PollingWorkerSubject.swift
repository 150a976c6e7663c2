public import MessagingConformance
public import MessagingCore
public import MessagingModel

/// The worker that most apps begin with: whenever the store changes, and every five seconds, it
/// sends all unsent messages one after the other. A message fails after three tries.
///
/// A peer: what it violates is in `Conformance/expectations/polling-worker.txt`.
public struct PollingWorkerSubject: SendWorkerSubject {
  public let name = "polling-worker"
  public let capabilities: Set<Capability> = [.sendingFiles]
  public let historiesMax: Int? = 5

  public init() {}

  public func sendWorker(
    _ ports: SendPorts, policy: SendPolicy, seed: UInt64
  ) -> any SendWorker {
    PollingWorker(ports)
  }
}

private final class PollingWorker: SendWorker {
  private let ports: SendPorts
  private let state = Locked(State())

  private struct State {
    var isPaused = false
    var isSending = false
    /// How often each message was tried. A restart begins at zero.
    var tries: [MessageKey: Int] = [:]
  }

  init(_ ports: SendPorts) { self.ports = ports }

  /// One switch for everything: it ignores the conversation.
  func setPaused(_ isPaused: Bool, in conversation: ConversationID?) {
    state.withLock { $0.isPaused = isPaused }
  }

  /// It asks again all the time.
  func signedIn() {}

  func run() async {
    await withDiscardingTaskGroup { group in
      group.addTask {
        repeat {
          try? await self.ports.clock.sleep(until: self.ports.clock.now + 5_000)
          await self.sendAll()
        } while !Task.isCancelled
      }
      for await _ in ports.repository.commits(in: Scope()) { await sendAll() }
      group.cancelAll()
    }
  }

  /// Sends everything unsent, unless it is already sending or paused.
  private func sendAll() async {
    let begins = state.withLock { state in
      guard !state.isPaused, !state.isSending else { return false }
      state.isSending = true
      return true
    }
    guard begins else { return }
    defer { state.withLock { $0.isSending = false } }
    let unsent = Query(.unsent(since: .zero), in: nil, limit: Limits.page)
    guard let snapshot = try? await ports.repository.read(unsent) else { return }
    for message in snapshot.messages where message.delivery == .sending {
      await send(message, answering: snapshot.quote(for: message))
    }
  }

  private func send(_ message: Message, answering quote: Message?) async {
    do {
      let request = SendRequest(
        conversation: message.conversation, key: message.id,
        action: .publish(
          try await uploaded(message), timestamp: message.timestamp,
          replyTo: quote?.position.confirmed?.remoteID, threadRoot: nil))
      let receipt = try await ports.transport.send(request)
      guard let position = receipt.position else { return }
      _ = try? await ports.repository.apply([.acknowledge(message.key, position)])
    } catch {
      await count(message, error as? SendError)
    }
  }

  /// The body with the remote names of its files. Each try uploads them again.
  private func uploaded(_ message: Message) async throws -> Body {
    guard case .media(var media) = message.body else { return message.body }
    for index in media.attachments.indices {
      guard let path = media.attachments[index].localPath else { continue }
      let file = OwnedFile(path: path, byteCount: media.attachments[index].byteCount)
      let key = UploadKey(message.key, file: path)
      let remote = try await ports.uploader.upload(file, key: key) { _ in }
      media.attachments[index].remote = remote
      media.attachments[index].localPath = nil
      media.attachments[index].upload = .done
    }
    return .media(media)
  }

  /// Counts a try. After three tries the message has failed, whatever the error was.
  private func count(_ message: Message, _ error: SendError?) async {
    let count = state.withLock { state in
      state.tries[message.key, default: 0] += 1
      return state.tries[message.key, default: 0]
    }
    guard count >= 3 else { return }
    let reason = FailureReason(
      code: error?.code ?? "unknown", text: error?.text ?? "", isRetryable: true)
    _ = try? await ports.repository.apply([.fail(OutboxKey(message.key), reason)])
  }
}
