/// The style of a report at a terminal.
public enum TerminalStyle: Hashable, Sendable {
  /// Text only: for pipes, files and logs.
  case plain
  /// With ANSI colours. A word always says the same as its colour.
  case colored
}

extension Report {
  /// Returns the report for a terminal: one block for each failure, then a summary.
  ///
  /// - Parameters:
  ///   - style: with or without colours.
  ///   - elapsed: how long the run took; `nil` to leave the time out. It is the only part that
  ///     differs between two runs.
  public func terminal(style: TerminalStyle = .plain, elapsed: Duration? = nil) -> String {
    var writer = TerminalWriter(report: self, style: style)
    return writer.write(elapsed: elapsed)
  }

  /// Returns the report without its failures: what to fix first, the counts, and what is blocked.
  public func summary(style: TerminalStyle = .plain, elapsed: Duration? = nil) -> String {
    var writer = TerminalWriter(report: self, style: style)
    return writer.writeSummaryAlone(elapsed: elapsed)
  }

  /// Returns one failure, without colours.
  func text(of group: FailureGroup) -> String {
    var writer = TerminalWriter(report: self, style: .plain)
    return writer.writeAlone(group)
  }
}

private struct TerminalWriter {
  let report: Report
  let style: TerminalStyle
  private var text = ""

  init(report: Report, style: TerminalStyle) {
    self.report = report
    self.style = style
  }

  mutating func write(elapsed: Duration?) -> String {
    writeBeginnings()
    for group in report.knownGroups { writeKnown(group) }
    for group in report.failureGroups { write(group) }
    if !report.problems.isEmpty {
      line("")
      line(paint("The list of known failures is wrong:", .bad))
      for problem in report.problems { line("  \(problem)") }
    }
    writeSummary(elapsed)
    return text
  }

  mutating func writeSummaryAlone(elapsed: Duration?) -> String {
    writeBeginnings()
    writeSummary(elapsed)
    return text
  }

  private mutating func writeSummary(_ elapsed: Duration?) {
    if !text.isEmpty { line("") }
    for subject in report.subjects { write(subject) }
    writeFooter(elapsed)
  }

  /// Writes what to fix first, for each subject with a failure.
  private mutating func writeBeginnings() {
    for subject in report.subjects {
      let beginnings = report.beginnings(on: subject.name)
      guard !beginnings.isEmpty else { continue }
      line(paint("\(Beginning.heading(beginnings)) on \(subject.name):", .strong))
      for beginning in beginnings { line("  \(beginning.words)") }
    }
  }

  mutating func writeAlone(_ group: FailureGroup) -> String {
    write(group)
    return text
  }

  private mutating func writeKnown(_ group: FailureGroup) {
    line("INFO  \(group.first.id) fails as listed (\(group.first.shortMessage))")
    if let others = ReportWording.others(group) { line("      \(others)") }
  }

  private mutating func write(_ group: FailureGroup) {
    let result = group.first
    let label = ReportWording.label(result)
    line("")
    line("\(paint(label, result.isBad ? .bad : .open)) \(paint(result.id.description, .strong))")
    paragraph(result.shortMessage)
    if let others = ReportWording.others(group) { line("  \(others)") }
    // Nothing is wrong with what passes now.
    if result.isListedInVain { return }
    // An error is about the adapter, not about the requirement.
    if result.outcome != .error,
      let requirement = report.requirements.first(where: { $0.id == result.id.requirement })
    {
      line("")
      paragraph(requirement.sentence)
      if let why = requirement.why { paragraph("Why: \(why.flat)") }
      if let hint = requirement.ifThisFails { paragraph("If this fails: \(hint.flat)") }
    }
    if let failure = result.failure { write(failure) }
  }

  private mutating func write(_ failure: Failure) {
    if !failure.script.isEmpty {
      line("")
      if let location = failure.location { line("  \(location)") }
      for entry in excerpt(failure) { line(entry) }
    }
    if let comparison = failure.comparison {
      line("")
      line("  - expected  + actual")
      for entry in Difference.lines(comparison) {
        line("    \(paint(entry.printed, tone(entry.side)))")
      }
    }
    for note in failure.notes { paragraph(note) }
    if let replay = failure.replay {
      line("")
      line("  replay: \(replay)")
      if failure.picture != nil {
        line("  The report in HTML draws it (--report, or CONFORMANCE_REPORTS).")
      }
    }
  }

  /// The failing line and those before it. A long script is cut, with `…` for the lines left out.
  private func excerpt(_ failure: Failure) -> [String] {
    let shown = failure.excerpt(linesMax: 12)
    return shown.map { entry in
      guard let entry else { return "      …" }
      let isFailing = entry.index == failure.failingIndex
      return "    \(isFailing ? paint(">", .bad) : " ") \(failure.script[entry.index].text)"
    }
  }

  private mutating func write(_ subject: ReportSubject) {
    let tally = report.tally(of: subject.name)
    let verdict = report.verdict(on: subject.name)
    let tone: Tone =
      switch verdict {
      case .conforming: .good
      case .violated, .broken: .bad
      case .undecided, .asListed: .open
      }
    let words = ReportWording.verdict(on: subject.name, in: report)
    line(paint("\(subject.name) (\(ReportWording.claim(subject))) \(words).", tone))
    for level in Level.allCases {
      if let words = ReportWording.line(level, tally) { line("  \(words)") }
    }
    for (capability, count) in report.unsupported(on: subject.name) {
      line("  not supported: \(ReportWording.count(count, "case")) (needs \(capability))")
    }
    for (root, ids) in report.blocked(on: subject.name) {
      line("  blocked: \(ids.map(\.description).joined(separator: " ")) (by \(root))")
    }
    let untested = tally.count(.untested)
    if untested > 0 {
      line("  untested by the Spec: \(ReportWording.count(untested, "requirement"))")
    }
  }

  private mutating func writeFooter(_ elapsed: Duration?) {
    let header = report.header
    line("")
    line("\(ReportWording.extent(report)); \(ReportWording.scope(header))")
    if !report.isComplete { line(paint("The run is incomplete.", .bad)) }
    line("suite \(header.suite), spec \(header.spec), seed \(header.seed), \(header.build) build")
    var figures = ReportWording.figures(report.figures)
    if let elapsed {
      let ran = report.results.count { $0.outcome != .notRun }
      figures.append(ReportWording.speed(of: ran, in: elapsed))
    }
    if !figures.isEmpty { line(figures.joined(separator: ", ")) }
  }
}

// MARK: - Lines

extension TerminalWriter {
  private enum Tone {
    case good, bad, open, strong, none
  }

  private func tone(_ side: DifferenceLine.Side) -> Tone {
    switch side {
    case .both: .none
    case .expected: .bad
    case .actual: .good
    }
  }

  private func paint(_ text: String, _ tone: Tone) -> String {
    let code: String? =
      switch tone {
      case .good: "32"
      case .bad: "31"
      case .open: "33"
      case .strong: "1"
      case .none: nil
      }
    guard style == .colored, let code else { return text }
    return "\u{1B}[\(code)m\(text)\u{1B}[0m"
  }

  private mutating func line(_ content: String) {
    text += content.isEmpty ? "\n" : content + "\n"
  }

  /// Breaks a sentence into lines of at most 92 characters, indented by two spaces.
  private mutating func paragraph(_ content: String) {
    var current = " "
    for word in Difference.visible(content).split(separator: " ") {
      if current.count + 1 + word.count > 92, current != " " {
        line(current)
        current = " "
      }
      current += " \(word)"
    }
    if current != " " { line(current) }
  }
}
