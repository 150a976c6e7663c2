internal import Foundation
internal import MessagingCore
internal import MessagingModel

/// A client as an app puts it together, over a server in this process.
struct LabClient: Sendable {
  /// What is stored when the page opens; the rest has to be fetched.
  static let stored = 200

  let client: MessagingClient
  let server: SimulatedServer
  let network = ManualConnectivity()

  /// - Parameters:
  ///   - count: messages of the conversation.
  ///   - delay: how long the server takes for an answer.
  init(messages count: Int, delay: Duration) async throws {
    let conversation = LabConversation(count: count, now: Timestamp(Date()))
    let history = conversation.history
    server = SimulatedServer(history: history, delay: delay)
    let repository = try await InMemoryRepository(owner: LabConversation.owner)
    let known = Array(history.suffix(LabClient.stored))
    let page = HistoryPage(
      conversation: LabConversation.id, messages: known, reach: .live,
      reachesStart: known.count == count)
    _ = try await repository.apply([
      .page(page), .advance(.main, from: nil, to: SyncToken(number: 0)),
    ])
    // Who watches does not want to wait for a minute.
    var policies = ClientPolicies()
    policies.sending.retry.longestDelay = 1_000
    policies.syncing.retry.longestDelay = 1_000
    client = MessagingClient(
      owner: LabConversation.owner,
      ClientPorts(
        repository: repository, sending: server, syncing: server, uploader: NoUploads(),
        files: OwnedDirectory(root: FileManager.default.temporaryDirectory),
        connectivity: network),
      policies: policies)
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
