import Foundation
import MessagingConformance
import MessagingCore
import MessagingModel

/// Workers that wait for something that is not one of their ports. The first wait is longer than
/// any test would wait.
enum AbsentWorker: String, CaseIterable, SendWorkerSubject {
  case sleepsFiveSeconds = "sleeps-five-seconds"
  case sleepsAMinute = "sleeps-a-minute"
  case dispatchesLater = "dispatches-later"
  case hasATimer = "has-a-timer"
  case worksDetached = "works-detached"
  /// Follows its store, and retries by another clock.
  case retriesAfterAMinute = "retries-after-a-minute"
  /// Its run ends, and its task goes on.
  case startsAndReturns = "starts-and-returns"

  var name: String { rawValue }

  func sendWorker(
    _ ports: SendPorts, policy: SendPolicy, seed: UInt64
  ) -> any SendWorker {
    switch self {
    case .sleepsFiveSeconds: return SendLoop(ports) { await sleep(.seconds(5)) }
    case .sleepsAMinute: return SendLoop(ports) { await sleep(.seconds(60)) }
    case .dispatchesLater:
      return SendLoop(ports) {
        await withCheckedContinuation { waiting in
          DispatchQueue.global().asyncAfter(deadline: .now() + 5) { waiting.resume() }
        }
      }
    case .hasATimer: return TimerWorker(loop: SendLoop(ports))
    case .worksDetached: return DetachedWorker(loop: SendLoop(ports), isAwaited: true)
    case .startsAndReturns: return DetachedWorker(loop: SendLoop(ports), isAwaited: false)
    case .retriesAfterAMinute:
      var bent = ports
      bent.clock = Stopwatch(WallClock(pause: .seconds(60)))
      return OutboxWorker(bent, policy: policy, seed: seed)
    }
  }
}

/// A worker that gives up at the first error. Wrong, but it can be driven.
struct ImpatientSubject: SendWorkerSubject {
  let name = "gives-up-at-once"

  func sendWorker(
    _ ports: SendPorts, policy: SendPolicy, seed: UInt64
  ) -> any SendWorker { ImpatientWorker(loop: SendLoop(ports, failsAtOnce: true)) }
}

/// A worker that looks every five seconds, and hears of nothing in between.
struct PollingLoopSubject: SendWorkerSubject {
  let name = "polls"

  func sendWorker(
    _ ports: SendPorts, policy: SendPolicy, seed: UInt64
  ) -> any SendWorker {
    SendLoop(ports) { try? await ports.clock.sleep(until: ports.clock.now + 5_000) }
  }
}

/// The loop that most workers begin as.
private struct SendLoop: SendWorker {
  let ports: SendPorts
  var failsAtOnce = false
  var pause: @Sendable () async -> Void = {}

  init(
    _ ports: SendPorts, failsAtOnce: Bool = false, pause: @escaping @Sendable () async -> Void = {}
  ) {
    (self.ports, self.failsAtOnce, self.pause) = (ports, failsAtOnce, pause)
  }

  func setPaused(_ isPaused: Bool, in conversation: ConversationID?) {}

  func signedIn() {}

  func run() async {
    while !Task.isCancelled {
      await sendAll()
      await pause()
    }
  }

  func sendAll() async {
    let unsent = try? await ports.repository.read(Query(.outbox, in: nil, limit: 100))
    for message in unsent?.messages ?? [] where message.delivery == .sending {
      let action = SendRequest.Action.publish(
        message.body, timestamp: message.timestamp, replyTo: nil, threadRoot: nil)
      let receipt = try? await ports.transport.send(
        SendRequest(conversation: message.conversation, key: message.id, action: action))
      if let position = receipt?.position {
        _ = try? await ports.repository.apply([.acknowledge(message.key, position)])
      } else if failsAtOnce {
        let reason = FailureReason(code: "gave-up")
        _ = try? await ports.repository.apply([.fail(OutboxKey(message.key), reason)])
      }
    }
  }
}

private struct TimerWorker: SendWorker {
  let loop: SendLoop

  func setPaused(_ isPaused: Bool, in conversation: ConversationID?) {}

  func signedIn() {}

  func run() async {
    let (ticks, tick) = AsyncStream<Void>.makeStream()
    let timer = DispatchSource.makeTimerSource()
    timer.schedule(deadline: .now() + 5, repeating: 5)
    timer.setEventHandler { tick.yield() }
    timer.resume()
    for await _ in ticks { await loop.sendAll() }
    timer.cancel()
  }
}

private struct DetachedWorker: SendWorker {
  let loop: SendLoop
  let isAwaited: Bool

  func setPaused(_ isPaused: Bool, in conversation: ConversationID?) {}

  func signedIn() {}

  func run() async {
    let task = Task.detached { [loop] in
      await sleep(.seconds(5))
      await loop.sendAll()
    }
    if isAwaited { await task.value }
  }
}

private struct ImpatientWorker: SendWorker {
  let loop: SendLoop

  func setPaused(_ isPaused: Bool, in conversation: ConversationID?) {}

  func signedIn() {}

  func run() async {
    for await _ in loop.ports.repository.commits(in: Scope()) { await loop.sendAll() }
  }
}

private func sleep(_ time: Duration) async { try? await ContinuousClock().sleep(for: time) }

/// A clock of the device, on which every sleep is as long as another.
struct WallClock: Clock {
  let pause: Duration
  private let start = ContinuousClock.now

  init(pause: Duration) { self.pause = pause }

  var now: ManualClock.Instant { .init(sinceStart: start.duration(to: ContinuousClock.now)) }
  var minimumResolution: Duration { .zero }

  func sleep(until deadline: ManualClock.Instant, tolerance: Duration?) async throws {
    try await ContinuousClock().sleep(for: pause)
  }
}
