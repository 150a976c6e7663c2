internal import MessagingModel

/// A golden file: its header and its lines, read strictly.
///
/// It is UTF-8 with LF line ends, no trailing spaces and a newline at the end, and its bytes have
/// the checksum in the header. A file that an editor or a checkout has changed is rejected; the
/// error names the line.
package struct FixtureFile: Hashable, Sendable {
  /// A line with content. Comments (`-- …`) and empty lines are left out.
  struct Line: Hashable, Sendable {
    let text: Substring
    let location: FileLine

    /// The first word.
    var word: Substring { text.prefix { $0 != " " } }
    /// The text after the first word and its space.
    var rest: Substring { text.dropFirst(word.count + 1) }
  }

  /// The name relative to the folder of golden files: `seed-001.history`.
  package let name: String
  package let header: FixtureHeader
  let lines: [Line]

  /// Reads a file.
  ///
  /// - Parameter known: the requirements that exist; `nil` to accept any well-formed id.
  /// - Throws: the first mistake in the file.
  package init(
    name: String, bytes: [UInt8], known: Set<RequirementID>? = nil
  ) throws(FixtureError) {
    self.name = name
    let texts = try FixtureFile.lines(of: bytes, named: name)
    let top = FileLine(file: name, line: 1)
    header = try FixtureHeader(texts.first.map(String.init) ?? "", at: top)
    let ending = name.split(separator: ".").last.map(String.init) ?? ""
    guard ending == header.kind.rawValue else {
      throw FixtureError(top, "a file of kind \(header.kind) ends in .\(header.kind)")
    }
    if let known, let stranger = header.covers.first(where: { !known.contains($0) }) {
      throw FixtureError(top, "the Spec has no requirement \(stranger)")
    }
    let body = bytes.drop { $0 != UInt8(ascii: "\n") }.dropFirst()
    let digest = FixtureFile.digest(body)
    guard digest == header.digest else {
      throw FixtureError(
        top,
        "the lines below have the checksum \(digest). Fixtures are not edited by hand: change "
          + "their source and run 'messaging-conformance fixtures write --reason \"…\"'")
    }
    lines = texts.enumerated().dropFirst().compactMap { index, text in
      guard !text.isEmpty, !text.hasPrefix("-- ") else { return nil }
      return Line(text: text, location: FileLine(file: name, line: index + 1))
    }
  }

  /// Splits bytes into lines, and checks the form that all golden files have.
  private static func lines(
    of bytes: [UInt8], named name: String
  ) throws(FixtureError) -> [Substring] {
    let text = String(decoding: bytes, as: UTF8.self)
    let pieces = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, piece) in pieces.enumerated() {
      let location = FileLine(file: name, line: index + 1)
      guard !piece.contains(UInt8(ascii: "\r")) else {
        throw FixtureError(location, "a carriage return; lines end with LF alone")
      }
      guard piece.last != UInt8(ascii: " "), piece.last != UInt8(ascii: "\t") else {
        throw FixtureError(location, "a space at the end of the line")
      }
      guard String(decoding: piece, as: UTF8.self).utf8.elementsEqual(piece) else {
        throw FixtureError(location, "bytes that are not UTF-8")
      }
    }
    guard pieces.last?.isEmpty ?? false else {
      throw FixtureError(
        FileLine(file: name, line: pieces.count), "the last line has no newline")
    }
    // Splits by scalars: a line may begin with a combining mark, which a split by characters would
    // join to the newline before it.
    return text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
      .dropLast().map(Substring.init)
  }

  /// Returns the SHA-256 of bytes as 64 hexadecimal digits.
  package static func digest(_ bytes: some Sequence<UInt8>) -> String {
    SHA256.digest(bytes).map { byte in
      let digits = String(byte, radix: 16)
      return digits.utf8.count == 1 ? "0\(digits)" : digits
    }.joined()
  }
}

extension FixtureFile.Line {
  /// Reads the text after the first word as a value in canonical form.
  func value<Value: CanonicalCodable>(
    _ type: Value.Type = Value.self
  ) throws(FixtureError) -> Value {
    do {
      return try Value(canonical: Array(rest.utf8))
    } catch {
      throw FixtureError(location, "column \(word.utf8.count + 2), \(error)")
    }
  }
}

extension FixtureKind: CustomStringConvertible {
  package var description: String { rawValue }
}
