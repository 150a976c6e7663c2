@testable import MessagingConformance

/// A small run with one of everything, for the tests of the reports.
enum ReportSamples {
  static let spec =
    SpecSamples.requirement(
      prose: "What was written MUST be read back, with <tags> & \"quotes\".",
      evidence: """
        ```scenario first
        receive s7@10 "a"
        -- the same again
        receive s7@10 "a"
        ? timeline = s7 s8
        ```

        ```check second
        In every order.
        ```
        """)
    + SpecSamples.requirement(
      id: "REPO-002", meta: "`should` · since `0.1`", prose: "It SHOULD be quick.")
    + SpecSamples.requirement(
      id: "REPO-003", meta: "`must` · since `0.1`", evidence: "untested: needs two machines")
    + SpecSamples.requirement(
      id: "GAP-001", meta: "`must` · since `0.1` · needs `media`",
      evidence: "```check none\n```")

  static func id(_ path: String, on subject: String = "memory") throws -> CaseID {
    struct NotACase: Error {}
    guard let id = CaseID("\(subject)::\(path)") else { throw NotACase() }
    return id
  }

  static func failure(_ requirement: Requirement?) -> Failure {
    var failure = Failure()
    failure.script = requirement?.blocks.first?.lines ?? []
    failure.failingIndex = 3
    failure.location = FileLine(file: "REPO.md", line: 15)
    failure.comparison = Comparison(
      expected: ["s6", "s7", "s8"], actual: ["s6", "s7", "\"\u{0}<b>\u{202E}\""])
    failure.notes = ["seed 7"]
    failure.replay = "messaging-conformance run --select 'REPO-001/first'"
    return failure
  }

  /// - Parameters:
  ///   - elapsed: how long each case took.
  ///   - change: the outcome of a case, if it is to be another one.
  static func report(
    shuffled: Bool = false, elapsed: Duration = .zero, _ change: (CaseID) -> Outcome? = { _ in nil }
  ) throws -> Report {
    let spec = try Spec(texts: ["REPO.md": spec])
    let failure = failure(spec.requirements.first)
    let message = "timeline is wrong: \u{1} & <more> \"here\""
    var results = [
      CaseResult(
        try id("REPO-001/first"), level: .must, .fail, message: message, failure: failure),
      CaseResult(
        try id("REPO-001/first@idle"), level: .must, .fail, message: message, failure: failure),
      CaseResult(try id("REPO-001/second"), level: .must, .pass, steps: 3),
      CaseResult(try id("REPO-002/one"), level: .should, .fail, message: "slow"),
      CaseResult(
        try id("GAP-001/none"), level: .must, .unsupported, message: "media"),
    ]
    for (path, level) in [
      ("REPO-001/first", Level.must), ("REPO-001/first@idle", .must), ("REPO-001/second", .must),
      ("REPO-002/one", .should), ("GAP-001/none", .must),
    ] {
      results.append(CaseResult(try id(path, on: "sqlite"), level: level, .pass, steps: 2))
    }
    results = results.map { result in
      var result = result
      result.elapsed = elapsed
      result.outcome = change(result.id) ?? result.outcome
      return result
    }
    return Report(
      header: ReportHeader(suite: "0.1", spec: "0.1", seed: 17),
      subjects: [
        ReportSubject(name: "sqlite", profile: "full", capabilities: ["media"]),
        ReportSubject(name: "memory", profile: "minimal"),
      ],
      requirements: spec.requirements,
      results: shuffled ? results.reversed() : results,
      figures: [ReportFigure("steps", 13)])
  }
}
