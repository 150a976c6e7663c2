/// How measured values are spread: values that were measured, never one between two of them.
public struct Distribution<Value: Comparable & Hashable & Sendable>: Hashable, Sendable {
  /// How many values there are.
  public var count = 0
  /// The least value that at least half of them do not exceed; `nil` without any.
  public var median: Value?
  /// The least value that at least 99 of 100 do not exceed.
  public var p99: Value?
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
