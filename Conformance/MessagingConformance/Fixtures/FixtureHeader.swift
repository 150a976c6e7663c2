internal import MessagingModel

/// An error: a mistake in a fixture, printed as `file:line: error: …`, with the known words.
package struct FixtureError: Error, Hashable, CustomStringConvertible {
  package let diagnostic: Diagnostic

  init(_ location: FileLine, _ message: String) {
    diagnostic = Diagnostic(location, message)
  }

  package var description: String { diagnostic.description }
}

/// The kind of a fixture, which is also the extension of its file.
package enum FixtureKind: String, CaseIterable, Hashable, Sendable {
  /// Changes, and the rows and pages that must be read after them.
  case history
  /// Strings that must stay unchanged wherever a string is stored.
  case strings
  /// The name of a generator, the checksum of its output, and the first rows of it.
  case recipe
  /// A list that scrolls: a script with the expected values after each step.
  case scroll
  /// Stories of sending, as scripts.
  case send
  /// Stories of syncing with a server, as scripts.
  case sync
}

/// The source of a fixture's expected values. It is never the code under test.
package enum FixtureOracle: String, CaseIterable, Hashable, Sendable {
  /// ``NaiveLog``, which applies the changes of a history one by one.
  case naive
  /// A formula for row *i*.
  case closedForm = "closed-form"
  /// The input: it must come out unchanged.
  case identity
  /// Values that were worked out by hand and written into the source.
  case paper
}

/// The first line of every fixture:
/// `#messaging-fixture 1 kind=… covers=… spec=… oracle=… sha256=…`.
package struct FixtureHeader: Hashable, Sendable {
  package let kind: FixtureKind
  /// The requirements that the fixture is evidence for, in ascending order.
  package let covers: [RequirementID]
  /// The version of the Spec for which the fixture was written.
  package let spec: String
  package let oracle: FixtureOracle
  /// The SHA-256 of all bytes after the header line.
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

  /// Reads the header line. Each key comes once, in the order of ``keys``.
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
      guard values[key] == nil else {
        throw FixtureError(location, "the key '\(key)' appears twice")
      }
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
  /// The header line as it is written.
  package var description: String {
    let covers = covers.map(\.description).joined(separator: ",")
    return "#messaging-fixture 1 kind=\(kind.rawValue) covers=\(covers) spec=\(spec) "
      + "oracle=\(oracle.rawValue) sha256=\(digest)"
  }
}
