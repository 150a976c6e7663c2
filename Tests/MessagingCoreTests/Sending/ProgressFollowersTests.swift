import MessagingConformance
import MessagingCore
import MessagingModel
import Testing

/// A store that can be busy, and says each time that it was.
private struct BusyStore: MessageRepository {
  let base: any MessageRepository
  let isBusy = Locked(false)
  let refused = AsyncStream<Void>.makeStream()

  func apply(_ changes: [Change]) async throws(RepositoryError) -> Commit {
    try await base.apply(changes)
  }

  func read(_ query: Query) async throws(RepositoryError) -> Snapshot {
    if isBusy.current {
      refused.continuation.yield()
      throw RepositoryError(.busy, "in a test")
    }
    return try await base.read(query)
  }

  func syncTokens() async throws(RepositoryError) -> [StreamID: SyncToken] {
    try await base.syncTokens()
  }

  func commits(in scope: Scope) -> AsyncStream<Commit> { base.commits(in: scope) }

  func close() async { await base.close() }
}

/// Observers of the bar who come and go during a run, and a bar over a store that is busy.
@Suite("Followers of the progress of sending", .timeLimit(.minutes(10)))
struct ProgressFollowersTests {
  private let clock = ManualClock()
  private let begun = AsyncStream<Void>.makeStream()

  private func key(_ number: UInt64) -> MessageKey {
    MessageKey("k1", MessageID(high: 1, low: number))
  }

  private func written(_ number: UInt64) -> Change {
    .enqueue(OutgoingMessage(key: key(number), timestamp: 1, body: .text("a")))
  }

  private func taken(_ number: UInt64) -> Change {
    .acknowledge(
      key(number),
      ServerPosition(
        serverTime: Timestamp(milliseconds: Int64(number)), timestamp: 1,
        remoteID: RemoteID("s\(number)")))
  }

  /// A watch that notes each measure that it begins.
  private func watch(_ repository: any MessageRepository) -> SendingProgressWatch {
    let begun = begun.continuation
    return SendingProgressWatch(repository, clock: clock) {
      begun.yield()
      return SendingMeter()
    }
  }

  /// Starts a run under one follower, who goes when two messages are being sent.
  private func followed(_ watch: SendingProgressWatch) async -> Task<Void, Never> {
    let values = watch.values()
    let run = Task { await watch.run() }
    for await progress in values where progress?.remaining == 2 { break }
    return run
  }

  /// A bar that is opened again starts from zero with what is left, and does not first show how far
  /// it was when nobody looked any more.
  @Test("who follows when nobody did gets a measure of their own, during one run")
  func ownMeasure() async throws {
    let repository = try await InMemoryRepository(owner: "me")
    _ = try await repository.apply([written(1), written(2)])
    let watch = watch(repository)
    let run = await followed(watch)
    _ = try await repository.apply([taken(1)])
    var values = watch.values().makeAsyncIterator()
    #expect(await values.next() == SendingProgress(measure: 2, thousandths: 0, remaining: 1))
    await repository.close()
    await run.value
  }

  /// The store is quiet: no commit makes the watch read for an observer who comes now.
  @Test("who follows while nothing is stored hears the progress at once") func quiet()
    async throws
  {
    let repository = try await InMemoryRepository(owner: "me")
    _ = try await repository.apply([written(1)])
    let watch = watch(repository)
    let run = Task { await watch.run() }
    // The run has begun.
    for await _ in begun.stream { break }
    var values = watch.values().makeAsyncIterator()
    #expect(await values.next() == SendingProgress(measure: 1, thousandths: 0, remaining: 1))
    await repository.close()
    await run.value
  }

  /// The disk is busy when the full bar has been shown long enough. It goes nevertheless.
  @Test("a full bar goes in time, also while the store cannot be read") func fullBar()
    async throws
  {
    let store = BusyStore(base: try await InMemoryRepository(owner: "me"))
    let watch = SendingProgressWatch(store, clock: clock)
    let run = Task { await watch.run() }
    var values = watch.values().makeAsyncIterator()
    #expect(await values.next() == .some(nil))
    _ = try await store.apply([written(1)])
    #expect(await values.next() == SendingProgress(measure: 1, thousandths: 0, remaining: 1))
    _ = try await store.apply([taken(1)])
    #expect(
      await values.next() == SendingProgress(measure: 1, thousandths: 1_000, remaining: 0))
    try await clock.waitForSleepers(1)
    clock.advance(by: .milliseconds(100))
    store.isBusy.withLock { $0 = true }
    // When the second read is refused, the first one has had its effect on the alarm.
    var refusals = store.refused.stream.makeAsyncIterator()
    for number in UInt64(2)...3 {
      _ = try await store.apply([written(number)])
      await refusals.next()
    }
    clock.advance(by: .milliseconds(400))
    #expect(await values.next() == .some(nil))
    await store.close()
    await run.value
  }
}
