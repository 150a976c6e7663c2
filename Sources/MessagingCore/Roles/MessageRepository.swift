public import MessagingModel

/// The single API of a message store: every change goes through ``apply(_:)``, and everything that
/// is shown comes from ``read(_:)``.
///
/// It never uses the network. The laws of this role are the areas ORDER, REPO, PAGE, GAP and
/// RECEIPT of the Spec; `swift test` and `Conformance/run` check them on any implementation.
public protocol MessageRepository: Sendable {
  /// Applies a batch: all changes, or none if it throws. The batch is durable when the call
  /// returns.
  ///
  /// - Returns: the new revision and what changed; the old revision if nothing did.
  func apply(_ changes: [Change]) async throws(RepositoryError) -> Commit

  /// Reads stored messages, sorted by `Message.position`.
  func read(_ query: Query) async throws(RepositoryError) -> Snapshot

  /// The last committed sync token of each stream, and the engine's mark of the live ends (stream
  /// `live-ends`).
  func syncTokens() async throws(RepositoryError) -> [StreamID: SyncToken]

  /// The commits that changed what `scope` names: first the current revision at once, then each new
  /// commit. Several commits may be merged into one, with the union of their kinds. The last one
  /// always arrives, and the revision never goes back. The stream ends when the repository is
  /// closed.
  func commits(in scope: Scope) -> AsyncStream<Commit>

  /// Closes the store. Every later call throws `closed`. Stored data stays.
  func close() async
}

extension MessageRepository {
  /// The last committed sync token of one stream; `nil` if there is none.
  public func syncToken(
    of stream: StreamID = .main
  ) async throws(RepositoryError) -> SyncToken? {
    try await syncTokens()[stream]
  }
}
