/// A failure of an adapter: it ended, did not answer in time, or wrote a line that cannot be read.
/// The case that ran ends as `error`, which says nothing about its requirement.
package struct AdapterTrouble: Error, Hashable, Sendable, CustomStringConvertible {
  /// What happened and at which request, in one line.
  package let description: String
  /// Whether the adapter did not answer in time.
  let isStuck: Bool
  /// The last lines of its standard error, without texts of messages.
  let lastWords: [String]

  init(_ description: String, isStuck: Bool = false, lastWords: [String] = []) {
    self.description = description
    self.isStuck = isStuck
    self.lastWords = lastWords
  }
}

/// A subject in another process.
protocol OutsideSubject: ConformanceSubject {
  /// Returns the trouble since the last call, and clears it; `nil` if there is none.
  func takeTrouble() -> AdapterTrouble?
}
