/// Plays a `scroll` block line by line and tells what is seen after each: for somebody who looks
/// for the reason of a failure.
public struct ScrollReplay: Sendable {
  private let subject: any ScrollSubject

  public init(on subject: any ScrollSubject) { self.subject = subject }

  /// Plays a block up to the first line that does not hold.
  ///
  /// - Parameter tell: gets one line after the other.
  /// - Returns: whether everything held.
  /// - Throws: what is wrong with the script.
  public func play(_ block: Block, tell: (String) -> Void) throws -> Bool {
    var player = ScrollPlayer(subject)
    do {
      try player.play(ScrollLineParser.read(block.lines).lines, tell: tell)
      return true
    } catch let violation as Violation {
      let line = violation.index.map { block.lines[$0].text.trimmedText } ?? ""
      tell("FAIL \(line)\n     \(violation.message)")
      return false
    }
  }
}
