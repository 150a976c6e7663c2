internal import MessagingCore
internal import MessagingModel

/// A complete watch over everything unsent, with a store and observers that the suite plays.
protocol WatchDriving: Driven, Sendable {
  /// Begins another run.
  func begin()
  /// Cancels the tasks of its runs.
  func cancel()
  /// Another observer begins to follow the progress.
  func follow()
  /// An observer stops to follow the progress; the first one has the number 0.
  func unfollow(_ observer: Int)
  /// What an observer received so far, in order.
  func heard(_ observer: Int) -> [SendingProgress?]
  /// Changes what is unsent, and announces it.
  func commit(_ outbox: [Message])
  /// Whether the store cannot be read.
  func setBroken(_ isBroken: Bool)
  /// Closes the store from outside.
  func closeStore()
  /// Moves the clock, in milliseconds since the beginning.
  func advance(to now: Int64)
  /// When its next alarm rings, in milliseconds since the beginning; `nil` for never.
  var nextDeadline: Int64? { get }
  /// The number of its tasks that wait for time to pass.
  var sleeperCount: Int { get }
  /// The number of reads so far.
  var reads: Int { get }
  /// Whether reads wait.
  func setHeld(_ isHeld: Bool)
  /// Something is committed between the first read and whatever comes next.
  func changeAfterFirstRead(_ outbox: [Message])
}

/// Stands for a watch on a system that cannot drive it. The case reports the reason in
/// ``trouble``.
final class UndrivenWatch: WatchDriving {
  let trouble: String? = "a whole watch needs macOS 15, iOS 18 or Linux to be checked"
  let wokeByItself = false
  let endedRuns = 0
  let nextDeadline: Int64? = nil
  let sleeperCount = 0
  let reads = 0

  func begin() {}
  func cancel() {}
  func follow() {}
  func unfollow(_ observer: Int) {}
  func heard(_ observer: Int) -> [SendingProgress?] { [] }
  func commit(_ outbox: [Message]) {}
  func setBroken(_ isBroken: Bool) {}
  func setHeld(_ isHeld: Bool) {}
  func changeAfterFirstRead(_ outbox: [Message]) {}
  func closeStore() {}
  func advance(to now: Int64) {}
}

/// A complete watch, played like a meter: it has one observer, who is shown every change.
struct WatchedMeter: SendingMetering {
  private let watch: any WatchDriving

  init(_ watch: any WatchDriving) {
    self.watch = watch
    watch.begin()
    watch.follow()
  }

  var progress: SendingProgress? { watch.heard(0).last ?? nil }
  var nextDeadline: Int64? { watch.nextDeadline }

  mutating func handle(_ event: SendingMeterEvent, at now: Int64) {
    watch.advance(to: now)
    if case .outbox(let messages) = event { watch.commit(messages) }
  }
}
