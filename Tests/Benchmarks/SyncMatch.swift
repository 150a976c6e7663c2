import Foundation
import MessagingCore
import MessagingModel
import MessagingSQLite

private let insert = """
  INSERT INTO messages (conversation, position, id, remote, outbox, unread, record)
  VALUES (?, ?, ?, ?, NULL, 1, ?)
  """

/// An engine that was offline for 100,000 messages in 200 conversations, beside raw inserts in the
/// same transactions.
func catchUpMatch(_ world: World) -> Match {
  let (count, conversations, size) = (100_000, 200, 500)
  return Match(
    "Catching up \(count) messages in \(conversations) conversations, \(size) at a time",
    [
      Contender("raw INSERT") {
        let raw = try await emptyStore(world, conversations)
        let prepared = try raw.prepare(insert)
        for start in stride(from: 0, to: count, by: size) {
          try raw.run("BEGIN IMMEDIATE")
          for number in start..<(start + size) {
            let place = Prepared.Value.integer(Int64(1 + number % conversations))
            prepared.bind([place] + insertedValues(number).map(Prepared.Value.bytes))
            try prepared.forEachRow()
          }
          try raw.run("COMMIT")
        }
      },
      Contender("engine") {
        try await catchUp(world, EndlessServer(events: count, conversations: conversations))
      },
    ],
    goals: [
      Goal("raw throughput that is reached", "raw INSERT", over: "engine", .anything)
    ])
}

/// How much memory catching up takes at most, with a backlog and with one that is ten times as
/// long.
func catchUpMemory(_ world: World) async throws {
  defer { fflush(nil) }
  print("\nMost memory while catching up in 200 conversations, 500 at a time")
  for count in [10_000, 100_000] {
    forgetPeakMemory()
    let before = peakMemory()
    try await catchUp(world, EndlessServer(events: count, conversations: 200))
    guard let before, let peak = peakMemory() else { return print("  the system does not say") }
    print("  \(count) messages: \(peak) MB, \(before) MB when it began")
  }
}

private func catchUp(_ world: World, _ server: EndlessServer) async throws {
  let path = try world.fresh("catch-up.sqlite")
  let repository = try await SQLiteRepository(path: path, owner: owner)
  await RunningEngine(repository, server).stop()
  await repository.close()
}

/// The schema, from our own hand, and so many conversations.
private func emptyStore(_ world: World, _ conversations: Int) async throws -> RawSQLite {
  let path = try world.fresh("raw-catch-up.sqlite")
  let schema = try await SQLiteRepository(path: path, owner: owner)
  _ = try await schema.apply(
    (0..<conversations).map { .openGap(ConversationID("conversation-\($0)"), .everything) })
  await schema.close()
  return try RawSQLite(path)
}

/// One live event, from the transport's hand until an observer has read the window of 50 rows that
/// shows it.
func liveMatch(_ world: World) async throws -> Match {
  let path = try world.fresh("live.sqlite")
  let repository = try await SQLiteRepository(path: path, owner: owner)
  let server = EndlessServer(events: 1_000, conversations: 1)
  let running = await RunningEngine(repository, server)
  let conversation = server.conversation(0)
  let read = Change.relate(
    Relation(
      conversation: conversation, target: .remote(World.place(999).remoteID), author: owner,
      version: .original, action: .receipt(1_700_000_000_000)))
  _ = try await repository.apply([read])
  var commits = repository.commits(in: Scope(conversation: conversation)).makeAsyncIterator()
  _ = await commits.next()
  let raw = try await emptyStore(world, 1)
  let prepared = try raw.prepare(insert)
  var next = 0
  return Match(
    "One live event, stored and read again",
    [
      Contender("engine, and a window of 50") {
        let said = server.say()
        // The engine runs as long as somebody holds it.
        withExtendedLifetime(running) {}
        while await commits.next() != nil {
          let window = try await repository.read(Query(.newest, in: conversation, limit: 50))
          if window.messages.last?.remoteID == said.position.remoteID { return }
        }
      },
      Contender("bare durable INSERT") {
        next += 1
        prepared.bind([.integer(1)] + insertedValues(next).map(Prepared.Value.bytes))
        try raw.run("BEGIN IMMEDIATE")
        try prepared.forEachRow()
        try raw.run("COMMIT")
      },
    ],
    goals: [
      Goal(
        "over a bare durable INSERT", "engine, and a window of 50", over: "bare durable INSERT",
        .anything)
    ])
}

/// 100 gaps, each wanted by ten callers at a time.
func gapFigures(_ world: World) async throws {
  defer { fflush(nil) }
  let server = EndlessServer(events: 3_000, conversations: 100, isBrief: true)
  let repository = try await SQLiteRepository(path: try world.fresh("gaps.sqlite"), owner: owner)
  let running = await RunningEngine(repository, server)
  var wishes: [(Gap, ConversationID)] = []
  for number in 0..<100 {
    let conversation = server.conversation(number)
    let newest = try await repository.read(
      Query(.newest, in: conversation, limit: 50, crossesGaps: true))
    let ends = [newest.older, newest.newer].compactMap { end -> Gap? in
      if case .gap(let gap) = end { gap } else { nil }
    }
    if let gap = (newest.gaps + ends).first { wishes.append((gap, conversation)) }
  }
  let clock = ContinuousClock()
  let start = clock.now
  let outcomes = await withTaskGroup(of: FillOutcome.self) { group in
    for (gap, conversation) in wishes {
      for _ in 0..<10 { group.addTask { await running.engine.fill(gap, in: conversation) } }
    }
    return await group.reduce(into: [FillOutcome]()) { $0.append($1) }
  }
  let elapsed = clock.now - start
  let filled = outcomes.filter { if case .filled = $0 { true } else { $0 == .alreadyFilled } }
  print(
    "\n\(wishes.count) gaps, wanted by \(outcomes.count) callers: \(server.pages) requests, "
      + "\(filled.count) callers served in \(elapsed)")
  await running.stop()
  await repository.close()
}
