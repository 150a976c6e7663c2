internal import SwiftOperators
internal import SwiftParser
package import SwiftSyntax

/// A source file, its bytes and its tree with the operators in their places.
package struct SourceText {
  /// The file, from the root of the package.
  package let path: String
  package let bytes: [UInt8]
  package let tree: Syntax
  private let lineStarts: [Int]

  package init(path: String, text: String) {
    self.path = path
    bytes = Array(text.utf8)
    // An operator that the table does not know leaves its expression as it is: no fault is found
    // there.
    tree = OperatorTable.standardOperators.foldAll(Parser.parse(source: text)) { _ in }
    lineStarts = LineTable.starts(of: bytes)
  }

  /// The bytes of a node, without comments and blanks around it.
  package func range(_ node: some SyntaxProtocol) -> Range<Int> {
    node.positionAfterSkippingLeadingTrivia
      .utf8Offset..<node.endPositionBeforeTrailingTrivia
      .utf8Offset
  }

  package func text(_ range: Range<Int>) -> String {
    String(decoding: bytes[range], as: UTF8.self)
  }

  package func text(_ node: some SyntaxProtocol) -> String { text(range(node)) }

  /// The text of `whole` with another text where `part` stands.
  package func text(
    of whole: some SyntaxProtocol, replacing part: some SyntaxProtocol, with other: String
  ) -> String {
    let (outer, inner) = (range(whole), range(part))
    return text(outer.lowerBound..<inner.lowerBound) + other
      + text(inner.upperBound..<outer.upperBound)
  }

  package func place(of offset: Int) -> (line: Int, column: Int) {
    LineTable.place(of: offset, in: lineStarts)
  }
}

/// Lines of a text, and the bytes at which they start.
package enum LineTable {
  package static func starts(of bytes: [UInt8]) -> [Int] {
    var starts = [0]
    for (index, byte) in bytes.enumerated() where byte == UInt8(ascii: "\n") {
      starts.append(index + 1)
    }
    return starts
  }

  /// Line and column of a byte, both from 1 on.
  package static func place(of offset: Int, in starts: [Int]) -> (line: Int, column: Int) {
    var (low, high) = (0, starts.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= offset { low = middle } else { high = middle }
    }
    return (low + 1, offset - starts[low] + 1)
  }
}
