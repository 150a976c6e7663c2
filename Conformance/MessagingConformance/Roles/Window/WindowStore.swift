internal import MessagingModel
internal import MessagingTimeline

/// The simplest possible store: sorted rows, and the positions at which messages are known to be
/// missing.
struct WindowStore: Sendable {
  /// The rows, in ascending order of position.
  private(set) var rows: [WindowRow] = []
  /// The messages that the network has and the store does not, in ascending order.
  private(set) var missing: [WindowRow] = []

  mutating func put(_ added: [WindowRow]) {
    let ids = Set(added.map(\.id))
    rows.removeAll { ids.contains($0.id) }
    missing.removeAll { ids.contains($0.id) }
    guard added.count > 1 else {
      for row in added {
        rows.insert(row, at: rows.lastIndex { $0.position < row.position }.map { $0 + 1 } ?? 0)
      }
      return
    }
    rows = (rows + added).sorted { $0.position < $1.position }
  }

  mutating func miss(_ lost: [WindowRow]) {
    let ids = Set(lost.map(\.id))
    remove(lost.map(\.id))
    missing = (missing.filter { !ids.contains($0.id) } + lost).sorted { $0.position < $1.position }
  }

  mutating func remove(_ ids: [MessageID]) {
    let ids = Set(ids)
    rows.removeAll { ids.contains($0.id) }
  }

  /// Stores the newest `count` messages of a gap.
  mutating func fill(_ gap: Gap, count: Int) {
    let inside = missing.filter { row in
      let isAbove = gap.after.map { Position.confirmed($0) < row.position } ?? true
      return isAbove && (gap.before.map { row.position < .confirmed($0) } ?? true)
    }
    put(inside.suffix(count))
  }

  /// The answer of a store that conforms to the area PAGE of the Spec.
  func answer(_ query: Query) -> WindowPage {
    switch query.kind {
    case .newest: return newest(query.limit, query.crossesGaps)
    case .older(let cursor):
      let half = older(than: cursor.position, query.limit, query.crossesGaps)
      return WindowPage(rows: half.rows, older: half.edge, newer: .more, gaps: half.gaps)
    case .newer(let cursor):
      let half = newer(than: cursor.position, query.limit, query.crossesGaps)
      return WindowPage(rows: half.rows, older: .more, newer: half.edge, gaps: half.gaps)
    case .around(let target): return around(target, query.limit, query.crossesGaps)
    case .window(let lower, let upper):
      return window(from: lower.position, to: upper.position, query.limit)
    case .outbox, .unsent:
      return WindowPage(rows: rows.filter(\.isUnsent), older: .end, newer: .end)
    }
  }

  /// One direction of a page.
  private struct Half {
    var rows: [WindowRow]
    var edge: Edge
    var gaps: [Gap]
  }

  private func newest(_ limit: Int, _ crosses: Bool) -> WindowPage {
    guard let last = rows.last else {
      let edge = gap(between: nil, and: nil).map(Edge.gap) ?? .end
      return WindowPage(rows: [], older: edge, newer: edge)
    }
    let half = older(than: last.position, limit - 1, crosses)
    return WindowPage(
      rows: half.rows + [last], older: half.edge,
      newer: gap(between: last.position, and: nil).map(Edge.gap) ?? .end, gaps: half.gaps)
  }

  private func older(than place: Position, _ limit: Int, _ crosses: Bool) -> Half {
    var taken: [WindowRow] = []
    var gaps: [Gap] = []
    for row in rows.reversed() where row.position < place {
      if let gap = gap(between: row.position, and: taken.first?.position ?? place) {
        if !crosses { return Half(rows: taken, edge: .gap(gap), gaps: gaps) }
        if taken.count < limit { gaps.insert(gap, at: 0) }
      }
      if taken.count == limit { return Half(rows: taken, edge: .more, gaps: gaps) }
      taken.insert(row, at: 0)
    }
    let last = gap(between: nil, and: taken.first?.position ?? place)
    return Half(rows: taken, edge: last.map(Edge.gap) ?? .end, gaps: gaps)
  }

  private func newer(than place: Position, _ limit: Int, _ crosses: Bool) -> Half {
    var taken: [WindowRow] = []
    var gaps: [Gap] = []
    for row in rows where row.position > place {
      if let gap = gap(between: taken.last?.position ?? place, and: row.position) {
        if !crosses { return Half(rows: taken, edge: .gap(gap), gaps: gaps) }
        if taken.count < limit { gaps.append(gap) }
      }
      if taken.count == limit { return Half(rows: taken, edge: .more, gaps: gaps) }
      taken.append(row)
    }
    let last = gap(between: taken.last?.position ?? place, and: nil)
    return Half(rows: taken, edge: last.map(Edge.gap) ?? .end, gaps: gaps)
  }

  private func around(_ target: MessageReference, _ limit: Int, _ crosses: Bool) -> WindowPage {
    guard let center = rows.first(where: { $0.isMeant(by: target) }) else {
      var page = newest(limit, crosses)
      page.found = false
      return page
    }
    let below = older(than: center.position, (limit - 1) / 2, crosses)
    let above = newer(than: center.position, limit - 1 - (limit - 1) / 2, crosses)
    return WindowPage(
      rows: below.rows + [center] + above.rows, older: below.edge, newer: above.edge,
      gaps: below.gaps + above.gaps)
  }

  private func window(from lower: Position, to upper: Position, _ limit: Int) -> WindowPage {
    let inside = rows.filter { lower <= $0.position && $0.position <= upper }.prefix(limit)
    let gaps = zip(inside, inside.dropFirst()).compactMap {
      gap(between: $0.position, and: $1.position)
    }
    return WindowPage(
      rows: Array(inside), older: older(than: inside.first?.position ?? lower, 0, false).edge,
      newer: newer(than: inside.last?.position ?? lower, 0, false).edge, gaps: gaps)
  }

  private func gap(between lower: Position?, and upper: Position?) -> Gap? {
    let lost = missing.last { row in
      (lower.map { $0 < row.position } ?? true) && (upper.map { row.position < $0 } ?? true)
    }
    guard let lost else { return nil }
    let known = rows.compactMap(\.position.confirmed)
    return Gap(
      after: known.last { .confirmed($0) < lost.position },
      before: known.first { .confirmed($0) > lost.position })
  }
}
