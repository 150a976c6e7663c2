import MessagingModel
import Testing

import struct MessagingConformance.SeededRandom

@testable import MessagingTimeline

/// What a layout is, as an array.
struct RowArray {
  var rows: [RowLayout.Row] = []
  var gap = Length.zero

  var height: Length {
    rows.reduce(.zero) { $0 + $1.height } + gap * max(0, rows.count - 1)
  }

  /// SCROLL-050 word by word.
  func row(at y: Length) -> Int? {
    var (top, found, first): (Length, Int?, Int?) = (.zero, nil, nil)
    for (index, row) in rows.enumerated() {
      if row.height > .zero {
        first = first ?? index
        if top <= y { found = index }
      }
      top += row.height + gap
    }
    return found ?? first
  }
}

func rowID(_ number: Int) -> RowID {
  .message(MessageID(high: UInt64(number % 3), low: UInt64(number)))
}

/// SCROLL-003, SCROLL-049, SCROLL-050: the tree against an array.
@Suite struct ScrollRowLayoutTests {
  private static func row(_ number: Int, _ random: inout SeededRandom) -> RowLayout.Row {
    let kinds: [ScrollRow.Kind] = [.remoteMessage, .ownMessage, .decoration]
    let height = random.chance(1, of: 4) ? 0 : Int64(random.below(60_000))
    return RowLayout.Row(
      id: rowID(number), kind: kinds[random.below(3)], height: Length(units: height),
      isMeasured: random.chance(1, of: 2))
  }

  private static func differences(_ layout: RowLayout, _ array: RowArray) -> [String] {
    var wrong: [String] = []
    if layout.rows != array.rows { wrong.append("rows") }
    if layout.height != array.height { wrong.append("height") }
    var y = Length.zero
    for (index, row) in array.rows.enumerated() {
      if layout[index] != row { wrong.append("row \(index)") }
      if layout.offset(at: index) != y { wrong.append("offset \(index)") }
      if layout.index(of: row.id) != index { wrong.append("index \(index)") }
      let frame = layout.frame(of: row.id)
      if frame?.y != y || frame?.height != row.height { wrong.append("frame \(index)") }
      y += row.height + array.gap
    }
    return wrong
  }

  /// A row that keeps its label is not written. Rows at an end get labels beyond it; rows in
  /// between get what is free there.
  @Test(arguments: [0, 500, 1_000]) func `a few rows move no label of the others`(
    _ position: Int
  ) throws {
    var random = SeededRandom(seed: 7, stream: "layout/labels")
    var layout = try RowLayout((0..<1_000).map { Self.row($0, &random) })
    let labels = (0..<1_000).map { layout.index[rowID($0)] }
    #expect(!labels.contains(nil))
    for number in 1_000..<1_020 { try layout.insert([Self.row(number, &random)], at: position) }
    #expect((0..<1_000).map { layout.index[rowID($0)] } == labels)
  }

  @Test(arguments: 0..<16)
  func `random changes leave what an array leaves, and copies what they were`(seed: Int) throws {
    var random = SeededRandom(seed: UInt64(seed), stream: "row layout")
    var number = 0
    let gap = Length(units: Int64(random.below(3) * 1_536))
    var (layout, array) = (RowLayout(gap: gap), RowArray(gap: gap))
    var copies: [(RowLayout, [RowLayout.Row])] = []
    for step in 0..<120 {
      switch random.below(8) {
      case 0, 1, 2:
        let place = random.chance(1, of: 3) ? 0 : random.below(array.rows.count + 1)
        let count = random.chance(1, of: 6) ? random.below(200) : 1 + random.below(4)
        let new = (0..<count).map { _ in
          number += 1
          return ScrollRowLayoutTests.row(number, &random)
        }
        try layout.insert(new, at: place)
        array.rows.insert(contentsOf: new, at: place)
      case 3, 4:
        let start = random.below(array.rows.count + 1)
        let most = random.chance(1, of: 5) ? array.rows.count : 6
        let end = min(array.rows.count, start + random.below(most + 1))
        layout.remove(start..<end)
        array.rows.removeSubrange(start..<end)
      case 5, 6:
        guard !array.rows.isEmpty else { continue }
        let index = random.below(array.rows.count)
        let height = Length(units: random.chance(1, of: 4) ? 0 : Int64(random.below(90_000)))
        try layout.setHeight(height, of: array.rows[index].id)
        array.rows[index].height = height
        array.rows[index].isMeasured = true
      default: copies.append((layout, array.rows))
      }
      guard step % 6 == 0 else { continue }
      let wrong = ScrollRowLayoutTests.differences(layout, array)
      #expect(wrong.isEmpty, "seed \(seed), step \(step): \(wrong.prefix(4))")
      let edges =
        [array.height]
        + (0..<3).map { _ in
          Length(units: Int64(random.below(Int(array.height.units) + 4_000) - 2_000))
        }
      for y in edges {
        #expect(layout.row(at: y) == array.row(at: y), "seed \(seed), step \(step): \(y.units)")
      }
    }
    for (copy, rows) in copies { #expect(copy.rows == rows, "seed \(seed)") }
  }

  @Test func `rows can come at one place a thousand times, and pages too`() throws {
    let height = Length(units: 1)
    var layout = RowLayout()
    func row(_ number: Int) -> RowLayout.Row {
      RowLayout.Row(id: rowID(number), kind: .remoteMessage, height: height)
    }
    try layout.insert([row(0), row(1)], at: 0)
    for number in 2..<3_000 { try layout.insert([row(number)], at: 1) }
    for page in 0..<100 {
      try layout.insert((0..<50).map { row(3_000 + page * 50 + $0) }, at: 1_500)
    }
    #expect(layout.count == 8_000)
    #expect((0..<8_000).allSatisfy { layout.index(of: layout[$0].id) == $0 })
  }

  @Test func `an id comes once`() throws {
    var random = SeededRandom(seed: 1, stream: "twice")
    let rows = (0..<3).map { ScrollRowLayoutTests.row($0, &random) }
    var layout = try RowLayout(rows)
    #expect(throws: ScrollRejection.duplicateID) { try layout.insert([rows[1]], at: 0) }
    #expect(throws: ScrollRejection.duplicateID) { _ = try RowLayout(rows + rows) }
    #expect(throws: ScrollRejection.unknownRow) { try layout.setHeight(.zero, of: .typing) }
    #expect(layout.rows == rows)
  }

  @Test func `lengths keep what a double says, to a hundred-ninety-second`() {
    #expect(Length(1.0 / 3)?.units == 64)
    #expect(Length(0.5 / 192)?.units == 1)
    #expect(Length(-0.5 / 192)?.units == -1)
    #expect(Length(.nan) == nil)
    #expect(Length(.infinity) == nil)
    #expect(Length(1e12)?.points == 1e12)
    #expect(Length(1.000_1e12) == nil)
    #expect(Length(extent: -0.01) == nil)
    #expect(Length(extent: 1_000_000)?.points == 1_000_000)
    #expect(Length(extent: 1_000_000.01) == nil)
    let lengths = (-700...700).map { Length(units: $0 * 91) }
    #expect(lengths.allSatisfy { Length($0.points) == $0 })
    for scale in 1...3 {
      for length in lengths {
        let pixels = (length.points * Double(scale)).rounded() / Double(scale)
        #expect(length.rounded(toPixelsAt: scale) == Length(pixels), "\(length) at \(scale)")
      }
    }
  }
}
