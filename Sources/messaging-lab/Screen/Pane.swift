internal import MessagingModel
internal import MessagingTimeline

/// One list of the page: the glue, and for ``Keeper/ours`` the anchor. Event in, orders out.
///
/// The page is asked for one thing at a time: the heights of rows that come, then to show them with
/// at most one command. What happens meanwhile waits for the next turn.
struct Pane {
  /// What an event comes to.
  struct Outcome {
    var orders: [PageOrder] = []
    var work = ScreenGlue.Work()

    mutating func add(_ more: ScreenGlue.Work) {
      work.reads += more.reads
      work.fills += more.fills
      work.wake = more.wake ?? work.wake
    }
  }

  /// What changes in a turn.
  enum Change {
    case rows(TimelineDiff, Timeline)
    /// Width, font or keyboard. The rows are measured again if `needsHeights`.
    case geometry(PageGeometry, needsHeights: Bool)
    case image(RowID)
    /// To a row or the end, nothing else.
    case goal(ScreenGlue.Wish)
  }

  enum Asked {
    case nothing
    case heights(Change, [RowID])
    case applied
  }

  let index: Int
  let keeper: Keeper
  var glue: ScreenGlue
  var anchor: ScrollAnchor
  var asked = Asked.nothing
  var turn = 0
  /// What the page shows, and what it is to show.
  var geometry: PageGeometry
  var nextGeometry: PageGeometry
  var names: [String: RowID] = [:]
  var lateImages: Set<RowID> = []
  var waitingImages: [RowID] = []
  /// A message that was sent here, until it is shown.
  var sent: MessageID?
  /// The offset that the anchor knows.
  var heard = 0.0
  var log = ScrollLog()
  var rejections = 0
  private var waitingPhases: [PagePhase] = []
  private var view: PageView?

  init(_ index: Int, _ keeper: Keeper, _ hello: PageHello) {
    self.index = index
    self.keeper = keeper
    // Whoever keeps the place without a model keeps all rows: nothing goes above the reader.
    glue = ScreenGlue(cap: keeper == .ours ? 500 : 100_000)
    var options = ScrollOptions()
    options.scale = min(max(hello.scale, 1), 3)
    anchor = ScrollAnchor(options)
    (geometry, nextGeometry) = (hello.geometry, hello.geometry)
  }

  // MARK: - Events

  mutating func open(at now: Int64) -> Outcome {
    handle(.open(at: nil, height: geometry.height), at: now)
  }

  mutating func handle(_ event: WindowEvent, at now: Int64) -> Outcome {
    var outcome = Outcome()
    outcome.add(glue.handle(event, at: now))
    advance(&outcome, at: now)
    return outcome
  }

  mutating func take(
    _ snapshot: Snapshot, of request: WindowRequest, at now: Int64
  ) -> Outcome {
    var outcome = Outcome()
    outcome.add(glue.take(snapshot, of: request, at: now))
    advance(&outcome, at: now)
    return outcome
  }

  /// The heights came. Those of another turn, or too few of them, are no answer.
  mutating func measured(_ turn: Int, _ heights: [Double], at now: Int64) -> Outcome {
    var outcome = Outcome()
    guard turn == self.turn, case .heights(let change, let rows) = asked,
      rows.count == heights.count
    else { return outcome }
    let known = Dictionary(zip(rows, heights)) { $1 }
    perform(change, known, &outcome, at: now)
    return outcome
  }

  mutating func applied(_ turn: Int, _ view: PageView?, at now: Int64) -> Outcome {
    var outcome = Outcome()
    guard turn == self.turn, case .applied = asked else { return outcome }
    asked = .nothing
    if let view { look(view, &outcome, at: now) }
    for phase in waitingPhases { move(phase, &outcome, at: now) }
    waitingPhases = []
    advance(&outcome, at: now)
    return outcome
  }

  /// The list was scrolled. A report that is older than the last update is none.
  mutating func scrolled(_ turn: Int, _ view: PageView, at now: Int64) -> Outcome {
    var outcome = Outcome()
    guard turn == self.turn else { return outcome }
    if case .applied = asked { return outcome }
    look(view, &outcome, at: now)
    advance(&outcome, at: now)
    return outcome
  }

  mutating func phase(_ phase: PagePhase, at now: Int64) -> Outcome {
    var outcome = Outcome()
    if case .nothing = asked {
      move(phase, &outcome, at: now)
    } else {
      waitingPhases.append(phase)
    }
    return outcome
  }

  private mutating func move(_ phase: PagePhase, _ outcome: inout Outcome, at now: Int64) {
    guard keeper == .ours else { return }
    let event: ScrollPhase =
      switch phase {
      case .rest: .rest
      case .tracking: .tracking
      case .decelerating: .decelerating
      }
    correct(tell(.phase(event), at: now), &outcome)
  }

  /// A message is sent here: it is shown, wherever the list is.
  mutating func willShow(sent id: MessageID, at now: Int64) -> Outcome {
    sent = id
    return glue.window.reading.hasNewer ? handle(.jumpToEnd, at: now) : Outcome()
  }

  /// Where the list is now.
  private mutating func look(_ view: PageView, _ outcome: inout Outcome, at now: Int64) {
    self.view = view
    if keeper == .ours {
      heard = view.y
      correct(tell(.scrolled(to: view.y), at: now), &outcome)
    }
    guard let first = view.first.flatMap({ names[$0]?.message }),
      let last = view.last.flatMap({ names[$0]?.message })
    else { return }
    let held = anchor.reading.anchor?.message
    outcome.add(
      glue.handle(
        .viewport(
          WindowViewport(
            first: first, last: last, hiddenAbove: view.above, hiddenBelow: view.below,
            height: geometry.height, held: held.map { [$0] } ?? [])),
        at: now))
  }

  /// The newest picture of unknown size that is not below the view.
  mutating func lateImage(at now: Int64) -> Outcome {
    var outcome = Outcome()
    let rows = glue.timeline.rows
    let last = view?.last.flatMap { names[$0] }
    let end = last.flatMap { last in rows.lastIndex { $0.id == last } } ?? rows.count
    let found = rows[..<end].last { item in
      !lateImages.contains(item.id) && !waitingImages.contains(item.id)
        && item.message?.message.body.attachments.first.map { $0.width == 0 } == true
        && PageRow(item, lateImages: []).kind == .photo
    }
    if let found { waitingImages.append(found.id) }
    advance(&outcome, at: now)
    return outcome
  }

  /// Tells the anchor, and keeps count.
  mutating func tell(_ event: ScrollEvent, at now: Int64) -> ScrollOutcome {
    let outcome = anchor.handle(event)
    log.record(outcome, of: event, at: Timestamp(milliseconds: now))
    if outcome.rejection != nil { rejections += 1 }
    return outcome
  }
}
