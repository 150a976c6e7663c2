import MessagingModel
import Testing

import struct MessagingConformance.SeededRandom

@testable import MessagingTimeline

/// What happens most, a message that is shown says something else, takes a short way. It has to
/// lead to the rows that the long way leads to.
@Suite struct RowPatchTests {
  typealias Samples = TimelineSamples

  /// The builder, told of no snapshot before: it compares every row.
  static func longWay(
    _ snapshot: Snapshot, _ input: TimelineInput, after previous: Timeline
  ) -> Timeline {
    let known = Timeline(
      version: previous.version, rows: previous.rows, reachesEnd: previous.reachesEnd,
      unread: previous.unread)
    return TimelineBuilder().timeline(of: snapshot, input, after: known)
  }

  static func conversation(_ random: inout SeededRandom) -> Snapshot {
    var messages = (0..<200).map { number in
      Samples.message(number * 200, from: ["ann", "bob", "me"][random.below(3)])
    }
    for index in 1..<200 where random.chance(1, of: 5) {
      messages[index].replyTo = .id(messages[random.below(index)].id)
    }
    messages += (0..<3).map { Samples.pending(90_000 + $0, sequence: Int64($0)) }
    var snapshot = Snapshot(
      revision: .zero, messages: messages,
      receipts: [
        TimelineBuilderTests.marker(9_000), TimelineBuilderTests.marker(4_000, of: "ann"),
      ],
      older: random.chance(1, of: 2) ? .more : .end, newer: .end)
    quote(&snapshot)
    return snapshot
  }

  /// What a store says of quoted messages.
  static func quote(_ snapshot: inout Snapshot) {
    let messages = Dictionary(
      snapshot.messages.map { (MessageReference.id($0.id), $0) }, uniquingKeysWith: { $1 })
    snapshot.quotes = messages.filter { reference, _ in
      snapshot.messages.contains { $0.replyTo == reference }
    }
  }

  /// Mostly what leaves each row where it is, and everything else now and then.
  static func change(
    _ snapshot: inout Snapshot, _ input: inout TimelineInput, _ random: inout SeededRandom
  ) {
    let index = random.below(snapshot.messages.count)
    switch random.below(16) {
    case 0...2: snapshot.messages[index].delivery = [.sent, .delivered, .read][random.below(3)]
    case 3...5: snapshot.messages[index].body = .text(ExactString("https://a.example/\(index)"))
    case 6, 7:
      snapshot.messages[index].reactions = [
        Reaction(participant: "bob", key: ["+", "-"][index % 2])
      ]
    case 8: snapshot.messages[index].body = .redacted
    case 9: snapshot.messages[index].body = .system("renamed")
    case 10: snapshot.messages[index].sender = ["ann", "bob", "me"][random.below(3)]
    case 11: snapshot.messages[index].replyTo = .id(snapshot.messages[index / 2].id)
    case 12: snapshot.receipts[1] = TimelineBuilderTests.marker(200 * index, of: "ann")
    case 13:
      snapshot.gaps = [
        Gap(after: Samples.place(200 * index), before: Samples.place(200 * index + 200))
      ]
    case 14: input.hidden = input.hidden.isEmpty ? ["bob"] : []
    case 15:
      let id = snapshot.messages[index].id
      snapshot.threads[id] = ThreadSummary(
        count: random.below(3), isLowerBound: false, latest: nil)
    default: break
    }
    quote(&snapshot)
  }

  @Test(arguments: Array(0..<12) as [UInt64])
  func `the short way leads where the long way leads`(seed: UInt64) {
    var random = SeededRandom(seed: seed, stream: "row-patch")
    var snapshot = Self.conversation(&random)
    var input = TimelineInput(owner: Samples.me)
    var timeline = TimelineBuilder().timeline(of: snapshot, input, after: .empty)
    var (short, changed) = (0, 0)
    for step in 0..<40 {
      for _ in 0..<[1, 1, 1, 2, 3][random.below(5)] { Self.change(&snapshot, &input, &random) }
      let expected = Self.longWay(snapshot, input, after: timeline)
      if let patched = timeline.patched(for: snapshot, input) {
        short += 1
        changed += patched.version == timeline.version ? 0 : 1
      }
      let next = TimelineBuilder().timeline(of: snapshot, input, after: timeline)
      #expect(next.rows == expected.rows, "seed \(seed), step \(step)")
      #expect(next.version == expected.version, "seed \(seed), step \(step)")
      #expect(next.reachesEnd == expected.reachesEnd, "seed \(seed), step \(step)")
      timeline = next
    }
    #expect(short >= 5 && changed >= 3, "the short way was taken \(short) times")
  }

  /// All that is not in the chunk of the changed row is the same object.
  @Test func `one of many is one chunk`() {
    var messages = (0..<5_000).map { Samples.message($0) }
    let input = TimelineInput(owner: Samples.me)
    let old = TimelineBuilder().timeline(
      of: TimelineBuilderTests.snapshot(messages), input, after: .empty)
    messages[2_345].delivery = .read
    let new = TimelineBuilder().timeline(
      of: TimelineBuilderTests.snapshot(messages), input, after: old)
    let known = Set(old.store.chunks.map(ObjectIdentifier.init))
    #expect(new.store.chunks.filter { !known.contains(ObjectIdentifier($0)) }.count == 1)
    #expect(TimelineDiffer().diff(from: old, to: new).updates.count == 1)
    #expect(new.version == 2)
  }

  /// Rows that were wrong are put in order each time.
  @Test func `faults take the long way`() {
    let messages = [Samples.message(2), Samples.message(1)]
    var snapshot = TimelineBuilderTests.snapshot(messages)
    let input = TimelineInput(owner: Samples.me)
    let old = TimelineBuilder().timeline(of: snapshot, input, after: .empty)
    #expect(!old.faults.isEmpty)
    snapshot.messages[0].delivery = .read
    #expect(old.patched(for: snapshot, input) == nil)
    let new = TimelineBuilder().timeline(of: snapshot, input, after: old)
    #expect(new.rows == Self.longWay(snapshot, input, after: old).rows)
  }
}
