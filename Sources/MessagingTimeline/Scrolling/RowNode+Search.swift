extension RowNode {
  /// A row, and the sums of the rows above it.
  struct Spot: Sendable {
    var above = RowSums()
    var key: Key
    var facts: Facts
  }

  /// The row at an index that is in range.
  ///
  /// - Complexity: O(log n).
  func spot(at index: Int, above: RowSums = RowSums()) -> Spot {
    var above = above
    guard isLeaf else {
      for child in children {
        if index < above.count + child.sums.count { return child.spot(at: index, above: above) }
        above += child.sums
      }
      preconditionFailure("no row \(index)")
    }
    let place = index - above.count
    for row in 0..<place { above += rowSums(row) }
    return Spot(above: above, key: keys[place], facts: facts[place])
  }

  /// The number of rows and their height above the row with a label, which must be there, and the
  /// height of that row.
  ///
  /// - Complexity: O(log n).
  func extent(of label: Int64) -> (count: Int, above: Length, height: Length) {
    var (count, above) = (0, Length.zero)
    guard isLeaf else {
      for child in children {
        if label <= child.lastLabel {
          let inner = child.extent(of: label)
          return (count + inner.count, above + inner.above, inner.height)
        }
        count += child.sums.count
        above.units += child.sums.height.units
      }
      preconditionFailure("no row with the label \(label)")
    }
    for key in keys {
      if key.label == label { return (count, above, key.height) }
      count += 1
      above.units += key.height.units
    }
    preconditionFailure("no row with the label \(label)")
  }

  /// The sums up to and including the last row that begins at `y` or above it; if there is none, up
  /// to and including the first row.
  ///
  /// - Complexity: O(log n).
  func sums(through y: Length, gap: Length, above: RowSums = RowSums()) -> RowSums {
    var above = above
    guard isLeaf else {
      for child in children.dropLast() {
        var after = above
        after += child.sums
        if after.end(gap: gap) > y { return child.sums(through: y, gap: gap, above: above) }
        above = after
      }
      return children[children.count - 1].sums(through: y, gap: gap, above: above)
    }
    above += rowSums(0)
    for place in keys.indices.dropFirst() {
      guard above.end(gap: gap) <= y else { break }
      above += rowSums(place)
    }
    return above
  }

  /// The sums of the rows above an index, which is at most the number of rows.
  ///
  /// - Complexity: O(log n).
  func sums(before index: Int, above: RowSums = RowSums()) -> RowSums {
    var above = above
    guard isLeaf else {
      for child in children {
        if index < above.count + child.sums.count { return child.sums(before: index, above: above) }
        above += child.sums
      }
      return above
    }
    for row in 0..<(index - above.count) { above += rowSums(row) }
    return above
  }

  /// The index of the row with a trait that has `ordinal` such rows above it; `nil` if there is
  /// none.
  ///
  /// - Complexity: O(log n).
  func index(of trait: RowTrait, ordinal: Int) -> Int? {
    guard ordinal >= 0, ordinal < trait.count(in: sums) else { return nil }
    var (rest, index) = (ordinal, 0)
    guard isLeaf else {
      for child in children {
        let count = trait.count(in: child.sums)
        if rest < count { return child.index(of: trait, ordinal: rest).map { index + $0 } }
        rest -= count
        index += child.sums.count
      }
      return nil
    }
    for place in keys.indices {
      rest -= trait.count(in: rowSums(place))
      if rest < 0 { return place }
    }
    return nil
  }

  /// Calls `body` with each row, in order.
  func visit(_ body: (Key, Facts) -> Void) {
    for place in keys.indices { body(keys[place], facts[place]) }
    for child in children { child.visit(body) }
  }
}
