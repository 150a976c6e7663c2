import MessagingModel
import Testing

import struct MessagingConformance.SeededRandom

@testable import MessagingTimeline

/// The chunks of a timeline, on which the costs of its differences rest.
@Suite struct RowStoreShapeTests {
  typealias Samples = TimelineSamples

  private static func faults(_ store: RowStore, _ rows: [TimelineItem]) -> [String] {
    var faults: [String] = []
    if store.items != rows { faults.append("rows") }
    var end = 0
    for (index, chunk) in store.chunks.enumerated() {
      end += chunk.count
      if chunk.count == 0 || chunk.count > RowStore.capacity {
        faults.append("\(chunk.count) rows")
      }
      if store.ends[index] != end { faults.append("end \(index)") }
      if store.marks[index] != ObjectIdentifier(chunk) { faults.append("mark \(index)") }
    }
    for (left, right) in zip(store.chunks, store.chunks.dropFirst())
    where left.count + right.count <= RowStore.capacity {
      faults.append("\(left.count) and \(right.count) rows fit into one chunk")
    }
    return faults
  }

  @Test(arguments: 0..<12 as Range<UInt64>)
  func `chunks stay full enough, whatever is edited`(seed: UInt64) throws {
    var random = SeededRandom(seed: seed, stream: "row store")
    var timeline = Samples.timeline((0..<400).map { Samples.row($0) })
    for step in 0..<60 {
      let edits = 1 + random.below(4)
      timeline = Samples.edited(timeline, &random, edits: edits, ids: 900)
      var rows: [TimelineItem] = []
      for index in 0..<timeline.count { rows.append(timeline[index]) }
      let faults = Self.faults(timeline.store, rows)
      try #require(faults.isEmpty, "seed \(seed), step \(step): \(faults.prefix(3))")
    }
  }

  @Test(arguments: [0, 1, 63, 64, 65, 127, 128, 129, 200, 1_000])
  func `fresh rows are cut evenly`(count: Int) {
    let rows = (0..<count).map { Samples.row($0) }
    let store = RowStore(rows)
    #expect(Self.faults(store, rows).isEmpty)
    #expect(store.count == count)
    let sizes = store.chunks.map(\.count)
    #expect((sizes.max() ?? 0) - (sizes.min() ?? 0) <= 1)
  }
}
