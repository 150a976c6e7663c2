extension RowLayout {
  /// Sets the height of a row, and marks it as measured.
  ///
  /// - Throws: ``ScrollRejection/unknownRow`` if there is no such row.
  /// - Complexity: O(log n).
  public mutating func setHeight(_ height: Length, of id: RowID) throws(ScrollRejection) {
    guard set(height, of: id) else { throw .unknownRow }
  }

  /// - Returns: whether the row is there.
  @discardableResult
  mutating func set(_ height: Length, of id: RowID) -> Bool {
    guard let label = index[id] else { return false }
    _ = root.setHeight(height, of: label)
    return true
  }

  /// Inserts rows. The first one gets the index `position`, which is in `0...count`.
  ///
  /// - Throws: ``ScrollRejection/duplicateID`` if an id is there already, or comes twice. Nothing
  ///   has changed then.
  /// - Complexity: O(k + log n) for k rows, wherever they come.
  public mutating func insert(_ rows: [Row], at position: Int) throws(ScrollRejection) {
    put(rows[...], try newHashes(rows), at: position)
  }

  /// Returns the hashes of the ids of rows, which must be new to the layout and to each other. The
  /// id of a row that is deleted with the same change may come again.
  ///
  /// - Parameter isDeleted: whether the row at an index is deleted with the same change.
  /// - Throws: ``ScrollRejection/duplicateID``.
  func newHashes(
    _ rows: [Row], isDeleted: (Int) -> Bool = { _ in false }
  ) throws(ScrollRejection) -> [UInt64] {
    var hashes: [UInt64] = []
    hashes.reserveCapacity(rows.count)
    for row in rows {
      let hash = row.id.scatter
      if index.label(of: row.id, hash: hash) != nil {
        guard let old = index(of: row.id), isDeleted(old) else { throw .duplicateID }
      }
      hashes.append(hash)
    }
    let sorted = hashes.sorted()
    // Equal hashes nearly always mean equal ids. Only then are the ids compared.
    if zip(sorted, sorted.dropFirst()).contains(where: ==), Set(rows.map(\.id)).count < rows.count {
      throw .duplicateID
    }
    return hashes
  }

  /// Removes the rows in a range of indexes.
  ///
  /// - Complexity: O(k log n) for k rows.
  public mutating func remove(_ range: Range<Int>) {
    guard !range.isEmpty else { return }
    for position in range { index.remove(root.spot(at: position).facts.id) }
    root.remove(range)
    while root.children.count == 1 { root = root.children[0] }
  }

  /// Inserts rows whose ids are known to be new.
  mutating func put(_ rows: ArraySlice<Row>, _ hashes: [UInt64], at position: Int) {
    guard !rows.isEmpty else { return }
    let (label, step) = labels(rows.count, at: position)
    let new = RowNode.Incoming(rows, label: label, step: step)
    for (offset, row) in rows.enumerated() {
      index.set(new.label(at: offset), of: row.id, hash: hashes[rows.startIndex + offset])
    }
    let rest = root.insert(new, at: position)
    guard !rest.isEmpty else { return }
    var level = [root] + rest
    while level.count > 1 { level = RowNode.parents(of: level) }
    root = level[0]
  }
}

// Labels ascend with the index, with room between them. If the room is used up, the labels around
// are spread again: a few, or more if many rows were inserted at the same place.
extension RowLayout {
  private static let spacing: Int64 = 1 << 32
  private static let leastSpacing: Int64 = 1 << 16
  /// The greatest absolute value of a label that is appended or prepended, far from the ends of
  /// `Int64`.
  private static let farthest: Int64 = 1 << 61

  /// Returns labels for rows that are inserted at an index: the first, and the step from one to the
  /// next.
  private mutating func labels(_ count: Int, at position: Int) -> (first: Int64, step: Int64) {
    let lower = position > 0 ? label(at: position - 1) : nil
    let upper = position < self.count ? label(at: position) : nil
    if let room = RowLayout.spread(count, after: lower, before: upper, least: 1) { return room }
    var reach = 32
    while true {
      let low = max(0, position - reach)
      let high = min(self.count, position + reach)
      let room = RowLayout.spread(
        high - low + count, after: low > 0 ? label(at: low - 1) : nil,
        before: high < self.count ? label(at: high) : nil, least: RowLayout.leastSpacing)
      if let (first, step) = room {
        for row in low..<high {
          relabel(row, first + step * Int64(row - low + (row < position ? 0 : count)))
        }
        return (first + step * Int64(position - low), step)
      }
      reach *= 2
    }
  }

  private func label(at position: Int) -> Int64 { root.spot(at: position).key.label }

  private mutating func relabel(_ position: Int, _ label: Int64) {
    let id = root.spot(at: position).facts.id
    index.set(label, of: id, hash: id.scatter)
    root.setLabel(label, at: position)
  }

  /// Spreads labels evenly between two; `nil` if the step is less than `least`, or beyond
  /// ``farthest``.
  private static func spread(
    _ count: Int, after lower: Int64?, before upper: Int64?, least: Int64
  ) -> (first: Int64, step: Int64)? {
    let count = Int64(count)
    switch (lower, upper) {
    case (nil, nil): return (-count / 2 * spacing, spacing)
    case (let lower?, nil):
      return lower + spacing * count > farthest ? nil : (lower + spacing, spacing)
    case (nil, let upper?):
      let first = upper - spacing * count
      return first < -farthest ? nil : (first, spacing)
    case (let lower?, let upper?):
      let step = (upper - lower) / (count + 1)
      return step < least ? nil : (lower + step, step)
    }
  }
}
