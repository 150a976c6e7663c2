import MessagingModel
import Testing

@testable import MessagingTimeline

/// Chunks that timelines share: they stay the same, and that says nothing of their place.
@Suite struct RowSharingTests {
  private static func rows(_ count: Int) -> [TimelineItem] {
    (0..<count).map { TimelineSamples.row($0) }
  }

  /// A chunk that is copied has to be compared row by row.
  @Test func `a row above two full chunks leaves them as they are`() {
    let rows = Self.rows(128)
    let old = RowStore(rows)
    let new = RowStore(
      [TimelineSamples.row(500)] + rows, origins: [-1] + Array(0..<128), in: old)
    #expect(new.chunks.map(\.count) == [1, 64, 64])
    #expect(Array(new.marks.dropFirst()) == old.marks)
  }

  /// Both have the same chunk of 64 rows, one of them a row further down.
  @Test func `rows that share a chunk at another place are not equal`() {
    let rows = Self.rows(64)
    let shared = RowStore(rows)
    let above = RowStore([rows[0]] + rows, origins: [-1] + Array(0..<64), in: shared)
    let below = RowStore(rows + [rows[0]], origins: Array(0..<64) + [-1], in: shared)
    #expect(above.marks[1] == shared.marks[0] && below.marks[0] == shared.marks[0])
    #expect(above != below)
    #expect(below != above)
  }
}
