internal import MessagingModel
package import MessagingTimeline

/// The rows after a transaction.
package struct NaiveScrollRows {
  var rows: [NaiveRow]
  /// The old index of each new row; `nil` for an inserted one.
  package var origins: [Int?]
  /// The rows that moved.
  var moved: Set<RowID> = []
  package var causes: [RowID: RowChanges.Resize.Cause] = [:]
  /// The rows that arrived live at the end, to be followed and counted.
  package var arrived: [NaiveRow] = []
  package var isReplaced = false
  /// Whether the transaction contains no rows.
  var areUntouched = false

  /// Rows without a change.
  init(same rows: [NaiveRow]) {
    (self.rows, origins) = (rows, rows.indices.map { $0 })
  }
}

extension NaiveScroll {
  /// Why an event is invalid; `nil` if it is valid.
  func rejection(of event: ScrollEvent) -> ScrollRejection? {
    switch event {
    case .transaction(let transaction): rejection(of: transaction)
    case .scrolled(let offset): NaiveLength.isOffset(offset) ? nil : .badLength
    case .phase, .jumpToEnd: nil
    case .jump(let id, let place, _):
      isOpen && target(of: id, place) != nil ? nil : .unknownRow
    }
  }

  private func rejection(of transaction: ScrollTransaction) -> ScrollRejection? {
    guard heights(in: transaction).allSatisfy(NaiveLength.isHeight),
      frame(in: transaction).allSatisfy(NaiveLength.isHeight)
    else { return .badLength }
    guard let ids = idsAfter(transaction) else { return .badIndex }
    guard !rules.isAmbiguous(self, transaction, ids) else { return .duplicateID }
    let resized = resizes(of: transaction).map(\.id)
    guard Set(resized).count == resized.count else { return .duplicateID }
    guard resized.allSatisfy(ids.contains) else { return .unknownRow }
    let newer = transaction.hasNewer ?? hasNewer
    if let sent = transaction.sent, !newer, !ids.contains(sent) { return .unknownRow }
    return nil
  }

  private func frame(in transaction: ScrollTransaction) -> [Double] {
    guard let frame = transaction.geometry else { return [] }
    return [
      frame.width, frame.height, frame.topInset, frame.bottomInset, frame.gap, frame.topPadding,
      frame.bottomPadding,
    ]
  }

  private func heights(in transaction: ScrollTransaction) -> [Double] {
    switch transaction.rows {
    case .same: []
    case .changes(let changes): changes.inserts.map(\.row.height) + changes.resizes.map(\.height)
    case .replace(let rows): rows.map(\.height)
    }
  }

  private func resizes(of transaction: ScrollTransaction) -> [RowChanges.Resize] {
    guard case .changes(let changes) = transaction.rows else { return [] }
    return changes.resizes
  }

  /// Whether two rows have the same id after the transaction.
  func isAmbiguous(_ transaction: ScrollTransaction, _ ids: [RowID]) -> Bool {
    Set(ids).count != ids.count
  }

  /// The ids after the transaction; `nil` if indices do not fit.
  private func idsAfter(_ transaction: ScrollTransaction) -> [RowID]? {
    switch transaction.rows {
    case .same: return layout.rows.map(\.id)
    case .replace(let rows): return rows.map(\.id)
    case .changes(let changes):
      guard let order = order(after: changes) else { return nil }
      return order.map { place in
        switch place {
        case .old(let index): layout.rows[index].id
        case .new(let index): changes.inserts[index].row.id
        }
      }
    }
  }

  /// A row of the new list: an old one, or an inserted one.
  private enum Origin {
    case old(Int)
    case new(Int)
  }

  private func order(after changes: RowChanges) -> [Origin]? {
    let count = layout.rows.count
    let size = count - changes.deletes.count + changes.inserts.count
    let deletes = changes.deletes
    guard deletes.allSatisfy({ $0 >= 0 && $0 < count }),
      zip(deletes, deletes.dropFirst()).allSatisfy({ $0 > $1 })
    else { return nil }
    let sources = changes.moves.map(\.from)
    guard sources.allSatisfy({ $0 >= 0 && $0 < count }), Set(sources).count == sources.count,
      Set(sources).isDisjoint(with: deletes)
    else { return nil }
    let targets = changes.moves.map(\.to)
    let inserts = changes.inserts.map(\.index)
    for list in [targets, inserts] {
      guard list.allSatisfy({ $0 >= 0 && $0 < size }),
        zip(list, list.dropFirst()).allSatisfy({ $0 < $1 })
      else { return nil }
    }
    guard Set(targets).isDisjoint(with: inserts) else { return nil }
    var places = [Origin?](repeating: nil, count: size)
    for (index, place) in inserts.enumerated() { places[place] = .new(index) }
    for move in changes.moves { places[move.to] = .old(move.from) }
    let gone = Set(deletes).union(sources)
    var staying = (0..<count).filter { !gone.contains($0) }.makeIterator()
    return places.map { $0 ?? .old(staying.next() ?? 0) }
  }

  /// The rows after a transaction that is valid.
  func rows(after transaction: ScrollTransaction) -> NaiveScrollRows {
    switch transaction.rows {
    case .same:
      var result = NaiveScrollRows(same: layout.rows)
      result.areUntouched = true
      return result
    case .replace(let rows):
      var result = NaiveScrollRows(same: [])
      let old = Dictionary(
        layout.rows.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
      result.rows = rows.map { NaiveRow($0, height: NaiveLength.of($0.height)) }
      result.origins = result.rows.map { old[$0.id] }
      result.isReplaced = true
      return result
    case .changes(let changes):
      var result = NaiveScrollRows(same: [])
      for origin in order(after: changes) ?? [] {
        switch origin {
        case .old(let index):
          result.rows.append(layout.rows[index])
          result.origins.append(index)
        case .new(let index):
          let insert = changes.inserts[index]
          let row = NaiveRow(insert.row, height: NaiveLength.of(insert.row.height))
          result.rows.append(row)
          result.origins.append(nil)
          if insert.isNew, row.isMessage { result.arrived.append(row) }
        }
      }
      result.moved = Set(changes.moves.map { layout.rows[$0.from].id })
      for resize in changes.resizes {
        guard let index = result.rows.firstIndex(where: { $0.id == resize.id }) else { continue }
        result.rows[index].height = NaiveLength.of(resize.height)
        result.causes[resize.id] = resize.cause
      }
      return result
    }
  }
}
