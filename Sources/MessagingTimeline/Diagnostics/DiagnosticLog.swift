public import MessagingModel

/// The newest of what was noted, as many as there is room for.
///
/// What was noted is a value: give it to whatever keeps logs, or export it and count elsewhere.
public struct DiagnosticLog: Hashable, Sendable {
  /// How many records are kept; for a while a quarter more, so that they are not moved each time.
  public let limit: Int
  /// In their order.
  public private(set) var records: [DiagnosticRecord] = []
  /// How many older ones had to go.
  public private(set) var lost = 0

  /// - Parameter limit: at least 1.
  public init(limit: Int = 100_000) { self.limit = max(1, limit) }

  /// Notes something.
  ///
  /// - Parameter time: milliseconds; one before that of the last record counts as that.
  /// - Complexity: O(1), amortised.
  public mutating func note(_ event: DiagnosticEvent, at time: Int64) {
    let last = records.last?.time ?? time
    records.append(DiagnosticRecord(event, at: max(time, last)))
    guard records.count >= limit + max(1, limit / 4) else { return }
    lose(records.count - limit)
  }

  /// Forgets so many records at the beginning; what is counted then is not all that happened.
  public mutating func lose(_ count: Int) {
    let count = min(max(0, count), records.count)
    records.removeFirst(count)
    lost += count
  }

  /// One line of JSON for each record (`DIAG-019`), below one that says how many were lost, if any
  /// were (`DIAG-031`).
  public var jsonLines: [String] {
    let missing = lost > 0 ? [LostRecords(lost).canonical] : []
    return (missing + records.map(\.canonical)).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Reads what ``jsonLines`` wrote, of one log or of several.
  public init(jsonLines lines: some Sequence<String>) throws(CanonicalError) {
    self.init(limit: .max / 2)
    for line in lines {
      if line.hasPrefix(#"{"lost""#) {
        lost += try LostRecords(canonical: Array(line.utf8)).count
      } else {
        records.append(try DiagnosticRecord(canonical: Array(line.utf8)))
      }
    }
  }
}
