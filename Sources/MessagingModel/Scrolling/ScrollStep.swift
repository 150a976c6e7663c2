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

  /// Messages that came at the end just now.
  var arrivals: [RowLayout.Row] {
    switch rows {
    case .edits(let edits): edits.arrivals
    case .same, .replace: []
    }
  }
}

/// ``RowChanges`` that fit the rows.
struct RowEdits {
  struct Insert {
    var index: Int
    var row: RowLayout.Row
  }

  struct Resize {
    var height: Length
    var cause: RowChanges.Resize.Cause
  }

  /// Old indexes of rows that go, descending.
  var deletes: [Int] = []
  /// Ascending.
  var inserts: [Insert] = []
  /// Ascending by the new index.
  var moves: [TimelineDiff.Move] = []
  var resizes: [RowID: Resize] = [:]
  /// Messages among the inserts that are new.
  var arrivals: [RowLayout.Row] = []
  /// Old indexes of deleted and moved rows, ascending: nothing can be held by them.
  var gone: [Int] = []

  func isGone(_ index: Int) -> Bool {
    var (low, high) = (0, gone.count)
    while low < high {
      let middle = (low + high) / 2
      if gone[middle] < index { low = middle + 1 } else { high = middle }
    }
    return low < gone.count && gone[low] == index
  }

  /// Makes the changes; neighbours go and come together.
  func apply(to layout: inout RowLayout) {
    let moved = moves.map { layout[$0.from] }
    var end = gone.count
    while end > 0 {
      var start = end - 1
      while start > 0, gone[start - 1] == gone[start] - 1 { start -= 1 }
      layout.remove(gone[start]..<(gone[end - 1] + 1))
      end = start
    }
    var (insert, move) = (0, 0)
    while insert < inserts.count || move < moves.count {
      var run: [RowLayout.Row] = []
      var position = 0
      while true {
        let next: (Int, RowLayout.Row)
        if insert < inserts.count, move >= moves.count || inserts[insert].index < moves[move].to {
          next = (inserts[insert].index, inserts[insert].row)
        } else if move < moves.count {
          next = (moves[move].to, moved[move])
        } else {
          break
        }
        if run.isEmpty { position = next.0 }
        guard next.0 == position + run.count else { break }
        run.append(next.1)
        if insert < inserts.count, inserts[insert].index == next.0 {
          insert += 1
        } else {
          move += 1
        }
      }
      layout.put(run, at: position)
    }
    for (id, resize) in resizes { layout.set(resize.height, of: id) }
  }
}
