/// The one line that a terminal shows while a run goes on.
///
/// A value: it returns what to write, and writes nothing itself. Where there is no terminal, every
/// answer is empty.
package struct ProgressLine: Hashable, Sendable {
  private let isTerminal: Bool
  private let columns: Int
  private var shown = ""

  /// Starts a line.
  ///
  /// - Parameters:
  ///   - isTerminal: whether somebody sees it.
  ///   - columns: the width of the terminal, at least 20.
  package init(isTerminal: Bool, columns: Int = 80) {
    self.isTerminal = isTerminal
    self.columns = max(20, columns)
  }

  /// The bytes that replace what the line showed before; empty if nothing would change.
  package mutating func update(done: Int, planned: Int, bad: Int, current: String) -> String {
    guard isTerminal else { return "" }
    let counts = "\(done)/\(planned)" + (bad == 0 ? "" : ", \(bad) bad")
    let line = String("\(counts)  \(current)".prefix(columns - 1))
    guard line != shown else { return "" }
    shown = line
    return "\r\u{1B}[K\(line)"
  }

  /// The bytes that take the line away.
  package mutating func finish() -> String {
    defer { shown = "" }
    return shown.isEmpty ? "" : "\r\u{1B}[K"
  }
}
