/// The options for opening a message store in an SQLite file.
public struct SQLiteOptions: Hashable, Sendable {
  /// Whether the file is only read: nothing in it is created, migrated or written. A batch that
  /// would change something throws `read-only`. SQLite makes two files beside it, `-wal` and
  /// `-shm`, if they are not there; in a directory that cannot be written, they must be there.
  public var isReadOnly: Bool
  /// How long a write, or the opening of a store, waits for a write of another handle or process
  /// before it throws `busy`.
  public var busyTimeout: Duration
  /// The maximum size of the file in bytes, without its log, rounded down to whole pages. A batch
  /// that needs more throws `disk-full`. `nil` for no limit but the disk.
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
  /// The timeout in seconds; at least a millisecond, and at most as many as SQLite can count in
  /// milliseconds (24 days).
  var busySeconds: Double {
    let (seconds, attoseconds) = busyTimeout.components
    return min(max(0.001, Double(seconds) + Double(attoseconds) / 1e18), 2_147_483)
  }
}
