internal import MessagingConformance
internal import MessagingModel

/// Where each golden file comes from: its cases in code, its expected values from the oracle.
package struct GoldenFixture: Sendable {
  /// `seed-001.history`.
  package let name: String
  /// The bytes that the checked-in file must have.
  package let bytes: [UInt8]

  init(
    _ name: String, _ kind: FixtureKind, covers: [RequirementID], _ oracle: FixtureOracle,
    about comment: [String], _ lines: [String]
  ) {
    self.name = "\(name).\(kind.rawValue)"
    bytes = FixtureFile.bytes(
      kind: kind, covers: covers, oracle: oracle, body: comment.map { "-- \($0)" } + lines)
  }
}

extension FixtureFile {
  /// The bytes of a file with this body.
  static func bytes(
    kind: FixtureKind, covers: [RequirementID], oracle: FixtureOracle, body: [String]
  ) -> [UInt8] {
    let text = Array((body.joined(separator: "\n") + "\n").utf8)
    let header = FixtureHeader(
      kind: kind, covers: covers, spec: GoldenFixtures.spec, oracle: oracle, digest: digest(text))
    return Array("\(header)\n".utf8) + text
  }
}

/// All golden files whose values are generated.
package enum GoldenFixtures {
  /// The version of the Spec that the files are written for.
  static let spec = ConformanceRunner.specVersion

  /// In the order of their names.
  package static let all = [
    attachmentStates, deliveryStates, echoAndAnswer, equalTimes, hostileStrings, longConversation,
    outages, pages,
    pendingToSent, photoOnItsWay, readingSession, seed001, syncSessions,
  ]

  private static var longConversation: GoldenFixture {
    GoldenFixture(
      "long-conversation", .recipe, covers: ["ORDER-001", "PAGE-012"], .closedForm,
      about: [
        "5,000 messages, the last 25 of them unsent at first. The formulas are in README.md.",
        "sha256 is that of all changes in their canonical form, a newline after each: the history",
        "from message 0 on as 'receive', the unsent ones as 'enqueue', then the promotions.",
      ], RecipeFixture(.golden).lines)
  }

  private static var readingSession: GoldenFixture {
    GoldenFixture(
      "reading-session", .scroll, covers: ["SCROLL-009"], .naive,
      about: [
        "Somebody reads the long conversation to its very top, as a script of scroll blocks (Spec,",
        "grammar.md). What is expected was seen by NaiveScroll: rows in an array, whole numbers.",
      ], ReadingSession(.golden).golden)
  }

  private static var hostileStrings: GoldenFixture {
    GoldenFixture(
      "hostile-strings", .strings, covers: ["ORDER-001", "REPO-012"], .identity,
      about: [
        "Each is data, as text, remote id, participant, conversation, reaction and token.",
        "In ascending order of bytes, which is the order of messages that share their times.",
      ], StringsFixture(hostile).lines)
  }

  private static let hostile: [StringsFixture.Entry] = [
    .init("empty", ""), .init("space", " "), .init("spaces", "  "), .init("nul", "\0"),
    .init("a-nul", "a\0"), .init("a-nul-b", "a\0b"), .init("newline", "\n"),
    .init("carriage-return", "\r\n"), .init("escape", "\u{1B}[31m"), .init("delete", "\u{7F}"),
    .init("quote", "'"), .init("quotes", "''"), .init("double-quote", "\""),
    .init("backslash", "\\"), .init("sql", "'; DROP TABLE message; --"), .init("percent", "%"),
    .init("percents", "%%"), .init("underscore", "_"), .init("star", "*"), .init("glob", "[a-z]*"),
    .init("regex", "^.*$"), .init("json", "{\"a\":[1]}"), .init("number", "1"),
    .init("number-zero", "01"), .init("number-point", "1.0"), .init("null", "null"),
    .init("path", "../../etc/passwd"), .init("upper", "A"), .init("lower", "a"),
    .init("composed", "caf\u{E9}"), .init("decomposed", "cafe\u{301}"),
    .init("singleton", "\u{212B}"), .init("its-composed-form", "\u{C5}"),
    .init("ligature", "\u{FB01}"), .init("its-letters", "fi"),
    .init("right-to-left", "\u{5E9}\u{5DC}\u{5D5}\u{5DD}"),
    .init("right-to-left-mark", "\u{200F}"), .init("override", "\u{202E}abc\u{202C}"),
    .init("isolates", "\u{2066}a\u{2069}"), .init("zero-width-space", "\u{200B}"),
    .init("byte-order-mark", "\u{FEFF}a"), .init("replacement", "\u{FFFD}"),
    .init("line-separator", "\u{2028}"), .init("no-character", "\u{FFFF}"),
    .init("private", "\u{E000}"), .init("last", "\u{10FFFF}"),
    .init("family", "\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}"),
    .init("family-apart", "\u{1F468}\u{1F469}\u{1F467}"), .init("skin-tone", "\u{1F44D}\u{1F3FD}"),
    .init("thumb", "\u{1F44D}"), .init("flag", "\u{1F1E9}\u{1F1EA}"),
    .init("combining-alone", "\u{301}"), .init("many-marks", "e\u{301}", times: 1_000),
    .init("64-kib", "x", times: 65_536), .init("64-kib-family", "\u{1F469}\u{200D}", times: 9_362),
  ]
}
