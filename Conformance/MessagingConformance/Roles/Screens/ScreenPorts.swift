internal import MessagingCore
internal import MessagingModel

/// The ports of a screen, backed by a rig.
@available(macOS 15, iOS 18, *)
struct ScreenPorts<Update: Sendable>: MessageRepository, ConversationIndexing, SyncEngine,
  PeopleWatching
{
  private let rig: ScreenRig<Update>

  init(_ rig: ScreenRig<Update>) { self.rig = rig }

  func apply(_ changes: [Change]) async throws(RepositoryError) -> Commit {
    let answer = await rig.ask(.apply(changes))
    guard case .commit(let commit) = answer else { throw answer.error }
    return commit
  }

  func read(_ query: Query) async throws(RepositoryError) -> Snapshot {
    let answer = await rig.ask(.read(query))
    guard case .page(let page) = answer else { throw answer.error }
    return page
  }

  func conversations(
    changedAfter revision: Revision?
  ) async throws(RepositoryError) -> ChangedConversations {
    let answer = await rig.ask(.changed(after: revision))
    guard case .changed(let changed) = answer else { throw answer.error }
    return changed
  }

  func fill(_ gap: Gap, in conversation: ConversationID) async -> FillOutcome {
    let answer = await rig.ask(.fill(gap, conversation))
    guard case .filled(let outcome) = answer else {
      return .failed(SyncError(.transient, code: "cancelled"))
    }
    return outcome
  }

  func commits(in scope: Scope) -> AsyncStream<Commit> { rig.commits(in: scope) }

  func statuses() -> AsyncStream<SyncStatus> { rig.statuses() }

  func people() -> AsyncStream<People> { rig.people() }

  func open(_ conversation: ConversationID) { rig.putOnScreen(conversation, true) }

  func close(_ conversation: ConversationID) { rig.putOnScreen(conversation, false) }

  // Calls that a screen must not make.

  func syncTokens() async throws(RepositoryError) -> [StreamID: SyncToken] {
    complain("asked how far the streams are")
    return [:]
  }
  func close() async { complain("closed the repository") }
  func run() async { complain("ran the engine") }
  func cleared(_: ConversationID) { complain("told the engine that a history is gone") }
  func signedIn() { complain("told the engine that somebody signed in") }
  func woke() { complain("told the engine that the device slept") }
  func signOut() async { complain("signed out") }
  func typed(in _: ConversationID) { complain("told the engine that somebody types") }
  func stoppedTyping(in _: ConversationID) { complain("told the engine that nobody types") }

  private func complain(_ what: String) {
    rig.complain("the screen \(what); a screen must not do this")
  }
}

extension ScreenAnswer {
  /// The reason why the store returned nothing.
  fileprivate var error: RepositoryError {
    if case .refused(let code) = self { return RepositoryError(code, "scripted") }
    return RepositoryError(.closed, "the process has ended")
  }
}
