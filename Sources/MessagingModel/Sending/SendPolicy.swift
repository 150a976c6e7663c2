/// The settings of sending, where products differ.
public struct SendPolicy: Hashable, Sendable {
  /// What happens after a permanent failure, in the same conversation (`SEND-010`).
  public enum AfterFailure: Hashable, Sendable {
    /// What comes after the failed message waits until it is retried, edited or cancelled.
    case block
    /// What comes after the failed message is sent. The message keeps its position among the
    /// unsent.
    case skip
  }

  /// What happens to later messages during an upload (`SEND-012`).
  public enum DuringUpload: Hashable, Sendable {
    /// They wait: no comment arrives before its photo.
    case wait
    /// They overtake the upload.
    case overtake
  }

  /// What follows a permanent failure in its conversation (`SEND-010`).
  public var afterFailure = AfterFailure.block
  /// What later messages do while a message uploads its files (`SEND-012`).
  public var duringUpload = DuringUpload.wait
  public var retry = RetryPolicy()
  /// How long to wait for the answer to a request, in milliseconds (`SEND-087`); `nil` for ever.
  public var requestLimit: Int64? = 60_000
  /// How long an upload may go on without a report of its progress, in milliseconds (`MEDIA-030`);
  /// `nil` for ever. The total time of an upload has no limit.
  public var uploadLimit: Int64? = 120_000

  public init() {}
}

/// When to try again, and when to give up.
public struct RetryPolicy: Hashable, Sendable {
  /// The first wait, in milliseconds; each further one is twice as long.
  public var firstDelay: Int64 = 1_000
  /// The longest wait, in milliseconds.
  public var longestDelay: Int64 = 60_000
  /// The longest wait that a server may order, in milliseconds. A longer order counts as this one.
  public var longestOrder: Int64 = 86_400_000
  /// The random part of a wait, 0…1, so that clients do not all come back at once.
  public var jitter: Double = 0.2
  /// The age at which something unsent fails as `expired` (`SEND-029`), in milliseconds since the
  /// first attempt that reached a server, over all runs of the process (`SEND-089`). Time without
  /// a network (`SEND-094`) or valid credentials (`SEND-113`) does not count, nor does a pause of
  /// everything. `nil` for never.
  public var ageLimit: Int64? = 86_400_000
  /// The codes that may pass, of those that a transport does not classify. The codes 500…599 (the
  /// server failed) may pass and need not be listed (`SEND-085`), and 401 waits for a sign-in
  /// (`SEND-112`). Every other code is permanent (`SEND-025`).
  public var transientCodes: Set<ExactString> = ["408", "425", "429"]

  public init() {}

  /// Returns how long to wait after so many failures in a row, before chance shortens it
  /// (`SEND-023`); in milliseconds.
  package func delay(afterFailures count: Int) -> Int64 {
    var delay = firstDelay
    for _ in 1..<max(count, 1) where delay < longestDelay {
      // Doubling must not exceed what an integer holds.
      delay = delay > longestDelay / 2 ? longestDelay : delay * 2
    }
    return min(delay, longestDelay)
  }
}
