import MessagingModel
import Testing

import struct MessagingConformance.SeededRandom

@testable import MessagingTimeline

/// The shape of the tree of rows, on which all its costs rest, and ids that share a hash.
@Suite struct RowNodeShapeTests {
  private static func row(_ number: Int) -> RowLayout.Row {
    RowLayout.Row(id: rowID(number), kind: .remoteMessage, height: Length(units: 192))
  }

  /// What is wrong with a node, at any depth: it is too wide, two neighbours could be one, or its
  /// children do not have the same depth.
  private static func faults(_ node: RowNode) -> [String] {
    let capacity = node.isLeaf ? RowNode.leafCapacity : RowNode.fanout
    var faults = node.width > capacity ? ["\(node.width) of \(capacity)"] : []
    for (left, right) in zip(node.children, node.children.dropFirst()) {
      let most = left.isLeaf ? RowNode.leafCapacity : RowNode.fanout
      if min(left.width, right.width) < most / 4 { faults.append("\(left.width), \(right.width)") }
    }
    if Set(node.children.map(depth)).count > 1 { faults.append("depths") }
    return faults + node.children.flatMap(Self.faults)
  }

  private static func depth(_ node: RowNode) -> Int { 1 + (node.children.map(depth).max() ?? 0) }

  @Test(arguments: 0..<12 as Range<UInt64>)
  func `no two neighbours get narrow, whatever is removed`(seed: UInt64) throws {
    var random = SeededRandom(seed: seed, stream: "row shape")
    var number = 3_000
    var layout = try RowLayout((0..<number).map(Self.row))
    for step in 0..<200 {
      if random.chance(1, of: 4) {
        let count = 1 + random.below(80)
        try layout.insert(
          (number..<(number + count)).map(Self.row), at: random.below(layout.count + 1))
        number += count
      } else if layout.count > 0 {
        let start = random.below(layout.count)
        let count = random.chance(1, of: 8) ? random.below(600) : random.below(40)
        layout.remove(start..<min(layout.count, start + count))
      }
      let faults = Self.faults(layout.root)
      try #require(faults.isEmpty, "seed \(seed), step \(step): \(faults.prefix(3))")
      #expect(layout.root.children.count != 1, "seed \(seed), step \(step)")
    }
  }

  /// SplitMix64's last step, as in ``RowID/scatter``.
  private static func mix(_ number: UInt64) -> UInt64 {
    var mixed = number &+ 0x9E37_79B9_7F4A_7C15
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// Messages whose ids all have one hash.
  private static func twins(_ count: Int) -> [RowLayout.Row] {
    (0..<count).map { number in
      let high = UInt64(number)
      let id = MessageID(high: high, low: mix(high) ^ 42)
      return RowLayout.Row(id: .message(id), kind: .remoteMessage, height: Length(units: 1))
    }
  }

  @Test func `rows whose ids share a hash are rows of their own`() throws {
    // More than a bucket holds.
    let rows = Self.twins(40)
    #expect(Set(rows.map(\.id.scatter)).count == 1)
    var layout = try RowLayout(rows)
    for (index, row) in rows.enumerated() { #expect(layout.index(of: row.id) == index) }
    #expect(throws: ScrollRejection.duplicateID) { try layout.insert([rows[7]], at: 0) }
    let new = Array(Self.twins(42)[40...])
    #expect(throws: ScrollRejection.duplicateID) { try layout.insert(new + [new[1]], at: 0) }
    layout.remove(10..<20)
    #expect(
      rows.map { layout.index(of: $0.id) } == Array(0..<10) + Array(repeating: nil, count: 10)
        + Array(10..<30))
    try layout.setHeight(Length(units: 5), of: rows[25].id)
    #expect(layout.rows.firstIndex { $0.height == Length(units: 5) } == 15)
  }

  @Test func `layouts are equal by their rows and by the space between these`() throws {
    let rows = (0..<60).map(Self.row)
    let layout = try RowLayout(rows, gap: Length(units: 2))
    #expect(try layout == RowLayout(rows, gap: Length(units: 2)))
    #expect(try layout != RowLayout(rows, gap: Length(units: 3)))
    #expect(try layout != RowLayout(rows.reversed(), gap: Length(units: 2)))
    #expect(try layout != RowLayout(Array(rows.dropLast()), gap: Length(units: 2)))
  }
}
