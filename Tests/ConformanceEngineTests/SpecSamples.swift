@testable import ConformanceProof
@testable import MessagingConformance

/// Small Spec files for the tests of the parser and the lints.
enum SpecSamples {
  /// One requirement that nothing is wrong with; the arguments replace its parts.
  static func requirement(
    id: String = "REPO-001",
    meta: String = "`must` · since `0.1` · mutants `lost-write`",
    prose: String = "What was written MUST be read back.",
    quote: String = "> Why: people trust what they see.\n> If this fails: look at the write.",
    evidence: String = "```scenario one\nreceive s1@1 \"a\"\n? timeline = s1\n```"
  ) -> String {
    """
    <a id="\(id)"></a>
    ### \(id) — A write is read back

    \(meta)

    \(prose)

    \(quote)

    \(evidence)

    """
  }

  /// The diagnostics of a file, as printed.
  static func diagnostics(_ text: String) -> [String] {
    SpecFile(name: "bad.md", text: text).diagnostics.map(\.description)
  }

  /// The diagnostics of one script line in a block.
  static func diagnostics(line: String, kind: String = "scenario") -> [String] {
    diagnostics(requirement(evidence: "```\(kind) one\n\(line)\n```"))
  }

  /// The one line of a block, read.
  static func script(_ line: String) throws -> Script<ScenarioRun>.Line? {
    try StoreLanguage.language.line(line, at: 0)
  }

  /// A context in which a plain `requirement()` passes every lint.
  static let context = LintContext(
    mutants: ["lost-write"], capabilities: ["durable"], checks: [], constants: [:],
    idsLock: "REPO-001\n")

  /// What a lint says about a text.
  static func lint(
    _ lint: Lint, _ text: String, _ context: LintContext = context
  ) throws -> [String] {
    lint.check(try Spec(texts: ["REPO.md": text]), context).map(\.description)
  }
}
