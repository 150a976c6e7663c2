import GRDB
import MessagingCore
import MessagingModel
import MessagingSQLite
import Testing

/// Random rows of a closed file are damaged; a clearing keeps and names what it must (`REPO-044`).
@Suite struct RandomDamageTests {
  private static let outbox = Query(.outbox, in: chat, limit: 50)

  @Test(arguments: 0..<UInt64(80))
  func `what is left and what is named follows from what was stored`(seed: UInt64) async throws {
    let damaged = DamagedStory(seed: seed)
    let trace = Comment(rawValue: "seed \(seed): " + damaged.damages.joined(separator: "; "))
    try await TemporaryFile.with { file in
      var store = try await SQLiteRepository(path: file.path, owner: "me", announcing: atOnce)
      for change in damaged.story { _ = try await store.apply([change]) }
      let before = try await store.read(Self.outbox)
      let other = try await store.read(newest(in: "k2"))
      await store.close()
      try await Self.damage(file, damaged.damages, trace)

      store = try await SQLiteRepository(path: file.path, owner: "me", announcing: atOnce)
      let commit = try await store.apply([.resetHistory(chat)])
      #expect(
        commit.notices.map { "\($0)" }.sorted() == damaged.notices.map { "\($0)" }.sorted(), trace)
      let after = try await store.read(Self.outbox)
      #expect(after.messages == before.messages.filter { damaged.unsent.contains($0.id) }, trace)
      #expect(after.messages.count == damaged.unsent.count, trace)
      // How far the owner has read stands in the record and in the owner's receipt.
      let isReadingLeft = damaged.keepsRecord || damaged.receipts.contains("me")
      #expect(before.readings.count == 1)
      #expect(after.readings == (isReadingLeft ? before.readings : []), trace)
      #expect(before.retractions.map(\.key.id) == [id(50)])
      #expect(after.retractions == (damaged.keepsRetraction ? before.retractions : []), trace)
      let emptied = try await store.read(newest())
      #expect(Set(emptied.receipts.map(\.participant)) == damaged.receipts, trace)
      #expect(try await store.read(newest(in: "k2")) == other, trace)

      // What was deleted stays deleted, and what waited takes effect once.
      let late = ["gone1", "gone2", "later1", "later2"]
      _ = try await store.apply(
        [damaged.page] + late.enumerated().map { .receive(received($1, 20 + Int64($0))) })
      let filled = try await store.read(newest())
      #expect(!filled.messages.contains { $0.remoteID == "gone1" || $0.remoteID == "gone2" }, trace)
      let answered = filled.messages.filter { message in
        message.reactions.contains { $0.key == "👍" }
      }
      #expect(Set(answered.compactMap(\.remoteID)) == damaged.waiting, trace)
      #expect(try await store.apply([.resetHistory(chat)]).notices == [], trace)
      await store.close()
    }
  }

  /// Each statement must hit one row, or the test would pass without damage.
  private static func damage(
    _ file: TemporaryFile, _ statements: [String], _ trace: Comment
  ) async throws {
    let queue = try DatabaseQueue(path: file.path)
    try await queue.writeWithoutTransaction { database in
      for statement in statements {
        try database.execute(sql: statement)
        #expect(database.changesCount == 1, trace)
      }
    }
    try queue.close()
  }
}
