/// The distribution of measured values. Median and p99 are measured values; nothing is
/// interpolated.
public struct Distribution<Value: Comparable & Hashable & Sendable>: Hashable, Sendable {
  /// How many values there are.
  public var count = 0
  /// The least value that at least half of the values do not exceed; `nil` without values.
  public var median: Value?
  /// The least value that at least 99 of 100 values do not exceed; `nil` without values.
  public var p99: Value?
  /// The greatest value; `nil` without values.
  public var largest: Value?

  public init() {}

  /// - Complexity: O(n log n).
  public init(_ values: [Value]) {
    let sorted = values.sorted()
    count = sorted.count
    guard count > 0 else { return }
    median = sorted[(count + 1) / 2 - 1]
    p99 = sorted[(99 * count + 99) / 100 - 1]
    largest = sorted[count - 1]
  }
}
