internal import MessagingModel

/// What is missing, in the model: all places that were ever named, and a mark for each of them and
/// for each stretch between two neighbours.
struct OracleGaps: Hashable, Sendable {
  private var places: [ServerPosition] = []
  /// `missing[2i]` is the stretch below `places[i]`, `missing[2i + 1]` the place itself; the last
  /// one is the stretch up to what arrives live.
  private var missing = [true]

  mutating func live(_ place: ServerPosition) {
    guard missing[missing.count - 1], let top = gaps.last, top.after.map({ $0 < place }) ?? true
    else { return }
    mark(from: place, to: nil, including: true, missing: false)
  }

  mutating func page(_ page: HistoryPage) {
    let all = page.messages.map(\.position)
    let upper: ServerPosition?
    switch page.reach {
    case .live: upper = nil
    case .position(let place): upper = place
    case .newest:
      guard let newest = all.max() else { return }
      upper = newest
    }
    guard !all.isEmpty || page.reachesStart else { return }
    mark(
      from: page.reachesStart ? nil : all.min(), to: upper, including: true, missing: false)
  }

  mutating func open(_ gap: Gap) {
    mark(from: gap.after, to: gap.before, including: false, missing: true)
  }

  /// The runs of marks.
  var gaps: [Gap] {
    var found: [Gap] = []
    var start: Int?
    for index in missing.indices {
      if missing[index], start == nil { start = index }
      guard let first = start, !missing[index] || index == missing.count - 1 else { continue }
      let end = missing[index] ? index + 1 : index
      found.append(
        Gap(
          after: first == 0 ? nil : places[(first - 1) / 2],
          before: end == missing.count ? nil : places[(end - 1) / 2]))
      start = nil
    }
    return found
  }

  private mutating func mark(
    from lower: ServerPosition?, to upper: ServerPosition?, including: Bool, missing mark: Bool
  ) {
    for place in [lower, upper].compactMap(\.self) { add(place) }
    let first = lower.map { index(of: $0) + (including ? 0 : 1) } ?? 0
    let last = upper.map { index(of: $0) - (including ? 0 : 1) } ?? missing.count - 1
    guard first <= last else { return }
    for index in first...last { missing[index] = mark }
  }

  private func index(of place: ServerPosition) -> Int {
    (places.firstIndex(of: place) ?? 0) * 2 + 1
  }

  private mutating func add(_ place: ServerPosition) {
    guard !places.contains(place) else { return }
    let below = places.filter { $0 < place }.count
    places.insert(place, at: below)
    // A place in a missing stretch is missing, too; one in a known stretch is known.
    let mark = missing[below * 2]
    missing.insert(contentsOf: [mark, mark], at: below * 2)
  }
}
