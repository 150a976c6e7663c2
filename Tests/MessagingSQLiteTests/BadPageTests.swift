import Foundation
import MessagingCore
import MessagingModel
import Testing

@testable import MessagingSQLite

/// One page of the file is overwritten. The conversation whose rows it holds reports it, the others
/// are served, and clearing the damaged one makes it usable again (`REPO-026`, `REPO-044`).
@Suite struct BadPageTests {
  private static let conversations: [ConversationID] = [chat, "k2"]

  @Test func `a bad page of one conversation stops no other one, and a clearing repairs it`()
    async throws
  {
    try await TemporaryFile.with { file in
      let repository = try await filled(file)
      await repository.close()
      let whole = try file.bytes()
      let pages = whole.count / Schema.pageSize
      #expect(pages > 50)
      let right = try await everything(of: file)
      var repaired: [ConversationID: Int] = [:]
      var (keptUnsent, refused) = (0, 0)
      for page in 1..<pages {
        let trace = Comment(rawValue: "page \(page)")
        let bad = try file.file("bad-\(page)", of: whole, withoutPage: page)
        defer { try? FileManager.default.removeItem(at: bad.directory) }
        // A bad page of the schema, or of what all conversations share, needs a copy of the file.
        guard
          let store = try? await SQLiteRepository(path: bad.path, owner: "me", announcing: atOnce)
        else { continue }
        let found = await state(of: store)
        let damaged = Self.conversations.filter { found[$0] != right[$0] }
        guard damaged.count == 1, let hit = damaged.first else {
          await store.close()
          continue
        }
        if let left = try await clear(hit, in: store, right, trace) {
          keptUnsent += left
          repaired[hit, default: 0] += 1
        } else {
          refused += 1
        }
        await store.close()
      }
      #expect(repaired.count == 2)
      #expect(repaired.values.allSatisfy { $0 > 5 }, "\(repaired)")
      #expect(keptUnsent > 10)
      #expect(refused < 5)
    }
  }

  /// Each has a bad page of its own. What one of them has found must not end the search.
  @Test func `two conversations with bad pages are forgotten in one batch`() async throws {
    try await TemporaryFile.with { file in
      let repository = try await filled(file)
      await repository.close()
      let whole = try file.bytes()
      var bytes = whole
      for conversation in Self.conversations {
        let page = try #require(try await page(of: conversation, in: whole, beside: file))
        bytes = try file.file("bad-\(page)", of: bytes, withoutPage: page).bytes()
      }
      let bad = try file.file("bad", of: bytes)
      let store = try await SQLiteRepository(path: bad.path, owner: "me", announcing: atOnce)
      #expect(await state(of: store).isEmpty)
      _ = try await store.apply(Self.conversations.map { .forget($0) })
      for conversation in Self.conversations {
        #expect(try await store.read(newest(in: conversation)).messages.isEmpty)
      }
      await store.close()
    }
  }

  /// The first page without which this conversation alone cannot be read.
  private func page(
    of conversation: ConversationID, in whole: Data, beside file: TemporaryFile
  ) async throws -> Int? {
    for page in 1..<(whole.count / Schema.pageSize) {
      let bad = try file.file("only-\(page)", of: whole, withoutPage: page)
      defer { try? FileManager.default.removeItem(at: bad.directory) }
      guard
        let store = try? await SQLiteRepository(path: bad.path, owner: "me", announcing: atOnce)
      else { continue }
      let found = await state(of: store)
      await store.close()
      if Self.conversations.filter({ found[$0] == nil }) == [conversation] { return page }
    }
    return nil
  }

  /// Clears the damaged conversation, and looks at everything.
  ///
  /// - Returns: how much unsent is left of it; `nil` if the page is one that new rows need, too.
  private func clear(
    _ hit: ConversationID, in store: SQLiteRepository, _ right: [ConversationID: [Snapshot]],
    _ trace: Comment
  ) async throws -> Int? {
    let other = hit == chat ? "k2" : chat
    try await expectServed(other, by: store, right, trace)
    let changes: [Change] = [.resetHistory(hit), .receive(received("new", 9_000, in: hit))]
    let commit = try? await store.apply(changes)
    try await expectServed(other, by: store, right, trace)
    guard let commit else { return nil }
    let left = try await store.read(Query(.outbox, in: hit, limit: 9)).messages
    let isTold = commit.notices.contains { $0.code == .unsentLost }
    #expect(left.count == (isTold ? 0 : 1), trace)
    let after = try await store.read(newest(in: hit))
    #expect(after.messages.contains { $0.remoteID == "new" }, trace)
    #expect(after.messages.count == 1 + left.count, trace)
    let all = try await store.read(Query(.outbox, in: nil, limit: 9)).messages
    #expect(all.count == 1 + left.count, trace)
    return left.count
  }

  private func expectServed(
    _ conversation: ConversationID, by store: SQLiteRepository,
    _ right: [ConversationID: [Snapshot]], _ trace: Comment
  ) async throws {
    let found = await state(of: store)
    #expect(
      found[conversation]?.map(\.messages) == right[conversation]?.map(\.messages), trace)
    let unsent = try await store.read(Query(.unsent(since: .zero), in: nil, limit: 9))
    #expect(unsent.messages.contains { $0.conversation == conversation }, trace)
    let all = try await store.read(Query(.outbox, in: nil, limit: 9))
    #expect(all.messages.contains { $0.conversation == conversation }, trace)
  }

  /// What each conversation shows; nothing for one that reports damage.
  private func state(of store: SQLiteRepository) async -> [ConversationID: [Snapshot]] {
    var state: [ConversationID: [Snapshot]] = [:]
    for conversation in Self.conversations {
      do {
        state[conversation] = [
          try await store.read(Query(.newest, in: conversation, limit: 999, crossesGaps: true)),
          try await store.read(Query(.outbox, in: conversation, limit: 9)),
        ]
      } catch {
        #expect(error.code == .corrupted)
        #expect(error.conversation == conversation)
      }
    }
    return state
  }

  private func everything(of file: TemporaryFile) async throws -> [ConversationID: [Snapshot]] {
    let store = try await SQLiteRepository(path: file.path, owner: "me", announcing: atOnce)
    let state = await state(of: store)
    await store.close()
    return state
  }

  private func filled(_ file: TemporaryFile) async throws -> SQLiteRepository {
    let repository = try await SQLiteRepository(path: file.path, owner: "me", announcing: atOnce)
    let text = String(repeating: "x", count: 300)
    for number in 1...120 {
      _ = try await repository.apply(
        Self.conversations.map {
          .receive(received("s\(number)", Int64(number), text, in: $0))
        })
    }
    _ = try await repository.apply([outgoing(1), outgoing(2, in: "k2")])
    return repository
  }
}
