import Foundation
import MessagingCore
import MessagingModel
import MessagingSQLite

/// 10,000 messages over 100 conversations against a server that answers at once, beside the bare
/// durable commits of the same disk: a sent message is two of them.
func sendRates(_ world: World, count: Int = 10_000) async throws {
  defer { fflush(nil) }
  print("Sending \(count) messages over 100 conversations")
  let bare = try await bareCommitRate(world)
  print(row("bare durable commits", "\(Int(bare)) per second"))
  let memory = try await InMemoryRepository(owner: owner)
  let inMemory = try await rate(of: memory, count)
  print(row("memory", "\(Int(inMemory)) messages per second"))
  let sqlite = try await SQLiteRepository(path: try world.fresh("send.sqlite"), owner: owner)
  let onDisk = try await rate(of: sqlite, count)
  await sqlite.close()
  let share = String(format: "%.2f", onDisk * 2 / bare)
  print(row("sqlite", "\(Int(onDisk)) messages per second; its two commits each: \(share) of bare"))
}

/// From the enqueueing of a message to the first byte at the transport, with 10,000 others waiting
/// in other conversations.
func firstByte(_ world: World, rounds: Int) async throws {
  defer { fflush(nil) }
  print("From enqueue to the first byte, 10,000 others waiting in 100 conversations")
  for (name, repository) in [
    ("memory", try await InMemoryRepository(owner: owner) as any MessageRepository),
    ("sqlite", try await SQLiteRepository(path: try world.fresh("first.sqlite"), owner: owner)),
  ] {
    let alone = try await delay(repository, rounds, number: 1, others: 0)
    try await fill(repository, 10_000)
    let crowded = try await delay(repository, rounds, number: 100_000, others: 100)
    print(row(name, "alone \(alone) µs, with the others \(crowded) µs (medians)"))
    await repository.close()
  }
}

private func row(_ name: String, _ text: String) -> String {
  "  \(name.padding(toLength: 22, withPad: " ", startingAt: 0))\(text)"
}

private func fill(_ repository: any MessageRepository, _ count: Int) async throws {
  for start in stride(from: 0, to: count, by: 1_000) {
    _ = try await repository.apply(
      (start..<(start + 1_000)).map { outgoing($0 + 1_000, in: ConversationID("k\($0 % 100)")) })
  }
}

private func rate(of repository: any MessageRepository, _ count: Int) async throws -> Double {
  try await fill(repository, count)
  let server = ImmediateServer()
  let worker = OutboxWorker(ports(repository, server), seed: 1)
  let clock = ContinuousClock()
  let start = clock.now
  let run = Task { await worker.run() }
  for await _ in server.arrivals.prefix(count) {}
  // The last acknowledgements, too.
  try await untilSent(repository)
  let elapsed = clock.now - start
  run.cancel()
  await run.value
  return Double(count) / seconds(elapsed)
}

/// The median, in microseconds.
///
/// - Parameter others: in how many conversations something waits whose request is never answered.
private func delay(
  _ repository: any MessageRepository, _ rounds: Int, number first: Int, others: Int
) async throws -> Int {
  let server = ImmediateServer(answering: "mine")
  let worker = OutboxWorker(ports(repository, server), seed: 1)
  let run = Task { await worker.run() }
  var arrivals = server.arrivals.makeAsyncIterator()
  for _ in 0..<others { _ = await arrivals.next() }
  var times: [Double] = []
  let clock = ContinuousClock()
  for round in 0..<rounds {
    let start = clock.now
    _ = try await repository.apply([outgoing(first + round, in: "mine")])
    guard let arrival = await arrivals.next() else { break }
    times.append(seconds(arrival.instant - start) * 1e6)
    try await untilSent(repository, in: "mine")
  }
  run.cancel()
  await run.value
  return Int(times.sorted()[times.count / 2])
}

/// How many transactions of one row a second reach the disk.
private func bareCommitRate(_ world: World) async throws -> Double {
  let path = try world.fresh("bare.sqlite")
  let schema = try await SQLiteRepository(path: path, owner: owner)
  _ = try await schema.apply([.openGap(chat, .everything)])
  await schema.close()
  let raw = try RawSQLite(path)
  let insert = try raw.prepare(
    """
    INSERT INTO messages (conversation, position, id, remote, outbox, unread, record)
    VALUES (1, ?, ?, ?, NULL, 1, ?)
    """)
  let clock = ContinuousClock()
  let start = clock.now
  for number in 0..<2_000 {
    insert.bind(insertedValues(number).map(Prepared.Value.bytes))
    try raw.run("BEGIN IMMEDIATE")
    try insert.forEachRow()
    try raw.run("COMMIT")
  }
  return 2_000 / seconds(clock.now - start)
}

private func seconds(_ duration: Duration) -> Double {
  let (seconds, attoseconds) = duration.components
  return Double(seconds) + Double(attoseconds) / 1e18
}
