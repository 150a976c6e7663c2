internal import MessagingCore
internal import MessagingModel
internal import MessagingTimeline

/// One list of the page, written as an app writes a screen: it takes the updates of a
/// ``ConversationTimeline``, measures what is new, asks a ``ScrollAnchor`` for the one offset, and
/// says where the reader is. Nothing else lies between a store and its rows.
///
/// Its view is at the other end of a socket: it waits for it where an app calls a function.
actor ListScreen {
  /// What changes what is shown; one after the other.
  enum Change: Sendable {
    case update(TimelineUpdate)
    /// Width, text size or keyboard.
    case frame(PageGeometry)
    /// A picture arrived whose size nobody knew.
    case picture(RowID)
    /// The anchor wants something between two updates.
    case correction
  }

  nonisolated let timeline: ConversationTimeline
  let index: Int
  let keeper: Keeper
  /// Keeps the place; `nil` in a list that keeps it in another way.
  var anchor: ScrollAnchor?
  /// What the page shows.
  var rows = Timeline.empty
  var geometry: PageGeometry
  var lateImages: Set<RowID> = []
  /// The names that the page knows the rows by.
  var names: [String: RowID] = [:]
  /// The lowest row in sight.
  private var lastSeen: RowID?
  /// The offset that the anchor knows of.
  var heard = 0.0
  /// What the anchor wants, and the page was not told yet.
  var owed: ScrollCommand?
  var counts = ScrollCounts()
  /// What came of the last event for the anchor.
  var diagnostics = ScrollDiagnostics()
  var status: TimelineStatus?
  private var badge = PageBadge()
  var turn = 0
  let view: ListView
  private let waiting: AsyncStream<Change>.Continuation
  private let changes: AsyncStream<Change>

  init(
    _ index: Int, _ hello: PageHello, _ client: MessagingClient,
    say: @escaping @Sendable (PageOrder) -> Void
  ) {
    self.index = index
    keeper = hello.keepers[index]
    geometry = hello.geometry
    view = ListView(say)
    (changes, waiting) = AsyncStream.makeStream()
    if keeper == .ours {
      var options = ScrollOptions()
      options.scale = min(max(hello.scale, 1), 3)
      anchor = ScrollAnchor(options)
    }
    // Whoever keeps the place without a model keeps all rows: nothing goes above the reader.
    let cap = keeper == .ours ? nil : 100_000
    timeline = client.timeline(of: LabConversation.id) { options in
      if let cap { options.window.cap = cap }
    }
  }

  /// Lives until ``end()``.
  func run() async {
    let (shown, isShown) = AsyncStream<Void>.makeStream()
    await withDiscardingTaskGroup { group in
      group.addTask { [timeline] in await timeline.run() }
      group.addTask { [timeline] in
        for await status in timeline.statuses() { await self.note(status) }
      }
      group.addTask { [timeline, waiting] in
        var shown = shown.makeAsyncIterator()
        for await update in timeline.updates {
          waiting.yield(.update(update))
          await shown.next()  // Whoever asks for the next one has applied this one.
        }
      }
      timeline.open(at: .end, height: geometry.height)
      for await change in changes {
        await show(change)
        if case .update = change { isShown.yield() }
      }
      group.cancelAll()
    }
  }

  /// The page is gone.
  func end() {
    timeline.close()
    waiting.finish()
    view.end()
  }

  private func note(_ status: TimelineStatus) { self.status = status }

  // MARK: - What the page says

  /// The heights came that were asked for.
  func measured(_ turn: Int, _ heights: [Double]) {
    if turn == self.turn { view.hasMeasured(heights) }
  }

  /// What it was told is on the screen.
  func applied(_ turn: Int, _ visible: PageView?) {
    guard turn == self.turn, view.isShowing else { return }
    if let visible { look(visible) }
    view.hasShown()
  }

  /// The list was scrolled. A report that is older than the last update is none.
  func scrolled(_ turn: Int, _ visible: PageView) {
    if turn == self.turn, !view.isShowing { look(visible) }
  }

  /// A finger touched the list, let it go, or it came to rest.
  func moved(_ phase: PagePhase) {
    timeline.hold(phase == .tracking)
    switch phase {
    case .rest: tell(.phase(.rest))
    case .tracking: tell(.phase(.tracking))
    case .decelerating: tell(.phase(.decelerating))
    }
    correct()
  }

  /// The lists have another size, text size or keyboard.
  func resize(to geometry: PageGeometry) { waiting.yield(.frame(geometry)) }

  /// The newest picture of unknown size arrives that is not below the view.
  func loadPicture() {
    let end = lastSeen.flatMap { id in rows.lastIndex { $0.id == id } } ?? rows.count
    let found = rows[..<end].last { item in
      !lateImages.contains(item.id) && PageRow(item, lateImages: []).isOfUnknownSize
    }
    guard let found else { return }
    lateImages.insert(found.id)
    waiting.yield(.picture(found.id))
  }

  /// Where the list is now.
  private func look(_ visible: PageView) {
    heard = visible.y
    tell(.scrolled(to: visible.y))
    correct()
    guard let viewport = anchor.map(\.sight.viewport) ?? measuredViewport(visible) else { return }
    lastSeen = .message(viewport.last)
    timeline.looked(viewport)
  }

  /// What a list has to say of itself that has no anchor.
  private func measuredViewport(_ visible: PageView) -> WindowViewport? {
    guard let first = visible.first.flatMap({ names[$0]?.message }),
      let last = visible.last.flatMap({ names[$0]?.message })
    else { return nil }
    return WindowViewport(
      first: first, last: last, hiddenAbove: visible.above, hiddenBelow: visible.below,
      height: geometry.height)
  }

  // MARK: - What the anchor says

  /// Tells the anchor, and remembers what it wants.
  func tell(_ event: ScrollEvent) {
    guard let outcome = anchor?.handle(event) else { return }
    counts.add(outcome)
    diagnostics = outcome.diagnostics
    owed = outcome.command ?? owed
    if outcome.needsNewest { timeline.jumpToEnd() }
    showBadge()
  }

  private func showBadge() {
    guard let reading = anchor?.reading else { return }
    let next = PageBadge(isShown: reading.showsJumpButton, unread: reading.unread)
    guard next != badge else { return }
    badge = next
    view.say(.badge(pane: index, next))
  }

  /// What the anchor wants outside of an update is done as soon as nothing else is.
  private func correct() {
    if owed != nil { waiting.yield(.correction) }
  }
}
