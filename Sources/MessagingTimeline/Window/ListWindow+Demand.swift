internal import MessagingModel

/// What the window needs next. Nothing here changes the state.
extension ListWindow {
  /// Pages that are kept loaded on both sides of the visible rows (`WINDOW-008`).
  static let prefetchPages = 2
  /// Pages that an eviction leaves on a side: one more than ``prefetchPages``, so that the eviction
  /// does not cause the next load.
  static let keptPages = 3

  /// Rows of a page: twice as many as fill the view (`WINDOW-002`).
  var page: Int { 2 * screenful }

  /// The height of a page whose rows have the least height, in points.
  private var pageHeight: Double { Double(page) * ListWindow.leastRowHeight }

  /// The rows, the edges and the state of loading.
  public var reading: WindowReading {
    WindowReading(
      rows: range.rows, older: range.older.edge, newer: range.newer.edge, gaps: range.gaps,
      olderLoad: load(.older), newerLoad: load(.newer), read: flight?.request,
      diagnostics: diagnostics)
  }

  // MARK: - Reads

  /// The reads that are due, most urgent first.
  var due: [WindowRequest.Purpose] {
    guard phase == .open else { return [.initial] }
    var due: [WindowRequest.Purpose] = []
    switch wish {
    case .message: due.append(.around)
    case .end: due.append(.newest)
    case nil: break
    }
    due += dueDirections.map { $0 == .older ? .older : .newer }
    if news != nil { due.append(.same) }
    return due
  }

  /// The earliest time at which a request of a group may start.
  func time(_ group: BackoffGroup) -> Int64 {
    let notBefore = backoffs[group]?.notBefore ?? .min
    switch group {
    case .fill where options.fillsAtOnce: return notBefore
    case .older where isAwaited(.older): return notBefore
    case .older, .newer, .fill: return showsNothing ? notBefore : max(notBefore, quietUntil)
    case .replacement, .refresh: return notBefore
    }
  }

  /// Whether there is nothing to see yet, so that reading on is not reading ahead (`OPEN-019`).
  private var showsNothing: Bool { range.rows.isEmpty || view?.isBlank ?? false }

  func query(_ purpose: WindowRequest.Purpose) -> Query {
    switch (purpose, phase, wish) {
    case (.initial, .opening(let target?), _): query(.around(target), page)
    case (.initial, _, _): query(.newest, screenful)
    case (.around, _, .message(let target)): query(.around(target), page)
    case (.older, _, _): range.cursors.map { next(.older, $0.lower) } ?? newestPage
    case (.newer, _, _): range.cursors.map { next(.newer, $0.upper) } ?? newestPage
    case (.same, _, _): refreshment
    case (.around, _, _), (.newest, _, _): newestPage
    }
  }

  private var newestPage: Query { query(.newest, page) }

  /// The query that reads the window again, up to the end of the conversation if the window reaches
  /// it, or if the network alone has what is missing there.
  private var refreshment: Query {
    // A window of unsent messages alone has no stable lower end: they move when they are sent.
    // With a page more than is loaded, the first row is among them (`WINDOW-013`).
    guard let cursors = range.cursors, cursors.lower.confirmed != nil else {
      let count = range.rows.isEmpty ? screenful : range.rows.count + page
      return query(.newest, min(Limits.page, count))
    }
    let begin =
      switch news {
      case .newer(let position): position
      case .everywhere, nil: cursors.lower
      }
    let isAtEnd = range.newer.edge == .end || range.tailGap != nil
    let end = isAtEnd ? ListWindow.farEnd : cursors.upper
    return query(.window(from: cursor(begin), to: cursor(end)), Limits.page)
  }

  /// Above every position that a message can have.
  private static let farEnd = Position.unconfirmed(sequence: .max)

  /// The query for the next page past an end. It crosses a gap that the network does not fill
  /// (`WINDOW-057`), and begins at the row beside the gap: the end may lie beyond that row.
  private func next(_ direction: WindowDirection, _ end: Position) -> Query {
    let crosses = range.endsAtLastingGap(direction)
    let row = crosses ? range.outermostRow(direction) : nil
    let place = cursor(row?.position ?? end)
    let kind: Query.Kind =
      switch direction {
      case .older: .older(than: place)
      case .newer: .newer(than: place)
      }
    return Query(kind, in: options.conversation, limit: page, crossesGaps: crosses)
  }

  private func query(_ kind: Query.Kind, _ limit: Int) -> Query {
    // At the live end all stored messages are shown, even across gaps.
    Query(kind, in: options.conversation, limit: limit, crossesGaps: kind == .newest)
  }

  private func cursor(_ position: Position) -> PageCursor {
    PageCursor(conversation: options.conversation, position: position)
  }

  // MARK: - Reading ahead

  func band(of view: View) -> ClosedRange<Int>? {
    guard let first = range.index(of: view.first),
      let last = range.rows[first...].firstIndex(where: { $0.id == view.last })
    else { return nil }
    return first...last
  }

  /// The indexes of the visible rows; `nil` if they are not known.
  private var band: ClosedRange<Int>? { view.flatMap(band(of:)) }

  /// Whether the next page in a direction is due: fewer than two pages are loaded there, in rows
  /// (`WINDOW-008`) or in points (`WINDOW-009`).
  func isShort(_ direction: WindowDirection) -> Bool {
    if range.rows.isEmpty { return true }
    guard let band, let view else { return isAwaited(direction) }
    let (hidden, points) =
      switch direction {
      case .older: (band.lowerBound, view.above)
      case .newer: (range.rows.count - 1 - band.upperBound, view.below)
      }
    if hidden < ListWindow.prefetchPages * page { return true }
    guard let points, !range.end(direction).countsRowsAlone else { return false }
    return points < Double(ListWindow.prefetchPages) * pageHeight
  }

  /// Whether a page is due before anything is visible, because the network has just brought it: the
  /// replies of a thread appear together (`THREAD-003`).
  private func isAwaited(_ direction: WindowDirection) -> Bool {
    options.fillsAtOnce && view == nil && range.end(direction).isFilled && range.rows.count < page
  }

  /// Whether a page can be read from the store in a direction.
  private func isReadable(_ direction: WindowDirection) -> Bool {
    let end = range.end(direction)
    let isReadable = end.edge == .more || range.endsAtLastingGap(direction)
    return isReadable && !end.isStalled && range.cursors != nil
  }

  /// Whether a page in a direction is to be read from the store, now or as soon as it may be.
  func isDue(_ direction: WindowDirection) -> Bool { isReadable(direction) && isShort(direction) }

  /// The directions in which a page is due, the one with the shorter backlog first.
  private var dueDirections: [WindowDirection] {
    let due = [WindowDirection.older, .newer].filter(isDue)
    guard due.count == 2, let band else { return due }
    return range.rows.count - 1 - band.upperBound < band.lowerBound ? [.newer, .older] : due
  }

  /// Whether nothing is loaded, and the store has more.
  var awaitsRows: Bool { range.rows.isEmpty && !dueDirections.isEmpty }

  /// The gap to fill next; `nil` for none. Gaps inside the window come first, the newest of them
  /// first; one whose request has failed comes after those whose has not.
  var dueGap: Gap? {
    let gaps = dueGaps
    return gaps.first { !failedGaps.contains($0) } ?? gaps.first
  }

  /// All gaps that may be filled now.
  var dueGaps: [Gap] {
    let edges = [WindowDirection.newer, .older].compactMap { direction -> Gap? in
      guard case .gap(let gap) = range.end(direction).edge else { return nil }
      return isShort(direction) || (options.fillsAtOnce && view == nil) ? gap : nil
    }
    return (range.gaps.reversed() + edges).filter(range.isFillable)
  }

  /// Whether there is a gap that the network may fill, inside the window or at its ends.
  var lacksMessages: Bool {
    let edges = [range.older.edge, range.newer.edge].compactMap { edge -> Gap? in
      if case .gap(let gap) = edge { gap } else { nil }
    }
    return (range.gaps + edges).contains(where: range.isFillable)
  }

  private func load(_ direction: WindowDirection) -> WindowLoad {
    let end = range.end(direction)
    if let flight, flight.request.purpose.direction == direction {
      return .loading(flight.request.id)
    }
    if case .gap(let gap) = end.edge {
      if let fill, fill.gap == gap { return .filling(fill.id) }
      if range.isFillable(gap) { return failure(.fill) }
      if !isReadable(direction) { return .exhausted }
    }
    if end.edge == .end || end.isStalled { return .exhausted }
    return failure(direction == .older ? .older : .newer)
  }

  private func failure(_ group: BackoffGroup) -> WindowLoad {
    guard let backoff = backoffs[group], backoff.failures > 0 else { return .idle }
    return .failed(until: backoff.notBefore)
  }

  // MARK: - Eviction

  /// How many rows to evict at each end because there are more than the cap, on the far side first
  /// (`WINDOW-016`); `nil` for none.
  var excess: (head: Int, tail: Int)? {
    guard range.rows.count > options.cap, let free = freeRows else { return nil }
    let excess = range.rows.count - options.cap
    let (head, tail): (Int, Int)
    if isHeadFar {
      head = min(excess, free.head)
      tail = min(excess - head, free.tail)
    } else {
      tail = min(excess, free.tail)
      head = min(excess - tail, free.head)
    }
    return head + tail > 0 ? (head, tail) : nil
  }

  private var isHeadFar: Bool {
    guard let band, let view else { return true }
    guard let above = view.above, let below = view.below else {
      return band.lowerBound >= range.rows.count - 1 - band.upperBound
    }
    return above >= below
  }

  /// How many rows may be evicted at each end; `nil` if the visible rows are not known. Rows within
  /// three pages of the visible ones stay, and so do held and unsent rows and all rows between
  /// these (`WINDOW-017`…`WINDOW-019`).
  private var freeRows: (head: Int, tail: Int)? {
    guard let band, let view else { return nil }
    let margin = ListWindow.keptPages * page
    var (first, last) = (band.lowerBound - margin, band.upperBound + margin)
    for id in view.held {
      guard let index = range.index(of: id) else { continue }
      (first, last) = (min(first, index), max(last, index))
    }
    let count = range.rows.count
    if let unsent = range.rows.firstIndex(where: \.isUnsent) {
      (first, last) = (min(first, unsent), count - 1)
    }
    // A page in flight continues from the row that was the last at its end.
    let direction = flight?.request.purpose.direction
    let head = direction == .older ? 0 : max(0, first)
    let tail = direction == .newer ? 0 : max(0, count - 1 - last)
    return (head, tail)
  }
}
