import MessagingCore
import MessagingModel
import MessagingTimeline
import Testing

private let chat: ConversationID = "k1"

private func received(_ number: Int) -> ReceivedMessage {
  let time = Timestamp(milliseconds: Int64(number))
  return ReceivedMessage(
    conversation: chat,
    position: ServerPosition(serverTime: time, timestamp: time, remoteID: RemoteID("s\(number)")),
    sender: "ann", body: .text(ExactString("m\(number)")))
}

/// What the old way of paging counts, and what it passes on.
@Suite("Paging by number, over gaps and tokens") struct PagingPassesTests {
  private func numbers(_ page: Snapshot) -> [Int] {
    page.messages.compactMap { Int($0.remoteID?.text.string.dropFirst() ?? "") }
  }

  private let screen = RolloutScreen(RolloutFlags(off: [.cursorPaging]))

  /// Messages that a screen has read across a gap count like all others; otherwise the next page
  /// repeats rows.
  @Test("numbers count over a gap") func gap() async throws {
    let repository = try await InMemoryRepository(owner: "me")
    _ = try await repository.apply([
      .page(HistoryPage(conversation: chat, messages: (9...12).map(received), reach: .live)),
      .page(
        HistoryPage(
          conversation: chat, messages: (1...4).map(received), reach: .newest,
          reachesStart: true)),
    ])
    let paging = screen.paging(repository)
    let first = try await paging.read(Query(.newest, in: chat, limit: 6, crossesGaps: true))
    #expect(numbers(first) == [3, 4, 9, 10, 11, 12])
    #expect(first.gaps.count == 1)
    let cursor = PageCursor(
      conversation: chat, position: try #require(first.messages.first).position)
    let older = Query(.older(than: cursor), in: chat, limit: 2, crossesGaps: true)
    #expect(numbers(try await paging.read(older)) == [1, 2])
    await repository.close()
  }

  /// Whoever asks such a repository for tokens must not begin to sync from nothing.
  @Test("the tokens of the store are passed on, by either way of paging") func tokens()
    async throws
  {
    let repository = try await InMemoryRepository(owner: "me")
    let token = SyncToken(number: 3)
    _ = try await repository.apply([.advance(.main, from: nil, to: token)])
    for paging in [screen.paging(repository), screen.pagingInBothWays(repository) { _ in }] {
      #expect(try await paging.syncTokens() == [.main: token])
    }
    await repository.close()
  }
}
