internal import MessagingModel

/// What is wrong with a fixture: `file:line: error: …`, with the known words.
package struct FixtureError: Error, Hashable, CustomStringConvertible {
  package let diagnostic: Diagnostic

  init(_ location: FileLine, _ message: String) {
    diagnostic = Diagnostic(location, message)
  }

  package var description: String { diagnostic.description }
}

/// What a fixture holds; also the ending of its file's name.
package enum FixtureKind: String, CaseIterable, Hashable, Sendable {
  /// Changes, and the rows and pages that must be read after them.
  case history
  /// Strings that must survive wherever a string is stored.
  case strings
  /// A generator's name, the checksum of what it makes, and its first rows.
  case recipe
  /// A list that scrolls, as a script with what is seen after each step.
  case scroll
  /// Stories of sending, as scripts.
  case send
  /// Stories of what a server says, as scripts.
  case sync
}

/// Where the expected values of a fixture come from; never the code that is tested.
package enum FixtureOracle: String, CaseIterable, Hashable, Sendable {
  /// ``NaiveLog``: a story, told change by change.
  case naive
  /// A formula for row *i*.
  case closedForm = "closed-form"
  /// What goes in must come out.
  case identity
  /// Worked out by hand, and written into the source.
  case paper
}

/// The first line of every fixture:
/// `#messaging-fixture 1 kind=… covers=… spec=… oracle=… sha256=…`.
package struct FixtureHeader: Hashable, Sendable {
  package let kind: FixtureKind
  /// The requirements that the fixture is evidence for, ascending.
  package let covers: [RequirementID]
  /// The version of the Spec that it was written for.
  package let spec: String
  package let oracle: FixtureOracle
  /// SHA-256 of all bytes after the header's line.
  package let digest: String

  static let keys = ["kind", "covers", "spec", "oracle", "sha256"]

  package init(
    kind: FixtureKind, covers: [RequirementID], spec: String, oracle: FixtureOracle,
    digest: String
  ) {
    self.kind = kind
    self.covers = covers.sorted()
    self.spec = spec
    self.oracle = oracle
    self.digest = digest
  }

  /// Reads the line; the keys come once each and in the order above.
  init(_ line: String, at location: FileLine) throws(FixtureError) {
    let words = line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    guard words.first == "#messaging-fixture" else {
      throw FixtureError(location, "a fixture begins with '#messaging-fixture 1 kind=…'")
    }
    guard words.count > 1, words[1] == "1" else {
      let version = words.count > 1 ? words[1] : ""
      throw FixtureError(location, Diagnostic.unknown("format", version, known: ["1"]))
    }
    var values: [String: String] = [:]
    for word in words.dropFirst(2) {
      let key = String(word.prefix { $0 != "=" })
      guard FixtureHeader.keys.contains(key) else {
        throw FixtureError(location, Diagnostic.unknown("key", key, known: FixtureHeader.keys))
      }
      guard values[key] == nil else { throw FixtureError(location, "the key '\(key)' twice") }
      values[key] = String(word.dropFirst(key.count + 1))
    }
    for key in FixtureHeader.keys where values[key, default: ""].isEmpty {
      throw FixtureError(location, "the key '\(key)' is missing or empty")
    }
    let value = { (key: String) in values[key, default: ""] }
    self.init(
      kind: try FixtureHeader.word("kind", value("kind"), at: location),
      covers: try FixtureHeader.ids(value("covers"), at: location), spec: value("spec"),
      oracle: try FixtureHeader.word("oracle", value("oracle"), at: location),
      digest: value("sha256"))
    guard line == description else {
      throw FixtureError(location, "write the header like this: \(description)")
    }
  }

  private static func word<Word: RawRepresentable<String> & CaseIterable>(
    _ what: String, _ text: String, at location: FileLine
  ) throws(FixtureError) -> Word {
    guard let word = Word(rawValue: text) else {
      let known = Word.allCases.map(\.rawValue)
      throw FixtureError(location, Diagnostic.unknown(what, text, known: known))
    }
    return word
  }

  private static func ids(
    _ text: String, at location: FileLine
  ) throws(FixtureError) -> [RequirementID] {
    var ids: [RequirementID] = []
    for word in text.split(separator: ",", omittingEmptySubsequences: false) {
      guard let id = RequirementID(word) else {
        throw FixtureError(location, "'\(word)' is not the id of a requirement; write REPO-004")
      }
      ids.append(id)
    }
    return ids
  }
}

extension FixtureHeader: CustomStringConvertible {
  /// The line as it is written.
  package var description: String {
    let covers = covers.map(\.description).joined(separator: ",")
    return "#messaging-fixture 1 kind=\(kind.rawValue) covers=\(covers) spec=\(spec) "
      + "oracle=\(oracle.rawValue) sha256=\(digest)"
  }
}
