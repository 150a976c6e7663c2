internal import MessagingModel
internal import MessagingTimeline

/// What a list does next.
extension Pane {
  /// Begins a turn if there is something to do, and nothing is asked.
  mutating func advance(_ outcome: inout Outcome, at now: Int64) {
    guard case .nothing = asked, let change = nextChange() else { return }
    turn += 1
    let rows = unmeasured(change)
    guard keeper == .ours, !rows.isEmpty else {
      perform(change, [:], &outcome, at: now)
      return
    }
    asked = .heights(change, rows.map(\.id))
    var late = lateImages
    if case .image(let id) = change { late.insert(id) }
    var isAll = false
    var frame = geometry
    if case .geometry(let next, _) = change { (isAll, frame) = (true, next) }
    outcome.orders.append(
      .measure(
        pane: index, turn: turn,
        rows: isAll ? nil : rows.map { PageRow($0, lateImages: late) }, geometry: frame))
  }

  private mutating func nextChange() -> Change? {
    if nextGeometry != geometry, !glue.timeline.isEmpty {
      return .geometry(nextGeometry, needsHeights: nextGeometry.hasOtherRows(than: geometry))
    }
    if let (diff, timeline) = glue.change() { return .rows(diff, timeline) }
    if let image = waitingImages.first { return .image(image) }
    return glue.takeWish().map(Change.goal)
  }

  /// The rows whose heights a change needs.
  private func unmeasured(_ change: Change) -> [TimelineItem] {
    switch change {
    case .rows(let diff, _):
      diff.inserts.map(\.item)
        + diff.updates.filter { !$0.aspects.isDisjoint(with: [.content, .grouping]) }.map(\.item)
    case .geometry(_, let needsHeights): needsHeights ? glue.timeline.rows : []
    case .image(let id): glue.timeline.rows.filter { $0.id == id }
    case .goal: []
    }
  }

  // MARK: - Doing it

  mutating func perform(
    _ change: Change, _ heights: [RowID: Double], _ outcome: inout Outcome, at now: Int64
  ) {
    var update = PageUpdate()
    var transaction = ScrollTransaction()
    switch change {
    case .rows(let diff, let timeline):
      update.reason = glue.timeline.isEmpty ? "open" : reason(of: diff)
      transaction = ScrollTransaction(diff, to: timeline, sent: sentRow(in: diff)) {
        RowHeight(heights[$0.id] ?? 0)
      }
      fill(&update, from: diff)
      glue.show(timeline)
    case .geometry(let next, let needsHeights):
      update.reason =
        next.inset != geometry.inset ? "keyboard" : next.font != geometry.font ? "font" : "rotate"
      if needsHeights { transaction.rows = .changes(resizes(heights, .width)) }
      geometry = next
      update.geometry = next
    case .image(let id):
      update.reason = "image"
      lateImages.insert(id)
      waitingImages.removeAll { $0 == id }
      transaction.rows = .changes(resizes(heights, .content))
      if let index = glue.timeline.firstIndex(where: { $0.id == id }) {
        let row = PageRow(glue.timeline[index], lateImages: lateImages)
        update.updates = [.init(index: index, row: row)]
      }
    case .goal(let wish):
      update.reason = "jump"
      finish(&update, going: wish, &outcome, at: now)
      return
    }
    transaction.geometry = frame
    guard keeper == .ours else {
      if update.reason == "sent" { update.goal = .end }
      finish(&update, going: glue.takeWish(), &outcome, at: now)
      return
    }
    let result = tell(.transaction(transaction), at: now)
    if result.needsNewest { outcome.add(glue.handle(.jumpToEnd, at: now)) }
    update.command = command(result)
    update.reading.modelDelta = result.diagnostics.anchorDelta
    update.reading.residual = result.diagnostics.residual
    finish(&update, going: glue.takeWish(), &outcome, at: now)
  }

  private func resizes(
    _ heights: [RowID: Double], _ cause: RowChanges.Resize.Cause
  ) -> RowChanges {
    RowChanges(
      resizes: heights.map { RowChanges.Resize(id: $0.key, height: $0.value, cause: cause) })
  }

  private var frame: ScrollGeometry {
    ScrollGeometry(
      width: geometry.width, height: geometry.height, bottomInset: geometry.inset,
      alignment: .top)
  }

  /// Says where to go, if somebody wants that, and sends the update off.
  private mutating func finish(
    _ update: inout PageUpdate, going wish: ScreenGlue.Wish?, _ outcome: inout Outcome,
    at now: Int64
  ) {
    switch (wish, keeper) {
    case (.row(let id)?, .ours):
      let row = RowID.message(id)
      let result = tell(.jump(to: row, position: nil, alignment: .center), at: now)
      update.command = command(result) ?? update.command
    case (.end?, .ours): update.command = command(tell(.jumpToEnd, at: now)) ?? update.command
    case (.row(let id)?, _): update.goal = .row(RowID.message(id).name)
    case (.end?, _): update.goal = .end
    case (nil, _): break
    }
    update.reading = reading(update.reading)
    asked = .applied
    outcome.orders.append(.apply(pane: index, turn: turn, update))
  }

  private mutating func command(_ outcome: ScrollOutcome) -> PageCommand? {
    guard let command = outcome.command else { return nil }
    defer { heard = command.offset }
    switch command {
    case .compensation(let offset, _):
      return PageCommand(reason: nil, offset: offset, heard: heard)
    case .programmatic(let offset, let reason):
      return PageCommand(reason: "\(reason)", offset: offset, heard: heard)
    }
  }

  /// A correction between two updates. While heights are asked for, the update that follows brings
  /// it.
  mutating func correct(_ result: ScrollOutcome, _ outcome: inout Outcome) {
    guard case .nothing = asked, let command = command(result) else { return }
    turn += 1
    var update = PageUpdate()
    update.reason = "rest"
    update.command = command
    update.reading = reading(update.reading)
    asked = .applied
    outcome.orders.append(.apply(pane: index, turn: turn, update))
  }
}
