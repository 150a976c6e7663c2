internal import MessagingCore
internal import MessagingModel

extension Checks {
  static let gapsAndReceipts: [String: Check] = [
    "GAP-003/set-of-places": setOfPlaces,
    "RECEIPT-001/outside-of-the-page": receiptOutside,
  ]

  /// Twelve messages have thirteen joints: below the first, between two, above the last.
  private static func setOfPlaces(_ check: CheckContext) async throws {
    let repository = try await check.open()
    let last = 12
    let everything = (1...last).map { "s\($0)@\($0)" }.joined(separator: " ")
    _ = try await repository.apply(check.changes("page \(everything) to=live start"))
    var random = SeededRandom(seed: check.environment.seed, stream: "gaps")
    var missing: Set<Int> = []
    for _ in 0..<200 {
      let lower = random.below(last + 1)
      let upper = lower + 1 + random.below(last + 1 - lower)
      let step: String
      if random.below(2) == 0 {
        step =
          "gap" + (lower > 0 ? " after=s\(lower)@\(lower)" : "")
          + (upper <= last ? " before=s\(upper)@\(upper)" : "")
        missing.formUnion(lower..<upper)
      } else {
        let first = max(1, lower)
        let above = upper <= last ? "s\(upper)@\(upper)" : "live"
        let isStart = lower == 0
        step = "page s\(first)@\(first) to=\(above)" + (isStart ? " start" : "")
        missing.subtract((isStart ? 0 : first)..<upper)
      }
      _ = try await repository.apply(check.changes(step))
      let timeline = try await check.observe("timeline", of: repository)
      try check.expect(
        "the timeline after '\(step)'", timeline, is: drawn(missing, last: last))
    }
  }

  private static func drawn(_ missing: Set<Int>, last: Int) -> String {
    var words = missing.contains(0) ? ["|"] : []
    for number in 1...last {
      words.append("s\(number)")
      if missing.contains(number) { words.append("|") }
    }
    return words.joined(separator: " ")
  }

  private static func receiptOutside(_ check: CheckContext) async throws {
    let repository = try await check.open()
    _ = try await repository.apply(
      check.changes("page s1@1 s2@2 s3@3 to=live start", "receipt s3 by=bob"))
    let newest = try await repository.read(Query(.newest, in: "k1", limit: 2))
    let cursor = try check.unwrap(newest.messages.first, "the second message").cursor
    let page = try await repository.read(Query(.older(than: cursor), in: "k1", limit: 1))
    let oldest = try check.unwrap(page.messages.first, "the first message")
    try check.expect("the readers of the first message", page.readers(of: oldest), is: ["bob"])
  }
}
