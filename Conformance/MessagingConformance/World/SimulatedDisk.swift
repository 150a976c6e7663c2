package import MessagingCore
package import MessagingModel

/// Rows that outlive the storages opened on them: the disk of the reference.
package final class SimulatedDisk: Sendable {
  package let rows = Locked(MemoryRows())

  /// The disk of an environment. It exists from its first use.
  package static func standing(in environment: ConformanceEnvironment) -> SimulatedDisk {
    environment.shelf.value("disk") { SimulatedDisk() }
  }
}

/// One handle on a simulated disk; several may be open at once.
package struct DiskStorage: MessageStorage {
  private let disk: SimulatedDisk
  private let isClosed = Locked(false)
  private let onStep: (@Sendable (String) throws(RepositoryError) -> Void)?

  /// - Parameter onStep: called before each row of a write and before its commit. If it throws, the
  ///   write fails.
  package init(
    _ disk: SimulatedDisk, onStep: (@Sendable (String) throws(RepositoryError) -> Void)? = nil
  ) {
    self.disk = disk
    self.onStep = onStep
  }

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
      guard let onStep, !write.edits.isEmpty else {
        rows.apply(write.edits)
        return write.value
      }
      var edited = rows
      for edit in write.edits {
        try onStep("row")
        edited.apply([edit])
      }
      try onStep("commit")
      rows = edited
      return write.value
    }
  }

  package func close() async { isClosed.withLock { $0 = true } }

  private func checkOpen() throws(RepositoryError) {
    if isClosed.current { throw RepositoryError(.closed, "the storage was closed") }
  }
}
