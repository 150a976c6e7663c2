/// The line that a terminal shows during a run.
///
/// It is a value: it returns the bytes to write, and writes nothing itself. Without a terminal it
/// returns only empty strings.
package struct ProgressLine: Hashable, Sendable {
  private let isTerminal: Bool
  private let columns: Int
  private var shown = ""

  /// Creates a line.
  ///
  /// - Parameters:
  ///   - isTerminal: whether the output is a terminal.
  ///   - columns: the width of the terminal, at least 20.
  package init(isTerminal: Bool, columns: Int = 80) {
    self.isTerminal = isTerminal
    self.columns = max(20, columns)
  }

  /// Returns the bytes that replace the line; empty if it does not change.
  package mutating func update(done: Int, planned: Int, bad: Int, current: String) -> String {
    guard isTerminal else { return "" }
    let counts = "\(done)/\(planned)" + (bad == 0 ? "" : ", \(bad) bad")
    let line = String("\(counts)  \(current)".prefix(columns - 1))
    guard line != shown else { return "" }
    shown = line
    return "\r\u{1B}[K\(line)"
  }

  /// Returns the bytes that remove the line.
  package mutating func finish() -> String {
    defer { shown = "" }
    return shown.isEmpty ? "" : "\r\u{1B}[K"
  }
}
