/// How a file of messages is opened.
public struct SQLiteOptions: Hashable, Sendable {
  /// Whether only to read: nothing is created, migrated or written; a batch that would change
  /// something throws `read-only`.
  public var isReadOnly: Bool
  /// How long a write waits for another handle or process that writes, before it throws `busy`.
  public var busyTimeout: Duration
  /// The bytes that the file may grow to, its log left out, rounded down to whole pages; a batch
  /// that needs more throws `disk-full`. `nil` for as many as there is space.
  public var maximumByteCount: Int?

  public init(
    isReadOnly: Bool = false, busyTimeout: Duration = .seconds(5), maximumByteCount: Int? = nil
  ) {
    self.isReadOnly = isReadOnly
    self.busyTimeout = busyTimeout
    self.maximumByteCount = maximumByteCount
  }
}

extension SQLiteOptions {
  /// The timeout in seconds, as SQLite takes it: at least a millisecond.
  var busySeconds: Double {
    let (seconds, attoseconds) = busyTimeout.components
    return max(0.001, Double(seconds) + Double(attoseconds) / 1e18)
  }
}
