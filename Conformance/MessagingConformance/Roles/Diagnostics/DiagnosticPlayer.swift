internal import MessagingCore
internal import MessagingModel
internal import MessagingTimeline

/// Plays the lines of a `diag` block. Each line records an event at the current time.
struct DiagnosticPlayer: BlockPlayer {
  typealias Step = @Sendable (inout DiagnosticPlayer) throws -> Void

  private let subject: any Diagnosing
  /// The log of this screen.
  private var current = DiagnosticLog()
  /// The logs of the screens before it, as one.
  private var earlier = DiagnosticLog()
  private(set) var now: Int64 = 0

  init(_ subject: any DiagnosticSubject) { self.subject = subject.diagnosing() }

  mutating func perform(_ moment: Script<DiagnosticPlayer>.Moment) throws {
    for step in moment.steps { try step(&self) }
  }

  mutating func note(_ event: DiagnosticEvent) { current.note(event, at: now) }

  mutating func pass(_ time: Int64) { now += time }

  mutating func keep(_ limit: Int) { current = DiagnosticLog(limit: limit) }

  mutating func lose(_ count: Int) { current.lose(count) }

  /// Begins the log of another screen, with a clock of its own.
  mutating func startAnew() { (earlier, current, now) = (log, DiagnosticLog(), 0) }

  /// The logs of all screens, as one.
  var log: DiagnosticLog {
    guard earlier != DiagnosticLog() else { return current }
    return DiagnosticLog(
      earlier.records + current.records, lost: earlier.lost + current.lost)
  }

  /// The subject's summary of the log.
  var summary: DiagnosticSummary { subject.summary(of: log) }
  var verdict: AcceptanceVerdict { subject.verdict(on: summary) }
  var exported: [String] { subject.export(log) }
}
