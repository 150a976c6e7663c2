import ConformanceProof
import Foundation
import Testing

@testable import MessagingConformance

@Suite struct SpecParserTests {
  @Test func `a requirement is read with everything it says`() throws {
    let text = """
      # Repository

      Reading is free.

      <a id="REPO-002"></a>
      ### REPO-002 — Equal timestamps are ordered by server id

      `should` · since `0.1` · needs `durable`, `paging` · after `REPO-001` (implies it) · mutants `unstable-tie`

      When two messages carry the same time, the timeline SHOULD list the smaller
      server id first. Order of arrival does not matter.

      > Why: two devices must show
      > one order.
      > If this fails: look for a sort that is not total.

      ```scenario two-arrivals not redeliver needs media
      receive s7@10 "later"
      -- a comment
      ? timeline = s7
      ```

      ```check by-permutation
      All 720 orders.
      ```
      """
    let file = SpecFile(name: "REPO.md", text: text)
    #expect(file.diagnostics.isEmpty)
    let requirement = try #require(file.requirements.first)
    #expect(requirement.id.description == "REPO-002")
    #expect(requirement.title == "Equal timestamps are ordered by server id")
    #expect(requirement.level == .should)
    #expect(requirement.since == "0.1")
    #expect(requirement.needs == ["durable", "paging"])
    #expect(requirement.after.map(\.description) == ["REPO-001"])
    #expect(requirement.mutants == ["unstable-tie"])
    #expect(requirement.why?.flat == "two devices must show one order.")
    #expect(requirement.ifThisFails?.flat == "look for a sort that is not total.")
    #expect(requirement.location == FileLine(file: "REPO.md", line: 6))
    #expect(
      requirement.sentence == "When two messages carry the same time, the timeline SHOULD list"
        + " the smaller server id first.")
    #expect(file.looseProse.map(\.text) == ["Repository", "Reading is free."])

    let scenario = try #require(requirement.blocks.first)
    #expect(scenario.kind == .scenario)
    #expect(scenario.slug == "two-arrivals")
    #expect(scenario.excludedVariants == [.redeliver])
    #expect(scenario.needs == ["media"])
    #expect(scenario.lines.map(\.number) == [18, 19, 20])
    #expect(try scenario.script(for: ScenarioRun.self).moments.map(\.index) == [0])
    #expect(try scenario.script(for: ScenarioRun.self).questions.map(\.index) == [2])
    #expect(requirement.blocks.last?.kind == .check)
  }

  @Test func `an untested and a withdrawn requirement keep their reasons`() throws {
    let text =
      SpecSamples.requirement(evidence: "untested: needs two\nmachines")
      + SpecSamples.requirement(id: "REPO-002", evidence: "withdrawn `0.4` — told twice")
    let file = SpecFile(name: "REPO.md", text: text)
    #expect(file.diagnostics.isEmpty)
    #expect(file.requirements[0].untested == "needs two machines")
    #expect(file.requirements[1].withdrawn?.version == "0.4")
    #expect(file.requirements[1].withdrawn?.reason == "told twice")
  }

  @Test(arguments: [
    ("### REPO-001 — x", "bad.md:1: error: REPO-001 has no anchor"),
    (
      #"<a id="REPO-002"></a>"# + "\n### REPO-001 — x",
      "bad.md:2: error: the anchor is 'REPO-002'"
    ),
    (#"<a id="REPO-001"></a>"# + "\n\nprose", "bad.md:1: error: the anchor 'REPO-001' has no"),
    (#"<a id=REPO-001></a>"# + "\n### REPO-001 — x", "bad.md:1: error: malformed anchor"),
    ("### REPOS-001 — x", "'REPOS-001' is not a requirement id: AREA-NNN; areas: ORDER REPO"),
    ("### REPO-1 — x", "'REPO-1' is not a requirement id"),
    ("### REPO-001 - x", "write the heading as: ### REPO-001 — what holds"),
    ("```scenario a\n```", "bad.md:1: error: a scenario block belongs under a requirement"),
    ("untested: because", "this line belongs under a requirement"),
  ])
  func `a malformed frame is reported with its place`(text: String, expected: String) {
    let diagnostics = SpecSamples.diagnostics(text)
    #expect(diagnostics.contains { $0.contains(expected) }, "\(diagnostics)")
  }

  @Test(arguments: [
    ("`shall` · since `0.1`", "unknown level 'shall'; known: must should may"),
    ("`must`", "'since' is missing"),
    ("`must` · since `0.1` · mutant `a`", "unknown field 'mutant'; known: since needs after"),
    ("`must` · since `0.1` · needs durable", "'needs' must be followed by names in back quotes"),
    ("`must` · since `0.1` · after `REPO-1`", "'REPO-1' in 'after' is not a requirement id"),
    ("`must` · since `0.1` · since `0.2`", "'since' is given twice"),
    ("must · since `0.1`", "the line below the heading is the meta line"),
  ])
  func `a malformed meta line is reported with the known words`(meta: String, expected: String) {
    let diagnostics = SpecSamples.diagnostics(SpecSamples.requirement(meta: meta))
    #expect(diagnostics.count == 1)
    #expect(diagnostics.first?.hasPrefix("bad.md:4: error: ") == true, "\(diagnostics)")
    #expect(diagnostics.first?.contains(expected) == true, "\(diagnostics)")
  }

  @Test(arguments: [
    (
      "```scenari a\n```",
      "unknown block kind 'scenari'; known: scenario property crash failure rows diff scroll window"
    ),
    ("```scenario\n```", "a block needs a name in small letters"),
    ("```scenario Two\n```", "a block needs a name in small letters"),
    ("```scenario a not redeliverd\n```", "unknown variant 'redeliverd'; known: plain restart"),
    ("```scenario a without idle\n```", "unknown option 'without'; known: not VARIANT"),
    ("```scenario a not\n```", "'not' must be followed by a name"),
    ("```scenario a\n? timeline = s1", "the block has no closing fence"),
    ("> Note: hello", "a quote under a requirement starts with '> Why:'"),
    ("> Why: again", "'Why:' is given twice"),
    ("withdrawn: yes", ""),
    ("withdrawn 0.4 told twice", "write a withdrawal as: withdrawn 0.4 — the reason"),
    ("untested:", "'untested:' needs a reason"),
  ])
  func `a malformed body is reported with the known words`(evidence: String, expected: String) {
    let diagnostics = SpecSamples.diagnostics(SpecSamples.requirement(evidence: evidence))
    if expected.isEmpty {
      #expect(diagnostics.isEmpty)
    } else {
      #expect(diagnostics.count == 1, "\(diagnostics)")
      #expect(diagnostics.first?.contains(expected) == true, "\(diagnostics)")
    }
  }

  @Test func `one run shows every mistake`() {
    let text = SpecSamples.requirement(
      meta: "`shall` · since `0.1`", evidence: "```scenario a\nrecieve s1@1\n? timelin = s1\n```")
    let lines = SpecSamples.diagnostics(text).map { $0.prefix { $0 != " " } }
    #expect(lines == ["bad.md:4:", "bad.md:12:", "bad.md:13:"])
  }

  @Test func `an id in two files is an error at the second`() {
    let text = SpecSamples.requirement()
    #expect {
      try Spec(texts: ["A.md": text, "B.md": text])
    } throws: { error in
      "\(error)" == "B.md:2: error: REPO-001 is already at A.md:2; ids are unique"
    }
  }

  @Test func `a folder is loaded, and a missing one is an error`() throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("spec-\(ProcessInfo.processInfo.globallyUniqueString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try SpecSamples.requirement()
      .write(to: folder.appendingPathComponent("REPO.md"), atomically: true, encoding: .utf8)
    try "no Spec".write(
      to: folder.appendingPathComponent("notes.txt"), atomically: true, encoding: .utf8)
    #expect(try Spec(directory: folder).requirements.map(\.id.description) == ["REPO-001"])
    #expect(throws: SpecError.self) {
      try Spec(directory: folder.appendingPathComponent("nowhere"))
    }
  }

  @Test func `either line end reads the same`() {
    let text = SpecSamples.requirement()
    let windows = text.replacingOccurrences(of: "\n", with: "\r\n")
    #expect(SpecFile(name: "a", text: windows) == SpecFile(name: "a", text: text))
  }

  @Test func `six hundred requirements are read quickly`() {
    let text = (1...600).map {
      SpecSamples.requirement(id: "REPO-" + String("00\($0)".suffix(3)))
    }.joined()
    let clock = ContinuousClock()
    let elapsed = clock.measure {
      #expect(SpecFile(name: "REPO.md", text: text).requirements.count == 600)
    }
    #expect(elapsed < .seconds(5))
  }

  @Test func `the index and the lock follow the Spec`() throws {
    let text =
      SpecSamples.requirement()
      + SpecSamples.requirement(id: "REPO-002", evidence: "untested: a | b")
      + SpecSamples.requirement(id: "GAP-001", evidence: "withdrawn 0.4 — no")
    let spec = try Spec(texts: ["REPO.md": text])
    #expect(spec.idsLock() == "REPO-001\nREPO-002\nGAP-001 withdrawn\n")
    let index = spec.index()
    #expect(index.contains("2 requirements, 1 blocks, 1 untested"))
    #expect(
      index.contains(
        "| [REPO-001](requirements/REPO.md#REPO-001) | must | A write is read back"
          + " | scenario `one` | `lost-write` |\n"))
    #expect(index.contains(#"untested: a \| b"#))
    #expect(index.contains("| withdrawn 0.4 |"))
  }

  @Test func `no requirement is younger than the version of the Spec`() throws {
    let parts = { (version: String) in version.split(separator: ".").map { Int($0) ?? -1 } }
    let present = parts(ConformanceRunner.specVersion)
    for requirement in try Spec.bundled().requirements {
      let since = parts(requirement.since)
      #expect(since.count == 2 && !since.contains(-1), "\(requirement.id)")
      #expect(!present.lexicographicallyPrecedes(since), "\(requirement.id) \(requirement.since)")
    }
    #expect(try Spec.bundled().requirements.contains { parts($0.since) == present })
  }
}
