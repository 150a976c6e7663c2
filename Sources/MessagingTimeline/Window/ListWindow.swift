internal import MessagingModel

/// The range of a conversation that is loaded, and what has to be read next: takes events, returns
/// actions.
///
/// The window grows and never slides: visible rows stay loaded (`WINDOW-017`), and arrivals do not
/// move its first row (`WINDOW-013`). It keeps two to three pages loaded above and below the
/// visible rows (`WINDOW-008`), reads one page at a time (`WINDOW-004`), asks the network only
/// where the store ends at a gap (`WINDOW-003`), and evicts rows on the far side when there are too
/// many (`WINDOW-016`). It keeps only ids and positions; its owner keeps the messages.
///
/// Pure: no clock, no store. All times are milliseconds of one clock that never goes back.
///
/// - Complexity: an event costs O(rows). There are at most ``WindowOptions/cap`` rows and a page,
///   unless rows may not be evicted.
public struct ListWindow: Hashable, Sendable {
  let options: WindowOptions
  private(set) var phase = Phase.unopened
  /// The number of rows that fill the view.
  private(set) var screenful = 0
  private(set) var range = WindowRange()
  private(set) var view: View?
  /// Nothing is read ahead before this time, unless the reader moves.
  private(set) var quietUntil = Int64.min
  private(set) var flight: Flight?
  private(set) var fill: Fill?
  /// The place that the last jump asks for; `nil` for none. Only a later jump replaces it.
  private(set) var wish: Wish?
  /// Which rows have to be read again; `nil` for none.
  private(set) var news: News?
  private(set) var backoffs: [BackoffGroup: Backoff] = [:]
  /// Gaps whose request has failed while others still wait for theirs: each of those comes first
  /// (`WINDOW-046`).
  private(set) var failedGaps: Set<Gap> = []
  private(set) var diagnostics = WindowDiagnostics()
  private var alarm: Int64?
  private var lastPage: ReadPage?
  private var lastID = 0

  public init(_ options: WindowOptions) { self.options = options }

  /// Handles an event and returns the actions to carry out.
  ///
  /// - Parameter now: the time in milliseconds; not before that of an earlier event.
  public mutating func handle(_ event: WindowEvent, at now: Int64) -> WindowOutcome {
    switch (phase, event) {
    case (.unopened, .open(let target, let height)): open(at: target, height, now)
    case (_, .close): close()
    case (.unopened, _), (.opening, .open), (.open, .open): WindowOutcome(rejection: .wrongPhase)
    case (.closed, .loaded), (.closed, .filled), (.closed, .failed): ignoreLate()
    case (.closed, _): WindowOutcome()
    case (_, .viewport(let viewport)): look(viewport, now)
    case (_, .changed): change(now)
    case (_, .jump(let target)): go(to: .message(target), now)
    case (_, .jumpToEnd): go(to: .end, now)
    case (_, .loaded(let id, let page)): take(page, of: id, now)
    case (_, .filled(let id)): endFill(id, now)
    case (_, .failed(let id)): fail(id, now)
    case (_, .compared(let id, let ids)): compare(id, ids)
    case (_, .tick): WindowOutcome(actions: advance(now))
    }
  }

  // MARK: - Events

  private mutating func open(
    at target: MessageReference?, _ height: Double, _ now: Int64
  ) -> WindowOutcome {
    guard ListWindow.isLength(height) else { return WindowOutcome(rejection: .badLength) }
    phase = .opening(at: target)
    screenful = ListWindow.screenful(height)
    return WindowOutcome(actions: advance(now))
  }

  private mutating func look(_ viewport: WindowViewport, _ now: Int64) -> WindowOutcome {
    let lengths = [viewport.hiddenAbove, viewport.hiddenBelow, viewport.height]
    guard lengths.allSatisfy(ListWindow.isLength) else {
      return WindowOutcome(rejection: .badLength)
    }
    var view = View(viewport)
    guard band(of: view) != nil else { return WindowOutcome(rejection: .unknownRow) }
    view.isAtEnd = range.newer.edge == .end && range.rows.last?.id == view.last
    if let known = self.view, !known.isBlank, view.isMoved(from: known) { quietUntil = now }
    self.view = view
    if !view.isBlank { screenful = ListWindow.screenful(viewport.height) }
    if let direction = flight?.request.purpose.direction, isShort(direction) {
      diagnostics.dropped += 1
    }
    return WindowOutcome(actions: advance(now))
  }

  private mutating func change(_ now: Int64) -> WindowOutcome {
    if news != nil { diagnostics.merged += 1 }
    news = .everywhere
    range.forgetStalledGaps()
    return WindowOutcome(actions: advance(now))
  }

  /// Replaces an earlier wish with a new one.
  private mutating func go(to wish: Wish, _ now: Int64) -> WindowOutcome {
    var actions: [WindowAction] = []
    if self.wish != nil { diagnostics.merged += 1 }
    // What was asked for before may have failed; this has not.
    if phase == .open, self.wish != wish { backoffs[.replacement] = nil }
    self.wish = wish
    backoffs[.replacement]?.cutShort()
    switch flight?.request.purpose {
    case .around, .newest: actions += cancelFlight()
    case .initial, .older, .newer, .same, nil: break
    }
    return WindowOutcome(actions: actions + advance(now))
  }

  /// Lets a read of news that has failed be made again at once, because something was written on
  /// this screen (`OPEN-028`).
  mutating func readNewsAtOnce(at now: Int64) -> [WindowAction] {
    guard phase == .open, backoffs[.refresh] != nil else { return [] }
    backoffs[.refresh]?.cutShort()
    return advance(now)
  }

  /// Lets a request to the network that has failed be made again at once, because the network is
  /// back (`OPEN-031`).
  mutating func reachNetwork(at now: Int64) -> [WindowAction] {
    guard phase == .open, backoffs[.fill] != nil else { return [] }
    guard fill == nil else {
      // It was made without a network. If it fails, that counts as the first failure.
      backoffs[.fill] = nil
      return []
    }
    backoffs[.fill]?.cutShort()
    return advance(now)
  }

  private mutating func close() -> WindowOutcome {
    phase = .closed
    let actions = [flight?.request.id, fill?.id].compactMap(\.self).map(WindowAction.cancel)
    (flight, fill, wish, news) = (nil, nil, nil, nil)
    return WindowOutcome(actions: actions)
  }

  private mutating func ignoreLate() -> WindowOutcome {
    diagnostics.late += 1
    return WindowOutcome()
  }

  // MARK: - Answers

  /// Handles the store's answer. An answer to a request that is not in flight changes nothing
  /// (`WINDOW-032`).
  private mutating func take(
    _ page: WindowPage, of id: WindowRequest.ID, _ now: Int64
  ) -> WindowOutcome {
    guard let flight, flight.request.id == id else { return ignoreLate() }
    guard page.isWellFormed else {
      var outcome = fail(id, now)
      outcome.rejection = .badPage
      return outcome
    }
    self.flight = nil
    let purpose = flight.request.purpose
    backoffs[purpose.backoffGroup]?.succeeded()
    var outcome = WindowOutcome()
    let readPage = ReadPage(request: id, ids: page.rows.map(\.id))
    lastPage = readPage
    if let compared = flight.compared { outcome.mismatch = mismatch(readPage, compared) }
    switch purpose {
    case .initial: outcome.actions += begin(page, now)
    case .around: outcome.actions += arrive(page)
    case .newest:
      wish = nil
      outcome.actions += replace(page) + [.scrollToEnd]
    case .older: grow(.older, by: page)
    case .newer: grow(.newer, by: page)
    case .same:
      if let rest = refresh(with: page, of: flight.request.query) {
        news = news ?? .newer(than: rest)
      }
      if fill == nil, !lacksMessages { backoffs[.fill] = nil }
    }
    outcome.actions += advance(now)
    return outcome
  }

  private mutating func begin(_ page: WindowPage, _ now: Int64) -> [WindowAction] {
    guard case .opening(let target) = phase else { return [] }
    phase = .open
    quietUntil = options.quiet.after(now)
    let missing = page.found ? nil : target
    return replace(page) + (missing.map { [.missing($0)] } ?? [])
  }

  /// Takes the page around the target of a jump.
  private mutating func arrive(_ page: WindowPage) -> [WindowAction] {
    guard case .message(let target)? = wish else { return [] }
    guard page.rows.contains(where: { $0.isMeant(by: target) }) else {
      wish = nil
      return [.missing(target)]
    }
    guard range.overlaps(page) else { return replace(page) }
    let before = range.cursors
    range.join(page)
    // Nothing was requested past an end that is new.
    if range.cursors?.lower != before?.lower { backoffs[.older] = nil }
    if range.cursors?.upper != before?.upper { backoffs[.newer] = nil }
    view?.forgetPoints()
    return []
  }

  /// Replaces the window with a page, in one step (`WINDOW-026`).
  private mutating func replace(_ page: WindowPage) -> [WindowAction] {
    range.replace(with: page)
    // The page is newer than what was still to be read again of the rows before.
    if case .newer? = news { news = nil }
    (view, backoffs[.older], backoffs[.newer], backoffs[.fill]) = (nil, nil, nil, nil)
    defer { fill = nil }
    return fill.map { [.cancel($0.id)] } ?? []
  }

  private mutating func grow(_ direction: WindowDirection, by page: WindowPage) {
    if !range.grow(direction, by: page) { diagnostics.emptyPages += 1 }
    view?.forgetPoints(direction)
  }

  /// Takes the rows that were read again. Points count no more where rows came or went.
  private mutating func refresh(with page: WindowPage, of query: Query) -> Position? {
    let before = hiddenRows
    let rest = range.refresh(with: page, of: query)
    let now = hiddenRows
    if before?.above != now?.above { view?.forgetPoints(.older) }
    if before?.below != now?.below { view?.forgetPoints(.newer) }
    return rest
  }

  /// The loaded rows above and below the visible ones; `nil` if these are not known.
  private var hiddenRows: (above: [MessageID], below: [MessageID])? {
    guard let view, let band = band(of: view) else { return nil }
    return (
      range.rows[..<band.lowerBound].map(\.id), range.rows[(band.upperBound + 1)...].map(\.id)
    )
  }

  private mutating func endFill(_ id: WindowRequest.ID, _ now: Int64) -> WindowOutcome {
    guard let fill, fill.id == id else { return ignoreLate() }
    self.fill = nil
    range.stall(fill.gap)
    backoffs[.fill] = nil
    return WindowOutcome(actions: advance(now))
  }

  /// Ends a request that failed. The next one waits for ``WindowOptions/firstRetry``, and twice as
  /// long after each further failure (`WINDOW-007`).
  private mutating func fail(_ id: WindowRequest.ID, _ now: Int64) -> WindowOutcome {
    let group: BackoffGroup
    if let flight, flight.request.id == id {
      group = flight.request.purpose.backoffGroup
      if flight.request.purpose == .same { news = .everywhere }
      self.flight = nil
    } else if let gap = fill?.gap, fill?.id == id {
      (group, fill) = (.fill, nil)
      failedGaps.insert(gap)
      if failedGaps.isSuperset(of: dueGaps) { failedGaps = [] }
    } else {
      return ignoreLate()
    }
    backoffs[group, default: Backoff()].failed(at: now, options)
    return WindowOutcome(actions: advance(now))
  }

  private mutating func compare(_ id: WindowRequest.ID, _ ids: [MessageID]) -> WindowOutcome {
    if flight?.request.id == id {
      flight?.compared = ids
      return WindowOutcome()
    }
    guard let lastPage, lastPage.request == id else { return ignoreLate() }
    return WindowOutcome(mismatch: mismatch(lastPage, ids))
  }

  private mutating func mismatch(_ page: ReadPage, _ ids: [MessageID]) -> PagingMismatch? {
    diagnostics.compared += 1
    let mismatch = PagingMismatch(request: page.request, here: page.ids, there: ids)
    if mismatch != nil { diagnostics.mismatches += 1 }
    return mismatch
  }

  // MARK: - What happens next

  /// Returns everything that is possible now. Every event ends with this.
  private mutating func advance(_ now: Int64) -> [WindowAction] {
    if let alarm, alarm <= now { self.alarm = nil }
    var actions = fulfilWish()
    actions += evict()
    actions += makeWay(now)
    if flight == nil, let purpose = due.first(where: { time($0.backoffGroup) <= now }) {
      actions.append(start(purpose, now))
    }
    actions += startFill(now)
    return actions + wake(now)
  }

  /// Fulfils a wish whose target is loaded.
  private mutating func fulfilWish() -> [WindowAction] {
    guard phase == .open, let wish else { return [] }
    switch wish {
    case .message(let target):
      guard let row = range.row(meantBy: target) else { return [] }
      self.wish = nil
      backoffs[.replacement] = nil
      // The target is held until the view reports again.
      view?.held.append(row.id)
      return [.scroll(to: row.id)]
    case .end:
      guard range.newer.edge == .end else { return [] }
      self.wish = nil
      backoffs[.replacement] = nil
      return [.scrollToEnd]
    }
  }

  private mutating func evict() -> [WindowAction] {
    guard let (head, tail) = excess else { return [] }
    for (direction, count) in [(WindowDirection.older, head), (.newer, tail)] where count > 0 {
      range.evict(count, at: direction)
      view?.forgetPoints(direction)
    }
    return [.evict(head: head, tail: tail)]
  }

  /// Cancels a less urgent read in favour of a jump (`WINDOW-031`).
  private mutating func makeWay(_ now: Int64) -> [WindowAction] {
    guard let flight, wish != nil, phase == .open, time(.replacement) <= now else { return [] }
    switch flight.request.purpose {
    case .initial, .around, .newest: return []
    case .older, .newer, .same: return cancelFlight()
    }
  }

  private mutating func cancelFlight() -> [WindowAction] {
    guard let flight else { return [] }
    self.flight = nil
    diagnostics.cancelled += 1
    if flight.request.purpose == .same { news = .everywhere }
    return [.cancel(flight.request.id)]
  }

  private mutating func start(_ purpose: WindowRequest.Purpose, _ now: Int64) -> WindowAction {
    if flight?.request.purpose == purpose { diagnostics.overlaps += 1 }
    lastID += 1
    let request = WindowRequest(id: lastID, purpose: purpose, query: query(purpose))
    flight = Flight(request: request)
    diagnostics.started += 1
    switch purpose {
    case .older, .newer:
      backoffs[purpose.backoffGroup, default: Backoff()].wait(until: options.interval.after(now))
    case .same: news = nil
    case .initial, .around, .newest: break
    }
    return .read(request)
  }

  private mutating func startFill(_ now: Int64) -> [WindowAction] {
    guard fill == nil, time(.fill) <= now, let gap = dueGap else { return [] }
    // Until the news are read, it is not known what is missing.
    guard news == nil, flight?.request.purpose != .same else { return [] }
    lastID += 1
    fill = Fill(id: lastID, gap: gap)
    diagnostics.fills += 1
    return [.fill(lastID, gap)]
  }

  /// Returns the action to wake at the earliest time at which a waiting request may start.
  private mutating func wake(_ now: Int64) -> [WindowAction] {
    var waiting = flight == nil ? due.map(\.backoffGroup) : []
    if fill == nil, dueGap != nil { waiting.append(.fill) }
    let times = waiting.map(time).filter { $0 > now }
    guard let first = times.min(), first != alarm else { return [] }
    alarm = first
    return [.wake(at: first)]
  }
}
