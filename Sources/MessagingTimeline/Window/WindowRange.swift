internal import MessagingModel

/// A direction in which a range grows.
enum WindowDirection: Hashable, Sendable { case older, newer }

/// The range of a conversation that is loaded: its rows, what lies past its ends, and the gaps in
/// between.
struct WindowRange: Hashable, Sendable {
  /// One end of the range.
  struct End: Hashable, Sendable {
    var edge = Edge.more
    /// Whether the last page past this end brought nothing new, though there should have been more,
    /// or though it crossed a gap.
    var isStalled = false
    /// Whether the backlog is counted in rows alone, not in points. True from an eviction at this
    /// end until the next page is read there (`WINDOW-023`).
    var countsRowsAlone = false
    /// Whether a gap at this end was filled, and the page with what it was filled with is not read
    /// yet.
    var isFilled = false

    /// The end after the next page past this one. An empty page that ends at a gap has not crossed
    /// it.
    func next(_ edge: Edge, isEmpty: Bool) -> End {
      End(edge: edge, isStalled: isEmpty && (edge == .more || self.edge != .more))
    }

    /// Takes the edge that was found when the rows were read again.
    mutating func renew(_ edge: Edge) {
      if case .gap = self.edge { isFilled = true }
      if edge != .more { isFilled = false }
      self.edge = edge
    }
  }

  /// The positions from which the pages past both ends are read.
  struct Cursors: Hashable, Sendable {
    var lower: Position
    var upper: Position
  }

  /// Oldest first.
  private(set) var rows: [WindowRow] = []
  /// They stay when their rows are deleted; `nil` if the range began without rows.
  private(set) var cursors: Cursors?
  private(set) var older = End()
  private(set) var newer = End()
  /// The gaps between the rows.
  private(set) var gaps: [Gap] = []
  /// Gaps whose request has succeeded since there was news. They are not requested again before
  /// there is (`WINDOW-047`).
  private(set) var stalledGaps: Set<Gap> = []

  func end(_ direction: WindowDirection) -> End {
    switch direction {
    case .older: older
    case .newer: newer
    }
  }

  func outermostRow(_ direction: WindowDirection) -> WindowRow? {
    switch direction {
    case .older: rows.first
    case .newer: rows.last
    }
  }

  func index(of id: MessageID) -> Int? { rows.firstIndex { $0.id == id } }

  func row(meantBy reference: MessageReference) -> WindowRow? {
    rows.first { $0.isMeant(by: reference) }
  }

  /// Whether a page has a row that is loaded, at the same position. A message that was sent in the
  /// meantime may have moved far away.
  func overlaps(_ page: WindowPage) -> Bool {
    let loaded = Set(rows)
    return page.rows.contains(where: loaded.contains)
  }

  /// Whether a request to the network may help with a gap.
  func isFillable(_ gap: Gap) -> Bool { !stalledGaps.contains(gap) && !gap.isUnavailable }

  /// Whether the range ends at a gap that the network does not fill, as far as is known.
  func endsAtLastingGap(_ direction: WindowDirection) -> Bool {
    guard case .gap(let gap) = end(direction).edge else { return false }
    return !isFillable(gap)
  }

  /// The gap past the last row, if nothing confirmed is stored past it; `nil` for none. Messages
  /// that are written or arrive past it are shown (`WINDOW-058`).
  var tailGap: Gap? {
    if case .gap(let gap) = newer.edge, gap.before == nil { gap } else { nil }
  }

  mutating func stall(_ gap: Gap) { stalledGaps.insert(gap) }

  /// Replaces everything that is loaded with a page.
  mutating func replace(with page: WindowPage) {
    rows = page.rows
    cursors = rows.first.flatMap { first in
      rows.last.map { Cursors(lower: first.position, upper: $0.position) }
    }
    (older, newer) = (End(edge: page.older), End(edge: page.newer))
    gaps = page.gaps
  }

  /// Replaces everything that is loaded with the newest rows, down to the oldest one that was
  /// loaded (`WINDOW-013`). Older rows are pages that are still to be read, if there were any. A
  /// gap at the older edge that is still there is not crossed (`WINDOW-057`); if messages lie
  /// inside it, it lies between the rows as well.
  ///
  /// - Complexity: O(rows of the page, loaded rows).
  private mutating func replace(withNewest page: WindowPage) {
    let loaded = Set(rows.lazy.map(\.id))
    var page = page
    if older.edge == .more, let first = page.rows.firstIndex(where: { loaded.contains($0.id) }),
      first > 0
    {
      page.rows.removeFirst(first)
      page.older = .more
    }
    if case .gap(let known) = older.edge, let after = known.after,
      let gap = page.gaps.first(where: { $0.after == after })
    {
      page.rows.removeAll { $0.position <= .confirmed(after) }
      page.older = .gap(gap)
    }
    replace(with: page)
    gaps = gaps.filter(isInside)
  }

  /// Lets all gaps be requested again: there is news.
  mutating func forgetStalledGaps() { stalledGaps = [] }

  /// Adds a page that overlaps the range. It may extend the range at both ends (`WINDOW-025`).
  mutating func join(_ page: WindowPage) {
    guard var cursors, let first = page.rows.first?.position, let last = page.rows.last?.position
    else { return }
    if first < cursors.lower { (cursors.lower, older) = (first, End(edge: page.older)) }
    if last > cursors.upper { (cursors.upper, newer) = (last, End(edge: page.newer)) }
    self.cursors = cursors
    merge(page.rows)
    gaps = (gaps.filter { !page.gaps.contains($0) } + page.gaps).filter(isInside)
  }

  /// Adds the next page in a direction.
  ///
  /// - Returns: whether the page brought anything new.
  mutating func grow(_ direction: WindowDirection, by page: WindowPage) -> Bool {
    let known = Set(rows.lazy.map(\.id))
    let isEmpty = page.rows.allSatisfy { known.contains($0.id) }
    let crossed = page.gaps.filter { !gaps.contains($0) }
    merge(page.rows)
    switch direction {
    case .older:
      if let first = page.rows.first { cursors?.lower = first.position }
      older = older.next(page.older, isEmpty: isEmpty)
      gaps = crossed + gaps
    case .newer:
      if let last = page.rows.last { cursors?.upper = last.position }
      newer = newer.next(page.newer, isEmpty: isEmpty)
      gaps += crossed
    }
    return !isEmpty
  }

  /// Replaces the loaded rows with the answer to a query that read them again.
  ///
  /// - Returns: the position after which to read on; `nil` if the answer was complete.
  mutating func refresh(with page: WindowPage, of query: Query) -> Position? {
    guard case .window(let from, let to) = query.kind else {
      replace(withNewest: page)
      return nil
    }
    (older.isStalled, newer.isStalled) = (false, false)
    let first = from.position
    // If a gap at the end was filled, its messages are pages to be read, one after the other.
    let stays = tailGap.map { page.newer == .gap($0) || page.gaps.map(\.after).contains($0.after) }
    let isFilled = stays == false
    let reachesEnd = newer.edge == .end || stays == true
    // A long range is read in several pieces.
    let rest = page.rows.last?.position ?? to.position
    let isPiece = page.rows.count >= query.limit && rest < to.position
    let last = isPiece ? rest : to.position
    rows.removeAll { first <= $0.position && $0.position <= last }
    // Rows that were evicted meanwhile stay out.
    merge(page.rows.filter { isBetweenCursors($0.position, reachesEnd: reachesEnd) })
    gaps.removeAll { gap in
      // What lies above a piece is read with the next one.
      let isRead = !isPiece || gap.after.map { .confirmed($0) < last } ?? true
      return isRead && gap.before.map { first < .confirmed($0) } ?? true
    }
    gaps = (gaps + page.gaps).filter(isInside)
    if first == cursors?.lower { older.renew(page.older) }
    if !isPiece, reachesEnd || last == cursors?.upper { newer.edge = page.newer }
    if !isPiece, isFilled {
      let hasMore = page.rows.contains { row in cursors.map { $0.upper < row.position } ?? false }
      newer.edge = hasMore ? .more : page.newer
    }
    if reachesEnd, let last = rows.last { cursors?.upper = last.position }
    return isPiece ? last : nil
  }

  /// Evicts rows at an end. They can be read again.
  mutating func evict(_ count: Int, at direction: WindowDirection) {
    guard count > 0 else { return }
    let end = End(edge: .more, countsRowsAlone: true)
    switch direction {
    case .older:
      rows.removeFirst(count)
      older = end
      if let first = rows.first { cursors?.lower = first.position }
    case .newer:
      rows.removeLast(count)
      newer = end
      if let last = rows.last { cursors?.upper = last.position }
    }
    gaps = gaps.filter(isInside)
  }

  /// Inserts rows that follow each other at their place. Loaded rows that lie between them or have
  /// the same id are removed (`WINDOW-012`).
  private mutating func merge(_ page: [WindowRow]) {
    guard let first = page.first?.position, let last = page.last?.position else { return }
    let ids = Set(page.lazy.map(\.id))
    rows.removeAll { (first <= $0.position && $0.position <= last) || ids.contains($0.id) }
    rows.insert(contentsOf: page, at: rows.firstIndex { $0.position > last } ?? rows.count)
  }

  private func isBetweenCursors(_ position: Position, reachesEnd: Bool) -> Bool {
    guard let cursors else { return true }
    return cursors.lower <= position && (reachesEnd || position <= cursors.upper)
  }

  /// Whether rows lie on both sides of a gap, or inside it. Unsent rows lie above a gap up to the
  /// live end.
  private func isInside(_ gap: Gap) -> Bool {
    guard let first = rows.first?.position, let last = rows.last?.position else { return false }
    let beginsInside = gap.after.map { .confirmed($0) < last } ?? true
    let endsInside = gap.before.map { .confirmed($0) > first } ?? (first.confirmed != nil)
    return beginsInside && endsInside
  }
}
