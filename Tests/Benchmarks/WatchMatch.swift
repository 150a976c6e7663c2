import Foundation
import GRDB
import MessagingCore
import MessagingModel
import MessagingSQLite
import MessagingTimeline

/// From a commit until a screen with a window of 500 messages has the difference, beside an
/// observation of the same rows and the difference of the standard library.
func watchMatch(_ world: World) async throws -> Match {
  let screen = try await WatchedScreen(world)
  let pool = try await WatchedPool("watch-messages.sqlite", world)
  let rows = try await WatchedPool("watch-rows.sqlite", world)
  return Match(
    "Commit, difference, window of 500",
    [
      screen.contender,
      Contender("ValueObservation, messages, CollectionDifference") {
        let (old, new) = try await pool.insertAndWait()
        let difference = new.difference(from: old)
        precondition(difference.insertions.count == 1, "another difference")
      },
      Contender("ValueObservation, rows alone") { _ = try await rows.insertAndFetch() },
    ],
    goals: [
      Goal(
        "over ValueObservation and CollectionDifference, at most 2", "timeline",
        over: "ValueObservation, messages, CollectionDifference", .atMost(2))
    ])
}

/// A screen at the end of a conversation.
private final class WatchedScreen {
  private let repository: SQLiteRepository
  private let screen: OpenScreen
  private var next = 1_000

  init(_ world: World) async throws {
    repository = try await storeOf(1_000, "watch.sqlite", in: world)
    screen = OpenScreen(repository)
    await screen.open()
    await screen.load()
    for _ in 0..<40 { try await receive() }
    precondition((500...520).contains(screen.rows.count), "\(screen.rows.count) rows")
  }

  private func receive() async throws {
    _ = try await repository.apply([.receive(World.message(next))])
    await screen.wait(for: next)
    next += 1
  }

  var contender: Contender {
    var contender = Contender("timeline") { [self] in try await receive() }
    // Somebody reads on, so that there are never more than 20 unread.
    contender.before = { [self] in
      guard next % 20 == 0 else { return }
      _ = try await repository.apply([World.marker(at: World.place(next - 1).remoteID)])
      try await ContinuousClock().sleep(for: .milliseconds(20))
    }
    return contender
  }
}

/// The same rows in a pool with an observation of the same window.
private final class WatchedPool {
  private let pool: DatabasePool
  private var windows: AsyncValueObservation<[Data]>.Iterator
  private var shown: [Message] = []
  private var next = 1_000

  init(_ name: String, _ world: World) async throws {
    let path = try world.fresh(name)
    let schema = try await storeOf(1_000, name, in: world)
    await schema.close()
    pool = try DatabasePool(path: path)
    try await pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
    windows = ValueObservation.trackingConstantRegion { database in
      try Data.fetchAll(
        database.cachedStatement(
          sql: """
            SELECT record FROM messages WHERE conversation = 1 ORDER BY position DESC LIMIT 500
            """))
    }.values(in: pool, bufferingPolicy: .unbounded).makeAsyncIterator()
    shown = try messages(try await windows.next() ?? [])
  }

  private func messages(_ window: [Data]) throws -> [Message] {
    try window.reversed().map {
      try MessageRecord(canonical: [UInt8]($0)).message(owner: owner)
    }
  }

  func insertAndFetch() async throws -> [Data] {
    try await pool.insertMessage(next)
    let record = Data(insertedValues(next).last ?? [])
    next += 1
    while let window = try await windows.next() {
      if window.first == record { return window }
    }
    return []
  }

  func insertAndWait() async throws -> (old: [Message], new: [Message]) {
    let old = shown
    shown = try messages(try await insertAndFetch())
    return (old, shown)
  }
}
