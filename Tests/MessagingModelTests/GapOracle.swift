/// Gaps as a set of integers: place *p* is the number 2*p*, what lies between two places is odd,
/// and whatever is in the set is missing.
struct GapOracle: Equatable {
  /// Places are 1…`count`; 1 below the first number is the start, 1 above the last the live end.
  let count: Int
  private(set) var missing: Set<Int>

  init(places count: Int) {
    self.count = count
    missing = Set(1...(2 * count + 1))
  }

  private var all: ClosedRange<Int> { 1...(2 * count + 1) }

  mutating func open(after: Int?, before: Int?) {
    missing.formUnion(all.filter { isInside($0, after, before) })
  }

  mutating func close(from lower: Int?, to upper: Int?) {
    missing = missing.filter { number in
      (lower.map { number < 2 * $0 } ?? false) || (upper.map { 2 * $0 < number } ?? false)
    }
  }

  /// The runs of missing numbers, as the places around them.
  var runs: [Run] {
    var runs: [Run] = []
    var start: Int?
    for number in 0...(2 * count + 2) {
      if missing.contains(number) {
        start = start ?? number
      } else if let first = start {
        runs.append(
          Run(
            after: first == 1 ? nil : (first - 1) / 2,
            before: number > 2 * count + 1 ? nil : number / 2))
        start = nil
      }
    }
    return runs
  }

  /// The last run that lies between two places, at least in part.
  func run(between lower: Int?, and upper: Int?) -> Run? {
    runs.last { run in
      missing.contains { isInside($0, run.after, run.before) && isInside($0, lower, upper) }
    }
  }

  struct Run: Equatable { let after: Int?, before: Int? }

  private func isInside(_ number: Int, _ after: Int?, _ before: Int?) -> Bool {
    (after.map { 2 * $0 < number } ?? true) && (before.map { number < 2 * $0 } ?? true)
  }
}
