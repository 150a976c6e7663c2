import GRDBSQLite
import MessagingCore
import MessagingModel
import MessagingSQLite

private let columns = "position, id, remote, outbox, unread, record"
private let keysetSQL = """
  SELECT \(columns) FROM messages
  WHERE conversation = 1 AND position < ? ORDER BY position DESC LIMIT 51
  """
private let offsetSQL = """
  SELECT \(columns) FROM messages
  WHERE conversation = 1 ORDER BY position DESC LIMIT 51 OFFSET ?
  """

/// Who reads pages of 50.
private struct Readers {
  let world: World
  let repository: SQLiteRepository
  private let raw: RawSQLite
  private let byKey: Prepared
  private let byOffset: Prepared

  init(_ world: World) async throws {
    self.world = world
    repository = try await SQLiteRepository(path: world.path, owner: owner)
    // Earlier runs left messages behind that nobody has read; here 20 are unread.
    let newest = try await repository.read(Query(.newest, in: chat, limit: 21, crossesGaps: true))
    if let read = newest.messages.first?.remoteID {
      _ = try await repository.apply([World.marker(at: read)])
    }
    raw = try RawSQLite(world.path)
    byKey = try raw.prepare(keysetSQL)
    byOffset = try raw.prepare(offsetSQL)
  }

  func page(_ depth: Int) -> Contender {
    let query = Query(.older(than: cursor(depth)), in: chat, limit: 50)
    return Contender("repository, depth \(depth)") {
      let snapshot = try await repository.read(query)
      precondition(snapshot.messages.count == 50, "a page of \(snapshot.messages.count)")
    }
  }

  /// Looks at every column, copies nothing.
  func raw(_ depth: Int) -> Contender {
    let key = cursor(depth).position.sortKey
    return Contender("raw, depth \(depth)") {
      byKey.bind([.bytes(key)])
      let count = try byKey.forEachRow(touch)
      precondition(count == 51, "\(count) rows")
    }
  }

  /// Makes the same messages of the rows.
  func decoding(_ depth: Int) -> Contender {
    let key = cursor(depth).position.sortKey
    return Contender("raw and decoded, depth \(depth)") {
      byKey.bind([.bytes(key)])
      let messages = try messages(of: byKey)
      precondition(messages.count == 51, "\(messages.count) rows")
    }
  }

  func offset(_ depth: Int) -> Contender {
    Contender("raw OFFSET, depth \(depth)") {
      byOffset.bind([.integer(Int64(depth))])
      try byOffset.forEachRow(touch)
    }
  }

  private func cursor(_ depth: Int) -> Cursor {
    Cursor(conversation: chat, position: .confirmed(World.place(world.rowCount - depth)))
  }
}

/// A page of 50, near the end and far up.
func pageMatch(_ world: World) async throws -> Match {
  let readers = try await Readers(world)
  let (shallow, deep) = (10, world.rowCount / 10 * 9)
  return Match(
    "A page of 50 of \(world.rowCount) messages",
    [
      readers.page(shallow), readers.page(deep), readers.raw(shallow), readers.raw(deep),
      readers.decoding(deep),
    ],
    goals: [
      Goal(
        "deep over shallow, at most 1.5", "repository, depth \(deep)",
        over: "repository, depth \(shallow)", .atMost(1.5)),
      Goal(
        "over the raw statement, at most 2.0", "repository, depth \(deep)",
        over: "raw, depth \(deep)", .atMost(2)),
      Goal(
        "over the raw statement that makes messages, at most 2.0", "repository, depth \(deep)",
        over: "raw and decoded, depth \(deep)", .atMost(2)),
    ])
}

/// Why not OFFSET.
func offsetMatch(_ world: World) async throws -> Match {
  let readers = try await Readers(world)
  let (shallow, deep) = (10, world.rowCount / 10 * 9)
  return Match(
    "The same page by OFFSET",
    [readers.page(deep), readers.offset(shallow), readers.offset(deep)],
    goals: [
      Goal(
        "OFFSET over the repository, at least 1", "raw OFFSET, depth \(deep)",
        over: "repository, depth \(deep)", .atLeast(1))
    ])
}

/// Reads the records where SQLite has them.
private func messages(of statement: Prepared) throws -> [Message] {
  var messages: [Message] = []
  messages.reserveCapacity(51)
  var names = RecentNames()
  try statement.forEachRow { statement in
    let bytes = UnsafeRawBufferPointer(
      start: sqlite3_column_blob(statement, 5),
      count: Int(sqlite3_column_bytes(statement, 5)))
    let record = try MessageRecord(canonical: bytes, sharing: &names)
    messages.append(record.message(owner: owner))
  }
  return messages
}

/// Reads every column, copies nothing.
private func touch(_ statement: OpaquePointer) {
  for column in 0..<CInt(6) {
    _ = sqlite3_column_blob(statement, column)
    _ = sqlite3_column_bytes(statement, column)
  }
}
