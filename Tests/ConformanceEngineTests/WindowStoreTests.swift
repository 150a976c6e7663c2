import MessagingCore
import MessagingModel
import MessagingTimeline
import Testing

@testable import MessagingConformance

/// The sorted list behind `window` blocks answers what a repository answers.
@Suite struct WindowStoreTests {
  @Test(arguments: 0..<20) func `a sorted list and a repository give equal pages`(
    seed: UInt64
  ) async throws {
    var random = SeededRandom(seed: seed, stream: "window-store")
    let count = 40
    var store = WindowStore()
    store.put((1...count).map(WindowNames.row))
    let repository = try await InMemoryRepository(owner: "me")
    var holes: [ClosedRange<Int>] = []
    for _ in 0..<random.below(4) {
      let first = random.number(in: 2...count - 2)
      holes.append(first...min(count - 1, first + random.below(6)))
    }
    let missing = Set(holes.flatMap(\.self))
    store.miss(missing.map(WindowNames.row))
    let stored = (1...count).filter { !missing.contains($0) }
    try await fill(repository, with: stored)
    for _ in 0..<40 {
      let query = query(&random, stored)
      let expected = WindowPage(try await repository.read(query))
      let found = store.answer(query)
      #expect(found.rows.map(\.position) == expected.rows.map(\.position), "\(query)")
      #expect([found.older, found.newer] == [expected.older, expected.newer], "\(query)")
      #expect(found.gaps == expected.gaps, "\(query)")
      #expect(found.found == expected.found, "\(query)")
    }
  }

  /// Range by range, with a gap wherever a number is left out.
  private func fill(_ repository: InMemoryRepository, with numbers: [Int]) async throws {
    let conversation = WindowNames.conversation
    let messages = numbers.map { number in
      ReceivedMessage("m\(number)", at: Int64(number), .text("\(number)"))
    }
    var changes: [Change] = [
      .page(
        HistoryPage(
          conversation: conversation, messages: messages, reach: .live, reachesStart: true))
    ]
    for (lower, upper) in zip(numbers, numbers.dropFirst()) where lower + 1 < upper {
      let gap = Gap(
        after: WindowNames.place(lower).confirmed, before: WindowNames.place(upper).confirmed)
      changes.append(.openGap(conversation, gap))
    }
    _ = try await repository.apply(changes)
  }

  private func query(_ random: inout SeededRandom, _ stored: [Int]) -> Query {
    let conversation = WindowNames.conversation
    let cursor = { (number: Int) in
      PageCursor(conversation: conversation, position: WindowNames.place(number))
    }
    let (one, other) = (random.pick(from: stored) ?? 1, random.pick(from: stored) ?? 1)
    let target = random.number(in: 0...stored.count + 1)
    let kinds: [Query.Kind] = [
      .newest, .older(than: cursor(one)), .newer(than: cursor(one)),
      .around(.remote(RemoteID("m\(target)"))),
      .window(from: cursor(min(one, other)), to: cursor(max(one, other))),
      .window(
        from: cursor(one),
        to: PageCursor(conversation: conversation, position: .unconfirmed(sequence: .max))),
    ]
    return Query(
      random.pick(from: kinds) ?? .newest, in: conversation, limit: random.number(in: 1...12),
      crossesGaps: random.chance(1, of: 2))
  }
}
