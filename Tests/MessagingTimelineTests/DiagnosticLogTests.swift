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

  @Test func `the lost records of several logs are summed`() throws {
    let read = try DiagnosticLog(jsonLines: Self.lines(losing: 3) + Self.lines(losing: 4))
    #expect(read.lost == 7)
    #expect(read.records.map(\.time) == [3, 4])
  }
}
