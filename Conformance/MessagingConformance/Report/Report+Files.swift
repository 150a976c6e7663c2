extension Report {
  /// The names of ``files``.
  package static let fileNames = ["index.html", "junit.xml", "results.jsonl"]

  /// A written report: the page, and the forms for programs, by file name.
  public var files: [(name: String, text: String)] {
    [("index.html", html()), ("junit.xml", junit()), ("results.jsonl", jsonLines())]
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
