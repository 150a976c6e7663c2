import MessagingCore
import MessagingModel
import MessagingSQLite

private let insert = """
  INSERT INTO messages (conversation, position, id, remote, outbox, unread, record)
  VALUES (1, ?, ?, ?, NULL, 1, ?)
  """

/// The columns of a message, ready to be bound.
private func values(_ number: Int) -> [Prepared.Value] {
  insertedValues(number).map(Prepared.Value.bytes)
}

/// Position, id, remote id and record of a message, as they are stored.
func insertedValues(_ number: Int) -> [[UInt8]] {
  let message = World.message(number)
  let id = MessageID(derivedFrom: message.position.remoteID, in: chat)
  let record = """
    {"in":"\(chat)","id":"\(id)","sender":"\(message.sender)","position":{"server":\
    \(message.position.serverTime.milliseconds),"at":\(message.position.timestamp.milliseconds),\
    "remote":"\(message.position.remoteID)"},"at":\(message.position.timestamp.milliseconds),\
    "body":{"text":"Message number \(number): see you at the station at half past seven, or so."},\
    "version":{"order":0,"id":""},"delivery":"sent"}
    """
  return [
    Position.confirmed(message.position).sortKey, id.bytes,
    Array(message.position.remoteID.text.string.utf8), Array(record.utf8),
  ]
}

/// One live message into the large conversation.
func receiveMatch(_ world: World) async throws -> Match {
  let repository = try await SQLiteRepository(path: world.path, owner: owner)
  let raw = try RawSQLite(world.path)
  let prepared = try raw.prepare(insert)
  // Each run goes on where the last one ended, above everything.
  let newest = try await repository.read(Query(.newest, in: chat, limit: 1)).messages.first
  let time = newest?.position.confirmed?.serverTime.milliseconds ?? 0
  var next = Int((time - World.place(0).serverTime.milliseconds) / 1_000) + 1
  func take() -> Int {
    next += 1
    return next
  }
  return Match(
    "One received message, durable",
    [
      Contender("repository") { _ = try await repository.apply([.receive(World.message(take()))]) },
      Contender("bare INSERT") {
        prepared.bind(values(take()))
        try raw.run("BEGIN IMMEDIATE")
        try prepared.forEachRow()
        try raw.run("COMMIT")
      },
    ],
    goals: [
      Goal("over a bare durable INSERT, at most 3", "repository", over: "bare INSERT", .atMost(3))
    ])
}

/// 100,000 messages in pages of 500, from the newest down as a client fetches them.
func fillMatch(_ world: World) async throws -> Match {
  let (count, size) = (100_000, 500)
  let starts = stride(from: count - size, through: 0, by: -size)
  let pages = starts.map { World.page($0..<($0 + size)) }
  let rows = starts.map { start in (start..<(start + size)).map(values) }
  return Match(
    "Filling \(count) messages in pages of \(size)",
    [
      Contender("raw INSERT") {
        let path = try world.fresh("raw.sqlite")
        // The schema, from our own hand.
        let schema = try await SQLiteRepository(path: path, owner: owner)
        _ = try await schema.apply([.openGap(chat, .everything)])
        await schema.close()
        let raw = try RawSQLite(path)
        let prepared = try raw.prepare(insert)
        for page in rows {
          try raw.run("BEGIN IMMEDIATE")
          for row in page {
            prepared.bind(row)
            try prepared.forEachRow()
          }
          try raw.run("COMMIT")
        }
      },
      Contender("repository") {
        let path = try world.fresh("repository.sqlite")
        let repository = try await SQLiteRepository(path: path, owner: owner)
        for page in pages { _ = try await repository.apply([page]) }
        await repository.close()
      },
    ],
    goals: [
      Goal(
        "raw throughput that is reached, at least 0.4", "raw INSERT", over: "repository",
        .atLeast(0.4))
    ])
}
