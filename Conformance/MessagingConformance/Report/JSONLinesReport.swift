extension Report {
  /// The name of the schema of ``jsonLines()``.
  public static let jsonSchema = "messaging-conformance.report/1"

  /// Returns the report as JSON, one record on each line: a `header`, then `requirement`, `case`
  /// and `problem` records, then a `footer`. A file without a footer comes from a run that crashed
  /// or was stopped: it has the header, and the cases that had ended, in the order in which they
  /// ended (`ResultsFile`).
  public func jsonLines() -> String {
    let records =
      [headerRecord] + activeRequirements.map(record) + results.map(\.record)
      + problems.map(record) + [footerRecord]
    return records.map { $0.text + "\n" }.joined()
  }

  /// The first line of ``jsonLines()``.
  var jsonHeader: String { headerRecord.text + "\n" }

  private var headerRecord: JSONNode {
    .object([
      ("record", "header"), ("schema", .string(Report.jsonSchema)),
      ("suite", .string(header.suite)), ("spec", .string(header.spec)),
      ("seed", .string(String(header.seed))), ("build", .string(header.build)),
      ("selection", .strings(header.selection)), ("subjects", .array(subjects.map(record))),
      ("planned", .int(planned)),
    ])
  }

  private func record(_ subject: ReportSubject) -> JSONNode {
    .object([
      ("name", .string(subject.name)), ("profile", .string(subject.profile)),
      ("capabilities", .strings(subject.capabilities)),
      ("roles", .strings(subject.roles.sorted().map(\.name))),
    ])
  }

  private func record(_ requirement: Requirement) -> JSONNode {
    var members: [(String, JSONNode)] = [
      ("record", "requirement"), ("id", .string(requirement.id.description)),
      ("level", .string(requirement.level.rawValue)), ("title", .string(requirement.title)),
    ]
    if let reason = requirement.untested { members.append(("untested", .string(reason))) }
    return .object(
      members + [
        (
          "outcomes",
          .object(
            subjects.filter { $0.roles.contains(requirement.id.area.role) }
              .map { ($0.name, .string(outcome(of: requirement, on: $0.name).rawValue)) })
        )
      ])
  }

  private func record(_ problem: Diagnostic) -> JSONNode {
    .object([("record", "problem"), ("message", .string(problem.description))])
  }

  private var footerRecord: JSONNode {
    let counts = Outcome.allCases.map { outcome in
      (outcome.rawValue, JSONNode.int(results.count { $0.outcome == outcome }))
    }
    return .object([
      ("record", "footer"), ("verdict", .string(verdict.rawValue)),
      ("exit", .int(Int(verdict.exitCode))),
      (
        "verdicts",
        .object(subjects.map { ($0.name, .string(verdict(on: $0.name).rawValue)) })
      ),
      ("begin", .object(subjects.map { ($0.name, .strings(beginnings(on: $0.name).map(\.id))) })),
      ("outcomes", .object(counts)),
      ("figures", .object(figures.map { ($0.name, .int($0.value)) })),
      ("complete", .bool(isComplete)),
    ])
  }
}

extension CaseResult {
  /// The case's line of ``Report/jsonLines()``.
  var jsonLine: String { record.text + "\n" }

  fileprivate var record: JSONNode {
    var members: [(String, JSONNode)] = [
      ("record", "case"), ("id", .string(id.description)),
      ("level", .string(level.rawValue)), ("outcome", .string(outcome.rawValue)),
      ("steps", .int(steps)),
    ]
    if !message.isEmpty { members.append(("message", .string(message))) }
    guard let failure else { return .object(members) }
    if let location = failure.location {
      members.append(("location", .string(location.description)))
    }
    if let comparison = failure.comparison {
      members.append(("expected", .strings(comparison.expected)))
      members.append(("actual", .strings(comparison.actual)))
    }
    members.append(("script", .strings(failure.script.map(\.text))))
    if let index = failure.failingIndex { members.append(("failing", .int(index))) }
    if !failure.notes.isEmpty { members.append(("notes", .strings(failure.notes))) }
    if let replay = failure.replay { members.append(("replay", .string(replay))) }
    return .object(members)
  }
}
