public import MessagingModel

/// The one API of what is stored: everything that changes goes through ``apply(_:)``, everything
/// that is shown comes from ``read(_:)``.
///
/// It never asks the network. The laws of this role are the areas ORDER, REPO, PAGE, GAP and
/// RECEIPT of the Spec; `swift test` and `Conformance/run` check them on any implementation.
public protocol MessageRepository: Sendable {
  /// Applies a batch: all of it, or, if it throws, nothing. Durable when it returns.
  ///
  /// - Returns: the new revision and what changed; the old revision if nothing did.
  func apply(_ changes: [Change]) async throws(RepositoryError) -> Commit

  /// What is stored, in the order of `Message.position`; sorted by the store.
  func read(_ query: Query) async throws(RepositoryError) -> Snapshot

  /// How far each stream of the server is stored: the tokens that were committed last.
  func syncTokens() async throws(RepositoryError) -> [StreamID: SyncToken]

  /// News of commits that changed what `scope` names: the present revision at once, then what is
  /// new. Several commits may come as one, with all their kinds; the last one always comes, and the
  /// revision never goes back. Ends when the repository is closed.
  func commits(in scope: Scope) -> AsyncStream<Commit>

  /// Lets go of the store; every later call throws `closed`. What is stored stays.
  func close() async
}

extension MessageRepository {
  /// How far one stream of the server is stored; `nil` if nothing of it is.
  public func syncToken(
    of stream: StreamID = .main
  ) async throws(RepositoryError) -> SyncToken? {
    try await syncTokens()[stream]
  }
}
