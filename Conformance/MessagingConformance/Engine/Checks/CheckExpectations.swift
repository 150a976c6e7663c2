/// What checks written in Swift expect with.
package protocol CheckExpectations: Sendable {}

extension CheckExpectations {
  /// Stops the check unless something holds.
  package func expect(_ holds: Bool, _ message: @autoclosure () -> String) throws {
    guard !holds else { return }
    throw Violation(message())
  }

  /// Stops the check unless two things are the same.
  package func expect<Value: Equatable>(
    _ what: String, _ actual: Value, is expected: Value
  ) throws {
    guard actual != expected else { return }
    let (found, wanted) = (words(actual), words(expected))
    throw Violation(
      "\(what) is \(found.joined(separator: " ")), expected \(wanted.joined(separator: " "))",
      comparison: Comparison(expected: wanted, actual: found))
  }

  /// A value as words: a list as its elements, nothing as `nothing`.
  private func words(_ value: some Any) -> [String] {
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .collection || mirror.displayStyle == .optional else {
      return ["\(value)"]
    }
    let words = mirror.children.map { "\($0.value)" }
    return words.isEmpty ? ["nothing"] : words
  }
}
