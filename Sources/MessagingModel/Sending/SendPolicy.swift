/// How sending behaves where products differ.
public struct SendPolicy: Hashable, Sendable {
  /// What a permanent failure means for what comes after it in its conversation (`SEND-010`).
  public enum AfterFailure: Hashable, Sendable {
    /// Waits until it is retried, edited or taken back.
    case block
    /// Goes on without it; it keeps its place among the unsent.
    case skip
  }

  /// What an upload means for what comes after it (`SEND-012`).
  public enum DuringUpload: Hashable, Sendable {
    /// Waits: nothing arrives before the photo that it comments.
    case wait
    /// Overtakes.
    case overtake
  }

  /// What follows a permanent failure in its conversation (`SEND-010`).
  public var afterFailure = AfterFailure.block
  /// What text does while an earlier message uploads its files (`SEND-012`).
  public var duringUpload = DuringUpload.wait
  public var retry = RetryPolicy()
  /// How long an answer to a request is waited for, in milliseconds (`SEND-087`); `nil` for ever.
  public var requestLimit: Int64? = 60_000
  /// How long an upload may go on without a report of its progress, in milliseconds (`MEDIA-030`);
  /// `nil` for ever. However long a file takes as a whole, it is not given up.
  public var uploadLimit: Int64? = 120_000

  public init() {}
}

/// When to try again, and when to give up.
public struct RetryPolicy: Hashable, Sendable {
  /// The first wait, in milliseconds; each further one is twice as long.
  public var firstDelay: Int64 = 1_000
  /// The longest wait, in milliseconds.
  public var longestDelay: Int64 = 60_000
  /// The longest wait that a server may order; a longer one counts as this. In milliseconds.
  public var longestOrder: Int64 = 86_400_000
  /// How much of a wait is left to chance, 0…1, so that clients do not come back all at once.
  public var jitter: Double = 0.2
  /// A message that nobody took for so long has failed, as `expired` (`SEND-029`); in milliseconds
  /// since the first attempt that reached a server, over all runs of the process (`SEND-089`);
  /// `nil` for never. Being offline does not count (`SEND-094`).
  public var ageLimit: Int64? = 86_400_000
  /// The codes, of those that a transport does not classify, that may pass; those of a server's own
  /// failure, 500…599, need not be listed (`SEND-085`). Every other one is permanent (`SEND-025`).
  public var transientCodes: Set<ExactString> = ["408", "425", "429"]

  public init() {}

  /// How long to wait after so many failures in a row, before chance shortens it (`SEND-023`); in
  /// milliseconds.
  package func delay(afterFailures count: Int) -> Int64 {
    var delay = firstDelay
    for _ in 1..<max(count, 1) where delay < longestDelay {
      // Doubling must not exceed what an integer holds.
      delay = delay > longestDelay / 2 ? longestDelay : delay * 2
    }
    return min(delay, longestDelay)
  }
}
