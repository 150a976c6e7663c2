package import MessagingModel

/// Strings that people, networks and attackers use as names and texts, ordered by their bytes.
package struct StringsFixture: Hashable, Sendable {
  package struct Entry: Hashable, Sendable {
    /// A short name for readers.
    package let name: ExactString
    let unit: ExactString
    /// How often the unit is repeated. A long string is written as a unit and a count.
    let count: Int
    let digest: ExactString

    package init(_ name: ExactString, _ unit: ExactString, times count: Int = 1) {
      self.name = name
      self.unit = unit
      self.count = count
      let bytes = repeatElement(unit.string, count: count).joined().utf8
      digest = ExactString(FixtureFile.digest(Array(bytes)))
    }

    /// The whole string.
    package var text: ExactString {
      ExactString(String(repeating: unit.string, count: count))
    }
  }

  package let entries: [Entry]

  package init(_ entries: [Entry]) {
    self.entries = entries.sorted { left, right in
      Array(left.text.string.utf8).lexicographicallyPrecedes(Array(right.text.string.utf8))
    }
  }

  /// Reads the lines of a file.
  package init(_ file: FixtureFile) throws(FixtureError) {
    var entries: [Entry] = []
    var last: [UInt8]?
    for line in file.lines {
      guard line.word == "string" else {
        throw FixtureError(
          line.location, Diagnostic.unknown("word", line.word, known: ["string"]))
      }
      let entry = try line.value(Entry.self)
      let bytes = Array(entry.text.string.utf8)
      guard FixtureFile.digest(bytes) == entry.digest.string else {
        throw FixtureError(line.location, "the checksum of \(entry.name) does not match its text")
      }
      guard last.map({ $0.lexicographicallyPrecedes(bytes) }) ?? true else {
        throw FixtureError(line.location, "\(entry.name) does not sort after the line above it")
      }
      last = bytes
      entries.append(entry)
    }
    self.entries = entries
  }

  package var lines: [String] { entries.map { "string \($0.canonicalText)" } }
}

extension StringsFixture.Entry: CanonicalCodable {
  /// The maximum length of a repeated string, in bytes.
  private static let bytesMax = 1 << 20

  package func encode(to writer: inout CanonicalWriter) {
    writer.object { writer in
      writer.field("name", name)
      writer.field("text", unit)
      if count != 1 { writer.field("times", count) }
      writer.field("sha256", digest)
    }
  }

  package init(from reader: inout CanonicalReader) throws(CanonicalError) {
    self = try reader.object { reader throws(CanonicalError) in
      let name = try reader.field("name", as: ExactString.self)
      let unit = try reader.field("text", as: ExactString.self)
      let place = reader.failure("2 to 1048576 times (once is left out)")
      let count = try reader.optional("times", as: Int.self)
      guard count.map({ (2...1_048_576).contains($0) }) ?? true,
        unit.byteCount * (count ?? 1) <= Self.bytesMax
      else { throw place }
      return Self(
        name: name, unit: unit, count: count ?? 1, digest: try reader.field("sha256"))
    }
  }

  private init(name: ExactString, unit: ExactString, count: Int, digest: ExactString) {
    self.name = name
    self.unit = unit
    self.count = count
    self.digest = digest
  }
}
