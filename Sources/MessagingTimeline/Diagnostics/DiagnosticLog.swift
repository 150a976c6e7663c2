public import MessagingModel

/// The newest records of a screen, up to a limit.
///
/// A log is a value: pass it to whatever keeps logs, or export it and count elsewhere.
public struct DiagnosticLog: Hashable, Sendable {
  /// How many records are kept. Up to a quarter more are kept for a while, so that records are not
  /// moved each time.
  public let limit: Int
  /// The records, oldest first.
  public private(set) var records: [DiagnosticRecord] = []
  /// How many older records were dropped.
  public private(set) var lost = 0

  /// - Parameter limit: at least 1.
  public init(limit: Int = 100_000) { self.limit = max(1, limit) }

  /// A log of records whose times may go back, as where several logs are read as one.
  package init(_ records: [DiagnosticRecord], lost: Int = 0) {
    limit = .max / 2
    (self.records, self.lost) = (records, lost)
  }

  /// Adds a record.
  ///
  /// - Parameter time: the time in milliseconds. A time before that of the last record counts as
  ///   that.
  /// - Complexity: O(1), amortised.
  public mutating func note(_ event: DiagnosticEvent, at time: Int64) {
    let last = records.last?.time ?? time
    records.append(DiagnosticRecord(event, at: max(time, last)))
    guard records.count >= limit + max(1, limit / 4) else { return }
    lose(records.count - limit)
  }

  /// Drops the oldest records and adds their number to ``lost``. The numbers of the log are
  /// incomplete then.
  public mutating func lose(_ count: Int) {
    let count = min(max(0, count), records.count)
    records.removeFirst(count)
    lost += count
  }

  /// One line of JSON for each record (`DIAG-019`). If records were lost, a first line has their
  /// number (`DIAG-031`).
  public var jsonLines: [String] {
    let missing = lost > 0 ? [LostRecords(lost).canonical] : []
    return (missing + records.map(\.canonical)).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Reads the lines of ``jsonLines``, of one log or of several. Refuses numbers that no screen
  /// records: a negative time or one of more than 2⁵³ milliseconds, a negative count or one of more
  /// than a billion, a length of more than four times ``Length/limit``.
  public init(jsonLines lines: some Sequence<String>) throws(CanonicalError) {
    self.init(limit: .max / 2)
    for line in lines {
      if line.hasPrefix(#"{"lost""#) {
        let count = try LostRecords(canonical: Array(line.utf8)).count
        let (sum, overflow) = lost.addingReportingOverflow(max(0, count))
        lost = overflow ? .max : sum
      } else {
        records.append(try DiagnosticRecord(canonical: Array(line.utf8)))
      }
    }
  }
}
