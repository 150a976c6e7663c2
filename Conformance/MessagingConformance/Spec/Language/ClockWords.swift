/// Times as on a clock, converted to milliseconds: `@10:00`, `@2T23:59:30`, `@-1T08:00`.
enum ClockWords {
  /// Reads `2T10:00:30`, which is two days, ten hours and 30 seconds after the beginning of 1970,
  /// UTC. Returns `nil` for anything else.
  static func milliseconds(_ word: some StringProtocol) -> Int64? {
    let halves = word.split(separator: "T", omittingEmptySubsequences: false)
    guard let clock = halves.last, halves.count <= 2,
      let day = halves.count == 2 ? Int64(halves[0]) : 0
    else { return nil }
    let parts = clock.split(separator: ":", omittingEmptySubsequences: false).map { Int64($0) }
    guard (2...3).contains(parts.count), let hours = parts[0], let minutes = parts[1] else {
      return nil
    }
    guard parts.count == 2 || parts[2] != nil else { return nil }
    let seconds = parts.count == 3 ? parts[2] ?? 0 : 0
    return (((day * 24 + hours) * 60 + minutes) * 60 + seconds) * 1_000
  }
}
