internal import MessagingCore
internal import MessagingModel
internal import MessagingTimeline

/// Plays the lines of a `diag` block. Each line records an event at the current time.
struct DiagnosticPlayer: BlockPlayer {
  typealias Step = @Sendable (inout DiagnosticPlayer) throws -> Void

  private let subject: any Diagnosing
  private(set) var log = DiagnosticLog()
  private(set) var now: Int64 = 0

  init(_ subject: any DiagnosticSubject) { self.subject = subject.diagnosing() }

  mutating func perform(_ moment: Script<DiagnosticPlayer>.Moment) throws {
    for step in moment.steps { try step(&self) }
  }

  mutating func note(_ event: DiagnosticEvent) { log.note(event, at: now) }

  mutating func pass(_ time: Int64) { now += time }

  mutating func keep(_ limit: Int) { log = DiagnosticLog(limit: limit) }

  mutating func lose(_ count: Int) { log.lose(count) }

  /// The subject's summary of the log.
  var summary: DiagnosticSummary { subject.summary(of: log) }
  var verdict: AcceptanceVerdict { subject.verdict(on: summary) }
  var exported: [String] { subject.export(log) }
}
