import Foundation
import GRDB
import MessagingCore
import MessagingModel
import MessagingSQLite

/// From a commit until its observer has read a window of 50 rows again.
///
/// The repository also counts what is unread, which the rows below it need not: at most 20 while
/// the owner looks at the window and reads on, and as many as it ever counts if nobody reads.
func observeMatch(_ world: World) async throws -> Match {
  let read = try await ObservedRepository(path: try world.fresh("observe.sqlite"))
  let unread = try await ObservedRepository(path: try world.fresh("observe-unread.sqlite"))
  try await unread.receive(1_000)
  let rows = try await ObservedPool(path: try world.fresh("observe-rows.sqlite"))
  let messages = try await ObservedPool(path: try world.fresh("observe-messages.sqlite"))
  return Match(
    "Commit, observer, window of 50 again",
    [
      read.contender("repository", readsOn: true),
      unread.contender("repository, 1,000 unread", readsOn: false),
      Contender("GRDB ValueObservation, rows") { _ = try await rows.insertAndWait() },
      Contender("GRDB ValueObservation, messages") {
        let window = try await messages.insertAndWait()
        let made = try window.map {
          try MessageRecord(canonical: [UInt8]($0.record)).message(owner: owner)
        }
        precondition(made.count == 51, "an incomplete window")
      },
    ],
    goals: [
      Goal(
        "over ValueObservation that makes messages, at most 1", "repository",
        over: "GRDB ValueObservation, messages", .atMost(1))
    ])
}

/// A conversation whose newest messages somebody looks at.
private final class ObservedRepository {
  private let repository: SQLiteRepository
  private var commits: AsyncStream<Commit>.Iterator
  private var next = 1_000

  init(path: String) async throws {
    repository = try await SQLiteRepository(path: path, owner: owner)
    _ = try await repository.apply([World.page(0..<500)])
    _ = try await repository.apply([World.marker(at: World.place(499).remoteID)])
    commits = repository.commits(in: Scope(conversation: chat)).makeAsyncIterator()
    _ = await commits.next()
  }

  func receive(_ count: Int) async throws {
    let numbers = (next + 1)...(next + count)
    let commit = try await repository.apply(numbers.map { .receive(World.message($0)) })
    next += count
    while let heard = await commits.next(), heard.revision < commit.revision {}
  }

  func contender(_ name: String, readsOn: Bool) -> Contender {
    var contender = Contender(name) { [self] in
      try await receive(1)
      let window = try await repository.read(Query(.newest, in: chat, limit: 50))
      precondition(window.messages.last?.remoteID == World.place(next).remoteID, "an old window")
    }
    if readsOn {
      contender.before = { [self] in
        guard next > 1_000, next % 20 == 0 else { return }
        let commit = try await repository.apply([World.marker(at: World.place(next).remoteID)])
        while let heard = await commits.next(), heard.revision < commit.revision {}
      }
    }
    return contender
  }
}

/// The same rows in a pool with an observation of the same query.
private final class ObservedPool {
  private let pool: DatabasePool
  private var windows: AsyncValueObservation<[Observed]>.Iterator
  private var next = 1_000

  init(path: String) async throws {
    let schema = try await SQLiteRepository(path: path, owner: owner)
    _ = try await schema.apply([World.page(0..<500)])
    await schema.close()
    pool = try DatabasePool(path: path)
    try await pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
    windows = ValueObservation.trackingConstantRegion { database in
      try Observed.fetchAll(
        database.cachedStatement(
          sql: """
            SELECT position, id, remote, outbox, unread, record FROM messages
            WHERE conversation = 1 ORDER BY position DESC LIMIT 51
            """))
    }.values(in: pool, bufferingPolicy: .unbounded).makeAsyncIterator()
    _ = try await windows.next()
  }

  func insertAndWait() async throws -> [Observed] {
    next += 1
    let position = Position.confirmed(World.place(next)).sortKey
    try await pool.insertMessage(next)
    while let window = try await windows.next() {
      if window.first?.position == Data(position) { return window }
    }
    return []
  }
}

extension DatabasePool {
  /// Writes one message as an application of GRDB would, and says that its table changed.
  func insertMessage(_ number: Int) async throws {
    let arguments = StatementArguments(insertedValues(number).map { Data($0) })
    try await write { database in
      try database.cachedStatement(
        sql: """
          INSERT INTO messages (conversation, position, id, remote, outbox, unread, record)
          VALUES (1, ?, ?, ?, NULL, 1, ?)
          """
      ).execute(arguments: arguments)
      // SQLite does not tell of changes in tables WITHOUT ROWID; an application says so itself.
      try database.notifyChanges(in: Table("messages"))
    }
  }
}

/// A row as an application of GRDB would fetch it.
private struct Observed: FetchableRecord, Sendable {
  let position: Data
  let id: Data
  let remote: Data?
  let outbox: Int64?
  let unread: Int64
  let record: Data

  init(row: GRDB.Row) {
    position = row[0]
    id = row[1]
    remote = row[2]
    outbox = row[3]
    unread = row[4]
    record = row[5]
  }
}
