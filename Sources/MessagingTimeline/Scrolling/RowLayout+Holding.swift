internal import MessagingModel

extension RowLayout {
  /// A row as whoever looks for something to hold sees it.
  struct Found: Sendable {
    var index: Int
    var y: Length
    var row: Row
  }

  /// The row at an index in `0..<count`.
  ///
  /// - Complexity: O(log n).
  func found(at index: Int) -> Found {
    let spot = root.spot(at: index)
    return Found(index: index, y: spot.above.end(gap: gap), row: Row(spot))
  }

  /// The first row of a message that has a height, at an index or after it.
  ///
  /// - Complexity: O(log n).
  func holdable(from index: Int) -> Found? {
    root.index(of: .holdable, ordinal: root.sums(before: index).holdable).map(found)
  }

  /// The last row of a message that has a height, before an index.
  ///
  /// - Complexity: O(log n).
  func holdable(before index: Int) -> Found? {
    root.index(of: .holdable, ordinal: root.sums(before: index).holdable - 1).map(found)
  }

  /// How many rows end at `y` or above it: the index of the first one of which something lies
  /// below `y`, or that has no height and begins below it.
  ///
  /// - Complexity: O(log n).
  func rowCount(endingAtOrAbove y: Length) -> Int {
    guard count > 0 else { return 0 }
    let through = root.sums(through: y, gap: gap)
    let last = found(at: through.count - 1)
    return last.y + last.row.height <= y ? through.count : through.count - 1
  }

  /// How many rows begin above `y`.
  ///
  /// - Complexity: O(log n).
  func rowCount(beginningAbove y: Length) -> Int {
    guard count > 0, y > .zero else { return 0 }
    return root.sums(through: Length(units: y.units - 1), gap: gap).count
  }

  /// The row of the least place at or above one, else of the greatest below it; of equal ones the
  /// first.
  ///
  /// Rows of messages lie in the order of their places, but nobody has to promise that here.
  ///
  /// - Complexity: O(n).
  func nearest(to position: Position) -> Int? {
    var (above, below): ((Position, Int)?, (Position, Int)?)
    var index = 0
    root.visit { _, facts in
      defer { index += 1 }
      guard let here = facts.position else { return }
      if here >= position {
        if above.map({ here < $0.0 }) ?? true { above = (here, index) }
      } else if below.map({ here > $0.0 }) ?? true {
        below = (here, index)
      }
    }
    return (above ?? below)?.1
  }
}
