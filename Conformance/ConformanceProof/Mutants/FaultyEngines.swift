internal import MessagingConformance
internal import MessagingCore
internal import MessagingModel

/// With what an engine is made.
struct EngineSetting: Sendable {
  var ports: SyncPorts
  let owner: ParticipantID
  let policy: SyncPolicy
  let seed: UInt64

  var engine: RepositorySyncEngine {
    RepositorySyncEngine(ports, owner: owner, policy: policy, seed: seed)
  }

  /// Our engine around rules with a fault.
  ///
  /// - Parameter notes: what the fault remembers at first.
  func engine<Notes: Sendable>(
    noting notes: Notes, showing: @escaping Bent<SyncState, Notes>.Show = { _, _ in },
    handling: @escaping Bent<SyncState, Notes>.Handle
  ) -> RepositorySyncEngine {
    RepositorySyncEngine(ports) { server in
      let setting = SyncSetting(owner: owner, server: server, policy: policy, seed: seed)
      return Bent<SyncState, Notes>(
        setting.state, setting, noting: notes, showing: showing, handling: handling)
    }
  }
}

extension FaultyPart {
  /// A whole engine with a fault in it or around it.
  static func engine(
    _ part: @escaping @Sendable (EngineSetting) -> any SyncEngine
  ) -> FaultyPart {
    FaultyPart(.engine) { FaultyEngineSubject(name: $0, part: part) }
  }
}

extension FaultyPart {
  /// A whole engine with other settings of what is around it.
  static func engine(setting change: @escaping @Sendable (inout BentEngine) -> Void) -> FaultyPart {
    engine { setting in
      var bent = BentEngine(setting)
      change(&bent)
      return bent
    }
  }
}

private struct FaultyEngineSubject: SyncEngineSubject {
  let name: String
  let part: @Sendable (EngineSetting) -> any SyncEngine

  var roles: Set<Role> { [.engine] }
  var capabilities: Set<Capability> { Profile.full.capabilities }

  func syncEngine(
    _ ports: SyncPorts, owner: ParticipantID, policy: SyncPolicy, seed: UInt64
  ) -> any SyncEngine {
    part(EngineSetting(ports: ports, owner: owner, policy: policy, seed: seed))
  }
}

/// A way to the server with one fault in it.
struct BentSyncTransport: SyncTransport {
  let transport: any SyncTransport
  /// Whether an answer that is given up is waited for all the same.
  var waitsForAnswers = false
  /// Whether something that comes on a connection is heard.
  var hears: @Sendable (ConnectionNews) -> Bool = { _ in true }
  /// Whether what comes on any connection is told as if it came on the newest.
  var hearsForNewest = false
  private let newest = Locked<(@Sendable (ConnectionNews) -> Void)?>(nil)

  init(_ transport: any SyncTransport) { self.transport = transport }

  var server: SyncServer { transport.server }

  func connect(hear: @escaping @Sendable (ConnectionNews) -> Void) async throws(SyncError) {
    let (newest, hears, hearsForNewest) = (newest, hears, hearsForNewest)
    newest.withLock { $0 = hear }
    try await transport.connect { news in
      guard hears(news) else { return }
      if hearsForNewest { newest.current?(news) } else { hear(news) }
    }
  }

  func news(_ question: SyncQuestion) async throws(SyncError) -> SyncAnswer {
    do throws(SyncError) {
      return try await transport.news(question)
    } catch {
      // The answer would have come here.
      if waitsForAnswers, Task.isCancelled {
        await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
      }
      throw error
    }
  }

  func history(_ question: HistoryQuestion) async throws(SyncError) -> HistoryAnswer {
    try await transport.history(question)
  }

  func report(_ reading: Reading) async throws(SyncError) { try await transport.report(reading) }

  func tellTyping(_ isTyping: Bool, in conversation: ConversationID) async {
    await transport.tellTyping(isTyping, in: conversation)
  }
}

/// A repository that tells when a batch begins to be stored, and when that has ended.
struct WatchedRepository: MessageRepository {
  let repository: any MessageRepository
  let begins: @Sendable () -> Void
  let ends: @Sendable () -> Void

  func apply(_ changes: [Change]) async throws(RepositoryError) -> Commit {
    begins()
    defer { ends() }
    return try await repository.apply(changes)
  }

  func read(_ query: Query) async throws(RepositoryError) -> Snapshot {
    try await repository.read(query)
  }
  func syncTokens() async throws(RepositoryError) -> [StreamID: SyncToken] {
    try await repository.syncTokens()
  }
  func commits(in scope: Scope) -> AsyncStream<Commit> { repository.commits(in: scope) }
  func close() async { await repository.close() }
}

/// A clock on which nobody wakes before who fell asleep for longer.
struct FirstAlarmClock: Clock {
  let watch: Stopwatch
  private let longest = Locked<Int64>(0)

  init(_ watch: Stopwatch) { self.watch = watch }

  var now: ManualClock.Instant { .init(sinceStart: .milliseconds(watch.now)) }
  var minimumResolution: Duration { .zero }

  func sleep(until deadline: ManualClock.Instant, tolerance: Duration?) async throws {
    let moment = Int64(deadline.sinceStart / .milliseconds(1))
    let late = longest.withLock { longest in
      if longest <= watch.now { longest = 0 }
      longest = max(longest, moment)
      return longest
    }
    try await watch.sleep(until: late)
  }
}

/// A clock whose sleepers are not called back any more from some moment on.
struct DeafClock: Clock {
  let watch: Stopwatch
  let isDeaf: Locked<Bool>

  var now: ManualClock.Instant { .init(sinceStart: .milliseconds(watch.now)) }
  var minimumResolution: Duration { .zero }

  func sleep(until deadline: ManualClock.Instant, tolerance: Duration?) async throws {
    do {
      try await watch.sleep(until: Int64(deadline.sinceStart / .milliseconds(1)))
    } catch {
      // It would have rung here.
      if isDeaf.current { await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in } }
      throw error
    }
  }
}
