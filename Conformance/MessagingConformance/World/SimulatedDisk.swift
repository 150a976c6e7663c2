internal import MessagingCore
internal import MessagingModel

/// Rows that outlive the storages opened on them: the disk of the reference.
final class SimulatedDisk: Sendable {
  let rows = Locked(MemoryRows())
}

/// One handle on a simulated disk; several may be open at once.
struct DiskStorage: MessageStorage {
  private let disk: SimulatedDisk
  private let isClosed = Locked(false)

  init(_ disk: SimulatedDisk) { self.disk = disk }

  func read<Value: Sendable>(
    _ body: @escaping @Sendable (any StorageReader) throws(RepositoryError) -> Value
  ) async throws(RepositoryError) -> Value {
    try checkOpen()
    return try body(disk.rows.current)
  }

  func write<Value: Sendable>(
    _ body: @escaping @Sendable (any StorageReader) throws(RepositoryError) -> StorageWrite<Value>
  ) async throws(RepositoryError) -> Value {
    try checkOpen()
    return try disk.rows.withLock { rows throws(RepositoryError) in
      let write = try body(rows)
      rows.apply(write.edits)
      return write.value
    }
  }

  func close() async { isClosed.withLock { $0 = true } }

  private func checkOpen() throws(RepositoryError) {
    if isClosed.current { throw RepositoryError(.closed, "the storage was closed") }
  }
}
