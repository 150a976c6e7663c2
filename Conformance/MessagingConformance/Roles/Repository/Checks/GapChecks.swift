internal import MessagingCore
internal import MessagingModel

/// Compares gaps with a set of missing places.
enum GapChecks {
  /// The places of a conversation of twelve messages, numbered upwards. Message 1 is place 2,
  /// message 12 is place 24. Place 1 is everything below them, place 25 everything above, and every
  /// other odd place lies between two messages.
  private struct Places {
    static let messages = 12
    static let all = 1...25
    private var missing: Set<Int> = []

    /// Adds a gap between two messages, exclusive; `nil` for the start or the live end.
    mutating func open(after lower: Int?, before upper: Int?) {
      let range = (lower.map { 2 * $0 + 1 } ?? 1)...(upper.map { 2 * $0 - 1 } ?? 25)
      missing.formUnion(range)
    }

    /// Adds a page from one message to another, inclusive.
    mutating func close(from lower: Int?, to upper: Int?) {
      let range = (lower.map { 2 * $0 } ?? 1)...(upper.map { 2 * $0 } ?? 25)
      missing.subtract(range)
    }

    /// The missing ranges without a known place in them, as scripts write them.
    var ranges: [String] {
      var found: [String] = []
      for place in Places.all where missing.contains(place) && !missing.contains(place - 1) {
        let end = (place...25).last { last in (place...last).allSatisfy(missing.contains) } ?? place
        found.append(
          "\(place == 1 ? "start" : "s\((place - 1) / 2)")"
            + "..\(end == 25 ? "live" : "s\((end + 1) / 2)")")
      }
      return found
    }
  }

  /// Applies two hundred random gaps and pages, and compares after each.
  static func setOfPlaces(_ context: CheckContext) async throws {
    for seed in context.seeds { try await setOfPlaces(context, seed) }
  }

  private static func setOfPlaces(_ context: CheckContext, _ seed: UInt64) async throws {
    let repository = try await context.elsewhere().open()
    var random = SeededRandom(seed: seed, stream: "gaps")
    var places = Places()
    var lines = ["page \(refs(1...Places.messages)) to=live start"]
    try await context.tell(repository, lines[0])
    for number in 1...200 {
      lines.append(
        random.chance(1, of: 2) ? gap(&places, &random) : page(&places, &random))
      try await context.tell(repository, lines[number])
      let gaps = try await context.newest(repository).allGaps.map { gap in
        "\(gap.after.map { "\($0.remoteID)" } ?? "start")"
          + "..\(gap.before.map { "\($0.remoteID)" } ?? "live")"
      }
      guard gaps != places.ranges else { continue }
      var violation = Violation(
        "after step \(number) of seed \(seed), '\(lines[number])', the gaps are \(text(gaps)), "
          + "expected \(text(places.ranges))",
        comparison: Comparison(expected: places.ranges, actual: gaps))
      violation.notes = ["the steps before: " + lines.dropLast().suffix(5).joined(separator: "; ")]
      throw violation
    }
  }

  private static func gap(_ places: inout Places, _ random: inout SeededRandom) -> String {
    let lower = random.number(in: 0...Places.messages)
    let upper = random.number(in: (lower + 1)...(Places.messages + 1))
    let after = lower == 0 ? nil : lower
    let before = upper > Places.messages ? nil : upper
    places.open(after: after, before: before)
    return ["gap", after.map { "after=\(ref($0))" }, before.map { "before=\(ref($0))" }]
      .compactMap(\.self).joined(separator: " ")
  }

  private static func page(_ places: inout Places, _ random: inout SeededRandom) -> String {
    let first = random.number(in: 1...Places.messages)
    let last = random.number(in: first...Places.messages)
    let isFirst = random.chance(1, of: 4)
    let reach = random.number(in: last...(Places.messages + 1))
    let upper = reach > Places.messages ? nil : reach
    places.close(from: isFirst ? nil : first, to: upper)
    let target = upper.map { $0 == last ? "here" : ref($0) } ?? "live"
    return "page \(refs(first...last)) to=\(target)" + (isFirst ? " start" : "")
  }

  private static func ref(_ number: Int) -> String { "s\(number)@\(number)" }

  private static func refs(_ numbers: ClosedRange<Int>) -> String {
    numbers.map(ref).joined(separator: " ")
  }

  private static func text(_ gaps: [String]) -> String {
    gaps.isEmpty ? "none" : gaps.joined(separator: " ")
  }
}
