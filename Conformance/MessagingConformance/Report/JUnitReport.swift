extension Report {
  /// Returns the report as JUnit XML, for CI systems: one suite for each subject and area, one test
  /// case for each case.
  public func junit() -> String {
    var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    text += "<testsuites name=\"messaging-conformance\"\(counts(results, problems.count))>\n"
    for subject in subjects {
      var begin = properties(of: subject)
      let areas = Dictionary(grouping: results(of: subject.name), by: \.id.requirement.area)
      for (area, cases) in areas.sorted(by: { $0.key < $1.key }) {
        text += "  <testsuite name=\"\(attribute("\(subject.name).\(area.code)"))\""
        text += "\(counts(cases)) time=\"\(time(cases))\">\n"
        text += begin
        begin = ""
        text += cases.map { testCase($0, in: area) }.joined()
        text += "  </testsuite>\n"
      }
    }
    text += problemSuite()
    return text + "</testsuites>\n"
  }

  /// Returns the requirements to fix first on a subject, as properties of its first suite.
  private func properties(of subject: ReportSubject) -> String {
    let lines = beginnings(on: subject.name).map { beginning in
      "      <property name=\"begin with\" value=\"\(attribute(beginning.words))\"/>\n"
    }
    return lines.isEmpty ? "" : "    <properties>\n\(lines.joined())    </properties>\n"
  }

  /// Returns a time in seconds, with three decimals.
  private func time(_ cases: [CaseResult]) -> String {
    let (seconds, attoseconds) = cases.map(\.elapsed).reduce(.zero, +).components
    let milliseconds = "\(attoseconds / 1_000_000_000_000_000)"
    return "\(seconds)." + String(repeating: "0", count: 3 - milliseconds.count) + milliseconds
  }

  private func counts(_ cases: [CaseResult], _ problems: Int = 0) -> String {
    let failures = problems + cases.count { $0.isBad && $0.outcome != .error }
    let errors = cases.count { $0.outcome == .error }
    let skipped = cases.count { $0.outcome.standing == .neutral || $0.outcome == .knownFail }
    return " tests=\"\(cases.count + problems)\" failures=\"\(failures)\" errors=\"\(errors)\""
      + " skipped=\"\(skipped)\""
  }

  private func testCase(_ result: CaseResult, in area: Area) -> String {
    let classname = attribute("\(result.id.subject).\(area.code)")
    let name = attribute(result.id.description)
    let start =
      "    <testcase classname=\"\(classname)\" name=\"\(name)\""
      + " time=\"\(time([result]))\""
    guard let body = body(result) else { return "\(start)/>\n" }
    return "\(start)>\n      \(body)\n    </testcase>\n"
  }

  private func body(_ result: CaseResult) -> String? {
    let message = attribute(result.message)
    switch result.outcome {
    case .pass: return nil
    case .fail where result.isWarning:
      return "<system-out>\(MarkupText.escaped("warning: \(result.message)"))</system-out>"
    case .fail, .unexpectedPass:
      return "<failure message=\"\(message)\">\(MarkupText.escaped(detail(result)))</failure>"
    case .error:
      return "<error message=\"\(message)\">\(MarkupText.escaped(detail(result)))</error>"
    case .knownFail: return "<skipped message=\"known failure: \(message)\"/>"
    case .inconclusive, .blocked, .unsupported, .untested, .notRun:
      let reason = result.message.isEmpty ? "" : ": \(ReportWording.reason(result))"
      return "<skipped message=\"\(attribute(result.outcome.words + reason))\"/>"
    }
  }

  private func detail(_ result: CaseResult) -> String {
    var lines: [String] = []
    if let requirement = requirements.first(where: { $0.id == result.id.requirement }) {
      lines.append(requirement.sentence)
    }
    guard let failure = result.failure else { return lines.joined(separator: "\n") }
    for (index, line) in failure.script.enumerated() {
      lines.append("\(index == failure.failingIndex ? ">" : " ") \(line.text)")
    }
    if let comparison = failure.comparison {
      lines.append("- expected  + actual")
      lines += Difference.lines(comparison).map(\.printed)
    }
    lines += failure.notes
    if let replay = failure.replay { lines.append("replay: \(replay)") }
    return lines.joined(separator: "\n")
  }

  /// Returns a suite of the mistakes in the lists of known failures, so that CI fails on them.
  private func problemSuite() -> String {
    guard !problems.isEmpty else { return "" }
    let cases = problems.map { problem in
      "    <testcase classname=\"known-failures\" name=\"\(attribute("\(problem.location)"))\""
        + " time=\"0\">\n      <failure message=\"\(attribute(problem.message))\"/>\n"
        + "    </testcase>\n"
    }
    return "  <testsuite name=\"known-failures\" tests=\"\(problems.count)\""
      + " failures=\"\(problems.count)\" errors=\"0\" skipped=\"0\" time=\"0\">\n"
      + cases.joined() + "  </testsuite>\n"
  }

  private func attribute(_ text: String) -> String {
    MarkupText.escaped(text.textLines.joined(separator: " "))
  }
}
