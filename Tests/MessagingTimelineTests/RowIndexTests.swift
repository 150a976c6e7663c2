import Testing

@testable import MessagingTimeline

/// The labels of rows, beside a dictionary.
@Suite struct RowIndexTests {
  @Test(arguments: [1, 24, 25, 400]) func `a label set twice is there once`(_ count: Int) {
    var index = RowIndex()
    for round in 1...2 {
      for number in 0..<count {
        let id = rowID(number)
        index.set(Int64(number * round), of: id, hash: id.scatter)
      }
    }
    for number in 0..<count {
      #expect(index[rowID(number)] == Int64(number * 2))
      index.remove(rowID(number))
      #expect(index[rowID(number)] == nil, "row \(number) of \(count)")
    }
  }

  /// Ids whose hashes are the same share a bucket at every depth.
  @Test func `rows with one hash keep labels of their own`() {
    var index = RowIndex()
    for number in 0..<60 { index.set(Int64(number), of: rowID(number), hash: 7) }
    for number in 0..<60 { #expect(index.label(of: rowID(number), hash: 7) == Int64(number)) }
    #expect(index.label(of: rowID(60), hash: 7) == nil)
    #expect(index.label(of: rowID(0), hash: 8) == nil)
  }
}
