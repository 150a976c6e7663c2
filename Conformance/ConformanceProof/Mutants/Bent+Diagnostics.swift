internal import MessagingConformance
internal import MessagingCore
internal import MessagingModel
internal import MessagingTimeline

/// The reference of counting with one fault: in the records that it is given, in the numbers that
/// it makes, in what it says of them, or in what it exports.
struct BentDiagnosis: Diagnosing {
  private let gate = DecisionGate()
  var hearing: @Sendable ([DiagnosticRecord]) -> [DiagnosticRecord] = { $0 }
  var showing: @Sendable (DiagnosticSummary, DiagnosticLog) -> DiagnosticSummary = { summary, _ in
    summary
  }
  var deciding: @Sendable (AcceptanceVerdict) -> AcceptanceVerdict = { $0 }
  var exporting: @Sendable (DiagnosticLog) -> [String] = { $0.jsonLines }
  /// Whether it does not say that records were lost.
  var forgets = false

  func summary(of log: DiagnosticLog) -> DiagnosticSummary {
    var summary = gate.summary(of: DiagnosticLog(hearing(log.records)))
    summary.lost = forgets ? 0 : log.lost
    return showing(summary, log)
  }

  func verdict(on summary: DiagnosticSummary) -> AcceptanceVerdict {
    deciding(gate.verdict(on: summary))
  }

  func export(_ log: DiagnosticLog) -> [String] { exporting(log) }
}

extension FaultyPart {
  /// Counting of which each record becomes those that are counted instead.
  static func diagnostics(
    hearing change: @escaping @Sendable (DiagnosticRecord) -> [DiagnosticRecord]
  ) -> FaultyPart {
    .diagnostics(BentDiagnosis(hearing: { $0.flatMap(change) }))
  }

  /// Counting of which each event becomes another one.
  static func diagnostics(
    noting change: @escaping @Sendable (DiagnosticEvent) -> DiagnosticEvent
  ) -> FaultyPart {
    .diagnostics(hearing: { [DiagnosticRecord(change($0.event), at: $0.time)] })
  }

  /// Counting of which each change of the list becomes another one.
  static func diagnostics(
    changing change: @escaping @Sendable (inout ListChange) -> Void
  ) -> FaultyPart {
    .diagnostics(noting: { event in
      guard case .changed(var changed) = event else { return event }
      change(&changed)
      return .changed(changed)
    })
  }

  /// Counting with other numbers.
  static func diagnostics(
    showing change: @escaping @Sendable (inout DiagnosticSummary, DiagnosticLog) -> Void
  ) -> FaultyPart {
    .diagnostics(
      BentDiagnosis(showing: { summary, log in
        var summary = summary
        change(&summary, log)
        return summary
      }))
  }
}
