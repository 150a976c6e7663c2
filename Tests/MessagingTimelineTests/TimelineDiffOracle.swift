import MessagingModel

@testable import MessagingTimeline

/// What a diff has to be, found from what the words say.
struct TimelineDiffOracle {
  let old: [TimelineItem]
  let new: [TimelineItem]
  private let oldPlaces: [RowID: Int]
  private let newPlaces: [RowID: Int]

  init(_ old: Timeline, _ new: Timeline) {
    self.old = old.rows
    self.new = new.rows
    oldPlaces = Dictionary(uniqueKeysWithValues: old.enumerated().map { ($1.id, $0) })
    newPlaces = Dictionary(uniqueKeysWithValues: new.enumerated().map { ($1.id, $0) })
  }

  var deletes: [Int] {
    old.indices.reversed().filter { newPlaces[old[$0].id] == nil }
  }

  var inserts: [Int] {
    new.indices.filter { oldPlaces[new[$0].id] == nil }
  }

  var updates: [[Int]] {
    new.indices.compactMap { index in
      guard let from = oldPlaces[new[index].id] else { return nil }
      return old[from].content == new[index].content ? nil : [from, index]
    }
  }

  /// How many rows have to move: those that stay, less a longest ascending choice of them.
  var moveCount: Int {
    let places = new.compactMap { oldPlaces[$0.id] }
    var lengths: [Int] = []
    for (index, place) in places.enumerated() {
      var best = 0
      var earlier = 0
      while earlier < index {
        if places[earlier] < place, lengths[earlier] > best { best = lengths[earlier] }
        earlier += 1
      }
      lengths.append(best + 1)
    }
    return places.count - (lengths.max() ?? 0)
  }

  /// Carries the diff out one step at a time, as a list on a screen would.
  func applying(_ diff: TimelineDiff) -> [TimelineItem] {
    let gone = Set(diff.deletes + diff.moves.map(\.from))
    var rows = old.indices.filter { !gone.contains($0) }.map { old[$0] }
    let arriving =
      diff.inserts.map { ($0.index, $0.item) } + diff.moves.map { ($0.to, old[$0.from]) }
    for (index, item) in arriving.sorted(by: { $0.0 < $1.0 }) { rows.insert(item, at: index) }
    for update in diff.updates { rows[update.to] = update.item }
    return rows
  }
}
