internal import MessagingConformance
internal import MessagingModel
internal import MessagingTimeline

extension MutantCatalogue {
  /// Of pages, openings and updates, and of what numbers say.
  static let diagnosticUpdates: [Mutant] = [
    Mutant(
      "given-up-is-in-flight", kills: "DIAG-009", "A page that was given up is still in flight.",
      origin: "a flag that only an answer reset",
      .diagnostics(hearing: { record in
        if case .answered(_, .cancelled) = record.event { [] } else { [record] }
      })),
    Mutant(
      "failed-is-empty", kills: "DIAG-010", "A page that failed brought nothing.",
      origin: "an error that became an empty list",
      .diagnostics(noting: { event in
        if case .answered(let page, .failed) = event {
          .answered(page: page, .rows(0))
        } else {
          event
        }
      })),
    Mutant(
      "catch-up-is-maintenance", kills: "DIAG-011", "A merged catch-up counts as maintenance.",
      origin: "an opening that was its first update",
      .diagnostics(noting: { event in
        guard case .updated(var update) = event, update.reason == .merged else { return event }
        update.reason = .news
        update.arrivals = 0
        return .updated(update)
      })),
    Mutant(
      "opening-goes-on-elsewhere", kills: "DIAG-011",
      "The updates of the next log belong to the opening of the one before.",
      origin: "two screens whose records went into one file",
      .diagnostics(
        BentDiagnosis(hearing: { records in
          var last = Int64.min
          return records.map { record in
            last = max(last, record.time)
            guard case .updated = record.event else { return record }
            return DiagnosticRecord(record.event, at: last)
          }
        }))),
    Mutant(
      "late-retries-are-forgiven", kills: "DIAG-012",
      "An initial scroll two seconds after the opening is a correction.",
      origin: "retries after 100, 300 and 1,000 ms",
      .diagnostics(
        BentDiagnosis(hearing: { records in
          var opened: Int64 = 0
          return records.filter { record in
            if record.event == .opened { opened = record.time }
            guard case .wrote(let write) = record.event, write.reason == .initial else {
              return true
            }
            return record.time - opened < 2_000
          }
        }))),
    Mutant(
      "from-the-last-commit", kills: "DIAG-013", "The delay begins with the last commit.",
      origin: "a time that every commit set anew",
      .diagnostics(
        BentDiagnosis(hearing: { records in
          records.enumerated().compactMap { place, record in
            guard case .committed = record.event, place + 1 < records.count else { return record }
            if case .committed = records[place + 1].event { return nil }
            return record
          }
        }))),
    Mutant(
      "a-page-may-be-new", kills: "DIAG-017", "Rows that a page marks as new count as new.",
      origin: "rows that were animated in, fifty at a time",
      .diagnostics(noting: { event in
        guard case .updated(var update) = event, update.reason == .page else { return event }
        update.arrivals = 0
        return .updated(update)
      })),
    Mutant(
      "some-metadata-is-enough", kills: "DIAG-018",
      "After a commit of metadata the next one also counts as metadata.",
      origin: "kinds that were not joined",
      .diagnostics(
        BentDiagnosis(hearing: { records in
          records.enumerated().map { place, record in
            guard case .committed(let revision, _) = record.event, place > 0,
              case .committed(_, .metadata) = records[place - 1].event
            else { return record }
            return DiagnosticRecord(.committed(revision, .metadata), at: record.time)
          }
        }))),
    Mutant(
      "export-without-times", kills: "DIAG-019", "Exported records have no times.",
      origin: "a log that the log's own times were meant for",
      .diagnostics(
        BentDiagnosis(exporting: { log in
          var timeless = DiagnosticLog()
          for record in log.records { timeless.note(record.event, at: 0) }
          return timeless.jsonLines
        }))),
    Mutant(
      "export-without-flags", kills: "DIAG-030",
      "An export does not contain which flags were off.",
      origin: "an experiment whose two groups were in one file",
      .diagnostics(
        BentDiagnosis(exporting: { log in
          var bare = DiagnosticLog()
          for record in log.records {
            if case .flags = record.event { continue }
            bare.note(record.event, at: record.time)
          }
          return Array(log.jsonLines.prefix(log.lost > 0 ? 1 : 0)) + bare.jsonLines
        }))),
    Mutant(
      "export-is-whole", kills: "DIAG-031",
      "An export does not contain how many records were lost.",
      origin: "a counter that stayed in memory",
      .diagnostics(BentDiagnosis(exporting: { Array($0.jsonLines.suffix($0.records.count)) }))),
    Mutant(
      "last-update-alone", kills: "DIAG-021",
      "Of replaced and misplaced rows, only those of the last update are counted.",
      origin: "a number that was set, not added to",
      .diagnostics(showing: { summary, log in
        for record in log.records {
          guard case .updated(let update) = record.event else { continue }
          (summary.replaced, summary.misplaced) = (update.replaced, update.misplaced)
        }
      })),
    Mutant(
      "cannot-say-is-same", kills: "DIAG-022", "Pages that cannot be compared count as the same.",
      origin: "two pages that had both failed",
      .diagnostics(noting: { $0 == .compared(.impossible) ? .compared(.same) : $0 })),
    Mutant(
      "strictly-below", kills: "DIAG-023", "A median at its limit is not met.",
      origin: "`<` for \"at most\"",
      .diagnostics(deciding: { line in
        if line.number == line.threshold.limit, line.threshold == .anchorMedian {
          line.outcome = .notMet
        }
      })),
    Mutant(
      "nothing-is-zero", kills: "DIAG-024", "A figure without records is 0, and met.",
      origin: "a dashboard that was green before anybody had measured",
      .diagnostics(deciding: { line in
        if line.number == nil { (line.number, line.outcome) = (0, .met) }
      })),
    Mutant(
      "lost-and-forgotten", kills: "DIAG-025",
      "A log that lost records is judged as if it were complete.",
      origin: "a ring that did not say that it was one",
      .diagnostics(BentDiagnosis(forgets: true))),
    Mutant(
      "not-measured-is-no-objection", kills: "DIAG-026",
      "Only a line that is not met prevents *go*; a line that is not measured does not.",
      origin: "a count of red lines",
      .diagnostics(
        BentDiagnosis(deciding: { verdict in
          AcceptanceVerdict(
            lines: verdict.lines, isGo: !verdict.lines.contains { $0.outcome == .notMet })
        }))),
  ]
}

extension FaultyPart {
  /// Counting that says something else of a line; the whole follows from the lines.
  fileprivate static func diagnostics(
    deciding change: @escaping @Sendable (inout AcceptanceVerdict.Line) -> Void
  ) -> FaultyPart {
    .diagnostics(
      BentDiagnosis(deciding: { verdict in
        var lines = verdict.lines
        for index in lines.indices { change(&lines[index]) }
        let isGo = lines.allSatisfy { line in
          line.outcome == .met || line.outcome == .notMeasured && !line.threshold.isRequired
        }
        return AcceptanceVerdict(lines: lines, isGo: isGo)
      }))
  }
}
