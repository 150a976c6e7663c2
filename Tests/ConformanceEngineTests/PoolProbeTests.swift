import MessagingCore
import Testing

@testable import MessagingConformance

@Suite struct PoolProbeTests {
  /// Waits for news on a stream; a test that waits in vain is ended by its time limit.
  private func probe(
    limit: Int, submit: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void
  ) -> (probe: PoolProbe, news: AsyncStream<Void>) {
    let (news, speaker) = AsyncStream<Void>.makeStream()
    let probe = PoolProbe(limit: limit, pause: 0.001, submit: submit) {
      speaker.yield()
      speaker.finish()
    }
    return (probe, news)
  }

  @Test(.timeLimit(.minutes(1)))
  func `tasks that do not run are noticed once, and asked for once`() async {
    let asked = Locked(0)
    let (probe, news) = probe(limit: 5) { _ in asked.withLock { $0 += 1 } }
    var count = 0
    for await _ in news { count += 1 }
    #expect(count == 1)
    #expect(asked.current == 1)
    probe.stop()
  }

  @Test(.timeLimit(.minutes(1)))
  func `tasks that run begin the count anew`() async {
    let asked = Locked(0)
    let (probe, news) = probe(limit: 5) { body in
      let number = asked.withLock { count in
        count += 1
        return count
      }
      // Twenty run, more than the limit; the next one does not.
      if number <= 20 { body() }
    }
    for await _ in news {}
    #expect(asked.current == 21)
    probe.stop()
  }
}
