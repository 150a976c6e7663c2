internal import GRDB
internal import MessagingCore
internal import MessagingModel

/// The connections to a file: one that writes, and some that read.
///
/// Queues of our own instead of a `DatabasePool`, because a page is small: the pool asks for the
/// version of the schema in each read, prepares `BEGIN` and `COMMIT` anew and changes threads
/// twice.
///
/// For the same reason a read that finds nobody else reading runs where it was asked for: it is
/// done before another thread would have woken up for it. There is at most one such read at a time,
/// so that a disk that makes it wait holds up one thread of the cooperative pool, never more; every
/// other read and all writes, which wait for locks and for the disk as a rule, have threads of
/// their own.
struct Connections: Sendable {
  /// How many reads run at once; more wait for their turn.
  static let readerCount = 3

  /// A connection and what it remembers.
  struct Connection: Sendable {
    let queue: DatabaseQueue
    let memory = Locked(RowMemory())
  }

  /// `nil` for a file that is only read.
  let writer: Connection?
  private let readers: [Connection]
  /// How many reads each reader has before it.
  private let loads = Locked(Array(repeating: 0, count: readerCount))

  init(writer: DatabaseQueue?, readers: [DatabaseQueue]) {
    self.writer = writer.map { Connection(queue: $0) }
    self.readers = readers.map { Connection(queue: $0) }
  }

  /// Calls `body` on the connection that has least to do, in a transaction.
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

  /// Calls `body` on the connection that writes, after whatever it was asked before.
  func write<Value: Sendable>(
    _ body: @escaping @Sendable (Database, SQLiteReader) throws(RepositoryError) -> Value
  ) async throws(RepositoryError) -> Value {
    guard let writer else {
      throw RepositoryError(.readOnly, "the store was opened to be read only")
    }
    return try await run(on: writer.queue) { database throws(RepositoryError) in
      try body(database, SQLiteReader(database, remembering: writer.memory))
    }
  }

  /// Reads on this thread. The connection is idle, so nothing is waited for.
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
    try PreparedStatement("BEGIN", database).run("beginning a read")
    // Nothing was written, so nothing is lost if it must end the hard way.
    defer {
      do {
        try PreparedStatement("COMMIT", database).run("ending a read")
      } catch {
        try? database.rollback()
      }
    }
    return try body(SQLiteReader(database, remembering: memory))
  }

  /// Waits for what was begun, and closes.
  func close() {
    // It fails only while a statement runs, and none does.
    for connection in readers + [writer].compactMap(\.self) { try? connection.queue.close() }
  }

  /// The continuation shields `body` from the cancellation of the task that waits.
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
