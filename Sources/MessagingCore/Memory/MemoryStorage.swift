public import MessagingModel

/// Rows in memory: the reference storage, for tests, previews and conversations that are not kept.
///
/// It meets every law of ``MessageStorage`` except durability. A closed storage stays closed. To
/// open its rows again, as one would open a file again, use `MemoryStorage(sharing: closed)`.
public final class MemoryStorage: MessageStorage {
  private let rows: Locked<MemoryRows>
  private let isClosed = Locked(false)

  /// - Parameter rows: the initial rows; none by default.
  public init(_ rows: MemoryRows = MemoryRows()) {
    self.rows = Locked(rows)
  }

  /// Shares the rows of another storage, which may be closed. Both read what either writes.
  public init(sharing other: MemoryStorage) {
    rows = other.rows
  }

  /// A copy of the current rows: what a killed process would leave behind.
  public var contents: MemoryRows { rows.current }

  public func read<Value: Sendable>(
    _ body: @escaping @Sendable (any StorageReader) throws(RepositoryError) -> Value
  ) async throws(RepositoryError) -> Value {
    try checkOpen()
    return try body(rows.current)
  }

  public func write<Value: Sendable>(
    _ body: @escaping @Sendable (any StorageReader) throws(RepositoryError) -> StorageWrite<Value>
  ) async throws(RepositoryError) -> Value {
    try checkOpen()
    return try rows.withLock { rows throws(RepositoryError) in
      let write = try body(rows)
      rows.apply(write.edits)
      return write.value
    }
  }

  public func close() async {
    isClosed.withLock { $0 = true }
  }

  private func checkOpen() throws(RepositoryError) {
    if isClosed.current { throw RepositoryError(.closed, "the storage was closed") }
  }
}
