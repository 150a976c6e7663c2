internal import MessagingModel

extension RowLayout {
  /// A row with its index and the y of its upper edge.
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

  /// The first row of a message that has a height, at an index or after it; `nil` for none.
  ///
  /// - Complexity: O(log n).
  func holdable(from index: Int) -> Found? {
    root.index(of: .holdable, ordinal: root.sums(before: index).holdable).map(found)
  }

  /// The last row of a message that has a height, before an index; `nil` for none.
  ///
  /// - Complexity: O(log n).
  func holdable(before index: Int) -> Found? {
    root.index(of: .holdable, ordinal: root.sums(before: index).holdable - 1).map(found)
  }

  /// How many rows end at `y` or above it. This is the index of the first row that has a part below
  /// `y`, or that has no height and begins below it.
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

  /// The index of the row with the least position that is not older than `position`. If there is
  /// none, that of the row with the newest position. Of equal ones, the first. `nil` if no row has
  /// a position.
  ///
  /// The rows need not be in the order of their positions.
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
