extension ScrollContent {
  /// Checks a transaction and returns it in exact lengths. All lengths are checked first, then all
  /// indexes, then duplicate ids, then rows that are not there (`SCROLL-052`).
  ///
  /// - Complexity: O(k log n) for k changes; O(n) to replace all rows.
  func checked(_ transaction: ScrollTransaction) throws(ScrollRejection) -> ScrollStep {
    var step = ScrollStep(
      frame: frame, hasNewer: transaction.hasNewer ?? hasNewer, sent: transaction.sent)
    if let geometry = transaction.geometry { step.frame = try ScrollFrame(geometry) }
    switch transaction.rows {
    case .same: break
    case .changes(let changes): step.rows = .edits(try checked(changes))
    case .replace(let rows):
      let exact = try rows.map(exact)
      step.rows = .replace(try RowLayout(exact, gap: step.frame.gap))
    }
    if let sent = step.sent, !step.hasNewer, !isThere(sent, after: step) { throw .unknownRow }
    return step
  }

  private func exact(_ row: ScrollRow) throws(ScrollRejection) -> RowLayout.Row {
    guard let height = Length(extent: row.height) else { throw .badLength }
    return RowLayout.Row(
      id: row.id, kind: row.kind, height: height, isMeasured: row.isMeasured, position: row.position
    )
  }

  private func checked(_ changes: RowChanges) throws(ScrollRejection) -> RowEdits {
    var edits = RowEdits(deletes: changes.deletes, moves: changes.moves)
    edits.inserts.reserveCapacity(changes.inserts.count)
    edits.places = changes.inserts.map(\.index)
    for insert in changes.inserts {
      let row = try exact(insert.row)
      edits.inserts.append(row)
      if insert.isNew, row.kind != .decoration { edits.arrivals.append(row) }
    }
    var isTwice = false
    for resize in changes.resizes {
      guard let height = Length(extent: resize.height) else { throw .badLength }
      let new = RowEdits.Resize(height: height, cause: resize.cause)
      if edits.resizes.updateValue(new, forKey: resize.id) != nil { isTwice = true }
    }
    edits.gone = try gone(changes)
    try checkPlaces(changes)
    if isTwice { throw .duplicateID }
    edits.hashes = try layout.newHashes(edits.inserts) { edits.isDeleted($0) }
    let unknown = edits.resizes.keys.filter { !remains($0, edits) }
    if !unknown.isEmpty, !Set(unknown).isSubset(of: edits.inserts.lazy.map(\.id)) {
      throw .unknownRow
    }
    return edits
  }

  /// Returns the old indexes of deleted and moved rows, ascending.
  private func gone(_ changes: RowChanges) throws(ScrollRejection) -> [Int] {
    var gone = Array(changes.deletes.reversed())
    if !changes.moves.isEmpty {
      for (left, right) in zip(gone, gone.dropFirst()) where left >= right { throw .badIndex }
      gone.append(contentsOf: changes.moves.map(\.from))
      gone.sort()
    }
    for (left, right) in zip(gone, gone.dropFirst()) where left >= right { throw .badIndex }
    if let first = gone.first, let last = gone.last, first < 0 || last >= layout.count {
      throw .badIndex
    }
    return gone
  }

  /// Checks the new indexes: ascending, none twice, none beyond the end.
  private func checkPlaces(_ changes: RowChanges) throws(ScrollRejection) {
    let count = layout.count - changes.deletes.count + changes.inserts.count
    var (insert, move, last) = (0, 0, -1)
    while insert < changes.inserts.count || move < changes.moves.count {
      let next: Int
      if move == changes.moves.count
        || (insert < changes.inserts.count
          && changes.inserts[insert].index <= changes.moves[move].to)
      {
        next = changes.inserts[insert].index
        insert += 1
      } else {
        next = changes.moves[move].to
        move += 1
      }
      guard next > last, next < count else { throw .badIndex }
      last = next
    }
  }

  private func remains(_ id: RowID, _ edits: RowEdits) -> Bool {
    guard let index = layout.index(of: id) else { return false }
    return !edits.isDeleted(index)
  }

  private func isThere(_ id: RowID, after step: ScrollStep) -> Bool {
    switch step.rows {
    case .same: layout.contains(id)
    case .edits(let edits):
      edits.inserts.contains { $0.id == id } || remains(id, edits)
    case .replace(let rows): rows.contains(id)
    }
  }
}
