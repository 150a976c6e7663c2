internal import MessagingModel
internal import MessagingTimeline

/// A transaction under construction: applies the lines of a batch to the rows, one after the other.
package struct ScrollDraft {
  private struct Entry {
    var row: ScrollRow
    /// The row's old index; `nil` for a new row.
    var old: Int?
    var isNew = false
    var isMoved = false
  }

  private var entries: [Entry]
  private var after: ScrollMirror
  private var deletes: [Int] = []
  private var resizes: [RowChanges.Resize] = []
  /// Inserts and moves that name an index instead of a row, unchanged.
  private var rawInserts: [RowChanges.Insert] = []
  private var rawMoves: [TimelineDiff.Move] = []
  private var replacement: [ScrollRow]?
  private var transaction = ScrollTransaction()

  init(_ mirror: ScrollMirror) {
    after = mirror
    entries = mirror.rows.enumerated().map { Entry(row: $1, old: $0) }
  }

  /// The transaction, and the list as it is afterwards if the subject accepts the transaction.
  func finished() -> (transaction: ScrollTransaction, after: ScrollMirror) {
    var (transaction, after) = (transaction, after)
    if let replacement {
      transaction.rows = .replace(replacement)
      after.rows = replacement
      return (transaction, after)
    }
    after.rows = entries.map(\.row)
    let new = Array(entries.enumerated())
    let changes = RowChanges(
      deletes: deletes.sorted(by: >),
      inserts: new.filter { $0.element.old == nil }.map {
        RowChanges.Insert(index: $0.offset, row: $0.element.row, isNew: $0.element.isNew)
      } + rawInserts,
      moves: new.compactMap { index, entry in
        entry.isMoved ? entry.old.map { TimelineDiff.Move(from: $0, to: index) } : nil
      } + rawMoves,
      resizes: resizes)
    if changes != RowChanges() { transaction.rows = .changes(changes) }
    return (transaction, after)
  }

  /// Applies one line.
  mutating func apply(_ step: ScrollStep) throws {
    switch step {
    case .open(let rows): replacement = rows
    case .frame(let frame):
      after.geometry = frame.applied(to: after.geometry)
      transaction.geometry = after.geometry
    case .change(let change): try change(&self)
    case .options, .gesture, .reopen: break
    }
  }

  mutating func replace(_ rows: [ScrollRow]) { replacement = rows }

  mutating func prepend(_ rows: [ScrollRow]) {
    entries.insert(contentsOf: rows.map { Entry(row: $0) }, at: 0)
  }

  mutating func append(_ rows: [ScrollRow], _ arrival: ScrollArrival) {
    entries += rows.map { Entry(row: $0, isNew: arrival != .page) }
    if arrival == .sent { transaction.sent = rows.last?.id }
  }

  mutating func setSent(_ row: RowID) { transaction.sent = row }

  mutating func insert(_ rows: [ScrollRow], _ place: ScrollPlace) throws {
    if case .index(let index) = place {
      rawInserts += rows.enumerated().map { RowChanges.Insert(index: index + $0, row: $1) }
    } else {
      entries.insert(contentsOf: rows.map { Entry(row: $0) }, at: try index(of: place))
    }
  }

  mutating func setNewer(_ hasNewer: Bool) {
    after.hasNewer = hasNewer
    transaction.hasNewer = hasNewer
  }

  mutating func remove(_ target: ScrollTarget) throws {
    switch target {
    case .index(let index):
      deletes.append(index)
      entries.removeAll { $0.old == index }
    case .row(let row):
      let entry = entries.remove(at: try index(of: row))
      if let old = entry.old { deletes.append(old) }
    }
  }

  mutating func move(_ target: ScrollTarget, to place: ScrollPlace) throws {
    switch (target, place) {
    case (.index(let from), .index(let to)): rawMoves.append(TimelineDiff.Move(from: from, to: to))
    case (.row(let row), .before), (.row(let row), .after):
      var entry = entries.remove(at: try index(of: row))
      entry.isMoved = true
      entries.insert(entry, at: try index(of: place))
    case (.row, .index), (.index, .before), (.index, .after):
      throw SubjectError(description: "the script moves by name, or from an index to an index")
    }
  }

  /// Adds a resize. It is passed on even if the row does not exist; the subject must refuse it.
  mutating func resize(_ size: ScrollRow, _ cause: RowChanges.Resize.Cause) {
    resizes.append(RowChanges.Resize(id: size.id, height: size.height, cause: cause))
    for index in entries.indices where entries[index].row.id == size.id {
      entries[index].row.height = size.height
      if cause == .firstMeasurement { entries[index].row.isMeasured = true }
    }
  }

  private func index(of place: ScrollPlace) throws -> Int {
    switch place {
    case .before(let row): try index(of: row)
    case .after(let row): try index(of: row) + 1
    case .index(let index): index
    }
  }

  private func index(of row: RowID) throws -> Int {
    guard let index = entries.firstIndex(where: { $0.row.id == row }) else {
      throw SubjectError(description: "the script names \(ScrollNames.name(row)), which is gone")
    }
    return index
  }
}
