/// Finds chunks of one timeline in another.
struct ChunkFinder {
  private let store: RowStore
  /// The chunks that lie completely inside the range.
  private let candidates: Range<Int>
  /// The chunk that is expected next: mostly the chunks come in the same order.
  private var next: Int
  private var misses = 0
  /// Made after a few searches through all chunks.
  private var table: [ObjectIdentifier: Int]?

  init(_ store: RowStore, _ range: Range<Int>) {
    self.store = store
    var lower = store.chunk(of: range.lowerBound)
    if store.start(of: lower) < range.lowerBound { lower += 1 }
    var upper = store.chunk(of: range.upperBound - 1)
    if store.ends[upper] == range.upperBound { upper += 1 }
    candidates = lower..<Swift.max(lower, upper)
    next = lower
  }

  /// The shared chunks that lie inside a range of the other timeline, in its ascending order.
  mutating func runs(in other: RowStore, _ range: Range<Int>) -> [RowMatching.Run] {
    var runs: [RowMatching.Run] = []
    guard !candidates.isEmpty else { return runs }
    var index = other.chunk(of: range.lowerBound)
    if other.start(of: index) < range.lowerBound { index += 1 }
    while index < other.marks.count, other.ends[index] <= range.upperBound {
      if let found = find(other.marks[index]) {
        let run = RowMatching.Run(
          old: store.start(of: found), new: other.start(of: index),
          count: other.ends[index] - other.start(of: index))
        if let last = runs.last, last.oldEnd == run.old, last.newEnd == run.new {
          runs[runs.count - 1].count += run.count
        } else {
          runs.append(run)
        }
      }
      index += 1
    }
    return runs
  }

  private mutating func find(_ mark: ObjectIdentifier) -> Int? {
    if next < candidates.upperBound, store.marks[next] == mark {
      next += 1
      return next - 1
    }
    let found: Int?
    if misses < 8 {
      misses += 1
      found = candidates.first { store.marks[$0] == mark }
    } else {
      if table == nil {
        table = Dictionary(
          uniqueKeysWithValues: candidates.map { (store.marks[$0], $0) })
      }
      found = table?[mark]
    }
    if let found { next = found + 1 }
    return found
  }
}

/// Rows that are looked up by id: in a table, or one by one if they are few.
struct LooseRows {
  private let items: [(index: Int, item: TimelineItem)]
  /// A dictionary of the standard library. Its hashing is seeded at random, so no choice of ids
  /// makes it slow. `nil` if the rows are few.
  private let table: [RowID: Int]?

  init(_ store: RowStore, _ ranges: [Range<Int>]) {
    var items: [(index: Int, item: TimelineItem)] = []
    items.reserveCapacity(ranges.reduce(0) { $0 + $1.count })
    for range in ranges { store.forEach(in: range) { items.append(($0, $1)) } }
    self.items = items
    if items.count <= 8 {
      table = nil
    } else {
      var table: [RowID: Int] = [:]
      table.reserveCapacity(items.count)
      for (index, item) in items { table[item.id] = index }
      self.table = table
    }
  }

  var isEmpty: Bool { items.isEmpty }

  func index(of item: TimelineItem) -> Int? {
    if let table { return table[item.id] }
    return items.first { $0.item.hasID(of: item) }?.index
  }
}
