public import MessagingModel

/// Rows in memory: the reference storage, for tests, previews and conversations nobody keeps.
///
/// Meets every law of ``MessageStorage`` but durability. One that was closed stays closed; another
/// one on its rows is what a file opened again would be: `MemoryStorage(sharing: closed)`.
public final class MemoryStorage: MessageStorage {
  private let rows: Locked<MemoryRows>
  private let isClosed = Locked(false)

  /// - Parameter rows: what is stored; by default nothing.
  public init(_ rows: MemoryRows = MemoryRows()) {
    self.rows = Locked(rows)
  }

  /// Opens the rows of another one, which may be closed: what either writes, both read.
  public init(sharing other: MemoryStorage) {
    rows = other.rows
  }

  /// The rows as they are now: what a process would leave behind, to open again.
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
