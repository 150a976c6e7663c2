import MessagingCore
import MessagingModel

/// The worker of `Spec/guides/workers.md`: text messages, each conversation on its own.
///
/// It does not pause, edit, upload or wait for credentials; `OutboxWorker` does. Call ``run()``
/// once.
final class Sender: SendWorker {
  private let ports: SendPorts
  /// The conversations that have a task; `true` if a commit came since the task read last.
  private let busy = Locked<[ConversationID: Bool]>([:])

  init(_ ports: SendPorts) {
    self.ports = ports
  }

  func setPaused(_ isPaused: Bool, in conversation: ConversationID?) {}

  func signedIn() {}

  func run() async {
    await withDiscardingTaskGroup { group in
      for await _ in ports.repository.commits(in: Scope()) {  // the present at once, then commits
        for conversation in await unsentConversations() where begin(conversation) {
          group.addTask { await self.send(conversation) }  // one task per conversation
        }
      }
      group.cancelAll()  // cancelled, or the repository was closed
    }
  }

  private func send(_ conversation: ConversationID) async {
    var wait: Int64 = 1_000
    while !Task.isCancelled, let message = await next(in: conversation) {
      do {
        _ = try await ports.repository.apply([outcome(of: message)])
        wait = 1_000
      } catch {  // the same request again, each time later
        try? await ports.clock.sleep(until: ports.clock.now + wait)
        wait = min(wait * 2, 60_000)
      }
    }
  }

  private func outcome(of message: Message) async throws -> Change {
    do throws(SendError) {
      let receipt = try await ports.transport.send(request(for: message))  // key: its own id
      return .acknowledge(message.key, try position(of: message, in: receipt))
    } catch {
      guard error.kind == .permanent else { throw error }
      return .fail(OutboxKey(message.key), FailureReason(refusedWith: error))
    }
  }

  private func unsentConversations() async -> Set<ConversationID> {
    let outbox = try? await ports.repository.read(Query(.outbox, in: nil, limit: Limits.page))
    return Set(outbox?.messages.map(\.conversation) ?? [])
  }

  /// The oldest unsent message, unless it failed: then those behind it wait. `nil` ends the task.
  private func next(in conversation: ConversationID) async -> Message? {
    repeat {
      busy.withLock { $0[conversation] = false }
      let outbox = try? await ports.repository.read(
        Query(.outbox, in: conversation, limit: Limits.page))
      let message = outbox?.messages.first { $0.position.confirmed == nil }
      if let message, message.delivery == .sending { return message }
    } while !end(conversation)
    return nil
  }

  /// Whether the conversation had no task.
  private func begin(_ conversation: ConversationID) -> Bool {
    busy.withLock { busy in
      defer { busy[conversation] = busy[conversation] != nil }
      return busy[conversation] == nil
    }
  }

  /// Whether nothing was committed since the last read.
  private func end(_ conversation: ConversationID) -> Bool {
    busy.withLock { busy in
      guard busy[conversation] == false else { return false }
      busy[conversation] = nil
      return true
    }
  }

  /// An answer without one, and the answer to another request, are no proof that the message was
  /// taken: ask again.
  private func position(
    of message: Message, in receipt: SendReceipt
  ) throws(SendError) -> ServerPosition {
    guard receipt.key == message.id, let position = receipt.position else {
      throw SendError(.indeterminate, code: "no-position")
    }
    return position
  }

  private func request(for message: Message) -> SendRequest {
    SendRequest(
      conversation: message.conversation, key: message.id,
      action: .publish(message.body, timestamp: message.timestamp, replyTo: nil, threadRoot: nil))
  }
}

extension Message {
  fileprivate var key: MessageKey { MessageKey(conversation, id) }
}
