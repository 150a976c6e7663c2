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

  func page(_ depth: Int) -> Contender { pages("repository, depth \(depth)", [depth]) }

  /// Reads a page at each depth, again and again.
  func pages(_ name: String, _ depths: [Int]) -> Contender {
    var queries = Turns(depths.map { Query(.older(than: cursor($0)), in: chat, limit: 50) })
    return Contender(name) {
      let snapshot = try await repository.read(queries.next())
      precondition(snapshot.messages.count == 50, "a page of \(snapshot.messages.count)")
    }
  }

  func raw(_ depth: Int) -> Contender { raw("raw, depth \(depth)", [depth]) }

  /// Looks at every column, copies nothing.
  func raw(_ name: String, _ depths: [Int]) -> Contender {
    var keys = Turns(depths.map { cursor($0).position.sortKey })
    return Contender(name) {
      byKey.bind([.bytes(keys.next())])
      let count = try byKey.forEachRow(touch)
      precondition(count == 51, "\(count) rows")
    }
  }

  func decoding(_ depth: Int) -> Contender { decoding("raw and decoded, depth \(depth)", [depth]) }

  /// Makes the same messages of the rows.
  func decoding(_ name: String, _ depths: [Int]) -> Contender {
    var keys = Turns(depths.map { cursor($0).position.sortKey })
    return Contender(name) {
      byKey.bind([.bytes(keys.next())])
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

  private func cursor(_ depth: Int) -> PageCursor {
    PageCursor(conversation: chat, position: .confirmed(World.place(world.rowCount - depth)))
  }
}

/// Things taken in turns.
private struct Turns<Element> {
  private let elements: [Element]
  private var index = 0

  init(_ elements: [Element]) {
    self.elements = elements
  }

  mutating func next() -> Element {
    defer { index = (index + 1) % elements.count }
    return elements[index]
  }
}

/// A page of 50 that was read a moment ago, near the end and far up: what a window costs that is
/// read again after a commit. SQLite has its rows at hand, and the repository knows them.
func pageMatch(_ world: World) async throws -> Match {
  let readers = try await Readers(world)
  let (shallow, deep) = (10, world.rowCount / 10 * 9)
  return Match(
    "A page of 50 of \(world.rowCount) messages, read again",
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

/// A page of 50 that the repository does not know: one that nobody has read since the file was
/// opened, and one of so many in turn that SQLite has them at hand, but the repository has read
/// others since.
func firstPageMatch(_ world: World) async throws -> Match {
  let readers = try await Readers(world)
  let deep = world.rowCount / 10 * 9
  // Every page once: a step that has no factor in common with their number visits them all. Each
  // contender begins elsewhere, so that nobody finds what another one has just fetched.
  let count = max(1, (world.rowCount - 200) / 100)
  let scattered = (0..<3).map { third in
    (0..<count).map { 51 + ($0 + third * count / 3) * 6_151 % count * 100 }
  }
  let near = (0..<16).map { deep - $0 * 60 }
  return Match(
    "A page of 50 of \(world.rowCount) messages, not known",
    [
      readers.pages("repository, never read", scattered[0]),
      readers.raw("raw, never read", scattered[1]),
      readers.decoding("raw and decoded, never read", scattered[2]),
      readers.pages("repository, of 16 in turn", near),
      readers.raw("raw, of 16 in turn", near),
      readers.decoding("raw and decoded, of 16 in turn", near),
    ],
    goals: [
      Goal(
        "never read, over the raw statement, at most 2.0", "repository, never read",
        over: "raw, never read", .atMost(2)),
      Goal(
        "of 16 in turn, over the raw statement, at most 2.0", "repository, of 16 in turn",
        over: "raw, of 16 in turn", .atMost(2)),
      Goal(
        "of 16 in turn, over the one that makes messages, at most 2.0",
        "repository, of 16 in turn", over: "raw and decoded, of 16 in turn", .atMost(2)),
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
