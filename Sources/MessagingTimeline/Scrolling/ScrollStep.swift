/// A transaction that was checked, in exact lengths.
struct ScrollStep {
  enum Rows {
    case same
    case edits(RowEdits)
    case replace(RowLayout)
  }

  var rows = Rows.same
  var frame: ScrollFrame
  var hasNewer: Bool
  var sent: RowID?

  /// Messages that have just arrived at the end.
  var arrivals: [RowLayout.Row] {
    switch rows {
    case .edits(let edits): edits.arrivals
    case .same, .replace: []
    }
  }
}

/// ``RowChanges`` that were checked, in exact lengths.
struct RowEdits {
  struct Resize {
    var height: Length
    var cause: RowChanges.Resize.Cause
  }

  /// Old indexes of deleted rows, descending.
  var deletes: [Int] = []
  /// Inserted rows. ``places`` are their new indexes, ascending; ``hashes`` are the hashes of their
  /// ids.
  var inserts: [RowLayout.Row] = []
  var places: [Int] = []
  var hashes: [UInt64] = []
  /// Ascending by the new index.
  var moves: [TimelineDiff.Move] = []
  var resizes: [RowID: Resize] = [:]
  /// Messages among the inserts that are new.
  var arrivals: [RowLayout.Row] = []
  /// Old indexes of deleted and moved rows, ascending. Such a row cannot be held.
  var gone: [Int] = []

  func isGone(_ index: Int) -> Bool { RowEdits.contains(gone[...], index) { $0 < $1 } }

  func isDeleted(_ index: Int) -> Bool { RowEdits.contains(deletes[...], index) { $0 > $1 } }

  private static func contains(
    _ sorted: ArraySlice<Int>, _ index: Int, _ precedes: (Int, Int) -> Bool
  ) -> Bool {
    var rest = sorted
    while !rest.isEmpty {
      let middle = rest.startIndex + rest.count / 2
      if rest[middle] == index { return true }
      rest = precedes(rest[middle], index) ? rest[(middle + 1)...] : rest[..<middle]
    }
    return false
  }

  /// Applies the changes. Neighbours are removed and inserted in one piece.
  func apply(to layout: inout RowLayout) {
    let moved = moves.map { layout[$0.from] }
    var end = gone.count
    while end > 0 {
      var start = end - 1
      while start > 0, gone[start - 1] == gone[start] - 1 { start -= 1 }
      layout.remove(gone[start]..<(gone[end - 1] + 1))
      end = start
    }
    if moves.isEmpty {
      put(&layout)
    } else {
      putOneByOne(moved, &layout)
    }
    for (id, resize) in resizes { layout.set(resize.height, of: id) }
  }

  /// Inserts the rows, neighbours in one piece.
  private func put(_ layout: inout RowLayout) {
    var start = 0
    while start < places.count {
      var end = start + 1
      while end < places.count, places[end] == places[end - 1] + 1 { end += 1 }
      layout.put(inserts[start..<end], hashes, at: places[start])
      start = end
    }
  }

  private func putOneByOne(_ moved: [RowLayout.Row], _ layout: inout RowLayout) {
    var (insert, move) = (0, 0)
    while insert < places.count || move < moves.count {
      if move == moves.count || (insert < places.count && places[insert] < moves[move].to) {
        layout.put(inserts[insert...insert], hashes, at: places[insert])
        insert += 1
      } else {
        layout.put([moved[move]], [moved[move].id.scatter], at: moves[move].to)
        move += 1
      }
    }
  }
}
