import MessagingModel
import Testing

import struct MessagingConformance.SeededRandom

@testable import MessagingTimeline

@Suite struct TimelineDiffLawTests {
  private static func check(
    _ old: Timeline, _ new: Timeline, _ comment: Comment
  ) throws -> TimelineDiff {
    let diff = TimelineDiffer().diff(from: old, to: new)
    let oracle = TimelineDiffOracle(old, new)
    #expect(diff.deletes == oracle.deletes, comment)
    #expect(diff.inserts.map(\.index) == oracle.inserts, comment)
    #expect(diff.inserts.map(\.item) == oracle.inserts.map { new[$0] }, comment)
    #expect(diff.updates.map { [$0.from, $0.to] } == oracle.updates, comment)
    #expect(diff.moves.count == oracle.moveCount, comment)
    #expect(oracle.applying(diff) == new.rows, comment)
    let applied = try diff.apply(to: old)
    #expect(applied == new, comment)
    #expect(try diff.inverse(from: old).apply(to: new) == old, comment)
    return diff
  }

  /// Every list of up to four rows becomes every list of up to four out of six, with every choice
  /// of changed rows.
  @Test func allSmallLists() throws {
    var count = 0
    for length in 0...4 {
      let old = TimelineSamples.timeline((0..<length).map { TimelineSamples.row($0) })
      for arrangement in TimelineDiffLawTests.arrangements(of: Array(0..<6), upTo: 4) {
        for mask in 0..<(1 << arrangement.count) {
          let isChanged = { (place: Int) in mask >> place & 1 == 1 }
          if zip(arrangement, 0...).contains(where: { $0 >= length && isChanged($1) }) { continue }
          let rows = arrangement.enumerated().map { place, number in
            TimelineSamples.row(number, isChanged(place) ? "edited" : "hello")
          }
          _ = try TimelineDiffLawTests.check(
            old, TimelineSamples.timeline(rows, version: 2), "\(length) → \(arrangement), \(mask)")
          count += 1
        }
      }
    }
    #expect(count > 7_000)
  }

  /// What is shared makes no difference to what is found.
  @Test func editsOfLongLists() throws {
    for seed in UInt64(0)..<400 {
      var random = SeededRandom(seed: seed, stream: "diff")
      let count = random.below(random.chance(1, of: 3) ? 12 : 400)
      let numbers = random.shuffled(Array(0..<600)).prefix(count)
      let old = TimelineSamples.timeline(numbers.map { TimelineSamples.row($0) })
      let new = TimelineSamples.edited(old, &random, edits: random.below(8), ids: 600)
      let diff = try TimelineDiffLawTests.check(old, new, "seed \(seed)")
      let apart = TimelineSamples.apart(new)
      #expect(TimelineDiffer().diff(from: old, to: apart) == diff, "seed \(seed)")
    }
  }

  /// Several edits in a row go on sharing, and no chunk becomes too small or too large.
  @Test func chains() throws {
    for seed in UInt64(0)..<6 {
      var random = SeededRandom(seed: seed, stream: "chain")
      var timeline = TimelineSamples.timeline((0..<300).map { TimelineSamples.row($0) })
      for _ in 0..<30 {
        let next = TimelineSamples.edited(timeline, &random, edits: 1 + random.below(3), ids: 900)
        _ = try TimelineDiffLawTests.check(timeline, next, "seed \(seed)")
        timeline = next
        let sizes = timeline.store.chunks.map(\.count)
        #expect(sizes.allSatisfy { (1...RowStore.capacity).contains($0) })
        #expect(zip(sizes, sizes.dropFirst()).allSatisfy { $0 + $1 > RowStore.capacity })
      }
    }
  }

  @Test(arguments: [[1, 2, 0], [2, 0, 1]]) func rotationIsOneMove(_ order: [Int]) {
    let old = TimelineSamples.timeline((0..<3).map { TimelineSamples.row($0) })
    let new = TimelineSamples.timeline(order.map { TimelineSamples.row($0) }, version: 2)
    #expect(TimelineDiffer().diff(from: old, to: new).moves.count == 1)
  }

  @Test func lastOfManyToTheFrontIsOneMove() {
    let rows = (0..<5_000).map { TimelineSamples.row($0) }
    let diff = TimelineDiffer().diff(
      from: TimelineSamples.timeline(rows),
      to: TimelineSamples.timeline([rows[4_999]] + rows[..<4_999], version: 2))
    #expect(diff == TimelineDiff(base: 1, target: 2, moves: [.init(from: 4_999, to: 0)]))
  }

  @Test func aLongReversalIsNotQuadratic() throws {
    let rows = (0..<20_000).map { TimelineSamples.row($0) }
    let old = TimelineSamples.timeline(rows)
    let new = TimelineSamples.timeline(rows.reversed(), version: 2)
    let diff = TimelineDiffer().diff(from: old, to: new)
    #expect(diff.moves.count == 19_999)
    #expect(try diff.apply(to: old) == new)
  }

  private static func arrangements(of items: [Int], upTo length: Int) -> [[Int]] {
    guard length > 0 else { return [[]] }
    return [[]]
      + items.flatMap { item in
        arrangements(of: items.filter { $0 != item }, upTo: length - 1).map { [item] + $0 }
      }
  }
}
