import MessagingModel
import MessagingTimeline
import Testing

/// Exports of several screens, read as one log.
@Suite struct DiagnosticLogTests {
  /// A log that lost so many records, and kept one.
  private static func lines(losing count: Int) -> [String] {
    var log = DiagnosticLog()
    for time in 0...count { log.note(.scrolled, at: Int64(time)) }
    log.lose(count)
    return log.jsonLines
  }

  @Test(
    "the smallest log keeps the last record, whatever limit it is given", arguments: [-1, 0, 1])
  func smallest(limit: Int) {
    var log = DiagnosticLog(limit: limit)
    log.note(.scrolled, at: 1)
    #expect(log.records.map(\.time) == [1] && log.lost == 0)
    log.note(.scrolled, at: 2)
    #expect(log.records.map(\.time) == [2] && log.lost == 1)
  }

  @Test func `the lost records of several logs are summed`() throws {
    let read = try DiagnosticLog(jsonLines: Self.lines(losing: 3) + Self.lines(losing: 4))
    #expect(read.lost == 7)
    #expect(read.records.map(\.time) == [3, 4])
  }

  /// The line of a record, with other numbers in it.
  private static func line(_ event: DiagnosticEvent, _ old: String, _ new: String) -> String {
    var log = DiagnosticLog()
    log.note(event, at: 0)
    return log.jsonLines[0].replacing(old, with: new)
  }

  private static let length = 4 * Length.limit.units

  /// Lines that are read with a number, and refused with another one.
  private static let limits: [(event: DiagnosticEvent, name: String, good: Int64, bad: Int64)] = [
    (.opened, "at", 1 << 53, 1 << 53 + 1), (.opened, "at", 0, -1), (.opened, "at", 0, .max),
    (.opened, "at", 0, .min),
    (.answered(page: 1, .rows(0)), "rows", 1_000_000_000, 1_000_000_001),
    (.answered(page: 1, .rows(0)), "rows", 0, -1),
    (.updated(UpdateNote(.page, upTo: Revision(1))), "arrivals", 1_000_000_000, .max),
    (.updated(UpdateNote(.page, upTo: Revision(1))), "measured", 1_000_000_000, 1_000_000_001),
    (.updated(UpdateNote(.page, upTo: Revision(1))), "sent", 0, -1),
    (.updated(UpdateNote(.page, upTo: Revision(1))), "replaced", 0, .min),
    (.updated(UpdateNote(.page, upTo: Revision(1))), "misplaced", 0, .max),
    (.changed(ListChange()), "delta", length, length + 1),
    (.changed(ListChange()), "residual", -length, -length - 1),
    (.changed(ListChange()), "delta", 0, .min),
    (.wrote(OffsetWrite(nil, by: .zero)), "by", -length, .min),
    (.wrote(OffsetWrite(nil, by: .zero)), "end", length, .max),
  ]

  @Test(arguments: limits.indices) func `numbers that no screen records are refused`(
    _ index: Int
  ) throws {
    let (event, name, good, bad) = Self.limits[index]
    let line = { (number: Int64) in
      Self.line(event, "\"\(name)\":0", "\"\(name)\":\(number)")
    }
    let read = try DiagnosticLog(jsonLines: [line(good)])
    #expect(read.jsonLines == [line(good)])
    #expect(throws: CanonicalError.self) { try DiagnosticLog(jsonLines: [line(bad)]) }
  }

  @Test func `the greatest numbers are counted`() throws {
    let lines = [
      Self.line(.opened, "\"at\":0", "\"at\":9007199254740992"),
      Self.line(
        .changed(
          ListChange(
            isPrepend: true, anchorBefore: MessageID(high: 0, low: 1),
            delta: Length(units: Self.length),
            residual: Length(units: -Self.length), isAtLimit: true)), "", ""),
      Self.line(.wrote(OffsetWrite(.follow, by: .zero)), "", ""),
      Self.line(.updated(UpdateNote(.page, upTo: Revision(1), arrivals: 1_000_000_000)), "", ""),
      Self.line(.updated(UpdateNote(.page, upTo: Revision(1), arrivals: 1_000_000_000)), "", ""),
    ]
    let summary = DecisionGate().summary(of: try DiagnosticLog(jsonLines: lines))
    #expect(summary.falseArrivals == 2_000_000_000)
    #expect(summary.prepends.largest == Length(units: 2 * Self.length))
  }

  @Test func `what a screen notes beyond that is still exported`() {
    var log = DiagnosticLog()
    log.note(.updated(UpdateNote(.news, upTo: Revision(1), sent: .max)), at: -1)
    #expect(log.jsonLines[0].contains("\"sent\":9223372036854775807"))
  }
}
