import MessagingConformance
import MessagingCore
import MessagingModel
import Testing

/// A repository whose outbox cannot be read at times.
private struct FlakyRepository: MessageRepository {
  let base: any MessageRepository
  let isBroken = Locked(false)
  let queries = Locked([Query]())

  func apply(_ changes: [Change]) async throws(RepositoryError) -> Commit {
    try await base.apply(changes)
  }

  func read(_ query: Query) async throws(RepositoryError) -> Snapshot {
    queries.withLock { $0.append(query) }
    if isBroken.current { throw RepositoryError(.busy, "in a test") }
    return try await base.read(query)
  }

  func syncTokens() async throws(RepositoryError) -> [StreamID: SyncToken] {
    try await base.syncTokens()
  }

  func commits(in scope: Scope) -> AsyncStream<Commit> { base.commits(in: scope) }

  func close() async { await base.close() }
}

/// The shell around the number of all that is sent: real tasks, a real store.
@Suite(.timeLimit(.minutes(10))) struct SendingProgressWatchTests {
  private let clock = ManualClock()

  private func key(_ number: UInt64) -> MessageKey {
    MessageKey("k1", MessageID(high: 1, low: number))
  }

  private func written(_ number: UInt64) -> Change {
    .enqueue(
      OutgoingMessage(
        key: key(number), timestamp: Timestamp(milliseconds: 1), body: .text("a")))
  }

  private func taken(_ number: UInt64) -> Change {
    .acknowledge(
      key(number),
      ServerPosition(
        serverTime: Timestamp(milliseconds: Int64(number)),
        timestamp: Timestamp(milliseconds: 1), remoteID: RemoteID("s\(number)")))
  }

  @Test func `the bar follows the store, is full, and goes half a second later`() async throws {
    let repository = try await InMemoryRepository(owner: "me")
    let watch = SendingProgressWatch(repository, clock: clock)
    let run = Task { await watch.run() }
    var values = watch.values().makeAsyncIterator()
    #expect(await values.next() == .some(nil))
    _ = try await repository.apply([written(1), written(2)])
    #expect(
      await values.next() == SendingProgress(measure: 1, thousandths: 0, remaining: 2))
    _ = try await repository.apply([taken(1)])
    #expect(
      await values.next() == SendingProgress(measure: 1, thousandths: 500, remaining: 1))
    _ = try await repository.apply([taken(2)])
    #expect(
      await values.next() == SendingProgress(measure: 1, thousandths: 1_000, remaining: 0))
    try await clock.waitForSleepers(1)
    clock.advance(by: .milliseconds(500))
    #expect(await values.next() == .some(nil))
    await repository.close()
    await run.value
  }

  /// What a sender has found may be sent: then a cancelled message leaves a retraction. A bar only
  /// looks.
  @Test func `the bar reads what is unsent without being a sender`() async throws {
    let repository = FlakyRepository(base: try await InMemoryRepository(owner: "me"))
    let watch = SendingProgressWatch(repository, clock: clock)
    _ = try await repository.apply([written(1)])
    let run = Task { await watch.run() }
    for await progress in watch.values() where progress?.remaining == 1 { break }
    await repository.close()
    await run.value
    let queries = repository.queries.current
    #expect(!queries.isEmpty && queries.allSatisfy(\.looksOnly), "\(queries)")
  }

  @Test func `who follows when nobody did begins a measure of their own`() async throws {
    let repository = try await InMemoryRepository(owner: "me")
    let watch = SendingProgressWatch(repository, clock: clock)
    _ = try await repository.apply([written(1), written(2)])
    let run = Task { await watch.run() }
    for await progress in watch.values() where progress?.remaining == 2 { break }
    _ = try await repository.apply([taken(1)])
    for await progress in watch.values() where progress?.remaining == 1 { break }
    run.cancel()
    await run.value
    let again = Task { await watch.run() }
    var values = watch.values().makeAsyncIterator()
    #expect(
      await values.next() == SendingProgress(measure: 3, thousandths: 0, remaining: 1))
    await repository.close()
    await again.value
  }

  @Test func `a store that cannot be read is read again a second later, without another commit`()
    async throws
  {
    let repository = FlakyRepository(base: try await InMemoryRepository(owner: "me"))
    let watch = SendingProgressWatch(repository, clock: clock)
    let run = Task { await watch.run() }
    var values = watch.values().makeAsyncIterator()
    #expect(await values.next() == .some(nil))
    repository.isBroken.withLock { $0 = true }
    _ = try await repository.apply([written(1)])
    // Twice in vain.
    for _ in 0..<2 {
      try await clock.waitForSleepers(1)
      clock.advance(by: .milliseconds(1_000))
    }
    try await clock.waitForSleepers(1)
    repository.isBroken.withLock { $0 = false }
    clock.advance(by: .milliseconds(1_000))
    #expect(
      await values.next() == SendingProgress(measure: 1, thousandths: 0, remaining: 1))
    await repository.close()
    await run.value
  }

  @Test func `a second call during a run returns at once, and the run goes on`() async throws {
    let repository = try await InMemoryRepository(owner: "me")
    let watch = SendingProgressWatch(repository, clock: clock)
    let run = Task { await watch.run() }
    var values = watch.values().makeAsyncIterator()
    #expect(await values.next() == .some(nil))
    await watch.run()
    _ = try await repository.apply([written(1)])
    #expect(
      await values.next() == SendingProgress(measure: 1, thousandths: 0, remaining: 1))
    await repository.close()
    await run.value
  }
}
