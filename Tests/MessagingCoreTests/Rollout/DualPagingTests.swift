import MessagingCore
import MessagingModel
import MessagingTimeline
import Testing

private let chat: ConversationID = "k1"

private func received(_ number: Int) -> Change {
  let time = Timestamp(milliseconds: Int64(number))
  return .receive(
    ReceivedMessage(
      conversation: chat,
      position: ServerPosition(
        serverTime: time, timestamp: time, remoteID: RemoteID("s\(number)")),
      sender: "ann", body: .text(ExactString("secret \(number)"))))
}

private func numbers(_ page: Snapshot) -> [Int] {
  page.messages.compactMap { Int($0.remoteID?.text.string.dropFirst() ?? "") }
}

/// Two ways of paging beside each other, over a real store.
@Suite("Older pages by cursor and by number") struct DualPagingTests {
  private let verdicts = Locked<[PageVerdict]>([])

  private func store(_ count: Int) async throws -> InMemoryRepository {
    let repository = try await InMemoryRepository(owner: "me")
    _ = try await repository.apply((1...count).map(received))
    return repository
  }

  private func dual(
    _ repository: any MessageRepository, off: Set<RolloutFlag> = []
  ) -> DualPaging {
    DualPaging(repository, RolloutFlags(off: off)) { [verdicts] verdict in
      verdicts.withLock { $0.append(verdict) }
    }
  }

  private func older(_ page: Snapshot, _ limit: Int) throws -> Query {
    let first = try #require(page.messages.first)
    return Query(
      .older(than: PageCursor(conversation: chat, position: first.position)), in: chat,
      limit: limit, crossesGaps: true)
  }

  private let newest = Query(.newest, in: chat, limit: 4, crossesGaps: true)

  @Test("as long as nothing arrives both are the same; then the numbers repeat rows")
  func arrivals() async throws {
    for off: Set<RolloutFlag> in [[], [.cursorPaging]] {
      let repository = try await store(12)
      let dual = dual(repository, off: off)
      let first = try await dual.read(newest)
      let second = try await dual.read(older(first, 4))
      #expect(numbers(second) == [5, 6, 7, 8])
      _ = try await repository.apply([received(13)])
      let third = try await dual.read(older(second, 4))
      #expect(numbers(third) == (off.isEmpty ? [1, 2, 3, 4] : [2, 3, 4, 5]))
      let said = verdicts.withLock { verdicts in
        defer { verdicts = [] }
        return verdicts
      }
      #expect(said.map(\.noted) == [.same, .different])
      guard case .different(let difference) = said.last else { return }
      #expect((difference.index, difference.part) == (0, .message))
      #expect(!"\(said)".contains("secret"))
      await repository.close()
    }
  }

  @Test("a store that answers neither is compared with nothing") func closed() async throws {
    let repository = try await store(12)
    let dual = dual(repository)
    let query = try await older(dual.read(newest), 4)
    await dual.close()
    await #expect(throws: RepositoryError.self) { try await dual.read(query) }
    #expect(verdicts.current == [.impossible(.newFailed(.closed))])
  }

  @Test("numbers count further than one page") func deep() async throws {
    let repository = try await store(1_210)
    let paging = RolloutScreen(RolloutFlags(off: [.cursorPaging])).paging(repository)
    var page = try await paging.read(Query(.newest, in: chat, limit: 600, crossesGaps: true))
    for wanted in [11...610, 1...10] {
      page = try await paging.read(older(page, 600))
      #expect(numbers(page) == Array(wanted))
    }
    await repository.close()
  }

  @Test("a conversation that was opened in the middle is read by cursor") func middle()
    async throws
  {
    let repository = try await store(12)
    let paging = RolloutScreen(RolloutFlags(off: [.cursorPaging])).paging(repository)
    _ = try await paging.read(newest)
    let around = Query(.around(.remote("s6")), in: chat, limit: 3, crossesGaps: true)
    let page = try await paging.read(around)
    #expect(numbers(try await paging.read(older(page, 2))) == [3, 4])
    await repository.close()
  }

  @Test("what a configuration says counts, and nothing else") func configuration() {
    let flags = RolloutFlags { name in
      ["chat_history_v2_identity": false, "chat_history_v2_anchor_preserve": true][name]
    }
    #expect(flags == RolloutFlags(off: [.identity]))
    #expect(RolloutFlag.allCases.filter(flags.isOn) == [.anchorPreserving, .cursorPaging])
  }
}
