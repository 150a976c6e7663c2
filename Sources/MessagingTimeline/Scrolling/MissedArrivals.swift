/// Messages of others that came while the end was not followed (`SCROLL-034`), or while a gesture
/// kept the list from scrolling to it (`SCROLL-065`).
struct MissedArrivals: Equatable, Sendable {
  private var ids: Set<RowID> = []

  var count: Int { ids.count }

  mutating func add(_ arrivals: [RowLayout.Row]) {
    for row in arrivals where row.kind == .remoteMessage { ids.insert(row.id) }
  }

  /// Stops counting deleted messages. A row that is deleted and inserted again in one step still
  /// counts. While newer rows are not loaded, a removed row is evicted, not deleted, and still
  /// counts.
  mutating func remove(deletedIn step: ScrollStep, of layout: RowLayout) {
    guard !ids.isEmpty, !step.hasNewer else { return }
    switch step.rows {
    case .same: break
    case .edits(let edits):
      var gone = Set(edits.deletes.map { layout[$0].id })
      for row in edits.inserts { gone.remove(row.id) }
      ids.subtract(gone)
    case .replace(let rows): ids = ids.filter(rows.contains)
    }
  }

  /// Counts only messages that have a row, when all rows down to the end are loaded.
  mutating func keep(in layout: RowLayout) { ids = ids.filter(layout.contains) }

  mutating func clear() { ids = [] }
}
