import GRDB
import MessagingCore
import MessagingModel
import Testing

@testable import MessagingSQLite

/// Of rows that cannot be read, the name beside them is left: an id as well as a name of the server
/// (`REPO-044`).
@Suite struct SalvageNamesTests {
  private static func damaged(
    _ changes: [Change], by sql: String, _ body: (StoredRepository) async throws -> Void
  ) async throws {
    try await TemporaryFile.with { file in
      let storage = try await SQLiteStorage(path: file.path)
      let repository = try await StoredRepository(over: storage, owner: "me", announcing: atOnce)
      for change in changes { _ = try await repository.apply([change]) }
      try await storage.inspect { database in
        try database.execute(sql: sql)
        #expect(database.changesCount == 1)
      }
      try await body(repository)
      await repository.close()
    }
  }

  /// Networks that carry the ids of senders name messages by them. Whoever is told of the loss can
  /// ask for that message.
  @Test func `what waits under an id and cannot be read is named by the id`() async throws {
    let relation = Relation(
      conversation: chat, target: .id(id(77)), author: "bob", version: Version(order: 1),
      action: .react("+"))
    try await Self.damaged([.relate(relation)], by: "UPDATE waiting SET record = x'00'") {
      let commit = try await $0.apply([.resetHistory(chat)])
      #expect(commit.notices == [Notice(.waitingDropped, chat, .id(id(77)))])
    }
  }

  /// A message that was cancelled has no other name than its id. Its late echo must not show it.
  @Test func `a cancelled message whose tombstone cannot be read stays away`() async throws {
    let changes = [outgoing(1, "never"), .cancel(OutboxKey(key(1)))]
    try await Self.damaged(changes, by: "UPDATE tombstones SET record = x'00'") {
      #expect(try await $0.apply([.resetHistory(chat)]).notices == [])
      _ = try await $0.apply([.receive(received("s9", 9, "never", sender: "me", id: id(1)))])
      let page = try await $0.read(Query(.newest, in: chat, limit: 5, crossesGaps: true))
      #expect(page.messages == [])
    }
  }

  /// Nothing but its place shows that such a message was unsent: its mark in the outbox and its
  /// bytes are gone. It is told, or the reader waits for it forever.
  @Test func `an unsent message of which only the place is left is named as lost`() async throws {
    let sql = """
      UPDATE messages SET outbox = NULL, record = x'7b7d'
        WHERE id = x'00000000000000000000000000000001'
      """
    try await Self.damaged([.receive(received("s1", 1)), outgoing(1), outgoing(2)], by: sql) {
      let commit = try await $0.apply([.resetHistory(chat)])
      #expect(commit.notices == [Notice(.unsentLost, chat, .id(id(1)))])
      let outbox = try await $0.read(Query(.outbox, in: chat, limit: 5))
      #expect(outbox.messages.map(\.id) == [id(2)])
    }
  }
}
