internal import Dispatch
public import MessagingCore
public import MessagingModel

internal import class GRDB.Database

/// A storage in one SQLite file, in WAL mode.
///
/// It is durable against a loss of power: every commit ends with an `fsync` of the log
/// (`synchronous=FULL`; GRDB's default for a pool, NORMAL, leaves the last commits to the operating
/// system). On Apple systems `fsync` only hands the bytes to the drive, so `fullfsync` and
/// `checkpoint_fullfsync` request `F_FULLFSYNC`, which waits until the drive has written them. A
/// batch that changes nothing writes and syncs nothing.
///
/// Reads run in parallel to each other and to a write, each in the state of one commit. Writes run
/// one after the other, on a thread of their own. A read that starts while the first reader is idle
/// runs on the caller's thread, all others on other threads, so that the disk never blocks more
/// than one thread of the cooperative pool. Cancelling the caller's task stops neither reads nor
/// writes.
public final class SQLiteStorage: MessageStorage {
  let connections: Connections
  private let isClosed = Locked(false)
  /// Called before each statement of a write and before its commit. If it throws, the write fails.
  private let onStep: StorageStep?

  /// Opens the file, or creates it, and migrates its schema.
  ///
  /// - Throws: `newer-schema` (the file is unchanged), `read-only`, `busy`, `storage`.
  public convenience init(
    path: String, options: SQLiteOptions = SQLiteOptions()
  ) async throws(RepositoryError) {
    try await self.init(StorageFile(path: path, options: options))
  }

  /// Opens the file with a hook that can make writes fail.
  ///
  /// - Parameter onStep: called before each statement of a write and before its commit. If it
  ///   throws, the write fails.
  package convenience init(
    path: String, options: SQLiteOptions = SQLiteOptions(), onStep: StorageStep?
  ) async throws(RepositoryError) {
    try await self.init(StorageFile(path: path, options: options), onStep: onStep)
  }

  init(_ file: StorageFile, onStep: StorageStep? = nil) async throws(RepositoryError) {
    self.onStep = onStep
    connections = try await onThread { () throws(RepositoryError) in try file.open() }
  }

  public func read<Value: Sendable>(
    _ body: @escaping @Sendable (any StorageReader) throws(RepositoryError) -> Value
  ) async throws(RepositoryError) -> Value {
    try checkOpen()
    return try await connections.read { [isClosed] reader throws(RepositoryError) in
      // Closing waits for reads that have started; a later one ends here.
      if isClosed.current { throw closed }
      return try body(reader)
    }
  }

  public func write<Value: Sendable>(
    _ body: @escaping @Sendable (any StorageReader) throws(RepositoryError) -> StorageWrite<Value>
  ) async throws(RepositoryError) -> Value {
    guard connections.writer != nil else { return try await writeNothing(body) }
    try checkOpen()
    return try await connections.write {
      [isClosed, onStep, connections] database, reader throws(RepositoryError) in
      if isClosed.current { throw closed }
      do throws(RepositoryError) {
        return try commit(to: database, onStep) { () throws(RepositoryError) in
          (try body(reader), [])
        }
      } catch {
        guard error.isOfBadPage else { throw error }
        // SQLite writes nothing in a transaction that met a damaged page: another one reads.
        return try commit(to: database, onStep) { () throws(RepositoryError) in
          try connections.readBeside { reader throws(RepositoryError) in
            let write = try body(reader)
            return (write, try reader.tablesWithBadPages(for: write.edits))
          }
        }
      }
    }
  }

  public func close() async {
    let wasClosed = isClosed.withLock { isClosed in
      defer { isClosed = true }
      return isClosed
    }
    guard !wasClosed else { return }
    await onThread { [connections] in connections.close() }
  }

  /// A write to a read-only file succeeds if it has nothing to write.
  private func writeNothing<Value: Sendable>(
    _ body: @escaping @Sendable (any StorageReader) throws(RepositoryError) -> StorageWrite<Value>
  ) async throws(RepositoryError) -> Value {
    try await read { reader throws(RepositoryError) in
      let write = try body(reader)
      guard write.edits.isEmpty else {
        throw RepositoryError(.readOnly, "the store was opened for reading only")
      }
      return write.value
    }
  }

  private func checkOpen() throws(RepositoryError) {
    if isClosed.current { throw closed }
  }
}

/// Receives the name of the next step of a write, and may throw to fail the write.
package typealias StorageStep = @Sendable (_ name: String) throws(RepositoryError) -> Void

private let closed = RepositoryError(.closed, "the storage was closed")

/// Reads, writes and commits; on an error nothing changes.
private func commit<Value>(
  to database: Database, _ onStep: StorageStep?,
  _ body: () throws(RepositoryError) -> (
    write: StorageWrite<Value>, damaged: Set<ConversationTable>
  )
) throws(RepositoryError) -> Value {
  // IMMEDIATE takes the write lock before `body` reads: no other write can come in between.
  try PreparedStatement("BEGIN IMMEDIATE", database).run("beginning a write")
  do {
    try Schema.checkStillKnown(database)
    try Schema.checkStillThere(database)
    let (write, damaged) = try body()
    var writer = SQLiteWriter(database, onStep, leaving: damaged)
    for edit in write.edits { try writer.apply(edit) }
    if !write.edits.isEmpty { try onStep?("commit") }
    let end = write.edits.isEmpty ? "ROLLBACK" : "COMMIT"
    try PreparedStatement(end, database).run("committing")
    return write.value
  } catch {
    // Some failures, such as a full disk, have already rolled back.
    if database.isInsideTransaction { try? database.rollback() }
    throw error
  }
}

/// Runs work that may block on a thread outside of the cooperative pool.
private func onThread<Value: Sendable>(
  _ work: @escaping @Sendable () -> Value
) async -> Value {
  await withCheckedContinuation { continuation in
    DispatchQueue.global(qos: .userInitiated).async { continuation.resume(returning: work()) }
  }
}

private func onThread<Value: Sendable>(
  _ work: @escaping @Sendable () throws(RepositoryError) -> Value
) async throws(RepositoryError) -> Value {
  let result = await onThread { Result { () throws(RepositoryError) in try work() } }
  return try result.get()
}
