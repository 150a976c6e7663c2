internal import MessagingModel

/// Which stretch of a conversation is loaded, and what has to be read next: event in, actions out.
///
/// It grows and never slides: what is visible stays loaded (`WINDOW-017`), and arrivals do not move
/// its first row (`WINDOW-013`). It keeps two to three pages loaded above and below what is visible
/// (`WINDOW-008`), reads one page at a time (`WINDOW-004`), asks the network only where the store
/// ends at a gap (`WINDOW-003`), and lets go of rows on the far side when there are too many
/// (`WINDOW-016`). It knows ids and places; who owns it keeps the messages.
///
/// Pure: no clock, no store. Times are those of one steady clock with any beginning.
///
/// - Complexity: an event costs O(rows), which are as many as ``WindowOptions/cap`` and a page.
public struct ListWindow: Hashable, Sendable {
  let options: WindowOptions
  var phase = Phase.unopened
  /// As many rows as fill the view.
  var screenful = 0
  var rows: [WindowRow] = []
  /// The cursors of both ends; they outlive their rows. `nil` while nothing was ever loaded.
  var lower: Position?
  var upper: Position?
  var older = End()
  var newer = End()
  var gaps: [Gap] = []
  var view: View?
  /// Nothing is read ahead before, unless the reader moves.
  var quietUntil = Duration.zero
  var flight: Flight?
  var fill: Fill?
  /// Gaps that were filled without any effect.
  var stalledGaps: Set<Gap> = []
  /// Whether the first page is there.
  var hasContent = false
  /// Where the conversation was opened; `nil` for its end.
  var opening: MessageReference?
  /// Where somebody wants to go; only a later wish takes its place.
  var wish: Wish?
  /// Whether the store has news of the window, and from where on they have to be read.
  var news: News?
  var lanes: [Lane: Retry] = [:]
  var alarm: Duration?
  var lastPage: ReadPage?
  var lastID = 0
  var diagnostics = WindowDiagnostics()

  public init(_ options: WindowOptions) { self.options = options }

  /// Takes an event that happens now.
  ///
  /// - Parameter now: on a steady clock; never before the time of an earlier event.
  public mutating func handle(_ event: WindowEvent, at now: Duration) -> WindowOutcome {
    switch (phase, event) {
    case (.unopened, .open(let target, let height)): open(at: target, height, now)
    case (.unopened, .close): close()
    case (.unopened, _), (.open, .open): WindowOutcome(rejection: .wrongPhase)
    case (.open, .viewport(let viewport)): look(viewport, now)
    case (.open, .changed): change(now)
    case (.open, .jump(let target)): go(to: .message(target), now)
    case (.open, .jumpToEnd): go(to: .end, now)
    case (.open, .loaded(let id, let page)): take(page, of: id, now)
    case (.open, .filled(let id)): endFill(id, now)
    case (.open, .failed(let id)): fail(id, now)
    case (.open, .compared(let id, let ids)): compare(id, ids)
    case (.open, .tick): WindowOutcome(actions: advance(now))
    case (.open, .close): close()
    case (.closed, .loaded), (.closed, .filled), (.closed, .failed): ignoreLate()
    case (.closed, _): WindowOutcome()
    }
  }

  /// What there is to see of the state.
  public var reading: WindowReading {
    WindowReading(
      rows: rows, older: older.edge, newer: newer.edge, gaps: gaps, olderLoad: load(.older),
      newerLoad: load(.newer), read: flight?.request, diagnostics: diagnostics)
  }

  /// Rows of a page: twice what fills the view (`WINDOW-002`).
  var page: Int { 2 * screenful }

  private mutating func open(
    at target: MessageReference?, _ height: Double, _ now: Duration
  ) -> WindowOutcome {
    guard isLength(height) else { return WindowOutcome(rejection: .badLength) }
    phase = .open
    screenful = ListWindow.screenful(height)
    opening = target
    return WindowOutcome(actions: advance(now))
  }

  private mutating func look(_ viewport: WindowViewport, _ now: Duration) -> WindowOutcome {
    let lengths = [viewport.hiddenAbove, viewport.hiddenBelow, viewport.height]
    guard lengths.allSatisfy(isLength) else { return WindowOutcome(rejection: .badLength) }
    let view = View(viewport)
    guard band(of: view) != nil else { return WindowOutcome(rejection: .unknownRow) }
    if let known = self.view, known.first != view.first { quietUntil = now }
    self.view = view
    screenful = ListWindow.screenful(viewport.height)
    countDropped()
    return WindowOutcome(actions: advance(now))
  }

  private mutating func change(_ now: Duration) -> WindowOutcome {
    if news != nil { diagnostics.merged += 1 }
    news = News(from: nil)
    return WindowOutcome(actions: advance(now))
  }

  private mutating func close() -> WindowOutcome {
    phase = .closed
    let actions = [flight?.request.id, fill?.id].compactMap(\.self).map(WindowAction.cancel)
    (flight, fill, wish, news) = (nil, nil, nil, nil)
    return WindowOutcome(actions: actions)
  }

  mutating func ignoreLate() -> WindowOutcome {
    diagnostics.late += 1
    return WindowOutcome()
  }

  private mutating func compare(_ id: WindowRequest.ID, _ ids: [MessageID]) -> WindowOutcome {
    if flight?.request.id == id {
      flight?.compared = ids
      return WindowOutcome()
    }
    guard let lastPage, lastPage.request == id else { return ignoreLate() }
    return WindowOutcome(mismatch: mismatch(lastPage, ids))
  }

  mutating func mismatch(_ page: ReadPage, _ ids: [MessageID]) -> PagingMismatch? {
    diagnostics.compared += 1
    let mismatch = PagingMismatch(request: page.request, here: page.ids, there: ids)
    if mismatch != nil { diagnostics.mismatches += 1 }
    return mismatch
  }

  private func isLength(_ value: Double) -> Bool { value.isFinite && value >= 0 }
}
