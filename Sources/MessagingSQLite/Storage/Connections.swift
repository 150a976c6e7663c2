internal import GRDB
internal import MessagingCore
internal import MessagingModel

/// The connections to a file: one that writes, and some that read.
///
/// Queues of our own instead of a `DatabasePool`, because a page is small: the pool asks for the
/// version of the schema in each read, prepares `BEGIN` and `COMMIT` anew and changes threads
/// twice.
struct Connections: Sendable {
  /// How many reads run at once; more wait for their turn.
  static let readerCount = 3

  /// `nil` for a file that is only read.
  let writer: DatabaseQueue?
  private let readers: [DatabaseQueue]
  /// How many reads each reader has before it.
  private let loads = Locked(Array(repeating: 0, count: readerCount))

  init(writer: DatabaseQueue?, readers: [DatabaseQueue]) {
    self.writer = writer
    self.readers = readers
  }

  /// Calls `body` on the connection that has least to do, in a transaction.
  func read<Value: Sendable>(
    _ body: @escaping @Sendable (Database) throws(RepositoryError) -> Value
  ) async throws(RepositoryError) -> Value {
    let index = loads.withLock { loads in
      let index = loads.indices.min { loads[$0] < loads[$1] } ?? 0
      loads[index] += 1
      return index
    }
    defer { loads.withLock { $0[index] -= 1 } }
    return try await run(on: readers[index]) { database throws(RepositoryError) in
      try PreparedStatement("BEGIN", database).run("beginning a read")
      // Nothing was written, so nothing is lost if it must end the hard way.
      defer {
        do {
          try PreparedStatement("COMMIT", database).run("ending a read")
        } catch {
          try? database.rollback()
        }
      }
      return try body(database)
    }
  }

  /// Calls `body` on the connection that writes, after whatever it was asked before.
  func write<Value: Sendable>(
    _ body: @escaping @Sendable (Database) throws(RepositoryError) -> Value
  ) async throws(RepositoryError) -> Value {
    guard let writer else {
      throw RepositoryError(.readOnly, "the store was opened to be read only")
    }
    return try await run(on: writer, body)
  }

  /// Waits for what was begun, and closes.
  func close() {
    // It fails only while a statement runs, and none does.
    for connection in readers + [writer].compactMap(\.self) { try? connection.close() }
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
