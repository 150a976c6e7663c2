internal import MessagingCore
internal import MessagingModel
internal import MessagingTimeline

/// A conversation of hundreds of rows that changes step by step.
extension DiffChecks {
  /// Checks the diff of each step. Its old rows result from applying the diff before, so they share
  /// most of their storage with older rows.
  static func stepByStep(_ context: Context) async throws {
    let differ = context.subject.timelineDiffing()
    var rows = LongRows(seed: context.options.seed)
    var shown = Timeline(version: 1, rows: rows.items)
    for step in 0..<context.pure(5_000) {
      rows.change()
      let next = Timeline(version: shown.version + 1, rows: rows.items)
      context.count(steps: 1)
      let diff = differ.diff(from: shown, to: next)
      try context.expect(
        DiffOracle.apply(diff, to: shown.rows) == next.rows,
        "the diff of step \(step) does not give the new rows")
      guard let applied = try? differ.apply(diff, to: shown) else {
        throw Violation("the diff of step \(step) is not applied to its own base")
      }
      try context.expect(
        applied.rows == next.rows, "applying the diff of step \(step) does not give the new rows")
      let again = differ.diff(from: shown, to: applied)
      try context.expect(
        DiffOracle.apply(again, to: shown.rows) == next.rows,
        "the diff of step \(step) and of what applying it gave does not give the new rows")
      try context.expect(
        "how many rows the diff of what applying step \(step) gave inserts", again.inserts.count,
        is: diff.inserts.count)
      shown = applied
    }
  }
}

/// The rows of a long conversation.
private struct LongRows {
  private var rows: RandomRows
  private var numbers: [Int]
  /// The rows whose text has changed.
  private var changed: Set<Int> = []
  /// The number of the next row. The first numbers are not messages.
  private var nextNumber = 2

  init(seed: UInt64) {
    rows = RandomRows(seed: seed)
    numbers = []
    numbers = fresh(300)
  }

  var items: [TimelineItem] {
    numbers.map { rows.row($0, version: changed.contains($0) ? 1 : 0) }
  }

  /// One change: a page, new rows, a late message, removed rows, or moved rows; sometimes also
  /// other text.
  mutating func change() {
    switch rows.random.below(7) {
    case 0: numbers = fresh(1 + rows.random.below(150)) + numbers
    case 1: numbers += fresh(1 + rows.random.below(150))
    case 2:
      let place = rows.random.below(numbers.count + 1)
      numbers.insert(contentsOf: fresh(1 + rows.random.below(3)), at: place)
    case 3: _ = takeBlock()
    case 4:
      let block = takeBlock()
      numbers.insert(contentsOf: block, at: rows.random.below(numbers.count + 1))
    default: break
    }
    if numbers.count < 100 { numbers += fresh(200) }
    if numbers.count > 600 { numbers.removeFirst(250) }
    for _ in 0..<rows.random.below(3) {
      let number = numbers[rows.random.below(numbers.count)]
      if changed.remove(number) == nil { changed.insert(number) }
    }
  }

  private mutating func fresh(_ count: Int) -> [Int] {
    defer { nextNumber += count }
    return Array(nextNumber..<(nextNumber + count))
  }

  /// Removes and returns some adjacent rows.
  private mutating func takeBlock() -> [Int] {
    let first = rows.random.below(numbers.count)
    let range = first..<min(numbers.count, first + 1 + rows.random.below(100))
    defer { numbers.removeSubrange(range) }
    return Array(numbers[range])
  }
}
