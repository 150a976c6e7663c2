import MessagingModel
import Testing

@testable import MessagingTimeline

/// The gaps of a window are those between its rows, also where it begins or ends at one.
@Suite struct WindowRangeTests {
  private static func row(_ number: Int) -> WindowRow {
    let message = TimelineSamples.message(number)
    return WindowRow(id: message.id, position: message.position)
  }

  private static func gap(_ after: Int?, _ before: Int?) -> Gap {
    Gap(after: after.map(TimelineSamples.place), before: before.map(TimelineSamples.place))
  }

  /// Rows 1 to 9, with gaps below 3 and above 6.
  private static func range() -> WindowRange {
    var range = WindowRange()
    range.replace(
      with: WindowPage(
        rows: (1...9).map(row), older: .more, newer: .more, gaps: [gap(2, 3), gap(6, 7)]))
    return range
  }

  @Test func `a gap goes with the last row above it, and with the last row below it`() {
    for count in 0...8 {
      var range = Self.range()
      range.evict(count, at: .newer)
      let last = 9 - count
      let expected = [Self.gap(2, 3), Self.gap(6, 7)].filter { gap in
        gap == Self.gap(2, 3) ? last >= 3 : last >= 7
      }
      #expect(range.gaps == expected, "rows up to \(last)")
      range = Self.range()
      range.evict(count, at: .older)
      let first = 1 + count
      let left = [Self.gap(2, 3), Self.gap(6, 7)].filter { gap in
        gap == Self.gap(2, 3) ? first <= 2 : first <= 6
      }
      #expect(range.gaps == left, "rows from \(first)")
    }
  }

  @Test func `a page that overlaps brings only the gaps between the rows`() {
    var range = Self.range()
    range.join(
      WindowPage(
        rows: (7...12).map(Self.row), older: .more, newer: .end,
        gaps: [Self.gap(10, 11), Self.gap(12, nil), Self.gap(nil, 1)]))
    #expect(range.rows == (1...12).map(Self.row))
    #expect(range.gaps == [Self.gap(2, 3), Self.gap(6, 7), Self.gap(10, 11)])
    #expect((range.older.edge, range.newer.edge) == (.more, .end))
  }
}
