import Foundation
import MessagingCore
import MessagingModel
import MessagingSQLite

/// A server that answers at once, or never.
final class ImmediateServer: MessageTransport, Sendable {
  struct State {
    var published = 0
    /// When the first request of a conversation came.
    var firstByte: ContinuousClock.Instant?
  }

  private let state = Locked(State())
  /// Only this conversation is answered; `nil` for all.
  private let answered: ConversationID?

  init(answering answered: ConversationID? = nil) { self.answered = answered }

  var current: State { state.current }
  func reset() { state.withLock { $0.firstByte = nil } }

  func send(_ request: SendRequest) async throws(SendError) -> SendReceipt {
    if let answered, answered != request.conversation {
      // For ever, until the run is over.
      try? await Task.sleep(for: .seconds(3_600))
      throw SendError(.indefinite, code: "never")
    }
    let number = state.withLock { state in
      state.firstByte = state.firstByte ?? ContinuousClock().now
      state.published += 1
      return state.published
    }
    let time = Timestamp(milliseconds: Int64(number))
    return SendReceipt(
      key: request.key,
      position: ServerPosition(
        serverTime: time, timestamp: time, remoteID: RemoteID("sent-\(request.key)")))
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
