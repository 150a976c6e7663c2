internal import MessagingCore
internal import MessagingModel
internal import MessagingTimeline

/// A list on a phone, as simple as possible: rows one below the other, and an offset. It follows
/// the commands of the anchor, and records their visible effects by its own measurement.
struct AcceptanceScreen {
  var anchor: any ScrollAnchoring
  var heights: RowHeights
  /// Whether rows are estimated until they are visible.
  var isEstimating = false
  private(set) var rows: [TimelineItem] = []
  private(set) var offset = Length.zero
  private(set) var geometry = ScrollGeometry(
    width: 390, height: 844, topInset: 97 + 1.0 / 3, bottomInset: 83, alignment: .top)
  /// The events since the last time that they were taken.
  var notes: [DiagnosticEvent] = []
  /// Why the anchor refused a change of rows or frame; `nil` if it refused none.
  private(set) var refusal: ScrollRejection?
  private var heightOf: [RowID: Length] = [:]
  /// The upper edge of each row, and the lower edge of the last row.
  private var edges: [Length] = [.zero]
  private var unmeasured: Set<RowID> = []
  private let stopwatch: (@Sendable () -> Int64)?
  /// How long the anchor has worked for the next frame, in microseconds.
  private var work: Int64 = 0

  init(
    _ anchor: any ScrollAnchoring, _ heights: RowHeights, _ stopwatch: (@Sendable () -> Int64)?
  ) {
    self.anchor = anchor
    self.heights = heights
    self.stopwatch = stopwatch
  }

  /// Does work that the list has to do before the next frame, and measures it.
  private mutating func timed<Result>(_ body: (inout AcceptanceScreen) -> Result) -> Result {
    guard let stopwatch else { return body(&self) }
    let start = stopwatch()
    defer { work += stopwatch() - start }
    return body(&self)
  }

  /// Draws a frame.
  private mutating func draw() {
    guard stopwatch != nil else { return }
    notes.append(.worked(microseconds: work))
    work = 0
  }

  // MARK: - Where everything lies

  private var top: Length { Length(geometry.topInset) ?? .zero }
  private var bandEnd: Length { Length(geometry.height - geometry.bottomInset) ?? .zero }
  private var least: Length { .zero - top }
  private var greatest: Length { max(least, (edges.last ?? .zero) - bandEnd) }
  private var distanceFromEnd: Length { greatest - offset }

  /// A distance of at most a pixel counts as none.
  private var isAtLimit: Bool {
    let pixel = Length(units: 64)
    return offset - least <= pixel || greatest - offset <= pixel
  }

  /// The rows that are at least partly visible.
  var seen: Range<Int> {
    let (from, to) = (offset + top, offset + bandEnd)
    let first = rows.indices.first { edges[$0 + 1] > from } ?? rows.count
    let end = rows.indices[first...].first { edges[$0] >= to } ?? rows.count
    return first..<max(first, end)
  }

  /// Whether the first loaded message is visible.
  var seesFirst: Bool {
    guard let first = rows.firstIndex(where: { $0.id.message != nil }) else { return false }
    return seen.contains(first)
  }

  var isAtTop: Bool { offset - least <= Length(units: 64) }

  /// The viewport for the window; `nil` while no message is visible.
  var viewport: WindowViewport? {
    let messages = rows[seen].compactMap(\.id.message)
    guard let first = messages.first, let last = messages.last else { return nil }
    return WindowViewport(
      first: first, last: last, hiddenAbove: max(0, (offset + top).points),
      hiddenBelow: max(0, distanceFromEnd.points), height: geometry.height,
      held: anchor.reading.anchor?.message.map { [$0] } ?? [])
  }

  private mutating func layOut() {
    edges = [.zero]
    edges.reserveCapacity(rows.count + 1)
    var y = Length.zero
    for row in rows {
      y += heightOf[row.id] ?? .zero
      edges.append(y)
    }
  }

  // MARK: - What is seen of a change

  /// What was visible before a change.
  private struct Look {
    /// The visible messages with their edges on the screen, from top to bottom.
    let seen: [(id: MessageID, top: Length, bottom: Length)]
    let isAtLimit: Bool
    let distanceFromEnd: Length

    init(_ screen: AcceptanceScreen) {
      seen = screen.seen.compactMap { index in
        screen.rows[index].id.message.map {
          ($0, screen.edges[index] - screen.offset, screen.edges[index + 1] - screen.offset)
        }
      }
      (isAtLimit, distanceFromEnd) = (screen.isAtLimit, screen.distanceFromEnd)
    }
  }

  /// Passes a change to the anchor, follows its command, and records the visible effects.
  ///
  /// - Parameter isFrame: whether the frame itself changes, so that no row has to stay in place.
  private mutating func change(
    _ transaction: ScrollTransaction, isPage: Bool = false, isFrame: Bool = false,
    to next: (inout AcceptanceScreen) -> Void
  ) {
    let before = Look(self)
    let outcome = timed { $0.anchor.handle(.transaction(transaction)) }
    refusal = refusal ?? outcome.rejection
    next(&self)
    layOut()
    let write = obey(outcome, from: before.distanceFromEnd)
    let places = Dictionary(
      uniqueKeysWithValues: rows.enumerated().compactMap { index, row in
        row.id.message.map { ($0, index) }
      })
    let read = before.seen.first { places[$0.id] != nil }
    let isPrepend = isPage && isInserted(transaction, above: read.flatMap { places[$0.id] })
    var change = ListChange(
      isPrepend: isPrepend, residual: Length(outcome.diagnostics.residual) ?? .zero,
      isAtLimit: before.isAtLimit || isAtLimit, write: write)
    change.anchorAfter = rows[seen].lazy.compactMap(\.id.message).first
    // At the end, new rows move what is visible; and a scroll moves it on purpose.
    let follows = before.distanceFromEnd <= DiagnosticSummary.endDistance || write?.reason != nil
    if let read, isPrepend || !(isFrame || follows) {
      change.anchorBefore = read.id
      // Rows that grow push others away. At least one of the visible rows has to stay in place.
      let stays = isPrepend ? [read] : before.seen
      change.delta =
        stays.compactMap { movement(of: $0, places) }
        .min { abs($0.units) < abs($1.units) } ?? .zero
    }
    let now = Set(rows[seen].compactMap(\.id.message))
    // A reader who was at the end, and still is, has kept their place.
    let stays =
      before.distanceFromEnd <= DiagnosticSummary.endDistance
      && distanceFromEnd <= DiagnosticSummary.endDistance
    change.isReset = read != nil && !stays && !before.seen.contains { now.contains($0.id) }
    notes.append(.changed(change))
    report()
  }

  /// Returns how far a row moved, measured at the edge that moved less.
  private func movement(
    of row: (id: MessageID, top: Length, bottom: Length), _ places: [MessageID: Int]
  ) -> Length? {
    guard let index = places[row.id] else { return nil }
    let (up, down) = (edges[index] - offset - row.top, edges[index + 1] - offset - row.bottom)
    return abs(up.units) <= abs(down.units) ? up : down
  }

  private func isInserted(_ transaction: ScrollTransaction, above index: Int?) -> Bool {
    guard let index, case .changes(let changes) = transaction.rows else { return false }
    return changes.inserts.contains { $0.index < index }
  }

  /// Follows the command of the anchor.
  ///
  /// - Parameter distance: the distance from the end before the command.
  private mutating func obey(
    _ outcome: ScrollOutcome, from distance: Length
  ) -> OffsetWrite? {
    guard let command = outcome.command else { return nil }
    let write = OffsetWrite(
      command, from: offset.points, distanceFromEnd: distance.points)
    offset = Length(command.offset) ?? offset
    return write
  }

  /// Reports the offset to the anchor, as a view does after each write.
  private mutating func report() {
    for _ in 0..<8 {
      let outcome = timed { $0.anchor.handle(.scrolled(to: $0.offset.points)) }
      guard let write = obey(outcome, from: distanceFromEnd) else { return }
      notes.append(.wrote(write))
    }
  }

  private mutating func tell(_ event: ScrollEvent) {
    let outcome = timed { $0.anchor.handle(event) }
    guard let write = obey(outcome, from: distanceFromEnd) else { return }
    notes.append(.wrote(write))
    report()
  }
}

extension AcceptanceScreen {
  // MARK: - What comes from below

  /// Takes an update. A destination is scrolled to after the rows are in place.
  ///
  /// - Returns: whether the end has to be loaded first.
  mutating func take(_ update: TimelineUpdate) -> Bool {
    var measured: [RowID: Length] = [:]
    var estimated: Set<RowID> = []
    let known = Set(rows.map(\.id))
    let isOpening = rows.isEmpty
    var transaction = ScrollTransaction(
      update.diff, to: update.timeline, sent: update.sent.map(RowID.message)
    ) { item in
      let isNew = !known.contains(item.id)
      let isEstimate = isEstimating && isNew && !isOpening && item.id.message != nil
      let isUnknown = isEstimate || unmeasured.contains(item.id)
      if isUnknown { estimated.insert(item.id) }
      let height = isUnknown ? RowHeights.estimate : heights.height(item)
      measured[item.id] = height
      return RowHeight(height.points, isMeasured: !isUnknown)
    }
    if isOpening { transaction.geometry = geometry }
    let again: Int
    if case .changes(let changes) = transaction.rows {
      again = changes.resizes.count
    } else {
      again = 0
    }
    let note = UpdateNote(update, to: rows, measured: again)
    notes.append(.updated(note))
    change(transaction, isPage: update.reason == .page) { screen in
      screen.rows = update.timeline.rows
      screen.heightOf.merge(measured) { $1 }
      screen.unmeasured.formUnion(estimated)
    }
    switch update.destination {
    case .end?: tell(.jumpToEnd)
    case .message(let id)?: tell(.jump(to: .message(id), position: nil, alignment: .center))
    case .missing?, nil: break
    }
    measureSeen()
    draw()
    return update.sent != nil && !update.timeline.reachesEnd
  }

  /// Measures rows as they become visible, until no unmeasured row is visible.
  private mutating func measureSeen() {
    guard isEstimating else { return }
    for _ in 0..<20 {
      let fresh = rows[seen].filter { unmeasured.contains($0.id) }
      guard !fresh.isEmpty else { return }
      resize(fresh, .firstMeasurement)
    }
  }

  private mutating func resize(_ items: [TimelineItem], _ cause: RowChanges.Resize.Cause) {
    let new = items.map { ($0.id, heights.height($0)) }
    let changes = RowChanges(
      resizes: new.map { RowChanges.Resize(id: $0.0, height: $0.1.points, cause: cause) })
    change(ScrollTransaction(rows: .changes(changes))) { screen in
      for (id, height) in new { screen.heightOf[id] = height }
      screen.unmeasured.subtract(items.map(\.id))
    }
  }

  /// Loads the visible photos.
  mutating func loadPhotos() {
    let late = rows[seen].filter(heights.isLate)
    guard !late.isEmpty else { return }
    heights.loaded.formUnion(late.map(\.id))
    resize(late, .content)
    measureSeen()
    draw()
  }

  // MARK: - What the reader does

  /// Drags the content with a finger, in several steps, and releases it.
  mutating func drag(by points: Double) {
    notes.append(.held(true))
    tell(.phase(.tracking))
    for part in 1...4 {
      let way = Length(points / 4) ?? .zero
      if part == 4 { tell(.phase(.decelerating)) }
      offset = min(max(offset + way, least), greatest)
      notes.append(.scrolled)
      tell(.scrolled(to: offset.points))
      draw()
    }
    notes.append(.held(false))
    tell(.phase(.rest))
    measureSeen()
  }

  /// Shows or hides the keyboard, or turns the device.
  mutating func turn(_ isLandscape: Bool, keyboard: Double) {
    var next = geometry
    (next.width, next.height) = isLandscape ? (844, 390) : (390, 844)
    next.bottomInset = keyboard
    var transaction = ScrollTransaction(geometry: next)
    let hasOtherRows = isLandscape != heights.isLandscape
    heights.isLandscape = isLandscape
    var measured: [RowID: Length] = [:]
    if hasOtherRows {
      for row in rows where !unmeasured.contains(row.id) { measured[row.id] = heights.height(row) }
      transaction.rows = .changes(
        RowChanges(
          resizes: measured.map { .init(id: $0.key, height: $0.value.points, cause: .width) }))
    }
    change(transaction, isFrame: true) { screen in
      screen.geometry = next
      screen.heightOf.merge(measured) { $1 }
    }
    measureSeen()
    draw()
  }
}
