internal import MessagingModel

/// What the state asks for: nothing here changes it.
extension ListWindow {
  /// Pages that are kept loaded on both sides of what is visible (`WINDOW-008`).
  static let prefetchPages = 2
  /// Pages that an eviction leaves: one more, so that it does not ask for the next load.
  static let keptPages = 3

  /// Rows of a page: twice what fills the view (`WINDOW-002`).
  var page: Int { 2 * screenful }

  /// A page of rows of the least height, in points.
  private var pageHeight: Double { Double(page) * ListWindow.leastRowHeight }

  /// What there is to see of the state.
  public var reading: WindowReading {
    WindowReading(
      rows: range.rows, older: range.older.edge, newer: range.newer.edge, gaps: range.gaps,
      olderLoad: load(.older), newerLoad: load(.newer), read: flight?.request,
      diagnostics: diagnostics)
  }

  // MARK: - Reads

  /// What is to be read, most urgent first.
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

  /// Before which nothing of a group begins.
  func time(_ group: BackoffGroup) -> Int64 {
    let notBefore = backoffs[group]?.notBefore ?? .min
    switch group {
    case .fill where options.fillsAtOnce: return notBefore
    case .older, .newer, .fill: return range.rows.isEmpty ? notBefore : max(notBefore, quietUntil)
    case .replacement, .refresh: return notBefore
    }
  }

  func query(_ purpose: WindowRequest.Purpose) -> Query {
    switch (purpose, phase, wish) {
    case (.initial, .opening(let target?), _): query(.around(target), page)
    case (.initial, _, _): query(.newest, screenful)
    case (.around, _, .message(let target)): query(.around(target), page)
    case (.older, _, _):
      range.cursors.map { query(.older(than: cursor($0.lower)), page) } ?? newestPage
    case (.newer, _, _):
      range.cursors.map { query(.newer(than: cursor($0.upper)), page) } ?? newestPage
    case (.same, _, _): refreshment
    case (.around, _, _), (.newest, _, _): newestPage
    }
  }

  private var newestPage: Query { query(.newest, page) }

  /// All of the window again: up to the end of the conversation if it reaches there.
  private var refreshment: Query {
    // A window of unsent messages alone has no position below which it would not be found again.
    guard let cursors = range.cursors, cursors.lower.confirmed != nil else {
      return query(.newest, min(Limits.page, max(screenful, range.rows.count)))
    }
    let begin =
      switch news {
      case .newer(let position): position
      case .everywhere, nil: cursors.lower
      }
    let end = range.newer.edge == .end ? ListWindow.farEnd : cursors.upper
    return query(.window(from: cursor(begin), to: cursor(end)), Limits.page)
  }

  /// Above every position that a message can have.
  private static let farEnd = Position.unconfirmed(sequence: .max)

  private func query(_ kind: Query.Kind, _ limit: Int) -> Query {
    // At the live end what is stored is shown, whatever is missing in between.
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

  /// The indexes of what is visible; `nil` if that is not known.
  private var band: ClosedRange<Int>? { view.flatMap(band(of:)) }

  /// Whether the next page in a direction is due: less than two pages are loaded there, in rows
  /// (`WINDOW-008`) or in points (`WINDOW-009`).
  func isShort(_ direction: WindowDirection) -> Bool {
    if range.rows.isEmpty { return true }
    guard let band, let view else { return false }
    let (hidden, points) =
      switch direction {
      case .older: (band.lowerBound, view.above)
      case .newer: (range.rows.count - 1 - band.upperBound, view.below)
      }
    if hidden < ListWindow.prefetchPages * page { return true }
    guard let points, !range.end(direction).countsRowsAlone else { return false }
    return points < Double(ListWindow.prefetchPages) * pageHeight
  }

  /// Whether a page can be read from the store in a direction.
  private func isReadable(_ direction: WindowDirection) -> Bool {
    let end = range.end(direction)
    return end.edge == .more && !end.isStalled && range.cursors != nil
  }

  /// Whether a page of the store is read in a direction, or as soon as it may be.
  func isDue(_ direction: WindowDirection) -> Bool { isReadable(direction) && isShort(direction) }

  /// The sides of which a page is to be read, the shorter one first.
  private var dueDirections: [WindowDirection] {
    let due = [WindowDirection.older, .newer].filter(isDue)
    guard due.count == 2, let band else { return due }
    return range.rows.count - 1 - band.upperBound < band.lowerBound ? [.newer, .older] : due
  }

  /// Whether nothing is loaded, and the store has more.
  var awaitsRows: Bool { range.rows.isEmpty && !dueDirections.isEmpty }

  /// The gap to be filled, if any: those inside the window first, the newest of them first.
  var dueGap: Gap? {
    let edges = [WindowDirection.newer, .older].compactMap { direction -> Gap? in
      guard case .gap(let gap) = range.end(direction).edge else { return nil }
      return isShort(direction) || (options.fillsAtOnce && view == nil) ? gap : nil
    }
    return (range.gaps.reversed() + edges).first(where: range.isFillable)
  }

  /// Whether something is missing that the network may have.
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
      return range.isFillable(gap) ? failure(.fill) : .exhausted
    }
    if end.edge == .end || end.isStalled { return .exhausted }
    return failure(direction == .older ? .older : .newer)
  }

  private func failure(_ group: BackoffGroup) -> WindowLoad {
    guard let backoff = backoffs[group], backoff.failures > 0 else { return .idle }
    return .failed(until: backoff.notBefore)
  }

  // MARK: - Eviction

  /// How many rows have to go at each end when there are more than the cap, those on the far side
  /// first (`WINDOW-016`); `nil` for none.
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

  /// How many rows may go at each end: those more than three pages from what is visible, from what
  /// is held, and no unsent ones (`WINDOW-017`…`WINDOW-019`).
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
    // A page that is in flight belongs at the row that was the last.
    let direction = flight?.request.purpose.direction
    let head = direction == .older ? 0 : max(0, first)
    let tail = direction == .newer ? 0 : max(0, count - 1 - last)
    return (head, tail)
  }
}
