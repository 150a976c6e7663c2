import MessagingTimeline
import Testing

/// Median and p99 by their definitions, for all small counts.
@Suite struct DistributionTests {
  /// The least value that at least so many of a hundred do not exceed.
  private static func naive(_ values: [Int], percent: Int) -> Int? {
    values.filter { value in values.count { $0 <= value } * 100 >= percent * values.count }.min()
  }

  @Test func `median, p99 and largest are what their sentences say`() {
    for count in 0...401 {
      let values = (0..<count).map { $0 * 7 % 1_000 }
      let found = Distribution(values)
      #expect(found.count == count)
      #expect(found.median == Self.naive(values, percent: 50), "\(count) values")
      #expect(found.p99 == Self.naive(values, percent: 99), "\(count) values")
      #expect(found.largest == values.max())
    }
  }

  @Test func `of a hundred different values the p99 is the last but one`() {
    let found = Distribution(Array(1...100))
    #expect((found.median, found.p99, found.largest) == (50, 99, 100))
  }
}
