package import MessagingCore
package import MessagingModel

/// Rows that outlive the storages opened on them: the disk of the reference.
package final class SimulatedDisk: Sendable {
  package let rows = Locked(MemoryRows())

  /// The disk of an environment, which stands there from its first use on.
  package static func standing(in environment: ConformanceEnvironment) -> SimulatedDisk {
    environment.shelf.value("disk") { SimulatedDisk() }
  }
}

/// One handle on a simulated disk; several may be open at once.
package struct DiskStorage: MessageStorage {
  private let disk: SimulatedDisk
  private let isClosed = Locked(false)

  package init(_ disk: SimulatedDisk) { self.disk = disk }

  package func read<Value: Sendable>(
    _ body: @escaping @Sendable (any StorageReader) throws(RepositoryError) -> Value
  ) async throws(RepositoryError) -> Value {
    try checkOpen()
    return try body(disk.rows.current)
  }

  package func write<Value: Sendable>(
    _ body: @escaping @Sendable (any StorageReader) throws(RepositoryError) -> StorageWrite<Value>
  ) async throws(RepositoryError) -> Value {
    try checkOpen()
    return try disk.rows.withLock { rows throws(RepositoryError) in
      let write = try body(rows)
      rows.apply(write.edits)
      return write.value
    }
  }

  package func close() async { isClosed.withLock { $0 = true } }

  private func checkOpen() throws(RepositoryError) {
    if isClosed.current { throw RepositoryError(.closed, "the storage was closed") }
  }
}
