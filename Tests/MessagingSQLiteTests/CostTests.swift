import MessagingCore
import MessagingModel
import Testing

@testable import MessagingSQLite

/// What a read costs, in statements and in rows that SQLite visits.
@Suite struct CostTests {
  @Test func `opening a conversation takes three statements, quotes and receipts included`()
    async throws
  {
    try await TemporaryFile.with { file in
      let (counter, repository) = try await open(file)
      _ = try await repository.apply(
        (1...60).map { .receive(received("s\($0)", Int64($0))) }
          + [.receive(received("a", 99, "answer", replyTo: .remote("s3")))]
          + [.receive(received("b", 100, "answer", replyTo: .id(id(7)))), outgoing(7)]
          + ["ann", "bob", "me"].map { .relate(receipt(of: "s50", by: $0)) })
      let counted = try await counter.counting { try await repository.read(newest()) }
      #expect(counted.value.quotes.count == 2)
      #expect(counted.value.receipts.count == 3)
      #expect(counted.value.messages.count == 50)
      #expect(counted.statements.count <= 3, "\(counted.statements)")
      // Nobody committed since: the header is the one of the last page.
      let again = try await counter.counting { try await repository.read(newest(1)) }
      #expect(again.statements.count == 1, "\(again.statements)")
      #expect(again.value.unread == counted.value.unread)
      #expect(again.value.receipts == counted.value.receipts)
      _ = try await repository.apply([.receive(received("c", 101))])
      let plain = try await counter.counting { try await repository.read(newest(1)) }
      #expect(plain.statements.count == 2, "\(plain.statements)")
      #expect(plain.value.unread.count == counted.value.unread.count + 1)
      await repository.close()
    }
  }

  @Test func `a page visits its own rows, however many there are`() async throws {
    try await TemporaryFile.with { file in
      let (counter, repository) = try await open(file)
      var steps: [Int] = []
      for batch in 0..<4 {
        _ = try await repository.apply(
          (0..<1_000).map { index in
            let number = batch * 1_000 + index
            return .receive(received("s\(number)", Int64(number)))
          } + [.relate(receipt(of: "s\(batch * 1_000 + 999)", by: "me"))])
        let cursor = PageCursor(
          conversation: chat, position: .confirmed(place("s500", 500)))
        let page = try await counter.counting {
          try await repository.read(Query(.older(than: cursor), in: chat, limit: 50))
        }
        #expect(page.value.messages.count == 50)
        steps.append(page.steps)
      }
      // Virtual machine steps: some 20 for a row, whether 1,000 or 4,000 are there.
      let spread = (steps.max() ?? 0) - (steps.min() ?? 0)
      #expect(spread < 40, "\(steps)")
      #expect(steps[0] < 51 * 25, "\(steps)")
      await repository.close()
    }
  }

  @Test func `a received message visits its own rows, however many there are`() async throws {
    try await TemporaryFile.with { file in
      let (counter, repository) = try await open(file)
      var steps: [Int] = []
      for batch in 1...4 {
        let numbers = (batch * 1_000)..<(batch * 1_000 + 999)
        _ = try await repository.apply(
          numbers.map { .receive(received("s\($0)", Int64($0))) })
        let cost = try await counter.counting {
          try await repository.apply([
            .receive(received("s\(numbers.upperBound)", Int64(numbers.upperBound)))
          ])
        }
        steps.append(cost.steps)
        #expect(cost.statements.count == 10, "\(cost.statements)")
      }
      #expect((steps.max() ?? 0) < 300, "\(steps)")
      await repository.close()
    }
  }

  @Test func `unread messages are counted up to the limit only`() async throws {
    try await TemporaryFile.with { file in
      let (counter, repository) = try await open(file)
      for batch in 0..<3 {
        _ = try await repository.apply(
          (0..<1_000).map { .receive(received("s\(batch * 1_000 + $0)", Int64($0))) })
      }
      let page = try await counter.counting { try await repository.read(newest(1)) }
      #expect(page.value.unread == Unread(count: Limits.unread, isLowerBound: true))
      #expect(page.steps < Limits.unread * 11, "\(page.steps)")
      await repository.close()
    }
  }

  @Test func `a sent message is two commits: what the user wrote, and what the server said`()
    async throws
  {
    try await TemporaryFile.with { file in
      let (counter, repository) = try await open(file)
      let cost = try await counter.counting {
        let written = try await repository.apply([outgoing(1)])
        // What the queue of unsent messages reads, and what it stores.
        _ = try await repository.read(Query(.unsent(since: .zero), in: nil, limit: 10))
        _ = try await repository.read(Query(.outbox, in: chat, limit: 16))
        let key = MessageKey(chat, id(1))
        let taken = try await repository.apply([.acknowledge(key, place("s1", 1))])
        return taken.revision.number - written.revision.number
      }
      #expect(cost.value == 1)
      #expect(cost.statements.count <= 30, "\(cost.statements)")
      await repository.close()
    }
  }

  private func open(_ file: TemporaryFile) async throws -> (Counter, StoredRepository) {
    let counter = Counter()
    let storage = try await counter.storage(file.path)
    return (counter, try await StoredRepository(over: storage, owner: "me", announcing: atOnce))
  }

  private func receipt(of name: String, by participant: ParticipantID) -> Relation {
    Relation(
      conversation: chat, target: .remote(RemoteID(name)), author: participant,
      version: .original, action: .receipt(7))
  }
}
