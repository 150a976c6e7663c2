internal import MessagingModel

extension ListWindow {
  /// Does what is possible now: the end of every event.
  mutating func advance(_ now: Duration) -> [WindowAction] {
    if let alarm, alarm <= now { self.alarm = nil }
    var actions = fulfilWish()
    actions += evict()
    actions += makeWay(now)
    if flight == nil, let purpose = due.first(where: { time($0.lane) <= now }) {
      actions.append(start(purpose, now))
    }
    actions += startFill(now)
    return actions + wake(now)
  }

  /// What is to be read, most urgent first.
  private var due: [WindowRequest.Purpose] {
    guard hasContent else { return [.initial] }
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

  /// Before which nothing of a lane begins.
  private func time(_ lane: Lane) -> Duration {
    let notBefore = lanes[lane]?.notBefore ?? .zero
    switch lane {
    case .older, .newer, .fill: return rows.isEmpty ? notBefore : max(notBefore, quietUntil)
    case .whole, .same: return notBefore
    }
  }

  /// Gives up a less urgent read for a wish (`WINDOW-031`).
  private mutating func makeWay(_ now: Duration) -> [WindowAction] {
    guard let flight, wish != nil, hasContent, time(.whole) <= now else { return [] }
    switch flight.request.purpose {
    case .initial, .around, .newest: return []
    case .older, .newer, .same: return cancelFlight()
    }
  }

  mutating func cancelFlight() -> [WindowAction] {
    guard let flight else { return [] }
    self.flight = nil
    diagnostics.cancelled += 1
    if flight.request.purpose == .same { news = News(from: nil) }
    return [.cancel(flight.request.id)]
  }

  private mutating func start(
    _ purpose: WindowRequest.Purpose, _ now: Duration
  ) -> WindowAction {
    if flight?.request.purpose == purpose { diagnostics.overlaps += 1 }
    lastID += 1
    let request = WindowRequest(id: lastID, purpose: purpose, query: query(purpose))
    flight = Flight(request: request)
    diagnostics.started += 1
    switch purpose {
    case .older, .newer: lanes[purpose.lane, default: Retry()].notBefore = now + options.interval
    case .same: news = nil
    case .initial, .around, .newest: break
    }
    return .read(request)
  }

  private func query(_ purpose: WindowRequest.Purpose) -> Query {
    switch purpose {
    case .initial:
      opening.map { query(.around($0), page) } ?? query(.newest, screenful)
    case .around:
      if case .message(let target) = wish { query(.around(target), page) } else { newestPage }
    case .newest: newestPage
    case .older: lower.map { query(.older(than: cursor($0)), page) } ?? newestPage
    case .newer: upper.map { query(.newer(than: cursor($0)), page) } ?? newestPage
    case .same: refreshment
    }
  }

  private var newestPage: Query { query(.newest, page) }

  /// All of the window again: up to the end of the conversation if it reaches there.
  private var refreshment: Query {
    // A window of unsent messages alone has no place below which it would not be found again.
    guard let lower, lower.confirmed != nil else {
      return query(.newest, min(Limits.page, max(screenful, rows.count)))
    }
    let end = newer.edge == .end ? nil : upper
    let window = Query.Kind.window(
      from: cursor(news?.from ?? lower), to: cursor(end ?? ListWindow.farEnd))
    return query(window, Limits.page)
  }

  /// Above every place that a message can have.
  static let farEnd = Position.unconfirmed(sequence: .max)

  private func query(_ kind: Query.Kind, _ limit: Int) -> Query {
    // At the live end what is stored is shown, whatever is missing in between.
    Query(kind, in: options.conversation, limit: limit, crossesGaps: kind == .newest)
  }

  private func cursor(_ place: Position) -> PageCursor {
    PageCursor(conversation: options.conversation, position: place)
  }

  private mutating func startFill(_ now: Duration) -> [WindowAction] {
    // While news are read, nobody knows what is missing.
    guard fill == nil, hasContent, news == nil, flight?.request.purpose != .same,
      time(.fill) <= now, let gap = dueGap
    else { return [] }
    lastID += 1
    fill = Fill(id: lastID, gap: gap)
    diagnostics.fills += 1
    return [.fill(lastID, gap)]
  }

  /// Asks to be woken when the first of the things that wait for their time may be tried.
  private mutating func wake(_ now: Duration) -> [WindowAction] {
    var waiting = flight == nil ? due.map(\.lane) : []
    if fill == nil, dueGap != nil { waiting.append(.fill) }
    let times = waiting.map(time).filter { $0 > now }
    guard let first = times.min(), first != alarm else { return [] }
    alarm = first
    return [.wake(at: first)]
  }
}
