import Testing

@testable import ConformanceProof
@testable import MessagingConformance

@Suite struct LintTests {
  @Test func `a role needs only capabilities of its own`() throws {
    let text = SpecSamples.requirement(
      id: "DIFF-001", meta: "`must` · since `0.1` · needs `durable` · mutants `lost-write`",
      evidence: "```check one\n```")
    #expect(
      try SpecSamples.lint(.capabilities, text) == [
        "REPO.md:2: error: DIFF-001 needs 'durable', which the role 'diff' does not declare"
      ])
  }

  @Test func `a good Spec passes every lint`() throws {
    let spec = try Spec(texts: ["REPO.md": SpecSamples.requirement()])
    #expect(Lint.checkAll(spec, SpecSamples.context).isEmpty)
  }

  /// One text for each lint that must fail, and the start of what is said.
  static let failing: [(Lint, String, String)] = [
    (
      .oneObligation, SpecSamples.requirement(prose: "It is read back."),
      "REPO.md:2: error: REPO-001 has no obligation; write one MUST"
    ),
    (
      .oneObligation,
      SpecSamples.requirement(prose: "It MUST be read\nand it MUST be kept."),
      "REPO.md:7: error: REPO-001 has a second obligation, MUST; split it"
    ),
    (
      .oneObligation,
      SpecSamples.requirement(quote: "> Why: it MAY be.\n> If this fails: look."),
      "REPO.md:8: error: REPO-001 has a second obligation, MAY; split it"
    ),
    (
      .oneObligation, SpecSamples.requirement(prose: "It SHOULD be read."),
      "REPO.md:6: error: the level is `must`, the prose says SHOULD"
    ),
    (
      .negatedSubject, SpecSamples.requirement(prose: "When it fails,\nno row MUST be stored."),
      "REPO.md:7: error: REPO-001: 'no … MUST' negates the obligation; write MUST NOT"
    ),
    (
      .noLooseObligation, "One MUST read.\n" + SpecSamples.requirement(),
      "REPO.md:1: error: MUST outside a requirement has no effect"
    ),
    (
      .rationale, SpecSamples.requirement(quote: "> Why: so."),
      "REPO.md:2: error: REPO-001 has no '> If this fails: …'"
    ),
    (
      .blockNeeds,
      SpecSamples.requirement(
        evidence: "```scenario a\nreceive s1@1 \"a\"\nreact s1 \"x\" by=bob\n```"),
      "REPO.md:11: error: REPO-001/a uses 'reactions'; write 'needs reactions' behind its name"
    ),
    (
      .evidence, SpecSamples.requirement(evidence: ""),
      "REPO.md:2: error: REPO-001 has no evidence"
    ),
    (
      .evidence, SpecSamples.requirement(evidence: "untested: no\n\n```check a\n```"),
      "REPO.md:2: error: REPO-001 is 'untested:' and has blocks"
    ),
    (
      .evidence, SpecSamples.requirement(evidence: "withdrawn 1 — no\n\n```check a\n```"),
      "REPO.md:2: error: REPO-001 is withdrawn; remove its blocks"
    ),
    (
      .checks, SpecSamples.requirement(evidence: "```check a\n```"),
      "REPO.md:11: error: no Swift check is registered as REPO-001/a"
    ),
    (
      .mutants, SpecSamples.requirement(meta: "`must` · since `0.1` · mutants `lost-wirte`"),
      "REPO.md:2: error: unknown mutant 'lost-wirte'; known: lost-write"
    ),
    (
      .mutants, SpecSamples.requirement(meta: "`must` · since `0.1`"),
      "REPO.md:1: error: no requirement catches the mutant 'lost-write'"
    ),
    (
      .mutants, SpecSamples.requirement() + SpecSamples.requirement(id: "REPO-002"),
      "REPO.md:16: error: the mutant 'lost-write' belongs to REPO-001 already"
    ),
    (
      .provenByMutant, SpecSamples.requirement(meta: "`must` · since `0.1`"),
      "REPO.md:2: error: REPO-001 names no mutant"
    ),
    (
      .after, SpecSamples.requirement(meta: "`must` · since `0.1` · after `REPO-009`"),
      "REPO.md:2: error: 'after' names REPO-009, which does not exist"
    ),
    (
      .after,
      SpecSamples.requirement(meta: "`must` · since `0.1` · after `REPO-002`")
        + SpecSamples.requirement(
          id: "REPO-002", meta: "`must` · since `0.1` · after `REPO-001`"),
      "REPO.md:2: error: 'after' goes in a circle: REPO-001 → REPO-002 → REPO-001"
    ),
    (
      .capabilities, SpecSamples.requirement(meta: "`must` · since `0.1` · needs `durabel`"),
      "REPO.md:2: error: unknown capability 'durabel'; known: durable"
    ),
    (
      .capabilities, SpecSamples.requirement(evidence: "```scenario a needs disk\n```"),
      "REPO.md:11: error: unknown capability 'disk'; known: durable"
    ),
    (
      .uniqueSlugs, SpecSamples.requirement(evidence: "```check a\n```\n```check a\n```"),
      "REPO.md:13: error: REPO-001/a is used twice"
    ),
    (
      .idsOnlyGrow, SpecSamples.requirement(id: "REPO-002"),
      "ids.lock:1: error: REPO-001 has vanished"
    ),
    (
      .idsOnlyGrow, SpecSamples.requirement() + SpecSamples.requirement(id: "REPO-002"),
      "REPO.md:16: error: REPO-002 is new; add it to ids.lock"
    ),
    (
      .constants, SpecSamples.requirement(prose: "It MUST hold\n`page.max = 5` rows."),
      "REPO.md:7: error: unknown constant 'page.max'; known: "
    ),
  ]

  @Test(arguments: failing.indices)
  func `a bad Spec fails its lint`(index: Int) throws {
    let (lint, text, expected) = LintTests.failing[index]
    let said = try SpecSamples.lint(lint, text)
    #expect(said.contains { $0.hasPrefix(expected) }, "\(lint.rawValue): \(said)")
  }

  @Test func `every lint has a text that fails`() {
    #expect(Set(LintTests.failing.map(\.0)) == Set(Lint.allCases))
  }

  @Test(arguments: [
    "No read MUST be started.", "None of it MUST be stored.", "Nobody MUST be asked.",
    "When it fails, nothing later of it MUST be sent.", "Neither of the two MUST be shown.",
    "Of a message that is shown as failed nothing MUST be sent.",
    "On the way no more rows SHOULD be asked for.", "No row (of any kind) MUST go.",
    "No row, whatever it says, MUST go.",
  ])
  func `a negated subject obliges nobody`(_ prose: String) {
    #expect(NegatedSubject.all(in: prose).count == 1)
  }

  @Test(arguments: [
    "A read MUST NOT be started.", "A message that no server has taken MUST stay.",
    "Where nothing was written, a report MUST count.", "It MUST lead to none.",
    "An upload that ends because there is no network MUST wait.", "It is no more. A row MUST go.",
    "`no` MUST be read as a word.",
    "While nobody looks, a message that does nothing else MUST wait.",
  ])
  func `a negation elsewhere is none of the subject`(_ prose: String) {
    #expect(NegatedSubject.all(in: prose).isEmpty)
  }

  @Test func `keywords in inline code and in small letters oblige nobody`() throws {
    let prose = "What was written MUST be read; `MUST` is a word and you must not shout."
    #expect(
      try SpecSamples.lint(.oneObligation, SpecSamples.requirement(prose: prose)).isEmpty)
  }

  @Test func `a registered check without a block is reported at its requirement`() throws {
    var context = SpecSamples.context
    context.checks = ["REPO-001/a"]
    #expect(
      try SpecSamples.lint(.checks, SpecSamples.requirement(), context) == [
        "REPO.md:2: error: the Swift check REPO-001/a has no ```check block in the Spec"
      ])
    let withBlock = SpecSamples.requirement(evidence: "```check a\nIn words.\n```")
    #expect(try SpecSamples.lint(.checks, withBlock, context).isEmpty)
  }

  @Test func `a constant has the value that the code has`() throws {
    var context = SpecSamples.context
    context.constants = ["page.max": "500"]
    let right = SpecSamples.requirement(prose: "It MUST hold `page.max = 500` rows.")
    #expect(try SpecSamples.lint(.constants, right, context).isEmpty)
    let wrong = SpecSamples.requirement(prose: "It MUST hold `page.max = 50` rows.")
    #expect(
      try SpecSamples.lint(.constants, wrong, context) == [
        "REPO.md:6: error: the prose says page.max = 50, the code 500"
      ])
    let other = SpecSamples.requirement(prose: "It MUST hold: `timeline = s3 s7`.")
    #expect(try SpecSamples.lint(.constants, other, context).isEmpty)
  }

  @Test func `a withdrawn id is not used again`() throws {
    var context = SpecSamples.context
    context.idsLock = "REPO-001 withdrawn\n\nREPO-001 gone\n"
    #expect(
      try SpecSamples.lint(.idsOnlyGrow, SpecSamples.requirement(), context) == [
        "REPO.md:2: error: REPO-001 was withdrawn; its id is not used again",
        "ids.lock:3: error: a line reads: REPO-001, or: REPO-001 withdrawn",
      ])
    let withdrawn = SpecSamples.requirement(evidence: "withdrawn 0.4 — told twice")
    context.idsLock = "REPO-001 withdrawn\n"
    #expect(try SpecSamples.lint(.idsOnlyGrow, withdrawn, context).isEmpty)
  }

  @Test func `what must have a mutant is a tested MUST`() throws {
    let may = SpecSamples.requirement(meta: "`should` · since `0.1`")
    #expect(try SpecSamples.lint(.provenByMutant, may).isEmpty)
    let untested = SpecSamples.requirement(
      meta: "`must` · since `0.1`", evidence: "untested: no way")
    #expect(try SpecSamples.lint(.provenByMutant, untested).isEmpty)
  }
}
