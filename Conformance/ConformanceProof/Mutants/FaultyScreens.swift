internal import MessagingConformance
internal import MessagingCore
internal import MessagingModel
internal import MessagingTimeline

extension FaultyPart {
  /// A whole conversation on a screen with a fault in it or around it.
  static func screen(
    _ part: @escaping @Sendable (TimelineOptions, TimelinePorts) -> any TimelineScreen
  ) -> FaultyPart {
    FaultyPart(.screens) { FaultyScreenSubject(name: $0, part: part) }
  }

  /// A whole list of conversations with a fault around it.
  static func listScreen(
    _ part:
      @escaping @Sendable (
        ConversationListOptions, ConversationListPorts
      ) -> any ConversationListScreen
  ) -> FaultyPart {
    FaultyPart(.screens) { FaultyListScreenSubject(name: $0, part: part) }
  }
}

private struct FaultyScreenSubject: TimelineScreenSubject {
  let name: String
  let part: @Sendable (TimelineOptions, TimelinePorts) -> any TimelineScreen

  var roles: Set<Role> { [.screens] }

  func timelineScreen(
    _ options: TimelineOptions, _ ports: TimelinePorts
  ) -> any TimelineScreen { part(options, ports) }
}

private struct FaultyListScreenSubject: ConversationListScreenSubject {
  let name: String
  let part: @Sendable (ConversationListOptions, ConversationListPorts) -> any ConversationListScreen

  var roles: Set<Role> { [.screens] }

  func conversationListScreen(
    _ options: ConversationListOptions, _ ports: ConversationListPorts
  ) -> any ConversationListScreen { part(options, ports) }
}

/// Our conversation on a screen with one fault around it.
struct BentScreen: TimelineScreen {
  private struct State {
    var running = 0
    var isClosed = false
    var hasLostItsCaller = false
  }

  private let screen: ConversationTimeline
  private let state = Locked(State())
  /// A run, and how many there are with it.
  var runs: @Sendable (ConversationTimeline, Int) async -> Void = { screen, _ in await screen.run()
  }
  /// What a run does after it, if nobody has closed the screen.
  var afterRun: @Sendable () async -> Void = {}
  /// Called when the task of a run is cancelled.
  var whenCancelled: @Sendable () -> Void = {}
  var hearsEarlyOpenings = true
  var closes = true
  var tellsNewcomers = true
  var endsWithItsCaller = false

  init(_ options: TimelineOptions, _ ports: TimelinePorts) {
    screen = ConversationTimeline(options, ports) { TimelineState($0) }
  }

  func run() async {
    let count = state.withLock { state in
      state.running += 1
      return state.running
    }
    await withTaskCancellationHandler {
      await runs(screen, count)
    } onCancel: {
      whenCancelled()
    }
    if count == 1, !state.current.isClosed { await afterRun() }
    state.withLock { $0.running -= 1 }
  }

  func open(at place: OpeningPlace, height: Double) {
    if hearsEarlyOpenings || state.current.running > 0 { screen.open(at: place, height: height) }
  }

  func close() {
    state.withLock { $0.isClosed = true }
    if closes { screen.close() }
  }

  func statuses() -> AsyncStream<TimelineStatus> {
    tellsNewcomers ? screen.statuses() : screen.statuses().withoutFirst
  }

  func nextUpdate() async -> TimelineUpdate? {
    if state.current.hasLostItsCaller { return nil }
    let update = await screen.nextUpdate()
    if endsWithItsCaller, Task.isCancelled { state.withLock { $0.hasLostItsCaller = true } }
    return update
  }

  func looked(_ viewport: WindowViewport) { screen.looked(viewport) }
  func jump(to message: MessageReference) { screen.jump(to: message) }
  func jumpToEnd() { screen.jumpToEnd() }
  func hold(_ isHeld: Bool) { screen.hold(isHeld) }
  func setActive(_ isActive: Bool) { screen.setActive(isActive) }
  func sent(_ message: MessageID) { screen.sent(message) }
  func show(_ input: TimelineInput) { screen.show(input) }
}

/// A store whose news somebody hears who has read a page.
struct LateNews: MessageRepository {
  let repository: any MessageRepository
  private let hasRead = AsyncStream<Void>.makeStream()

  init(_ repository: any MessageRepository) { self.repository = repository }

  func apply(_ changes: [Change]) async throws(RepositoryError) -> Commit {
    try await repository.apply(changes)
  }

  func read(_ query: Query) async throws(RepositoryError) -> Snapshot {
    defer { hasRead.continuation.finish() }
    return try await repository.read(query)
  }

  func syncTokens() async throws(RepositoryError) -> [StreamID: SyncToken] {
    try await repository.syncTokens()
  }

  func commits(in scope: Scope) -> AsyncStream<Commit> {
    let (repository, hasRead) = (repository, hasRead.stream)
    let news = Locked<AsyncStream<Commit>?>(nil)
    return AsyncStream {
      for await _ in hasRead {}
      let stream = news.withLock { news in
        let stream = news ?? repository.commits(in: scope)
        news = stream
        return stream
      }
      for await commit in stream { return commit }
      return nil
    }
  }

  func close() async { await repository.close() }
}

/// A store whose first word says that it stands somewhere else.
struct BentFirstWord: MessageRepository {
  let repository: any MessageRepository
  let revision: Revision

  func apply(_ changes: [Change]) async throws(RepositoryError) -> Commit {
    try await repository.apply(changes)
  }

  func read(_ query: Query) async throws(RepositoryError) -> Snapshot {
    try await repository.read(query)
  }

  func syncTokens() async throws(RepositoryError) -> [StreamID: SyncToken] {
    try await repository.syncTokens()
  }

  func commits(in scope: Scope) -> AsyncStream<Commit> {
    let (news, isFirst) = (repository.commits(in: scope), Locked(true))
    return AsyncStream {
      for await commit in news {
        let wasFirst = isFirst.withLock { isFirst in
          defer { isFirst = false }
          return isFirst
        }
        return wasFirst ? Commit(revision: revision, kinds: commit.kinds) : commit
      }
      return nil
    }
  }

  func close() async { await repository.close() }
}

/// An engine that nobody tells what is on a screen.
struct UntoldEngine: SyncEngine {
  let engine: any SyncEngine

  func run() async { await engine.run() }
  func fill(_ gap: Gap, in conversation: ConversationID) async -> FillOutcome {
    await engine.fill(gap, in: conversation)
  }
  func open(_: ConversationID) {}
  func close(_: ConversationID) {}
  func cleared(_ conversation: ConversationID) { engine.cleared(conversation) }
  func signedIn() { engine.signedIn() }
  func woke() { engine.woke() }
  func signOut() async { await engine.signOut() }
  func statuses() -> AsyncStream<SyncStatus> { engine.statuses() }
}

/// A clock that sleeps for so many times as long.
struct SlowClock: Clock {
  let watch: Stopwatch
  let factor: Double

  var now: ManualClock.Instant { .init(sinceStart: .milliseconds(watch.now)) }
  var minimumResolution: Duration { .zero }

  func sleep(until deadline: ManualClock.Instant, tolerance: Duration?) async throws {
    let now = watch.now
    let time = deadline.sinceStart / .milliseconds(1) - Double(now)
    try await watch.sleep(until: now + Int64(time * factor))
  }
}

extension AsyncStream where Element: Sendable {
  /// The same values without the first one: what somebody hears who is told nothing at first.
  var withoutFirst: AsyncStream<Element> {
    let (values, isNew) = (self, Locked(true))
    return AsyncStream {
      for await value in values {
        let isFirst = isNew.withLock { isNew in
          defer { isNew = false }
          return isNew
        }
        if !isFirst { return value }
      }
      return nil
    }
  }
}
