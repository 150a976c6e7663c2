extension UInt8 {
  static let lineFeed = UInt8(ascii: "\n")
  static let carriageReturn = UInt8(ascii: "\r")
  static let backtick = UInt8(ascii: "`")
}

extension StringProtocol where SubSequence == Substring {
  /// The text without white space at either end.
  package var trimmedText: String {
    var scalars = self[...].unicodeScalars
    while let first = scalars.first, first.properties.isWhitespace { scalars.removeFirst() }
    while let last = scalars.last, last.properties.isWhitespace { scalars.removeLast() }
    return String(Substring(scalars))
  }

  /// Returns the pieces between occurrences of an ASCII byte, including empty ones.
  ///
  /// A split by `Character` would not see a line feed after a carriage return, or a quote before a
  /// combining accent.
  func split(byByte byte: UInt8) -> [Substring] {
    self[...].utf8.split(separator: byte, omittingEmptySubsequences: false)
      .map { Substring($0) }
  }

  /// The lines of a text, with either kind of line end.
  package var textLines: [Substring] {
    split(byByte: .lineFeed).map { $0.utf8.last == .carriageReturn ? removingLastByte($0) : $0 }
  }

  private func removingLastByte(_ line: Substring) -> Substring { Substring(line.utf8.dropLast()) }
}
