internal import MessagingCore
internal import MessagingModel
internal import MessagingTimeline

/// Checks of the area DIAG in Swift, for what a script cannot express.
enum DiagnosticChecks {
  typealias Context = RoleContext<any DiagnosticSubject>

  /// The checks, by `DIAG-001/slug`.
  static let all: [String: @Sendable (Context) async throws -> Void] = [
    "DIAG-020/histories": histories
  ]

  /// Random logs: each figure equals the oracle's, and the export can be read back.
  static func histories(_ context: Context) async throws {
    _ = try await context.tryHistories("logs of diagnostics", 150) { seed, number in
      var history = DiagnosticHistory(
        random: SeededRandom(seed: seed, stream: "DIAG/histories/\(number)"))
      let lines = history.lines(length: 5 + number * 7 % 60)
      try await RandomHistory(
        kind: .diag, name: "seed \(seed), \(number)", lines: lines
      )
      .tryOut { try await play($0, context) }
    }
  }

  private static func play(_ lines: [String], _ context: Context) async throws {
    let script = try DiagnosticLanguage.language.script(lines)
    var player = DiagnosticPlayer(context.subject)
    defer { context.count(steps: script.moments.count) }
    try await player.playToEnd(script, tell: nil)
    let (seen, naive) = (player.summary, NaiveDiagnosis.summary(of: player.log))
    for (name, look) in DiagnosticLanguage.names {
      let (found, wanted) = (look(seen), look(naive))
      guard found != wanted else { continue }
      throw Violation("\(name) is \(found.text), expected \(wanted.text)")
    }
    guard seen == naive else {
      throw Violation("a number that no word names differs from that of the naive model")
    }
    let read = try? DiagnosticLog(jsonLines: player.exported)
    guard read?.records == player.log.records, read?.lost == player.log.lost else {
      throw Violation("reading the export does not give the records")
    }
  }
}
