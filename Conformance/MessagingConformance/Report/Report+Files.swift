extension Report {
  /// Whether a file with this name can be one of ``files``.
  package static func isFile(_ name: String) -> Bool {
    ["index.html", "junit.xml", "results.jsonl"].contains(name)
      || (name.hasPrefix(Badge.prefix) && name.hasSuffix(".svg"))
  }

  /// The files of a report, by name: the HTML page, JUnit XML, JSON lines, and a badge for each
  /// subject.
  public var files: [(name: String, text: String)] {
    [("index.html", html()), ("junit.xml", junit()), ("results.jsonl", jsonLines())]
      + badges.map { ($0.fileName, $0.svg) }
  }

  /// Returns the report after a comparison with a list of known failures.
  ///
  /// - Parameters:
  ///   - today: the day to compare expiry dates with.
  ///   - conditions: the conditions that are true for this run.
  package func comparing(
    with known: KnownFailures, today: CalendarDate, conditions: Set<KnownFailure.Condition>
  ) -> Report {
    let (results, problems) = known.apply(to: results, today: today, conditions: conditions)
    return Report(
      header: header, subjects: subjects, requirements: requirements, results: results,
      planned: planned, problems: self.problems + problems, figures: figures)
  }
}
