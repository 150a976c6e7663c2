import ConformanceProof
import MessagingConformance
import MessagingModel
import Testing

/// The engine on a small Spec: what becomes of subjects that are wrong, and of wrong scripts.
@Suite struct EngineTests {
  /// One requirement with one block.
  private static func spec(_ evidence: String, id: String = "REPO-001") throws -> Spec {
    try Spec(texts: ["REPO.md": SpecSamples.requirement(id: id, evidence: evidence)])
  }

  private static let example = """
    ```scenario one
    receive s1@1 "hello"
    ? timeline = | s1
    ```
    """

  private static func outcomes(
    _ evidence: String = example, on subject: any ConformanceSubject = ReferenceSubject(),
    patience: Duration = .seconds(60)
  ) async throws -> [String] {
    let runner = ConformanceRunner(
      spec: try spec(evidence), options: RunOptions(patience: patience))
    let report = try await runner.run([subject])
    return report.results.map { result in
      "\(result.id.variant.rawValue) \(result.outcome.rawValue)"
        + (result.message.isEmpty ? "" : ": \(result.message)")
    }
  }

  @Test func `A sound subject passes in each variant`() async throws {
    #expect(
      try await Self.outcomes() == [
        "plain pass", "restart-each-step pass", "redeliver pass", "idle pass",
      ])
  }

  @Test(arguments: [
    (Canary.answersNothing, "plain error: slow or stuck: no answer within 0 s"),
    (.alwaysEmpty, "plain fail: timeline is none, expected | s1"),
    (.leaksTask, "plain inconclusive: 1 tasks still sleep after the repository was closed"),
    (.liesAboutCapability, "plain pass"),
    (.doesNotOpen, "plain error: does-not-open cannot be opened: storage: no disk today."),
  ])
  func `A canary has one outcome`(canary: Canary, expected: String) async throws {
    let patience = canary == .answersNothing ? Duration.milliseconds(50) : .seconds(60)
    let seen = try await Self.outcomes(on: canary, patience: patience)
    #expect(seen.first?.hasPrefix(expected) ?? false, "\(seen)")
  }

  @Test func `A lie about a capability is found out`() async throws {
    let runner = ConformanceRunner(
      spec: try .bundled(), options: RunOptions(selection: try Selection("CAPA-001")))
    let report = try await runner.run([Canary.liesAboutCapability])
    let result = report.results.first { $0.id.requirement == "CAPA-001" }
    #expect(result?.outcome == .fail)
    #expect(result?.message.contains("durable") ?? false, "\(result?.message ?? "")")
  }

  @Test func `A missing capability is unsupported, not a pass`() async throws {
    let seen = try await Self.outcomes(
      "```scenario one needs durable\nsend c1 \"a\"\nreopen\n? outbox = c1\n```",
      on: Canary.alwaysEmpty)
    #expect(seen.allSatisfy { $0.hasSuffix("unsupported: durable") }, "\(seen)")
  }

  @Test func `A step that is refused unasked fails the case`() async throws {
    let seen = try await Self.outcomes("```scenario one\namend d1 s1 delete\n? outbox = none\n```")
    #expect(seen.first == "plain fail: 'amend d1 s1 delete' was refused: unknown-message")
  }

  @Test func `What builds on a violated requirement holds, or is blocked`() async throws {
    let texts = [
      "A.md": SpecSamples.requirement(
        id: "REPO-001", evidence: "```scenario one\nsend c1 \"a\"\n? outbox = none\n```"),
      "B.md": SpecSamples.requirement(
        id: "REPO-002",
        meta: "`must` · since `0.1` · after `REPO-001` · mutants `lost-write`",
        evidence: """
          ```scenario holds
          send c1 "a"
          ? outbox = c1
          ```

          ```scenario fails
          send c1 "a"
          ? outbox = c2
          ```
          """),
    ]
    let report = try await ConformanceRunner(spec: try Spec(texts: texts)).run([ReferenceSubject()])
    let results = report.results.filter { $0.id.requirement == "REPO-002" }
    #expect(Set(results.filter { $0.id.slug == "holds" }.map(\.outcome)) == [.pass])
    #expect(Set(results.filter { $0.id.slug == "fails" }.map(\.outcome)) == [.blocked])
    #expect(results.allSatisfy { $0.outcome == .pass || $0.message.hasPrefix("REPO-001: outbox") })
    #expect(
      report.requirements.map { report.outcome(of: $0, on: "reference") } == [.fail, .blocked])
    #expect(report.blocked(on: "reference").map(\.root) == ["REPO-001"])
  }

  @Test func `A selection that matches nothing is an error`() async throws {
    let runner = ConformanceRunner(
      spec: try Self.spec(Self.example), options: RunOptions(selection: try Selection("REPO-777")))
    await #expect(throws: PatternError.self) { try await runner.run([ReferenceSubject()]) }
  }

  @Test func `A torn write is found by a crash block, at the operation where it tears`()
    async throws
  {
    let torn = Mutant(
      "torn", kills: "REPO-001", "Each edit is a transaction.", origin: "a test"
    ) { $0.tearsWrites = true }
    let block = "```crash one\nsend c1 \"a\"\nreceive s1@1 \"b\" s2@2 \"c\"\n```"
    let sound = try await Self.outcomes(block)
    let seen = try await Self.outcomes(block, on: torn.subject)
    #expect(sound == ["plain pass"])
    #expect(seen.first?.hasPrefix("plain fail: after an injected crash") ?? false, "\(seen)")
  }

  @Test func `A history that disagrees with the model is shrunk to a scenario`() async throws {
    let lost = Mutant(
      "lost", kills: "REPO-001", "Edits are dropped.", origin: "a test"
    ) { hooks in
      hooks.onApply = { changes in
        changes.filter { change in
          if case .relate(let relation) = change, case .edit = relation.action { return false }
          return true
        }
      }
    }
    let block = """
      ```property one
      ops receive edit react send ack
      cases 50
      ? text s1 agrees with model
      ```
      """
    let runner = ConformanceRunner(spec: try Self.spec(block))
    let report = try await runner.run([lost.subject])
    let failure = try #require(report.results.first?.failure)
    #expect(failure.script.count == 3, "\(failure.script.map { $0.text })")
    #expect(failure.script.last?.text.hasPrefix("? text s1 = \"s1 v") ?? false)
  }

  @Test func `Two runs find the same`() async throws {
    let runner = ConformanceRunner(spec: try Self.spec(Self.example))
    let first = try await runner.run([Canary.alwaysEmpty]).jsonLines()
    let second = try await runner.run([Canary.alwaysEmpty]).jsonLines()
    #expect(first == second)
  }
}
