extension RowNode {
  /// Sets the height of the row with a label, which must be there, and marks it as measured.
  ///
  /// - Returns: the change of the sums.
  /// - Complexity: O(log n).
  mutating func setHeight(_ height: Length, of label: Int64) -> RowSums {
    var change = RowSums()
    if isLeaf {
      guard let place = keys.firstIndex(where: { $0.label == label }) else {
        preconditionFailure("no row with the label \(label)")
      }
      let before = rowSums(place)
      keys[place].height = height
      facts[place].isMeasured = true
      let after = rowSums(place)
      change.height = after.height - before.height
      change.solid = after.solid - before.solid
      change.holdable = after.holdable - before.holdable
    } else {
      guard let place = children.firstIndex(where: { label <= $0.lastLabel }) else {
        preconditionFailure("no row with the label \(label)")
      }
      change = children[place].setHeight(height, of: label)
    }
    sums += change
    return change
  }

  /// Sets the label of the row at an index.
  mutating func setLabel(_ label: Int64, at index: Int) {
    if isLeaf {
      keys[index].label = label
    } else {
      var (place, start) = (0, 0)
      while index >= start + children[place].sums.count {
        start += children[place].sums.count
        place += 1
      }
      children[place].setLabel(label, at: index - start)
    }
    findLastLabel()
  }

  /// Rows to insert in one piece, and their labels: the first, and the step from one to the next.
  struct Incoming {
    var rows: ArraySlice<RowLayout.Row>
    var label: Int64
    var step: Int64
    var sums = RowSums()

    init(_ rows: ArraySlice<RowLayout.Row>, label: Int64, step: Int64) {
      self.rows = rows
      self.label = label
      self.step = step
      for row in rows {
        sums += RowSums(height: row.height, isMessage: row.kind != .decoration)
      }
    }

    func label(at offset: Int) -> Int64 { label + step * Int64(offset) }
  }

  /// Inserts rows at an index, which is at most the number of rows.
  ///
  /// - Returns: nodes of the same depth to put after this one, if it got too wide.
  /// - Complexity: O(k + log n).
  mutating func insert(_ new: Incoming, at index: Int) -> [RowNode] {
    if isLeaf {
      let start = new.rows.startIndex
      keys.insert(
        contentsOf: new.rows.indices.lazy.map {
          Key(label: new.label(at: $0 - start), height: new.rows[$0].height)
        }, at: index)
      facts.insert(contentsOf: new.rows.lazy.map(Facts.init), at: index)
    } else {
      var (place, start) = (0, 0)
      while index > start + children[place].sums.count {
        start += children[place].sums.count
        place += 1
      }
      let rest = children[place].insert(new, at: index - start)
      if !rest.isEmpty { children.insert(contentsOf: rest, at: place + 1) }
    }
    sums += new.sums
    guard width > (isLeaf ? RowNode.leafCapacity : RowNode.fanout) else {
      findLastLabel()
      return []
    }
    var parts = isLeaf ? RowNode.leaves(keys, facts) : RowNode.parents(of: children)
    self = parts.removeFirst()
    return parts
  }

  /// Removes rows. The node may be empty afterwards.
  ///
  /// - Complexity: O(k + log n).
  mutating func remove(_ range: Range<Int>) {
    if isLeaf {
      keys.removeSubrange(range)
      facts.removeSubrange(range)
    } else {
      var (first, start) = (0, 0)
      while range.lowerBound >= start + children[first].sums.count {
        start += children[first].sums.count
        first += 1
      }
      var place = first
      while place < children.count, start < range.upperBound {
        let count = children[place].sums.count
        let part = max(range.lowerBound - start, 0)..<min(range.upperBound - start, count)
        if part.count < count { children[place].remove(part) }
        start += count
        place += 1
        if part.count == count {
          place -= 1
          children.remove(at: place)
        }
      }
      mend(max(first - 1, 0)..<min(place + 1, children.count))
    }
    sumUp()
  }

  /// Merges children that got too narrow with their neighbours.
  private mutating func mend(_ range: Range<Int>) {
    for place in range.reversed() where place + 1 < children.count {
      let (left, right) = (children[place], children[place + 1])
      let capacity = left.isLeaf ? RowNode.leafCapacity : RowNode.fanout
      guard min(left.width, right.width) < capacity / 4 else { continue }
      children.replaceSubrange(place...(place + 1), with: RowNode.joined(left, right))
    }
  }

  /// The rows of two neighbours in one node, or in several of even size.
  private static func joined(_ left: RowNode, _ right: RowNode) -> [RowNode] {
    if left.isLeaf { return leaves(left.keys + right.keys, left.facts + right.facts) }
    var both = RowNode()
    both.children = left.children + right.children
    // An only child may be narrow. It has a neighbour now.
    both.mend((left.width - 1)..<left.width)
    return parents(of: both.children)
  }

  /// Splits rows into leaves of even size with room to grow.
  static func leaves(_ keys: [Key], _ facts: [Facts]) -> [RowNode] {
    cuts(keys.count, capacity: leafCapacity).map {
      RowNode(keys: keys[$0], facts: facts[$0])
    }
  }

  /// Groups nodes into parents of even size with room to grow.
  static func parents(of nodes: [RowNode]) -> [RowNode] {
    cuts(nodes.count, capacity: fanout).map { RowNode(children: Array(nodes[$0])) }
  }

  private static func cuts(_ count: Int, capacity: Int) -> [Range<Int>] {
    let parts = count <= capacity ? 1 : (count + capacity * 3 / 4 - 1) / (capacity * 3 / 4)
    return (0..<parts).map { (count * $0 / parts)..<(count * ($0 + 1) / parts) }
  }
}
