import Testing

@testable import MessagingModel

/// How long something waits after it failed.
@Suite("Attempts that failed") struct AttemptsTests {
  private let offline = SendError(.offline, code: "offline")
  private let busy = SendError(.transient, code: "503")

  private var policy: RetryPolicy {
    var policy = RetryPolicy()
    (policy.firstDelay, policy.longestDelay, policy.jitter) = (1_000, 60_000, 0)
    return policy
  }

  @Test("tunnels do not make the wait after a real failure longer (SEND-022)") func tunnels() {
    var attempts = Attempts()
    for moment in Int64(1)...5 {
      attempts.failed(offline, at: moment, policy, jitter: 0)
      attempts.reconnected(at: moment, after: 0)
    }
    attempts.failed(busy, at: 10, policy, jitter: 0)
    #expect(attempts.notBefore == 1_010)
    attempts.failed(offline, at: 2_000, policy, jitter: 0)
    attempts.failed(busy, at: 4_000, policy, jitter: 0)
    #expect(attempts.notBefore == 6_000 && attempts.count == 2)
    // The server was reached: the network leads somewhere.
    attempts.failed(offline, at: 8_000, policy, jitter: 0)
    #expect(attempts.notBefore == 9_000)
  }

  @Test("a network that is there and leads nowhere is tried ever more rarely") func leadsNowhere() {
    var attempts = Attempts()
    attempts.failed(offline, at: 0, policy, jitter: 0)
    #expect(attempts.notBefore == 1_000)
    attempts.failed(offline, at: 1_000, policy, jitter: 0)
    #expect(attempts.notBefore == 3_000)
    attempts.reconnected(at: 2_000, after: 0)
    attempts.failed(offline, at: 2_000, policy, jitter: 0)
    #expect(attempts.notBefore == 3_000)
  }
}
