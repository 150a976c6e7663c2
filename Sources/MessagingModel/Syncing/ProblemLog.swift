/// What a problem comes from: the problem is solved once all its sources have succeeded again.
enum ProblemSource: Hashable, Sendable {
  case link
  case stream(StreamID)
  case page(FillKey)
  /// The report of a conversation, and the question of the store which reports there are.
  case report(ConversationID)
  case reports
  /// The tokens that the store has.
  case tokens
  /// Streams that the engine does not follow.
  case unknownStreams

  fileprivate var stream: StreamID? { if case .stream(let id) = self { id } else { nil } }

  fileprivate var conversation: ConversationID? {
    switch self {
    case .page(let key): key.conversation
    case .report(let id): id
    case .link, .stream, .reports, .tokens, .unknownStreams: nil
    }
  }
}

/// A bounded list of what went wrong. The oldest problems are dropped.
struct ProblemLog: Sendable {
  private struct Entry: Sendable {
    var problem: SyncProblem
    var sources: Set<ProblemSource>
  }

  private var entries: [Entry] = []
  private let limit: Int

  init(limit: Int) { self.limit = max(1, limit) }

  var problems: [SyncProblem] { entries.map(\.problem) }

  /// - Parameter conversation: what the problem is about, if its source does not say that.
  mutating func note(
    _ kind: SyncProblem.Kind, _ source: ProblemSource, about conversation: ConversationID? = nil,
    code: ExactString, count: Int = 1
  ) {
    let code = code.byteCount <= Limits.name ? code : "too-long"
    var new = Entry(
      problem: SyncProblem(
        kind: kind, stream: source.stream, conversation: source.conversation ?? conversation,
        code: code, count: count),
      sources: [source])
    if let index = entries.firstIndex(where: { $0.problem.isSame(as: new.problem) }) {
      let old = entries.remove(at: index)
      new.problem.count += old.problem.count
      new.sources.formUnion(old.sources)
    } else if entries.count >= limit {
      entries.removeFirst()
    }
    entries.append(new)
  }

  /// Removes what a source has solved.
  mutating func forget(_ kinds: Set<SyncProblem.Kind>, _ source: ProblemSource) {
    forget { kind, other in other == source && kinds.contains(kind) }
  }

  /// Removes what went wrong with pages of a conversation, except what is true of them for good.
  mutating func forgetPages(where isSolved: (FillKey) -> Bool) {
    forget { kind, source in
      guard kind != .unreadable, case .page(let key) = source else { return false }
      return isSolved(key)
    }
  }

  private mutating func forget(where isSolved: (SyncProblem.Kind, ProblemSource) -> Bool) {
    for index in entries.indices {
      let kind = entries[index].problem.kind
      entries[index].sources = entries[index].sources.filter { !isSolved(kind, $0) }
    }
    entries.removeAll { $0.sources.isEmpty }
  }

  /// Removes refusals: the server does not refuse these conversations of a stream any more.
  mutating func forgetRefusal(of stream: StreamID, in conversations: Set<ConversationID>) {
    entries.removeAll { entry in
      entry.problem.stream == stream && entry.problem.kind == .refused
        && (entry.problem.conversation.map(conversations.contains) ?? false)
    }
  }

  /// Removes what any stream refused of a conversation: the server has given its newest page.
  mutating func forgetRefusal(in conversation: ConversationID) {
    entries.removeAll { entry in
      entry.problem.stream != nil && entry.problem.kind == .refused
        && entry.problem.conversation == conversation
    }
  }

  /// Removes the refusal of a stream as a whole: the server has answered.
  mutating func forgetRefusal(of stream: StreamID) {
    entries.removeAll { entry in
      entry.problem.stream == stream && entry.problem.kind == .refused
        && entry.problem.conversation == nil
    }
  }
}

extension SyncStatus.Progress {
  /// Takes the number of events that are left, according to the server; the latest one counts.
  mutating func note(remaining: Int?) { self.remaining = remaining.map { max(0, $0) } }
}

extension SyncState {
  /// Ends the count of events if everything is caught up: the next catch-up counts its own.
  mutating func endCatchUp() { if behind.isEmpty { progress.events = 0 } }

  /// The streams that the server has more of, as far as it answers at all.
  private var behind: [StreamSync] {
    streams.values.filter { !$0.isCaughtUp && !$0.isRefused }
  }

  /// The state of syncing, as far as the engine knows now.
  ///
  /// - Complexity: O(streams).
  public var status: SyncStatus {
    let caughtUp = streams.values.filter(\.isCaughtUp).map(\.id)
    return SyncStatus(
      phase: phase, problems: trouble.problems, caughtUp: Set(caughtUp), nextAttempt: nextAttempt)
  }

  private var phase: SyncStatus.Phase {
    switch session {
    case .signedOut: return .signedOut
    case .needsSignIn: return .needsSignIn
    case .running: break
    }
    guard isOnline else { return .offline }
    let behind = behind
    if behind.isEmpty { return link.isOpen || !needsLink ? .live : .connecting }
    let isWaiting = behind.allSatisfy { !$0.hasAsked }
    if isWaiting { return .connecting }
    var progress = progress
    progress.streams = behind.count
    return .catchingUp(progress)
  }
}
