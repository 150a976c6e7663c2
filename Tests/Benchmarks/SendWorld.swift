import Foundation
import MessagingCore
import MessagingModel
import MessagingSQLite

/// A server that answers at once, or never, and tells when each request came.
final class ImmediateServer: MessageTransport, Sendable {
  struct Arrival: Sendable {
    let conversation: ConversationID
    let instant: ContinuousClock.Instant
  }

  /// In the order in which they came; for one reader.
  let arrivals: AsyncStream<Arrival>
  private let arrived: AsyncStream<Arrival>.Continuation
  private let published = Locked(0)
  /// Only this conversation is answered; `nil` for all.
  private let answered: ConversationID?

  init(answering answered: ConversationID? = nil) {
    self.answered = answered
    (arrivals, arrived) = AsyncStream.makeStream()
  }

  func send(_ request: SendRequest) async throws(SendError) -> SendReceipt {
    arrived.yield(Arrival(conversation: request.conversation, instant: ContinuousClock().now))
    if let answered, answered != request.conversation {
      // Until the run is over.
      for await _ in AsyncStream<Never>(Never.self, { _ in }) {}
      throw SendError(.indeterminate, code: "never")
    }
    let number = published.withLock { published in
      published += 1
      return published
    }
    let time = Timestamp(milliseconds: Int64(number))
    return .published(
      request.key,
      at: ServerPosition(
        serverTime: time, timestamp: time, remoteID: RemoteID("sent-\(request.key)")))
  }
}

/// Returns when nothing of a conversation is unsent; `nil` for all conversations.
func untilSent(
  _ repository: any MessageRepository, in conversation: ConversationID? = nil
) async throws {
  for await _ in repository.commits(in: Scope(conversation: conversation)) {
    let outbox = try await repository.read(Query(.outbox, in: conversation, limit: 1))
    if outbox.messages.isEmpty { return }
  }
}

struct NoFiles: MediaUploader, OwnedFiles, Connectivity {
  func upload(
    _ file: OwnedFile, key: UploadKey, progress: @escaping @Sendable (Int) -> Void
  ) async throws(SendError) -> ExactString { "file" }
  func check(_ file: OwnedFile) async throws(SendError) {}
  func discard(_ message: MessageKey) async {}
  func states() -> AsyncStream<Bool> { AsyncStream { $0.yield(true) } }
}

func outgoing(_ number: Int, in conversation: ConversationID) -> Change {
  .enqueue(
    OutgoingMessage(
      key: MessageKey(conversation, MessageID(high: 7, low: UInt64(number))), timestamp: 1,
      body: .text("See you at the station at half past seven, or so.")))
}

func ports(_ repository: any MessageRepository, _ server: ImmediateServer) -> SendPorts {
  SendPorts(
    repository: repository, transport: server, uploader: NoFiles(), files: NoFiles(),
    connectivity: NoFiles())
}
