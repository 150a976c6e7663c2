/// Messages of others that came while the end was not followed (`SCROLL-034`), or while a gesture
/// kept the list from scrolling to it (`SCROLL-065`).
struct MissedArrivals: Equatable, Sendable {
  private var ids: Set<RowID> = []

  var count: Int { ids.count }

  mutating func add(_ arrivals: [RowLayout.Row]) {
    for row in arrivals where row.kind == .remoteMessage { ids.insert(row.id) }
  }

  /// Stops counting deleted messages. While newer rows are not loaded, a removed row is evicted,
  /// not deleted, and still counts.
  mutating func remove(deletedIn step: ScrollStep, of layout: RowLayout) {
    guard !ids.isEmpty, !step.hasNewer else { return }
    switch step.rows {
    case .same: break
    case .edits(let edits):
      for index in edits.deletes { ids.remove(layout[index].id) }
    case .replace(let rows): ids = ids.filter(rows.contains)
    }
  }

  mutating func clear() { ids = [] }
}
