extension Report {
  /// Whether a file of this name can be one of ``files``.
  package static func isFile(_ name: String) -> Bool {
    ["index.html", "junit.xml", "results.jsonl"].contains(name)
      || (name.hasPrefix(Badge.prefix) && name.hasSuffix(".svg"))
  }

  /// A written report: the page, the forms for programs, a badge for each subject; by file name.
  public var files: [(name: String, text: String)] {
    [("index.html", html()), ("junit.xml", junit()), ("results.jsonl", jsonLines())]
      + badges.map { ($0.fileName, $0.svg) }
  }

  /// The same run, compared with what its owner knows to fail.
  ///
  /// - Parameters:
  ///   - today: the day that expiry dates are compared with.
  ///   - conditions: what is true of this run.
  package func comparing(
    with known: KnownFailures, today: CalendarDate, conditions: Set<KnownFailure.Condition>
  ) -> Report {
    let (results, problems) = known.apply(to: results, today: today, conditions: conditions)
    return Report(
      header: header, subjects: subjects, requirements: requirements, results: results,
      planned: planned, problems: self.problems + problems, figures: figures)
  }
}
