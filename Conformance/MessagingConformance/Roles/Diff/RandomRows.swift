internal import MessagingModel
internal import MessagingTimeline

/// Pairs of lists of rows, from small edits to complete shuffles.
struct RandomRows {
  var random: SeededRandom

  init(seed: UInt64) { random = SeededRandom(seed: seed, stream: "rows") }

  /// The kinds of changes between the two lists of a pair.
  struct Changes: OptionSet {
    let rawValue: Int
    static let order = Changes(rawValue: 1)
    static let content = Changes(rawValue: 2)
    static let membership = Changes(rawValue: 4)
    static let all: Changes = [.order, .content, .membership]
  }

  /// An old and a new list of up to `length` rows.
  mutating func pair(_ changes: Changes = .all, length: Int = 12) -> (old: Timeline, new: Timeline)
  {
    let size = random.below(length + 1)
    let pool = random.shuffled(Array(0..<(2 * length)))
    let old = Array(pool[..<size])
    var new = old
    if changes.contains(.membership) {
      let stays = 1 + random.below(4)
      new = new.filter { _ in random.chance(stays, of: 4) }
      for number in pool[size...].prefix(random.below(length / 2 + 1)) {
        new.insert(number, at: random.below(new.count + 1))
      }
    }
    if changes.contains(.order) { new = reordered(new) }
    let shift = random.below(4)
    let rows = new.map { number -> TimelineItem in
      let isChanged = changes.contains(.content) && random.chance(shift, of: 6)
      return row(number, version: isChanged ? 1 : 0)
    }
    return (
      Timeline(version: 1, rows: old.map { row($0, version: 0) }), Timeline(version: 2, rows: rows)
    )
  }

  private mutating func reordered(_ numbers: [Int]) -> [Int] {
    guard numbers.count > 1 else { return numbers }
    switch random.below(5) {
    case 0: return random.shuffled(numbers)
    case 1: return numbers.reversed()
    case 2:
      let turn = random.below(numbers.count)
      return Array(numbers[turn...] + numbers[..<turn])
    case 3:
      var numbers = numbers
      let taken = numbers.remove(at: random.below(numbers.count))
      numbers.insert(taken, at: random.below(numbers.count + 1))
      return numbers
    default: return numbers
    }
  }

  /// The row with a number. Most rows are messages; the first few numbers are other rows.
  func row(_ number: Int, version: Int) -> TimelineItem {
    switch number {
    case 0: return .typing([ParticipantID("writer\(version)")])
    case 1:
      let place = DiffRow.message(1, at: 10).message.position.confirmed
      return TimelineItem(
        id: .gap(after: place),
        content: .gap(Gap(after: place, before: nil, token: version == 0 ? nil : "t")))
    default:
      var row = DiffRow.message(number, at: Int64(number) * 10)
      if version > 0 {
        switch number % 3 {
        case 0: row.message.body = .text("other words")
        case 1: row.message.delivery = .read
        default: row.grouping = Grouping(isFirst: false, isLast: true)
        }
      }
      return TimelineItem(id: .message(row.message.id), content: .message(row))
    }
  }
}

extension RoleContext {
  /// How many cases of pure functions to try. It is fewer in a debug build, where each takes ten
  /// times as long, and in the proof with mutants.
  func pure(_ wanted: Int) -> Int {
    let built = RunOptions.build == "debug" ? max(1, wanted / 50) : wanted
    return min(built, options.historiesMax.map { $0 * 25 } ?? built)
  }

  /// The length up to which all pairs of lists are tried: as wanted in an optimised build,
  /// otherwise less.
  func length(_ wanted: Int) -> Int {
    options.historiesMax != nil ? 3 : RunOptions.build == "debug" ? 4 : wanted
  }
}
