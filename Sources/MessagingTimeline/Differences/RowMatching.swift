internal import MessagingModel

/// Which rows of two timelines have the same id.
struct RowMatching {
  /// Rows that follow each other in both timelines.
  struct Run: Equatable {
    var old: Int
    var new: Int
    var count: Int

    var oldEnd: Int { old + count }
    var newEnd: Int { new + count }
  }

  let old: RowStore
  let new: RowStore
  /// All rows that stay, ascending by ``Run/new``; neighbours are joined.
  private(set) var runs: [Run] = []
  /// Pairs of equal id and different content, in no order.
  private var changed: [(old: Int, new: Int)] = []

  init(_ old: RowStore, _ new: RowStore) {
    self.old = old
    self.new = new
  }

  /// Finds all rows with equal ids.
  mutating func match() {
    let prefix = matchForward(
      from: (0, 0), limit: Swift.min(old.count, new.count))
    let rest = Swift.min(old.count, new.count) - prefix
    let suffix = matchBackward(from: (old.count, new.count), limit: rest)
    let oldMiddle = prefix..<(old.count - suffix)
    let newMiddle = prefix..<(new.count - suffix)
    append(Run(old: 0, new: 0, count: prefix))
    if !oldMiddle.isEmpty, !newMiddle.isEmpty { matchMiddle(oldMiddle, newMiddle) }
    append(Run(old: oldMiddle.upperBound, new: newMiddle.upperBound, count: suffix))
  }

  /// Ranges of new rows that the old timeline does not have, ascending.
  func unmatchedNew() -> [Range<Int>] {
    var (ranges, end): ([Range<Int>], Int) = ([], 0)
    for run in runs {
      if end < run.new { ranges.append(end..<run.new) }
      end = run.newEnd
    }
    if end < new.count { ranges.append(end..<new.count) }
    return ranges
  }

  /// Ranges of old rows that the new timeline does not have, ascending.
  func unmatchedOld() -> [Range<Int>] {
    RowMatching.complement(of: runs, in: 0..<old.count)
  }

  /// The updates of rows that stay and changed, ascending by their new index.
  func updates() -> [TimelineDiff.Update] {
    changed.sorted { $0.new < $1.new }.map { pair in
      let item = new[pair.new]
      return TimelineDiff.Update(
        from: pair.old, to: pair.new, item: item, aspects: .init(from: old[pair.old], to: item))
    }
  }

  /// The new indexes at which an inserted message counts as new: after the first message that
  /// stays, and after all that were confirmed before.
  func placesOfArrivals() -> Range<Int> {
    guard let first = firstIndex(where: { $0.id.message != nil }) else { return 0..<0 }
    let confirmed = lastIndex { $0.message?.message.position.confirmed != nil }
    return ((confirmed ?? first) + 1)..<new.count
  }

  /// The new index of the first row that stays and whose old item satisfies the condition.
  private func firstIndex(where condition: (TimelineItem) -> Bool) -> Int? {
    for run in runs {
      for offset in 0..<run.count where condition(old[run.old + offset]) {
        return run.new + offset
      }
    }
    return nil
  }

  private func lastIndex(where condition: (TimelineItem) -> Bool) -> Int? {
    for run in runs.reversed() {
      for offset in (0..<run.count).reversed() where condition(old[run.old + offset]) {
        return run.new + offset
      }
    }
    return nil
  }

  /// The parts of `range` that no run covers, ascending.
  private static func complement(of runs: [Run], in range: Range<Int>) -> [Range<Int>] {
    var (ranges, end): ([Range<Int>], Int) = ([], range.lowerBound)
    let isAscending = zip(runs, runs.dropFirst()).allSatisfy { $0.old < $1.old }
    for run in isAscending ? runs : runs.sorted(by: { $0.old < $1.old }) {
      if end < run.old { ranges.append(end..<run.old) }
      end = run.oldEnd
    }
    if end < range.upperBound { ranges.append(end..<range.upperBound) }
    return ranges
  }
}

// From both ends of a range.
extension RowMatching {
  /// Matches rows forwards from two places as long as their ids are equal.
  ///
  /// - Returns: how many rows match.
  private mutating func matchForward(
    from start: (old: Int, new: Int), limit: Int
  ) -> Int {
    guard limit > 0 else { return 0 }
    var (oldChunk, newChunk) = (old.chunk(of: start.old), new.chunk(of: start.new))
    var oldOffset = start.old - old.start(of: oldChunk)
    var newOffset = start.new - new.start(of: newChunk)
    var count = 0
    while count < limit {
      if oldOffset == 0, newOffset == 0 {
        let shared = sharedChunks(from: (oldChunk, newChunk), rows: limit - count)
        if shared > 0 {
          count += old.start(of: oldChunk + shared) - old.start(of: oldChunk)
          (oldChunk, newChunk) = (oldChunk + shared, newChunk + shared)
          continue
        }
      }
      let (left, right) = (old.chunks[oldChunk], new.chunks[newChunk])
      let length = Swift.min(left.count - oldOffset, right.count - newOffset, limit - count)
      for step in 0..<length
      where !isMatch(
        left.items[oldOffset + step], right.items[newOffset + step],
        (start.old + count + step, start.new + count + step))
      {
        return count + step
      }
      count += length
      oldOffset += length
      newOffset += length
      if oldOffset == left.count { (oldChunk, oldOffset) = (oldChunk + 1, 0) }
      if newOffset == right.count { (newChunk, newOffset) = (newChunk + 1, 0) }
    }
    return count
  }

  /// Matches rows backwards from two places as long as their ids are equal.
  ///
  /// - Returns: how many rows match.
  private mutating func matchBackward(from end: (old: Int, new: Int), limit: Int) -> Int {
    guard limit > 0 else { return 0 }
    var (oldChunk, newChunk) = (old.chunk(of: end.old - 1), new.chunk(of: end.new - 1))
    // The number of rows of the chunk before the place.
    var oldRest = end.old - old.start(of: oldChunk)
    var newRest = end.new - new.start(of: newChunk)
    var count = 0
    while count < limit {
      if oldRest == old.chunks[oldChunk].count, newRest == new.chunks[newChunk].count {
        let shared = sharedChunks(below: (oldChunk + 1, newChunk + 1), rows: limit - count)
        if shared > 0 {
          count += old.ends[oldChunk] - old.start(of: oldChunk + 1 - shared)
          // If all that is left is shared, the loop ends.
          (oldChunk, newChunk) = (Swift.max(0, oldChunk - shared), Swift.max(0, newChunk - shared))
          (oldRest, newRest) = (old.chunks[oldChunk].count, new.chunks[newChunk].count)
          continue
        }
      }
      let (left, right) = (old.chunks[oldChunk], new.chunks[newChunk])
      let length = Swift.min(oldRest, newRest, limit - count)
      for step in 1...length
      where !isMatch(
        left.items[oldRest - step], right.items[newRest - step],
        (end.old - count - step, end.new - count - step))
      {
        return count + step - 1
      }
      count += length
      oldRest -= length
      newRest -= length
      if oldRest == 0, oldChunk > 0 {
        oldChunk -= 1
        oldRest = old.chunks[oldChunk].count
      }
      if newRest == 0, newChunk > 0 {
        newChunk -= 1
        newRest = new.chunks[newChunk].count
      }
    }
    return count
  }

  /// How many chunks from two places on are the same, within at most `rows` rows.
  private func sharedChunks(from start: (old: Int, new: Int), rows: Int) -> Int {
    let limit = Swift.min(old.marks.count - start.old, new.marks.count - start.new)
    let lastEnd = old.start(of: start.old) + rows
    var count = 0
    while count < limit, old.marks[start.old + count] == new.marks[start.new + count],
      old.ends[start.old + count] <= lastEnd
    {
      count += 1
    }
    return count
  }

  /// How many chunks right before two places are the same, within at most `rows` rows.
  private func sharedChunks(below end: (old: Int, new: Int), rows: Int) -> Int {
    let limit = Swift.min(end.old, end.new)
    let firstStart = old.start(of: end.old) - rows
    var count = 0
    while count < limit, old.marks[end.old - 1 - count] == new.marks[end.new - 1 - count],
      old.start(of: end.old - 1 - count) >= firstStart
    {
      count += 1
    }
    return count
  }

  private mutating func isMatch(
    _ left: TimelineItem, _ right: TimelineItem, _ places: (old: Int, new: Int)
  ) -> Bool {
    if left.isCopy(of: right) { return true }
    guard left.hasID(of: right) else { return false }
    if !left.hasContent(of: right) { changed.append(places) }
    return true
  }

  private mutating func append(_ run: Run) {
    guard run.count > 0 else { return }
    if let last = runs.last, last.oldEnd == run.old, last.newEnd == run.new {
      runs[runs.count - 1].count += run.count
    } else {
      runs.append(run)
    }
  }
}

// Between the two ends of a range.
extension RowMatching {
  private mutating func matchMiddle(_ oldRange: Range<Int>, _ newRange: Range<Int>) {
    var finder = ChunkFinder(old, oldRange)
    // The runs found so far, ascending by the new index, then extended by adjoining rows.
    var known = finder.runs(in: new, newRange)
    if !known.isEmpty { grow(&known, oldRange, newRange) }
    let looseOld = RowMatching.complement(of: known, in: oldRange)
    let loose = LooseRows(old, looseOld)
    var place = newRange.lowerBound
    for run in known + [Run(old: oldRange.upperBound, new: newRange.upperBound, count: 0)] {
      matchLoose(place..<run.new, loose)
      append(run)
      place = run.newEnd
    }
  }

  private mutating func matchLoose(_ range: Range<Int>, _ loose: LooseRows) {
    guard !range.isEmpty, !loose.isEmpty else { return }
    var found: [(old: Int, new: Int)] = []
    new.forEach(in: range) { index, item in
      if let other = loose.index(of: item) { found.append((other, index)) }
    }
    for pair in found {
      _ = isMatch(old[pair.old], new[pair.new], pair)
      append(Run(old: pair.old, new: pair.new, count: 1))
    }
  }

  /// Grows neighbouring runs towards each other, where nothing else lies between them.
  private mutating func grow(
    _ known: inout [Run], _ oldRange: Range<Int>, _ newRange: Range<Int>
  ) {
    let byOld = known.indices.sorted { known[$0].old < known[$1].old }
    var rank = [Int](repeating: 0, count: known.count)
    for (place, index) in byOld.enumerated() { rank[index] = place }
    for index in 0...known.count {
      let isLast = index == known.count
      let isNeighbour =
        (isLast ? known.count : rank[index]) == (index == 0 ? 0 : rank[index - 1] + 1)
      guard isNeighbour else { continue }
      let from =
        index == 0
        ? (oldRange.lowerBound, newRange.lowerBound)
        : (known[index - 1].oldEnd, known[index - 1].newEnd)
      let to =
        isLast
        ? (oldRange.upperBound, newRange.upperBound) : (known[index].old, known[index].new)
      let limit = Swift.min(to.0 - from.0, to.1 - from.1)
      let ahead = index == 0 ? 0 : matchForward(from: from, limit: limit)
      let back = isLast ? 0 : matchBackward(from: to, limit: limit - ahead)
      if index > 0 { known[index - 1].count += ahead }
      if !isLast {
        known[index] = Run(
          old: to.0 - back, new: to.1 - back, count: known[index].count + back)
      }
    }
  }
}
