/// Times as on a clock, converted to milliseconds: `@10:00`, `@2T23:59:30`, `@-1T08:00`.
enum ClockWords {
  /// Reads `2T10:00:30`, which is two days, ten hours and 30 seconds after the beginning of 1970,
  /// UTC. Returns `nil` for anything else, such as `10:60`, `24:00`, or a day too far away to count
  /// in milliseconds.
  static func milliseconds(_ word: some StringProtocol) -> Int64? {
    let halves = word.split(separator: "T", omittingEmptySubsequences: false)
    guard let clock = halves.last, halves.count <= 2,
      let day = halves.count == 2 ? Int64(halves[0]) : 0
    else { return nil }
    let parts = clock.split(separator: ":", omittingEmptySubsequences: false)
    guard (2...3).contains(parts.count), let hours = number(parts[0], below: 24),
      let minutes = number(parts[1], below: 60),
      let seconds = parts.count == 3 ? number(parts[2], below: 60) : 0
    else { return nil }
    let days = day.multipliedReportingOverflow(by: 86_400_000)
    let time = days.partialValue.addingReportingOverflow(
      ((hours * 60 + minutes) * 60 + seconds) * 1_000)
    return days.overflow || time.overflow ? nil : time.partialValue
  }

  /// Reads one or two digits.
  private static func number(_ text: some StringProtocol, below limit: Int64) -> Int64? {
    let isNumber =
      (1...2).contains(text.utf8.count) && text.utf8.allSatisfy { (48...57).contains($0) }
    return isNumber ? Int64(text).flatMap { $0 < limit ? $0 : nil } : nil
  }
}
