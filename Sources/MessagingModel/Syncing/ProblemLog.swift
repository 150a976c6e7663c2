/// A bounded list of what went wrong. The oldest problems are dropped.
struct ProblemLog: Sendable {
  private(set) var problems: [SyncProblem] = []
  private let limit: Int

  init(limit: Int) { self.limit = max(1, limit) }

  mutating func note(
    _ kind: SyncProblem.Kind, stream: StreamID? = nil, conversation: ConversationID? = nil,
    code: ExactString, count: Int = 1
  ) {
    let code = code.byteCount <= Limits.name ? code : "too-long"
    var new = SyncProblem(
      kind: kind, stream: stream, conversation: conversation, code: code, count: count)
    if let index = problems.firstIndex(where: { $0.isSame(as: new) }) {
      new.count += problems.remove(at: index).count
    } else if problems.count >= limit {
      problems.removeFirst()
    }
    problems.append(new)
  }

  /// Removes problems of a stream that are solved.
  mutating func forget(_ kinds: Set<SyncProblem.Kind>, of stream: StreamID) {
    problems.removeAll { $0.stream == stream && kinds.contains($0.kind) }
  }

  /// Removes refusals: the server does not refuse these conversations of a stream any more.
  mutating func forgetRefusal(of stream: StreamID, in conversations: Set<ConversationID>) {
    problems.removeAll { problem in
      problem.stream == stream && problem.kind == .refused
        && (problem.conversation.map(conversations.contains) ?? false)
    }
  }

  /// Removes what any stream refused of a conversation: the server has given its newest page.
  mutating func forgetRefusal(in conversation: ConversationID) {
    problems.removeAll {
      $0.kind == .refused && $0.stream != nil && $0.conversation == conversation
    }
  }

  /// Removes the refusal of a stream as a whole: the server has answered.
  mutating func forgetRefusal(of stream: StreamID) {
    problems.removeAll {
      $0.stream == stream && $0.kind == .refused && $0.conversation == nil
    }
  }

  mutating func forget(_ kinds: Set<SyncProblem.Kind>, in conversation: ConversationID) {
    problems.removeAll {
      $0.stream == nil && $0.conversation == conversation && kinds.contains($0.kind)
    }
  }

  /// Removes the problems of the store that are about no stream and no conversation.
  mutating func forgetStore() {
    problems.removeAll { $0.kind == .store && $0.stream == nil && $0.conversation == nil }
  }

  mutating func forget(_ kind: SyncProblem.Kind) { problems.removeAll { $0.kind == kind } }
}

extension SyncStatus.Progress {
  /// Takes the number of events that are left, according to the server; the latest one counts.
  mutating func note(remaining: Int?) { self.remaining = remaining.map { max(0, $0) } }
}

extension SyncState {
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
    let behind = streams.values.filter { !$0.isCaughtUp && !$0.isRefused }
    if behind.isEmpty { return link.isOpen || !needsLink ? .live : .connecting }
    let isWaiting = behind.allSatisfy { !$0.hasAsked }
    if isWaiting { return .connecting }
    var progress = progress
    progress.streams = behind.count
    return .catchingUp(progress)
  }
}
