internal import GRDB
internal import MessagingCore
internal import MessagingModel

/// The connections to a file: one writer and several readers.
///
/// They use queues of their own instead of a `DatabasePool`, because a page is small: in each read,
/// the pool requests the version of the schema, prepares `BEGIN` and `COMMIT` again, and changes
/// threads twice.
///
/// For the same reason, a read that starts while the first reader is idle runs on the caller's
/// thread: it is done before another thread would have woken up. At most one such read runs at a
/// time, so a slow disk blocks one thread of the cooperative pool at most. All other reads, and all
/// writes, which usually wait for locks and for the disk, run on other threads.
struct Connections: Sendable {
  /// How many reads run at once; further ones wait.
  static let readerCount = 3

  /// A connection and its cache.
  struct Connection: Sendable {
    let queue: DatabaseQueue
    let memory = Locked(RowMemory())
  }

  /// `nil` if the file is only read.
  let writer: Connection?
  private let readers: [Connection]
  /// The number of unfinished reads of each reader.
  private let loads = Locked(Array(repeating: 0, count: readerCount))

  init(writer: DatabaseQueue?, readers: [DatabaseQueue]) {
    self.writer = writer.map { Connection(queue: $0) }
    self.readers = readers.map { Connection(queue: $0) }
  }

  /// Calls `body` in a transaction on the reader with the fewest unfinished reads.
  func read<Value: Sendable>(
    _ body: @escaping @Sendable (SQLiteReader) throws(RepositoryError) -> Value
  ) async throws(RepositoryError) -> Value {
    let (index, isIdle) = loads.withLock { loads in
      let index = loads.indices.min { loads[$0] < loads[$1] } ?? 0
      defer { loads[index] += 1 }
      return (index, loads[index] == 0)
    }
    defer { loads.withLock { $0[index] -= 1 } }
    let connection = readers[index]
    if index == 0, isIdle { return try Connections.readHere(connection, body) }
    return try await run(on: connection.queue) { database throws(RepositoryError) in
      try Connections.read(database, connection.memory, body)
    }
  }

  /// Calls `body` on the writer, after all earlier writes.
  func write<Value: Sendable>(
    _ body: @escaping @Sendable (Database, SQLiteReader) throws(RepositoryError) -> Value
  ) async throws(RepositoryError) -> Value {
    guard let writer else {
      throw RepositoryError(.readOnly, "the store was opened for reading only")
    }
    return try await run(on: writer.queue) { database throws(RepositoryError) in
      try Connections.checkOpen(database)
      return try body(database, SQLiteReader(database, remembering: writer.memory))
    }
  }

  /// Reads within a write, on another connection. It sees the last commit, because the write has
  /// the lock.
  func readBeside<Value>(
    _ body: (SQLiteReader) throws(RepositoryError) -> Value
  ) throws(RepositoryError) -> Value {
    try Connections.readHere(readers[Connections.readerCount - 1], body)
  }

  /// Reads on this thread. The connection is idle, so there is no wait.
  private static func readHere<Value>(
    _ connection: Connection, _ body: (SQLiteReader) throws(RepositoryError) -> Value
  ) throws(RepositoryError) -> Value {
    let result = connection.queue.writeWithoutTransaction { database in
      Result { () throws(RepositoryError) in try read(database, connection.memory, body) }
    }
    return try result.get()
  }

  private static func read<Value>(
    _ database: Database, _ memory: Locked<RowMemory>,
    _ body: (SQLiteReader) throws(RepositoryError) -> Value
  ) throws(RepositoryError) -> Value {
    try checkOpen(database)
    try PreparedStatement("BEGIN", database).run("beginning a read")
    // Nothing was written, so a rollback loses nothing.
    defer {
      do {
        try PreparedStatement("COMMIT", database).run("ending a read")
      } catch {
        try? database.rollback()
      }
    }
    do throws(RepositoryError) {
      return try body(SQLiteReader(database, remembering: memory))
    } catch {
      // Newer code may have migrated the file, and written rows that this code cannot read.
      if error.code == .corrupted { try Schema.checkStillKnown(database) }
      throw error
    }
  }

  /// A call that began before ``close()`` may reach its connection afterwards.
  private static func checkOpen(_ database: Database) throws(RepositoryError) {
    guard database.sqliteConnection == nil else { return }
    throw RepositoryError(.closed, "the storage was closed")
  }

  /// Waits for reads and writes that have started, then closes the connections.
  func close() {
    // Closing fails only while a statement runs, and none does.
    for connection in readers + [writer].compactMap(\.self) { try? connection.queue.close() }
  }

  /// The continuation shields `body` from the cancellation of the waiting task.
  private func run<Value: Sendable>(
    on queue: DatabaseQueue,
    _ body: @escaping @Sendable (Database) throws(RepositoryError) -> Value
  ) async throws(RepositoryError) -> Value {
    let result = await withCheckedContinuation { continuation in
      queue.asyncWriteWithoutTransaction { database in
        continuation.resume(
          returning: Result { () throws(RepositoryError) in try body(database) })
      }
    }
    return try result.get()
  }
}
