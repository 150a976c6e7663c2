internal import MessagingModel

extension ListWindow {
  /// Takes the store's answer; one that nobody waits for changes nothing (`WINDOW-032`).
  mutating func take(
    _ page: WindowPage, of id: WindowRequest.ID, _ now: Duration
  ) -> WindowOutcome {
    guard let flight, flight.request.id == id else { return ignoreLate() }
    guard page.isWellFormed else {
      var outcome = fail(id, now)
      outcome.rejection = .badPage
      return outcome
    }
    self.flight = nil
    let purpose = flight.request.purpose
    lanes[purpose.lane]?.failures = 0
    var outcome = WindowOutcome()
    lastPage = ReadPage(request: id, ids: page.rows.map(\.id))
    if let compared = flight.compared, let lastPage {
      outcome.mismatch = mismatch(lastPage, compared)
    }
    switch purpose {
    case .initial: outcome.actions += begin(page, now)
    case .around: outcome.actions += arrive(page)
    case .newest:
      wish = nil
      outcome.actions += replace(page) + [.scrollToEnd]
    case .older, .newer: grow(page, purpose == .older ? .older : .newer)
    case .same: refresh(page, flight.request.query)
    }
    outcome.actions += advance(now)
    return outcome
  }

  private mutating func begin(_ page: WindowPage, _ now: Duration) -> [WindowAction] {
    let missing = page.found ? nil : opening
    hasContent = true
    quietUntil = now + options.quiet
    return replace(page) + (missing.map { [.missing($0)] } ?? [])
  }

  /// The page around the target of a jump.
  private mutating func arrive(_ page: WindowPage) -> [WindowAction] {
    guard case .message(let target)? = wish else { return [] }
    guard page.found, page.rows.contains(where: { $0.isMeant(by: target) }) else {
      wish = nil
      return [.missing(target)]
    }
    let loaded = Set(rows.lazy.map(\.id))
    guard page.rows.contains(where: { loaded.contains($0.id) }) else { return replace(page) }
    join(page)
    return []
  }

  /// A page that overlaps the window makes it longer at either end (`WINDOW-025`).
  private mutating func join(_ page: WindowPage) {
    guard let first = page.rows.first?.place, let last = page.rows.last?.place else { return }
    if lower.map({ first < $0 }) ?? true { (lower, older) = (first, End(edge: page.older)) }
    if upper.map({ last > $0 }) ?? true { (upper, newer) = (last, End(edge: page.newer)) }
    merge(page.rows)
    gaps = (gaps.filter { !page.gaps.contains($0) } + page.gaps).filter(isInside)
    view?.above = nil
    view?.below = nil
  }

  /// A page instead of the window, in one step (`WINDOW-026`).
  private mutating func replace(_ page: WindowPage) -> [WindowAction] {
    restart(page)
    (view, lanes[.older], lanes[.newer]) = (nil, nil, nil)
    defer { fill = nil }
    return fill.map { [.cancel($0.id)] } ?? []
  }

  private mutating func restart(_ page: WindowPage) {
    rows = page.rows
    (lower, upper) = (rows.first?.place, rows.last?.place)
    (older, newer) = (End(edge: page.older), End(edge: page.newer))
    gaps = page.gaps
    stalledGaps = []
  }

  /// The next page in a direction.
  private mutating func grow(_ page: WindowPage, _ direction: Direction) {
    let known = Set(rows.lazy.map(\.id))
    let isEmpty = page.rows.allSatisfy { known.contains($0.id) }
    if isEmpty { diagnostics.emptyPages += 1 }
    merge(page.rows)
    switch direction {
    case .older:
      lower = page.rows.first?.place ?? lower
      view?.above = nil
    case .newer:
      upper = page.rows.last?.place ?? upper
      view?.below = nil
    }
    update(direction) { end in
      end.edge = direction == .older ? page.older : page.newer
      end.isStalled = isEmpty
      end.countsRowsAlone = false
    }
    gaps += page.gaps.filter { !gaps.contains($0) }
  }

  /// What is loaded, read again.
  private mutating func refresh(_ page: WindowPage, _ query: Query) {
    guard case .window(let from, let to) = query.kind else { return restart(page) }
    (older.isStalled, newer.isStalled, stalledGaps) = (false, false, [])
    let (first, reachesEnd) = (from.position, newer.edge == .end)
    // A long window is read in several pieces.
    let rest = page.rows.last?.place ?? to.position
    let isPiece = page.rows.count >= query.limit && rest < to.position
    let last = isPiece ? rest : to.position
    rows.removeAll { first <= $0.place && $0.place <= last }
    // Rows that were evicted meanwhile stay out.
    merge(page.rows.filter { isLoaded($0.place) })
    gaps.removeAll { gap in gap.before.map { first < .confirmed($0) } ?? true }
    gaps = (gaps + page.gaps).filter(isInside)
    if first == lower { older.edge = page.older }
    if isPiece {
      news = news ?? News(from: last)
    } else if reachesEnd || last == upper {
      newer.edge = page.newer
    }
    if reachesEnd { upper = rows.last?.place ?? upper }
  }

  /// Whether a place lies between the ends of the window.
  private func isLoaded(_ place: Position) -> Bool {
    guard let lower, let upper else { return true }
    return lower <= place && (newer.edge == .end || place <= upper)
  }

  /// Puts a stretch into its place; what lies there, or has the same id, makes room
  /// (`WINDOW-012`).
  private mutating func merge(_ stretch: [WindowRow]) {
    guard let first = stretch.first?.place, let last = stretch.last?.place else { return }
    let ids = Set(stretch.lazy.map(\.id))
    rows.removeAll { (first <= $0.place && $0.place <= last) || ids.contains($0.id) }
    rows.insert(contentsOf: stretch, at: rows.firstIndex { $0.place > last } ?? rows.count)
  }

  mutating func endFill(_ id: WindowRequest.ID, _ now: Duration) -> WindowOutcome {
    guard let fill, fill.id == id else { return ignoreLate() }
    self.fill = nil
    stalledGaps.insert(fill.gap)
    lanes[.fill] = nil
    return WindowOutcome(actions: advance(now))
  }

  /// Waits a second, and twice as long after each further failure (`WINDOW-007`).
  mutating func fail(_ id: WindowRequest.ID, _ now: Duration) -> WindowOutcome {
    let lane: Lane
    if let flight, flight.request.id == id {
      lane = flight.request.purpose.lane
      if flight.request.purpose == .same { news = News(from: nil) }
      self.flight = nil
    } else if fill?.id == id {
      (lane, fill) = (.fill, nil)
    } else {
      return ignoreLate()
    }
    var retry = lanes[lane] ?? Retry()
    let longest = options.longestRetry
    let wait = (0..<retry.failures).reduce(options.firstRetry) { wait, _ in min(longest, wait * 2) }
    retry.failures += 1
    retry.notBefore = max(retry.notBefore, now + wait)
    lanes[lane] = retry
    return WindowOutcome(actions: advance(now))
  }
}
