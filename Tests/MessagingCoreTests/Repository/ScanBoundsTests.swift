import MessagingCore
import MessagingModel
import Testing

/// The two ends of a range are included or not, each for itself.
@Suite("The bounds of a scan") struct ScanBoundsTests {
  private func place(_ number: Int64) -> ServerPosition {
    ServerPosition(
      serverTime: Timestamp(milliseconds: number), timestamp: 5, remoteID: RemoteID("s\(number)"))
  }

  private func cursor(_ number: Int64) -> PageCursor {
    PageCursor(conversation: "k1", position: .confirmed(place(number)))
  }

  @Test("of five, from the second to the fourth, with each end and without it")
  func bounds() {
    let cases: [(lower: Bool, upper: Bool, numbers: [Int64])] = [
      (true, true, [2, 3, 4]), (true, false, [2, 3]), (false, true, [3, 4]), (false, false, [3]),
    ]
    for (lower, upper, numbers) in cases {
      for isAscending in [true, false] {
        let scan = Scan(
          "k1", lower: .init(.confirmed(place(2)), isIncluded: lower),
          upper: .init(.confirmed(place(4)), isIncluded: upper), isAscending: isAscending,
          limit: 9)
        let found = scan.select(from: [1, 2, 3, 4, 5], at: { .confirmed(place($0)) })
        let expected: [Int64] = isAscending ? numbers : numbers.reversed()
        #expect(found == expected, "\(lower) \(upper)")
      }
    }
  }

  /// The range is searched in pieces of 64 messages. Each further piece begins past a message, and
  /// still ends with the last message of the window (`PAGE-009`, `PAGE-016`).
  @Test("a window without replies has its last message, also past a long thread")
  func window() async throws {
    let messages = (0...71 as ClosedRange<Int64>).map { number in
      ReceivedMessage(
        conversation: "k1", position: place(number), sender: "ann", body: .text("hi"),
        threadRoot: (1...70).contains(number) ? .remote("s0") : nil)
    }
    let store = try await InMemoryRepository(owner: "me")
    _ = try await store.apply([
      .page(
        HistoryPage(conversation: "k1", messages: messages, reach: .live, reachesStart: true))
    ])
    let page = try await store.read(
      Query(
        .window(from: cursor(0), to: cursor(71)), in: "k1", limit: 5, scope: .withoutReplies))
    #expect(page.messages.compactMap(\.remoteID) == ["s0", "s71"])
    #expect(page.older == .end)
    #expect(page.newer == .end)
    await store.close()
  }
}
