internal import Foundation
internal import MessagingCore
internal import MessagingModel

/// The parts of a client as an app puts them together, over a server in this process.
struct LabClient: Sendable {
  /// What is stored when the page opens; the rest has to be fetched.
  static let stored = 200

  let repository: InMemoryRepository
  let server: SimulatedServer
  let network = ManualConnectivity()
  let engine: RepositorySyncEngine
  let worker: OutboxWorker

  /// - Parameters:
  ///   - count: messages of the conversation.
  ///   - delay: how long the server takes for an answer.
  init(messages count: Int, delay: Duration) async throws {
    let conversation = LabConversation(count: count, now: Timestamp(Date()))
    let history = conversation.history
    server = SimulatedServer(history: history, delay: delay)
    repository = try await InMemoryRepository(owner: LabConversation.owner)
    let known = Array(history.suffix(LabClient.stored))
    let page = HistoryPage(
      conversation: LabConversation.id, messages: known, reach: .live,
      reachesStart: known.count == count)
    _ = try await repository.apply([
      .page(page), .advance(.main, from: nil, to: SyncToken(number: 0)),
    ])
    var sending = SendPolicy()
    sending.retry.longestDelay = 1_000
    let worker = OutboxWorker(
      SendPorts(
        repository: repository, transport: server, uploader: NoUploads(),
        files: OwnedDirectory(root: FileManager.default.temporaryDirectory),
        connectivity: network),
      policy: sending)
    self.worker = worker
    var syncing = SyncPolicy()
    syncing.retry.longestDelay = 1_000
    engine = RepositorySyncEngine(
      SyncPorts(
        repository: repository, transport: server, connectivity: network,
        sending: { worker.diagnoses() }),
      owner: LabConversation.owner, policy: syncing)
  }

  /// Accepts a text; it is sent when it can be.
  func send(_ text: String, as id: MessageID) async {
    let message = OutgoingMessage(
      key: MessageKey(LabConversation.id, id), timestamp: Timestamp(Date()),
      body: .text(ExactString(text)))
    _ = try? await repository.apply([.enqueue(message)])
  }

  func set(isOnline: Bool) {
    server.set(isReachable: isOnline)
    network.set(isOnline: isOnline)
  }
}

/// The lab sends no files.
private struct NoUploads: MediaUploader {
  func upload(
    _ file: OwnedFile, key: UploadKey, progress: @escaping @Sendable (Int) -> Void
  ) async throws(SendError) -> ExactString {
    throw SendError(.permanent, code: "no-files", text: "The lab sends text alone.")
  }
}
