import MessagingCore
import MessagingModel
import Testing

/// The pages of a thread over rows: the root belongs to it, at its place, and no page has it twice
/// or without being asked (`PAGE-014`). The storage has no index of threads.
@Suite("The edges of a thread") struct ThreadEdgesTests {
  /// `s1` is the root of four replies; `s0` and `s6` lie beside the thread.
  private func store() async throws -> InMemoryRepository {
    let messages = (0...6 as ClosedRange<Int64>).map { number in
      ReceivedMessage(
        conversation: "k1", position: place(number), sender: "ann", body: .text("hi"),
        threadRoot: (2...5).contains(number) ? .remote("s1") : nil)
    }
    let store = try await InMemoryRepository(owner: "me")
    _ = try await store.apply([
      .page(
        HistoryPage(conversation: "k1", messages: messages, reach: .live, reachesStart: true))
    ])
    return store
  }

  private func place(_ number: Int64) -> ServerPosition {
    ServerPosition(
      serverTime: Timestamp(milliseconds: number), timestamp: 5, remoteID: RemoteID("s\(number)"))
  }

  private func cursor(_ number: Int64) -> PageCursor {
    PageCursor(conversation: "k1", position: .confirmed(place(number)))
  }

  private func names(_ numbers: [Int]) -> [RemoteID] { numbers.map { RemoteID("s\($0)") } }

  /// A bound that is left out is left out for the root as well as for replies.
  @Test("the root is on the pages that reach its place, and on no others") func root() async throws
  {
    let store = try await store()
    let pages: [(kind: Query.Kind, numbers: [Int])] = [
      (.newest, [1, 2, 3, 4, 5]),
      (.older(than: cursor(1)), []), (.older(than: cursor(2)), [1]),
      (.older(than: cursor(4)), [1, 2, 3]),
      (.newer(than: cursor(0)), [1, 2, 3, 4, 5]), (.newer(than: cursor(1)), [2, 3, 4, 5]),
      (.newer(than: cursor(4)), [5]), (.newer(than: cursor(5)), []),
      (.window(from: cursor(0), to: cursor(1)), [1]),
      (.window(from: cursor(1), to: cursor(3)), [1, 2, 3]),
      (.window(from: cursor(2), to: cursor(6)), [2, 3, 4, 5]),
    ]
    for (kind, numbers) in pages {
      let page = try await store.read(
        Query(kind, in: "k1", limit: 10, scope: .thread(.remote("s1"))))
      #expect(page.messages.compactMap(\.remoteID) == names(numbers), "\(kind)")
      #expect(page.root?.remoteID == "s1", "\(kind)")
    }
    await store.close()
  }

  /// Above the limit there is more; the root is the first message, whatever lies below it.
  @Test("a page of a thread ends at its limit or at the root", arguments: 1...6)
  func limit(limit: Int) async throws {
    let store = try await store()
    let page = try await store.read(
      Query(.newest, in: "k1", limit: limit, scope: .thread(.remote("s1"))))
    #expect(page.messages.compactMap(\.remoteID) == names(Array([1, 2, 3, 4, 5].suffix(limit))))
    #expect(page.older == (limit < 5 ? .more : .end))
    #expect(page.newer == .end)
    await store.close()
  }

  /// A jump to a message that the list does not show says that it was not found, and shows the
  /// newest messages instead (`PAGE-008`).
  @Test("a jump finds what belongs to the list, the root included") func jumps() async throws {
    let store = try await store()
    let thread = MessageScope.thread(.remote("s1"))
    let jumps: [(target: Int, scope: MessageScope, limit: Int, numbers: [Int], isFound: Bool)] = [
      (1, thread, 3, [1, 2], true), (3, thread, 1, [3], true), (3, thread, 2, [3, 4], true),
      (3, thread, 3, [2, 3, 4], true), (3, thread, 4, [2, 3, 4, 5], true),
      (6, thread, 2, [4, 5], false), (0, thread, 2, [4, 5], false),
      (1, .withoutReplies, 3, [0, 1, 6], true), (3, .withoutReplies, 2, [1, 6], false),
      (3, .everything, 3, [2, 3, 4], true),
    ]
    for jump in jumps {
      let page = try await store.read(
        Query(
          .around(.remote(RemoteID("s\(jump.target)"))), in: "k1", limit: jump.limit,
          scope: jump.scope))
      #expect(page.found == jump.isFound, "\(jump)")
      #expect(page.messages.compactMap(\.remoteID) == names(jump.numbers), "\(jump)")
    }
    await store.close()
  }
}
