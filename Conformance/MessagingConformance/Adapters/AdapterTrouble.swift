/// What an adapter did that is no answer: it ended, it did not answer in time, it wrote a line that
/// cannot be read. The verdict on the case that ran, and says nothing about a requirement.
package struct AdapterTrouble: Error, Hashable, Sendable, CustomStringConvertible {
  /// On one line: what happened, at which request.
  package let description: String
  /// Whether it did not answer in time.
  let isStuck: Bool
  /// The last lines that it wrote to its standard error, without what messages say.
  let lastWords: [String]

  init(_ description: String, isStuck: Bool = false, lastWords: [String] = []) {
    self.description = description
    self.isStuck = isStuck
    self.lastWords = lastWords
  }
}

/// A subject in another process.
protocol OutsideSubject: ConformanceSubject {
  /// What went wrong with the process since somebody asked last; forgets it.
  func takeTrouble() -> AdapterTrouble?
}
