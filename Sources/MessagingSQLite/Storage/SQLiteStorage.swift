internal import Dispatch
internal import GRDB
public import MessagingCore
public import MessagingModel

/// Rows in one SQLite file, in WAL mode.
///
/// Durable against a loss of power: every commit ends with an `fsync` of the log
/// (`synchronous=FULL`; GRDB's own choice for a pool, NORMAL, leaves commits of the last moments to
/// the operating system). On Apple systems `fsync` only hands the bytes to the drive, so `fullfsync`
/// and `checkpoint_fullfsync` ask for `F_FULLFSYNC`, which waits until they are on it. A batch that
/// changes nothing writes nothing and syncs nothing.
///
/// Reads run next to each other and next to a write, each in the state of one commit; writes run
/// one after the other, on threads of their own: the cooperative pool is never blocked. The caller's
/// cancellation reaches neither.
public final class SQLiteStorage: MessageStorage {
  private let pool: DatabasePool
  private let isReadOnly: Bool
  private let isClosed = Locked(false)

  /// Opens the file, or makes it, and brings its schema up to date.
  ///
  /// - Throws: `newer-schema` (the file is as it was), `read-only`, `busy`, `storage`.
  public init(
    path: String, options: SQLiteOptions = SQLiteOptions()
  ) async throws(RepositoryError) {
    isReadOnly = options.isReadOnly
    pool = try await onThread { () throws(RepositoryError) in
      try StorageFile(path: path, options: options).open()
    }
  }

  public func read<Value: Sendable>(
    _ body: @escaping @Sendable (any StorageReader) throws(RepositoryError) -> Value
  ) async throws(RepositoryError) -> Value {
    try checkOpen()
    let result = await withCheckedContinuation { continuation in
      pool.asyncRead { [isClosed] access in
        continuation.resume(
          returning: Result { () throws(RepositoryError) in
            if isClosed.current { throw closed }
            let database = try translating("opening a read") { try access.get() }
            return try body(SQLiteReader(database))
          })
      }
    }
    return try result.get()
  }

  public func write<Value: Sendable>(
    _ body: @escaping @Sendable (any StorageReader) throws(RepositoryError) -> StorageWrite<Value>
  ) async throws(RepositoryError) -> Value {
    guard !isReadOnly else { return try await writeNothing(body) }
    try checkOpen()
    let result = await withCheckedContinuation { continuation in
      pool.asyncWriteWithoutTransaction { [isClosed] database in
        continuation.resume(
          returning: Result { () throws(RepositoryError) in
            // Closing waits for writes that began, and those that come later end here.
            if isClosed.current { throw closed }
            return try commit(body, to: database)
          })
      }
    }
    return try result.get()
  }

  public func close() async {
    let wasClosed = isClosed.withLock { isClosed in
      defer { isClosed = true }
      return isClosed
    }
    guard !wasClosed else { return }
    await onThread { [pool] in
      // It fails only while a statement runs, and none does: reads and writes have ended.
      try? pool.close()
    }
  }

  /// A write to a file that may only be read goes well if it has nothing to write.
  private func writeNothing<Value: Sendable>(
    _ body: @escaping @Sendable (any StorageReader) throws(RepositoryError) -> StorageWrite<Value>
  ) async throws(RepositoryError) -> Value {
    try await read { reader throws(RepositoryError) in
      let write = try body(reader)
      guard write.edits.isEmpty else {
        throw RepositoryError(.readOnly, "the store was opened to be read only")
      }
      return write.value
    }
  }

  private func checkOpen() throws(RepositoryError) {
    if isClosed.current { throw closed }
  }
}

private let closed = RepositoryError(.closed, "the storage was closed")

/// Reads, writes and commits, or leaves everything as it was.
private func commit<Value>(
  _ body: (any StorageReader) throws(RepositoryError) -> StorageWrite<Value>,
  to database: Database
) throws(RepositoryError) -> Value {
  try translating("writing") {
    var value: Value?
    // IMMEDIATE takes the write lock before `body` reads: nobody can write in between.
    try database.inTransaction(.immediate) {
      let write = try body(SQLiteReader(database))
      value = write.value
      if write.edits.isEmpty { return .rollback }
      var writer = SQLiteWriter(database)
      for edit in write.edits { try writer.apply(edit) }
      return .commit
    }
    guard let value else { throw RepositoryError(.storage, "a transaction without an answer") }
    return value
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
