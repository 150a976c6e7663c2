internal import MessagingCore
internal import MessagingModel
internal import MessagingTimeline

/// Plays the lines of a `rollout` block.
struct RolloutPlayer: BlockPlayer {
  typealias Step = @Sendable (inout RolloutPlayer) async throws -> Void

  private var rollout: any RollingOut
  private var flags = RolloutFlags()
  private var screen: any RolledOut
  private var taken = Timeline.empty
  /// What the last update did to the rows of the screen.
  private(set) var changes: [String] = []
  /// The rows of the screen in a view.
  var list: RolloutList
  /// The store, and the screen's reads.
  var store: RolloutStore
  private var newPage: PageRead?
  private var oldPage: PageRead?

  init(_ subject: any RolloutSubject) {
    rollout = subject.rollingOut()
    screen = rollout.opened()
    list = RolloutList(screen)
    store = RolloutStore(screen, isDual: false)
  }

  mutating func perform(_ moment: Script<RolloutPlayer>.Moment) async throws {
    for step in moment.steps { try await step(&self) }
  }

  mutating func set(_ flag: RolloutFlag, isOn: Bool) {
    if isOn { flags.off.remove(flag) } else { flags.off.insert(flag) }
    rollout.set(flags)
  }

  mutating func open(isDual: Bool) {
    screen = rollout.opened()
    (taken, changes) = (.empty, [])
    list = RolloutList(screen)
    store = RolloutStore(screen, isDual: isDual)
  }

  // MARK: - Rows

  mutating func show(_ words: [RolloutWord]) {
    let next = Timeline(
      version: taken.version + 1,
      rows: words.map { $0.row(sequence: Int64($0.client ?? 0)) })
    let update = screen.update(
      TimelineUpdate(
        timeline: next, diff: TimelineDiffer().diff(from: taken, to: next), reason: .news,
        revision: Revision(1)),
      after: taken)
    let (old, diff) = (taken.rows, update.diff)
    changes =
      diff.deletes.map { "goes:\(RolloutWord.name(old[$0].id))" }
      + diff.inserts.map { "\($0.isNew ? "arrives" : "comes"):\(RolloutWord.name($0.item.id))" }
      + diff.moves.map { "moves:\(RolloutWord.name(old[$0.from].id))" }
      + diff.updates.map { "changes:\(RolloutWord.name($0.item.id))" }
    taken = update.timeline
  }

  // MARK: - What is read

  /// Inserts `count` rows at the top. ``moved`` is then how far the row that is read moved, in
  /// points.
  mutating func addOlder(_ count: Int) { list.addOlder(count) }

  var moved: Double? { list.moved }

  mutating func scroll(to offset: Double) { list.scroll(to: offset) }
  mutating func jump(to row: Int) { list.jump(to: row) }

  /// The offset that the list reports, in points.
  var offset: Double { list.believed }

  // MARK: - Two pages

  mutating func take(new page: PageRead) { newPage = page }
  mutating func take(old page: PageRead) { oldPage = page }

  /// The verdict on the two pages; `nil` until both are set.
  var verdict: PageVerdict? {
    guard let newPage, let oldPage else { return nil }
    return rollout.compare(newPage, with: oldPage)
  }
}

/// Twenty rows of 100 points each, in a view of 400 points that shows their middle.
struct RolloutList: Sendable {
  private var anchor: any ScrollAnchoring
  private var offset = 0.0
  private var count = 0
  private var older = 0
  private(set) var moved: Double?

  init(_ screen: any RolledOut) { anchor = screen.anchoring(ScrollAnchor()) }

  private static func row(_ number: Int) -> ScrollRow {
    ScrollRow(
      id: .message(MessageID(high: 1, low: UInt64(number))), kind: .remoteMessage, height: 100,
      isMeasured: true, position: .unconfirmed(sequence: Int64(number)))
  }

  var believed: Double { anchor.reading.offset }

  /// The frame of one of the twenty rows in the view; `nil` if there is none.
  func frame(of row: Int) -> RowFrame? { anchor.frame(of: Self.row(1_000 + row).id) }

  /// The row to restore, as one of the twenty, and its distance; `nil` if there is none.
  var saved: (row: Int, distance: Double)? {
    guard let saved = anchor.savedPosition, let id = saved.row.message else { return nil }
    return (Int(id.low) - 1_000, saved.distance)
  }

  /// Passes an event to the list. If the list moves the view, reports the new offset to it.
  private mutating func tell(_ event: ScrollEvent) {
    guard let command = anchor.handle(event).command else { return }
    offset = command.offset
    _ = anchor.handle(.scrolled(to: offset))
  }

  mutating func scroll(to offset: Double) {
    if count == 0 { open() }
    if offset.isFinite { self.offset = offset }
    tell(.phase(.tracking))
    tell(.scrolled(to: offset))
    tell(.phase(.rest))
  }

  /// Jumps to one of the twenty rows, aligned at the top.
  mutating func jump(to row: Int) {
    if count == 0 { open() }
    let id = RowID.message(MessageID(high: 1, low: UInt64(1_000 + row)))
    guard let command = anchor.handle(.jump(to: id, position: nil, alignment: .top)).command
    else { return }
    offset = command.offset
  }

  mutating func addOlder(_ count: Int) {
    if self.count == 0 { open() }
    let before = offset
    let inserts = (0..<count).map { index in
      RowChanges.Insert(index: index, row: Self.row(1_000 - older - count + index))
    }
    older += count
    tell(.transaction(ScrollTransaction(rows: .changes(RowChanges(inserts: inserts)))))
    self.count += count
    moved = Double(count) * 100 - (offset - before)
  }

  /// Shows this many rows, at their end.
  mutating func open(_ count: Int) {
    self.count = count
    tell(
      .transaction(
        ScrollTransaction(
          rows: .replace((0..<count).map { Self.row(1_000 + $0) }),
          geometry: ScrollGeometry(height: 400), hasNewer: false)))
  }

  /// Shows twenty rows, and scrolls to the middle.
  private mutating func open() {
    open(20)
    tell(.phase(.tracking))
    offset = 800
    tell(.scrolled(to: offset))
    tell(.phase(.rest))
  }
}
