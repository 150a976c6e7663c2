import Testing

@testable import MessagingCore

/// One run at a time, and the next one after a cancelled one. `CLIENT-017`, `WORKER-012` and
/// `ENGINE-020` ask whole workers.
@Suite("One run at a time", .timeLimit(.minutes(10))) struct SoleRunTests {
  /// Runs that do not hear of a cancellation, and what became of them.
  private final class Stage: Sendable {
    let soleRun = SoleRun()
    let began = Locked<[Int]>([])
    private let beginnings = AsyncStream<Int>.makeStream()
    private let ends = Locked<[Int: AsyncStream<Void>.Continuation]>([:])

    /// - Parameter isCancelled: whether the task is cancelled before it calls.
    func begin(_ number: Int, isCancelled: Bool = false) -> Task<Void, Never> {
      Task { [self] in
        if isCancelled { withUnsafeCurrentTask { $0?.cancel() } }
        await soleRun.run {
          let (waits, end) = AsyncStream<Void>.makeStream()
          ends.withLock { $0[number] = end }
          began.withLock { $0.append(number) }
          beginnings.continuation.yield(number)
          // A task of its own: nobody cancels it.
          await Task { for await _ in waits {} }.value
        }
      }
    }

    /// Waits until the next run has begun.
    ///
    /// - Returns: its number.
    func beginning() async -> Int? { await beginnings.stream.first { _ in true } }

    func end(_ number: Int) { ends.withLock { $0[number] }?.finish() }
  }

  @Test("a call beside a run that goes on returns at once") func beside() async {
    let stage = Stage()
    let first = stage.begin(1)
    #expect(await stage.beginning() == 1)
    await stage.begin(2).value
    #expect(stage.began.current == [1])
    stage.end(1)
    await first.value
  }

  @Test("a call beside a cancelled run runs after it, whatever comes first") func next() async {
    let stage = Stage()
    let first = stage.begin(1)
    #expect(await stage.beginning() == 1)
    first.cancel()
    let second = stage.begin(2)
    stage.end(1)
    #expect(await stage.beginning() == 2)
    await first.value
    // It goes on: another call returns at once.
    await stage.begin(3).value
    #expect(stage.began.current == [1, 2])
    stage.end(2)
    await second.value
  }

  @Test("a run that is cancelled before it begins is an ending one") func cancelledEarly() async {
    let stage = Stage()
    let first = stage.begin(1, isCancelled: true)
    #expect(await stage.beginning() == 1)
    let second = stage.begin(2)
    stage.end(1)
    #expect(await stage.beginning() == 2)
    stage.end(2)
    await first.value
    await second.value
  }

  @Test("a call that is cancelled while it waits returns, although the run goes on")
  func waiting() async {
    let stage = Stage()
    let first = stage.begin(1)
    #expect(await stage.beginning() == 1)
    first.cancel()
    let second = stage.begin(2)
    second.cancel()
    await second.value
    #expect(stage.began.current == [1])
    stage.end(1)
    await first.value
  }

  @Test("of two calls that wait, one runs") func twoWait() async throws {
    let stage = Stage()
    let first = stage.begin(1)
    #expect(await stage.beginning() == 1)
    first.cancel()
    let others = [stage.begin(2), stage.begin(3)]
    stage.end(1)
    await first.value
    // Whichever runs goes on until it is told to end; the other returns.
    let running = await stage.beginning() ?? 0
    try #require(running > 1)
    await others[running == 2 ? 1 : 0].value
    #expect(stage.began.current.count == 2)
    stage.end(running)
    await others[running - 2].value
  }
}
