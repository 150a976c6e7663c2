internal import MessagingCore
internal import MessagingModel

/// The ports of a worker, backed by a rig.
@available(macOS 15, iOS 18, *)
struct WorkerPorts: MessageRepository, MessageTransport, MediaUploader, OwnedFiles, Connectivity {
  private let rig: WorkerRig

  init(_ rig: WorkerRig) { self.rig = rig }

  func apply(_ changes: [Change]) async throws(RepositoryError) -> Commit {
    let answer = await rig.ask(.apply(changes))
    guard case .commit(let commit) = answer else { throw answer.storeError }
    return commit
  }

  func read(_ query: Query) async throws(RepositoryError) -> Snapshot {
    let answer = await rig.ask(.read(query))
    guard case .snapshot(let snapshot) = answer else { throw answer.storeError }
    return snapshot
  }

  func syncTokens() async throws(RepositoryError) -> [StreamID: SyncToken] {
    let answer = await rig.ask(.syncToken)
    guard case .syncToken(let token) = answer else { throw answer.storeError }
    return token
  }

  func commits(in scope: Scope) -> AsyncStream<Commit> { rig.commits(in: scope) }

  func close() async { rig.complain("the worker closed the repository, which its caller owns") }

  func send(_ request: SendRequest) async throws(SendError) -> SendReceipt {
    let answer = await rig.ask(.send(request))
    guard case .receipt(let receipt) = answer else { throw answer.sendError }
    return receipt
  }

  func upload(
    _ file: OwnedFile, key: UploadKey, progress: @escaping @Sendable (Int) -> Void
  ) async throws(SendError) -> ExactString {
    let answer = await rig.ask(.upload(key, file), progress: progress)
    guard case .remote(let remote) = answer else { throw answer.sendError }
    return remote
  }

  func check(_ file: OwnedFile) async throws(SendError) { rig.check(file) }

  func discard(_ message: MessageKey) async { _ = await rig.ask(.discard(message)) }

  func states() -> AsyncStream<Bool> { rig.connections() }
}

extension WorkerAnswer {
  /// The reason why the store returned nothing.
  fileprivate var storeError: RepositoryError {
    if case .unstored(let error) = self { return error }
    return RepositoryError(.closed, "the process has ended")
  }

  /// The reason why the network returned nothing.
  fileprivate var sendError: SendError {
    if case .unsent(let error) = self { return error }
    return SendError(.indeterminate, code: "cancelled")
  }
}
