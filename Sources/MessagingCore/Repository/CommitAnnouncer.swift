internal import MessagingModel

/// Delivers commits to observers. It decides which observer gets which commit, and holds commits of
/// metadata back.
final class CommitAnnouncer: Sendable {
  private struct Observer {
    let scope: Scope
    /// The revision that it heard first: it hears of later commits only.
    let since: Revision
    let continuation: AsyncStream<Commit>.Continuation

    func isAbout(_ conversation: ConversationID) -> Bool {
      scope.conversation.map { $0 == conversation } ?? true
    }
  }

  private struct State {
    var last: Revision
    var observers: [Int: Observer] = [:]
    var nextObserver = 0
    /// The conversations whose changes of metadata are held back, each with the newest revision
    /// that has one.
    var held: [ConversationID: Revision] = [:]
    var flush: Task<Void, Never>?
    var watch: Task<Void, Never>?
    var isClosed = false
  }

  private let state: Locked<State>
  private let departures = Departures()
  private let options: AnnouncementOptions
  private let lookForForeign = Locked<(@Sendable (Revision) async -> ForeignCommits?)?>(nil)

  init(current: Revision, options: AnnouncementOptions) {
    state = Locked(State(last: current))
    self.options = options
  }

  deinit { close() }

  /// The newest revision that was announced or held back.
  var lastRevision: Revision { state.current.last }

  /// Sets how polling finds commits of others.
  func watch(_ look: @escaping @Sendable (Revision) async -> ForeignCommits?) {
    lookForForeign.withLock { $0 = look }
  }

  func commits(in scope: Scope) -> AsyncStream<Commit> {
    let (stream, continuation) = AsyncStream<Commit>.makeStream(
      bufferingPolicy: .bufferingNewest(1))
    let number = withObservers { state -> Int? in
      guard !state.isClosed else { return nil }
      state.nextObserver += 1
      state.observers[state.nextObserver] = Observer(
        scope: scope, since: state.last, continuation: continuation)
      continuation.yield(Commit(revision: state.last, kinds: .all))
      return state.nextObserver
    }
    guard let number else {
      continuation.finish()
      return stream
    }
    continuation.onTermination = { [departures] _ in departures.note(number) }
    startPolling()
    return stream
  }

  /// Announces a commit of this handle, if it is the next one.
  ///
  /// - Returns: the last announced revision, if commits between it and this one are not known yet.
  ///   The caller then reads them as ``ForeignCommits`` and announces those.
  func announce(_ outcome: LogOutcome) -> Revision? {
    // A batch that changed nothing has the revision of an earlier commit, which may not be
    // announced yet. Do not announce the batch in its place.
    if outcome.edits.isEmpty { return nil }
    return withObservers { state in
      guard outcome.revision > state.last else { return nil }
      guard outcome.revision == state.last.next else { return state.last }
      send(outcome.kinds, everywhere: [], at: outcome.revision, &state)
      return nil
    }
  }

  /// Announces commits of others, and of this handle if a read saw them before they were announced.
  func announce(_ foreign: ForeignCommits) {
    withObservers { state in
      guard foreign.revision > state.last else { return }
      send(foreign.kinds, everywhere: foreign.everywhere, at: foreign.revision, &state)
    }
  }

  func close() {
    let (observers, tasks) = state.withLock { state in
      state.isClosed = true
      defer { state.observers = [:] }
      return (state.observers.values.map(\.continuation), [state.flush, state.watch])
    }
    for task in tasks { task?.cancel() }
    for observer in observers { observer.finish() }
  }

  private func send(
    _ kinds: [ConversationID: ChangeKinds], everywhere: ChangeKinds, at revision: Revision,
    _ state: inout State
  ) {
    let isUrgent =
      options.metadataInterval == .zero || !everywhere.isEmpty
      || kinds.values.contains { !$0.subtracting(.metadata).isEmpty }
    state.last = revision
    if isUrgent { return CommitAnnouncer.release(&state, with: kinds, everywhere: everywhere) }
    for (conversation, changed) in kinds where !changed.isEmpty {
      state.held[conversation] = revision
    }
    if !state.held.isEmpty, state.flush == nil, !state.isClosed {
      state.flush = flushLater()
    }
  }

  /// Yields what is held back, together with a commit. A commit that an observer has not taken yet
  /// is merged with the next one, so that no kinds are lost.
  private static func release(
    _ state: inout State, with commit: [ConversationID: ChangeKinds] = [:],
    everywhere: ChangeKinds = []
  ) {
    for observer in state.observers.values {
      var changed = everywhere
      for (conversation, kinds) in commit where observer.isAbout(conversation) {
        changed.formUnion(kinds)
      }
      for (conversation, newest) in state.held
      where observer.isAbout(conversation) && newest > observer.since {
        changed.insert(.metadata)
      }
      let kinds = changed.intersection(observer.scope.kinds)
      guard !kinds.isEmpty else { continue }
      let commit = Commit(revision: state.last, kinds: kinds)
      if case .dropped(let untaken) = observer.continuation.yield(commit) {
        observer.continuation.yield(
          Commit(revision: state.last, kinds: kinds.union(untaken.kinds)))
      }
    }
    state.held = [:]
  }

  private func flushLater() -> Task<Void, Never> {
    let (clock, interval) = (options.clock, options.metadataInterval)
    return Task { [weak self] in
      try? await clock.sleep(for: interval)
      self?.withObservers { state in
        state.flush = nil
        CommitAnnouncer.release(&state)
      }
    }
  }

  private func startPolling() {
    guard let interval = options.pollInterval else { return }
    let clock = options.clock
    state.withLock { state in
      guard state.watch == nil, !state.isClosed else { return }
      state.watch = Task { [weak self] in
        while (try? await clock.sleep(for: interval)) != nil, let self, await self.poll() {}
      }
    }
  }

  /// - Returns: whether to continue: there is still an observer.
  private func poll() async -> Bool {
    if let look = lookForForeign.current, let foreign = await look(lastRevision) {
      announce(foreign)
    }
    return withObservers { state in
      if state.observers.isEmpty { state.watch = nil }
      return !state.observers.isEmpty
    }
  }

  /// Takes the lock, without the observers that have gone.
  private func withObservers<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
    state.withLock { state in
      for number in departures.take() { state.observers[number] = nil }
      return body(&state)
    }
  }
}
