import GRDBSQLite
import MessagingCore
import MessagingModel
import MessagingSQLite
import MessagingTimeline

/// What the first update of a conversation costs in statements and in rows, however long it is.
func openingCosts(_ world: World) async throws {
  let small = World(folder: world.folder, rowCount: 1_000)
  try await small.fill()
  print("\nThe first update of a conversation")
  for world in [small, world] {
    try await closeTop(world)
    for (name, place) in [("at its end", OpeningPlace.end), ("where it is unread", .firstUnread)] {
      let cost = try await openingCost(world, at: place)
      print(
        "  \(world.rowCount) messages, \(name): \(cost.statements.count) statements, "
          + "\(cost.steps) steps of SQLite")
    }
  }
}

/// Nothing is missing above the newest message.
private func closeTop(_ world: World) async throws {
  let repository = try await SQLiteRepository(path: world.path, owner: owner)
  let newest = try await repository.read(Query(.newest, in: chat, limit: 50, crossesGaps: true))
  if case .gap = newest.newer {
    let count = world.rowCount
    _ = try await repository.apply([World.page(count - 50..<count, isLive: true)])
  }
  await repository.close()
}

private func openingCost(
  _ world: World, at place: OpeningPlace
) async throws -> StatementCount.Cost {
  try await StatementCount.counting {
    try await SQLiteRepository(path: world.path, owner: owner)
  } _: { repository in
    let screen = OpenScreen(repository)
    await screen.open(at: place)
    precondition(screen.rows.count >= 20, "an empty screen")
    await screen.close()
    await repository.close()
  }
}

/// From the wish to open a conversation until its screen has the first update.
func openMatch(_ world: World) async throws -> Match {
  let statements = try await openingCost(world, at: .end).statements
  let opening = try await Opening(world)
  let bare = try BareStatements(world, statements)
  return Match(
    "Opening a conversation of \(world.rowCount) messages",
    [
      opening.first, opening.again,
      Contender("repository, the same page") {
        let page = try await opening.repository.read(
          Query(.newest, in: chat, limit: 20, crossesGaps: true))
        precondition(page.messages.count == 20, "a page of \(page.messages.count)")
      },
      Contender("bare statements, prepared") { try bare.run() },
      bare.first,
    ],
    goals: [
      Goal(
        "the first time, over the bare statements on a new connection",
        "timeline, the first time", over: "bare statements, new connection", .anything),
      Goal(
        "again, over the bare statements", "timeline, again", over: "bare statements, prepared",
        .anything),
      Goal(
        "again, over the page alone", "timeline, again", over: "repository, the same page",
        .anything),
    ])
}

/// Conversations that are opened, each closed before the next.
private final class Opening {
  let repository: SQLiteRepository
  private let world: World
  private var fresh: SQLiteRepository?
  private var screen: OpenScreen?

  init(_ world: World) async throws {
    self.world = world
    repository = try await SQLiteRepository(path: world.path, owner: owner)
  }

  private func open(_ repository: SQLiteRepository) async {
    let screen = OpenScreen(repository)
    self.screen = screen
    await screen.open()
    precondition(screen.rows.count >= 20, "an empty screen")
  }

  private func close() async {
    await screen?.close()
    screen = nil
  }

  var again: Contender {
    var contender = Contender("timeline, again") { [self] in await open(repository) }
    contender.before = { [self] in await close() }
    return contender
  }

  /// In a store that was opened a moment ago.
  var first: Contender {
    var contender = Contender("timeline, the first time") { [self] in
      if let fresh { await open(fresh) }
    }
    contender.before = { [self] in
      await close()
      await fresh?.close()
      fresh = try await SQLiteRepository(path: world.path, owner: owner)
    }
    return contender
  }
}

/// What was read, read by SQLite alone.
private final class BareStatements {
  private let world: World
  private let texts: [String]
  private let raw: RawSQLite
  private let prepared: [Prepared]
  private var fresh: RawSQLite?

  init(_ world: World, _ texts: [String]) throws {
    (self.world, self.texts) = (world, texts)
    let raw = try RawSQLite(world.path)
    prepared = try texts.map(raw.prepare)
    self.raw = raw
  }

  func run() throws {
    for statement in prepared { try statement.forEachRow(touchAll) }
  }

  var first: Contender {
    var contender = Contender("bare statements, new connection") { [self] in
      for text in texts { try fresh?.prepare(text).forEachRow(touchAll) }
    }
    contender.before = { [self] in
      let opened = try RawSQLite(world.path)
      // As opening a store does: the schema is read.
      try opened.run("SELECT count(*) FROM sqlite_schema")
      fresh = opened
    }
    return contender
  }
}

private func touchAll(_ statement: OpaquePointer) {
  for column in 0..<sqlite3_column_count(statement) {
    _ = sqlite3_column_blob(statement, column)
    _ = sqlite3_column_bytes(statement, column)
  }
}
