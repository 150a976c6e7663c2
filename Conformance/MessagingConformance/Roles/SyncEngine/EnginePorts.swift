internal import MessagingCore
internal import MessagingModel

/// The ports of an engine, backed by a rig.
@available(macOS 15, iOS 18, *)
struct EnginePorts: MessageRepository, SyncTransport, Connectivity {
  private let rig: EngineRig

  init(_ rig: EngineRig) { self.rig = rig }

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
    let answer = await rig.ask(.tokens)
    guard case .tokens(let tokens) = answer else { throw answer.storeError }
    return tokens
  }

  func commits(in scope: Scope) -> AsyncStream<Commit> { rig.commits(in: scope) }

  func close() async { rig.complain("the engine closed the repository, which its caller owns") }

  var server: SyncServer { rig.server }

  func connect(hear: @escaping @Sendable (ConnectionNews) -> Void) async throws(SyncError) {
    throw await rig.ask(.connect, hear: hear).syncError
  }

  func news(_ question: SyncQuestion) async throws(SyncError) -> SyncAnswer {
    let answer = await rig.ask(.news(question))
    guard case .news(let news) = answer else { throw answer.syncError }
    return news
  }

  func history(_ question: HistoryQuestion) async throws(SyncError) -> HistoryAnswer {
    let answer = await rig.ask(.history(question))
    guard case .history(let page) = answer else { throw answer.syncError }
    return page
  }

  func report(_ reading: Reading) async throws(SyncError) {
    let answer = await rig.ask(.report(reading))
    guard case .reported = answer else { throw answer.syncError }
  }

  func tellTyping(_ isTyping: Bool, in conversation: ConversationID) async {
    rig.note(.tellTyping(conversation, isTyping))
  }

  func states() -> AsyncStream<Bool> { rig.connections() }
}

extension EngineAnswer {
  /// The reason why the store returned nothing.
  fileprivate var storeError: RepositoryError {
    if case .unstored(let error) = self { return error }
    return RepositoryError(.closed, "the process has ended")
  }

  /// The reason why the server returned nothing.
  fileprivate var syncError: SyncError {
    if case .unsynced(let error) = self { return error }
    return SyncError(.transient, code: "cancelled")
  }
}
