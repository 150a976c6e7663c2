import MessagingConformance
import MessagingCore
import MessagingModel
import MessagingSQLite
import Testing

/// The file against the reference in memory: same batches, same answers.
@Suite struct RoundTripTests {
  @Test(arguments: 1...20)
  func `random batches give what memory gives`(seed: UInt64) async throws {
    try await TemporaryFile.with { file in
      var mill = ChangeMill(seed: seed)
      let memory = try await InMemoryRepository(owner: "me", announcing: atOnce)
      var stored = try await SQLiteRepository(path: file.path, owner: "me", announcing: atOnce)
      for step in 0..<60 {
        let batch = mill.batch()
        let expected = await answer(to: batch, of: memory)
        let actual = await answer(to: batch, of: stored)
        try #require(actual == expected, "seed \(seed), step \(step)")
        for _ in 0..<6 {
          let query = mill.query()
          let expected = try await memory.read(query)
          let actual = try await stored.read(query)
          try #require(actual == expected, "seed \(seed), step \(step), \(query)")
          // An outbox has an order of its own.
          guard query.kind != .outbox else { continue }
          try #require(actual.violations() == [], "seed \(seed), step \(step), \(query)")
        }
        for query in ChangeMill.everything {
          let page = try await stored.read(query)
          try #require(page.violations() == [], "seed \(seed), step \(step), \(query)")
        }
        #expect(try await memory.syncTokens() == stored.syncTokens())
        if step % 20 == 19 {
          await stored.close()
          stored = try await SQLiteRepository(path: file.path, owner: "me", announcing: atOnce)
        }
      }
      await stored.close()
    }
  }

  /// A commit in its canonical form, or the code of the error.
  private func answer(
    to batch: [Change], of repository: any MessageRepository
  ) async -> [UInt8] {
    do {
      return try await repository.apply(batch).canonical
    } catch {
      return Array(error.code.rawValue.utf8)
    }
  }
}
