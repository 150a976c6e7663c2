/// The expectations of checks that are written in Swift.
package protocol CheckExpectations: Sendable {}

extension CheckExpectations {
  /// Stops the check unless a condition holds.
  package func expect(_ holds: Bool, _ message: @autoclosure () -> String) throws {
    guard !holds else { return }
    throw Violation(message())
  }

  /// Stops the check unless two values are equal.
  package func expect<Value: Equatable>(
    _ what: String, _ actual: Value, is expected: Value
  ) throws {
    guard actual != expected else { return }
    let (found, wanted) = (words(actual), words(expected))
    throw Violation(
      "\(what) is \(found.joined(separator: " ")), expected \(wanted.joined(separator: " "))",
      comparison: Comparison(expected: wanted, actual: found))
  }

  /// A value as words. A list becomes its elements, an empty list or `nil` becomes `nothing`.
  private func words(_ value: some Any) -> [String] {
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .collection || mirror.displayStyle == .optional else {
      return ["\(value)"]
    }
    let words = mirror.children.map { "\($0.value)" }
    return words.isEmpty ? ["nothing"] : words
  }
}
