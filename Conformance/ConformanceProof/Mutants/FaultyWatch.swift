internal import MessagingConformance
internal import MessagingCore
internal import MessagingModel

extension FaultyPart {
  /// A watch over everything unsent with one fault around it.
  ///
  /// - Parameter part: sets the fault, by the ports.
  static func watching(
    _ part: @escaping @Sendable (inout BentWatch, ProgressWatchPorts) -> Void
  ) -> FaultyPart {
    FaultyPart(.watching) { FaultyWatchSubject(name: $0, part: part) }
  }
}

private struct FaultyWatchSubject: ProgressWatchSubject {
  let name: String
  let part: @Sendable (inout BentWatch, ProgressWatchPorts) -> Void

  var roles: Set<Role> { [.watching] }

  func progressWatch(_ ports: ProgressWatchPorts) -> any SendingWatching {
    var bent = BentWatch(ports)
    part(&bent, ports)
    return bent.begun()
  }
}

/// Our watch over everything unsent with one fault around it.
struct BentWatch: SendingWatching {
  private struct State: Sendable {
    var begun = 0
    var running = 0
    var observers = 0
  }

  private let afterFailure: SendPolicy.AfterFailure
  private let state = Locked(State())
  private var watch: SendingProgressWatch?
  var repository: any MessageRepository
  var clock: any Clock<Duration>
  /// Whether there is one meter for all runs and observers.
  var sharesMeter = false
  /// Whether a run that begins while another one goes on has a watch of its own.
  var runsTwice = false
  var runsMax = Int.max
  /// Whether an observer that is not the first one waits for a change.
  var newcomersWait = false
  /// How many observers it knows, those included that have left.
  var observersMax = Int.max
  /// Called before a run, with whether somebody follows.
  var beforeRun: @Sendable (Bool) async -> Void = { _ in }
  /// What it does beside a run.
  var besideRun: @Sendable () async -> Void = {}
  /// What it does when the only run has ended.
  var afterRun: @Sendable () async -> Void = {}
  /// Whether a number is not shown to observers.
  var isHidden: @Sendable (SendingProgress?) -> Bool = { _ in false }
  /// Called when the task of a run is cancelled.
  var whenCancelled: @Sendable () -> Void = {}

  init(_ ports: ProgressWatchPorts) {
    (repository, clock, afterFailure) = (ports.repository, ports.clock, ports.afterFailure)
  }

  private func make() -> SendingProgressWatch {
    let (afterFailure, shared) = (afterFailure, SharedMeter(afterFailure))
    return SendingProgressWatch(repository, clock: clock) { [sharesMeter] in
      if sharesMeter { shared } else { SendingMeter(afterFailure: afterFailure) }
    }
  }

  /// The same with its watch, once the fault is set.
  func begun() -> BentWatch {
    var bent = self
    bent.watch = make()
    return bent
  }

  func run() async {
    let (isAlone, mayRun, isFollowed) = state.withLock { state in
      state.begun += 1
      state.running += 1
      return (state.running == 1, state.begun <= runsMax, state.observers > 0)
    }
    if isAlone { await beforeRun(isFollowed) }
    if mayRun, let watch = runsTwice && !isAlone ? make() : watch {
      await withTaskCancellationHandler {
        await withTaskGroup(of: Void.self) { group in
          let besideRun = besideRun
          if isAlone { group.addTask { await besideRun() } }
          await watch.run()
          group.cancelAll()
        }
      } onCancel: {
        whenCancelled()
      }
      if isAlone { await afterRun() }
    }
    state.withLock { $0.running -= 1 }
  }

  func values() -> AsyncStream<SendingProgress?> {
    let count = state.withLock { state in
      state.observers += 1
      return state.observers
    }
    guard let watch, count <= observersMax else { return AsyncStream { $0.finish() } }
    let values = watch.values()
    let (waits, isHidden) = (newcomersWait && count > 1, isHidden)
    let hasBegun = Locked(!waits)
    return AsyncStream {
      for await value in values where !isHidden(value) {
        let mayPass = hasBegun.withLock { hasBegun in
          defer { hasBegun = true }
          return hasBegun
        }
        if mayPass { return value }
      }
      return nil
    }
  }
}

/// One meter for whoever asks.
private final class SharedMeter: SendingMetering {
  private let meter: Locked<SendingMeter>

  init(_ afterFailure: SendPolicy.AfterFailure) {
    meter = Locked(SendingMeter(afterFailure: afterFailure))
  }

  var progress: SendingProgress? { meter.current.progress }
  var nextDeadline: Int64? { meter.current.nextDeadline }
  func handle(_ event: SendingMeterEvent, at now: Int64) {
    meter.withLock { $0.handle(event, at: now) }
  }
}

/// A store some of whose commits are not heard.
struct SkippedNews: MessageRepository {
  let base: any MessageRepository
  /// Whether a commit is heard: by its number for an observer, from 0, and whether something is
  /// being read.
  let isHeard: @Sendable (Int, Bool) -> Bool
  private let reads = Locked(0)

  init(
    base: any MessageRepository, isHeard: @escaping @Sendable (Int, Bool) -> Bool
  ) {
    (self.base, self.isHeard) = (base, isHeard)
  }

  func read(_ query: Query) async throws(RepositoryError) -> Snapshot {
    reads.withLock { $0 += 1 }
    defer { reads.withLock { $0 -= 1 } }
    return try await base.read(query)
  }

  func commits(in scope: Scope) -> AsyncStream<Commit> {
    let (commits, number, isHeard, reads) = (base.commits(in: scope), Locked(0), isHeard, reads)
    return AsyncStream {
      for await commit in commits {
        let place = number.withLock { number in
          defer { number += 1 }
          return number
        }
        if isHeard(place, reads.current > 0) { return commit }
      }
      return nil
    }
  }

  func apply(_ changes: [Change]) async throws(RepositoryError) -> Commit {
    try await base.apply(changes)
  }
  func syncTokens() async throws(RepositoryError) -> [StreamID: SyncToken] {
    try await base.syncTokens()
  }
  func close() async { await base.close() }
}

/// A store whose failed reads come to something else.
struct CoveredReads: MessageRepository {
  let base: any MessageRepository
  let instead: @Sendable (RepositoryError) async -> Snapshot

  func read(_ query: Query) async throws(RepositoryError) -> Snapshot {
    do throws(RepositoryError) {
      return try await base.read(query)
    } catch {
      return await instead(error)
    }
  }

  func apply(_ changes: [Change]) async throws(RepositoryError) -> Commit {
    try await base.apply(changes)
  }
  func syncTokens() async throws(RepositoryError) -> [StreamID: SyncToken] {
    try await base.syncTokens()
  }
  func commits(in scope: Scope) -> AsyncStream<Commit> { base.commits(in: scope) }
  func close() async { await base.close() }
}
