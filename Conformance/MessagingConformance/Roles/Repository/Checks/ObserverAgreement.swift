internal import MessagingCore
internal import MessagingModel

/// The observers of a history, of different scopes and on one or more handles, and what each of
/// them must hear.
struct ObserverAgreement {
  private struct Observer {
    let name: String
    let handle: Int
    let scope: Scope
    let listener: CommitListener
    /// The store's revision when it began.
    let since: Revision
    /// What changed in its scope since it was last listened to, and the last revision that did.
    var due: (kinds: ChangeKinds, last: Revision)
    /// The last revision that it had told when it was last listened to.
    var heardUpTo: Revision

    /// The kinds of a commit that are in its scope. Of a conversation that another handle forgot
    /// nothing is left that says which one it was.
    func mayHear(_ commit: StoredBatch) -> ChangeKinds {
      if commit.forgets, commit.handle != handle { return scope.kinds }
      let isMeant = scope.conversation.map(commit.chats.contains) ?? true
      return isMeant ? commit.kinds.intersection(scope.kinds) : []
    }
  }

  /// A commit, as every observer may hear of it.
  private struct StoredBatch {
    let revision: Revision
    let handle: Int
    /// The conversations that the batch was about.
    let chats: [ConversationID]
    let kinds: ChangeKinds
    let forgets: Bool
  }

  private let context: CheckContext
  private var observers: [Observer] = []
  private var batches: [StoredBatch] = []

  init(_ context: CheckContext) { self.context = context }

  /// Adds an observer. It must hear at once which revision the store has.
  mutating func add(
    _ scope: Scope, to repository: any MessageRepository, _ handle: Int, at revision: Revision,
    in place: CheckContext
  ) async throws {
    let listener = CommitListener(
      repository.commits(in: scope), conversation: scope.conversation)
    await place.wait(until: listener, hears: .zero)
    let name = "an observer of \(scope.words) on handle \(handle + 1)"
    guard let first = listener.heard.first else {
      throw Violation("\(name) hears nothing when it begins")
    }
    try context.expect(
      "the revision that \(name) hears first", first.revision.number, is: revision.number)
    observers.append(
      Observer(
        name: name, handle: handle, scope: scope, listener: listener, since: revision,
        due: ([], revision), heardUpTo: revision))
  }

  /// Notes what a commit owes each observer.
  ///
  /// - Parameter changed: what a read shows differently, by conversation.
  mutating func note(
    _ commit: Commit, of batch: [Change], _ changed: [ConversationID: ChangeKinds], by handle: Int
  ) {
    batches.append(
      StoredBatch(
        revision: commit.revision, handle: handle,
        chats: RandomChanges.conversations.filter { chat in
          batch.contains { $0.conversation == chat }
        }, kinds: commit.kinds,
        forgets: batch.contains { if case .forget = $0 { true } else { false } }))
    for index in observers.indices {
      let scope = observers[index].scope
      let kinds = changed.filter { scope.conversation ?? $0.key == $0.key }.values
        .reduce(into: ChangeKinds()) { $0.formUnion($1.intersection(scope.kinds)) }
      guard !kinds.isEmpty else { continue }
      observers[index].due = (observers[index].due.kinds.union(kinds), commit.revision)
    }
  }

  /// Waits until each observer has heard of all that changed in its scope. Several commits may be
  /// told as one.
  mutating func listen(upTo revision: Revision, in place: CheckContext) async throws {
    for index in observers.indices {
      let observer = observers[index]
      if !observer.due.kinds.isEmpty {
        await place.wait(until: observer.listener, hears: observer.due.last)
      }
      let told = observer.listener.news(after: observer.heardUpTo)
        .reduce(into: ChangeKinds()) { $0.formUnion($1.kinds) }
      try context.expect(
        "what \(observer.name) does not hear up to revision \(revision.number)",
        observer.due.kinds.subtracting(told).names, is: [])
      observers[index].due.kinds = []
      observers[index].heardUpTo = observer.listener.heard.last?.revision ?? observer.heardUpTo
    }
  }

  /// Checks what the observers of a closed handle have heard: in order, and nothing that is not in
  /// their scope.
  mutating func end(_ handle: Int, in place: CheckContext) async throws {
    for observer in observers where observer.handle == handle {
      await place.wait(until: observer.listener, hears: nil)
      var last = observer.since
      for commit in observer.listener.heard.dropFirst() {
        try context.expect(
          commit.revision > last,
          "\(observer.name) hears of revision \(commit.revision.number) after \(last.number)")
        let possible = batches.filter { $0.revision > last && $0.revision <= commit.revision }
          .reduce(into: ChangeKinds()) { $0.formUnion(observer.mayHear($1)) }
        try context.expect(
          "what \(observer.name) hears of revision \(commit.revision.number) and did not happen",
          commit.kinds.subtracting(possible).names, is: [])
        last = commit.revision
      }
    }
    observers.removeAll { $0.handle == handle }
  }
}

extension Scope {
  /// The scope in a report: `k1 (content)`.
  var words: String {
    "\(conversation?.text.string ?? "everything") (\(kinds.names.joined(separator: " ")))"
  }
}
