public import MessagingCore
public import MessagingModel

/// The overall progress of sending, as an app uses it. `SendingProgressWatch` is one.
public protocol SendingWatching: Sendable {
  /// Runs until the task is cancelled or the store is closed. A second call during a run returns at
  /// once.
  func run() async
  /// Returns the current progress as soon as it is read, then every change.
  func values() -> AsyncStream<SendingProgress?>
}

extension SendingProgressWatch: SendingWatching {}

/// What a watch over everything unsent works with.
public struct ProgressWatchPorts: Sendable {
  public let repository: any MessageRepository
  /// Measures waits; never a wall clock.
  public let clock: any Clock<Duration>
  /// What the sender does after a failed message.
  public let afterFailure: SendPolicy.AfterFailure

  public init(
    repository: any MessageRepository, clock: any Clock<Duration>,
    afterFailure: SendPolicy.AfterFailure
  ) {
    (self.repository, self.clock, self.afterFailure) = (repository, clock, afterFailure)
  }
}

/// A complete watch over everything unsent, under test: the areas BAR and PROG, played through its
/// ports.
///
///     struct MyBar: ProgressWatchSubject {
///       let name = "MyBar"
///       func progressWatch(_ ports: ProgressWatchPorts) -> any SendingWatching {
///         MyWatch(ports.repository, ports.clock)
///       }
///     }
///
/// The suite plays the store and runs the watch on its own executor until it rests. The watch's
/// tasks must be children of `run()` (task groups, `async let`), and it must wait only on
/// `ports.clock`. Before macOS 15 and iOS 18 there are no such executors, and the subject does not
/// play this role.
public protocol ProgressWatchSubject: ProgressSubject {
  /// Returns a watch that does not run yet.
  func progressWatch(_ ports: ProgressWatchPorts) -> any SendingWatching
}

extension ProgressWatchSubject {
  /// Wraps the watch so that it can be played like a meter.
  public func sendingMetering(
    _ afterFailure: SendPolicy.AfterFailure
  ) -> any SendingMetering {
    WatchedMeter(WatchStage.watch(self, afterFailure))
  }
}

extension Role {
  /// Watches the outbox for a progress bar: the complete watch with its tasks.
  public static let watching = Role(
    "watching", areas: [Area("BAR", "The watch of a progress bar", place: 66)], kinds: [],
    checks: WatchChecks.all.mapValues { Check($0) },
    isPlayed: { $0 is any ProgressWatchSubject && WorkerDrive.isPossible })
}
