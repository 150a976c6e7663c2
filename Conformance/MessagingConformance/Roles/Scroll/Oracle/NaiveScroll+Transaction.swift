internal import MessagingCore
internal import MessagingModel
internal import MessagingTimeline

/// One transaction, worked out.
struct NaiveStep {
  let old: NaiveLayout
  let new: NaiveLayout
  let rows: NaiveScrollRows
  /// What there was before: offset, what was wanted, distance from the end.
  let offset: Int
  let wanted: Int
  let distance: Int
  let hasArrivals: Bool
  let hasNewer: Bool

  /// Whether the view is wider or narrower than before.
  var isTurned: Bool { old.frame.width != new.frame.width }

  /// How far the lower edge of what is uncovered went up.
  var lift: Int { old.frame.floor - new.frame.floor }

  /// What a banner takes from rows that lie right below it (`SCROLL-027`).
  func banner(_ fault: NaiveFault?) -> Int {
    let isAtTop = offset == old.lowest || fault == .bannerPushes
    guard isAtTop, fault != .bannerCovers else { return 0 }
    let change = new.frame.top - old.frame.top
    let lead = { (top: Int) in
      NaiveLayout.lead(new.frame, content: new.content, top: top)
    }
    return change - (lead(old.frame.top) - lead(new.frame.top))
  }
}

extension NaiveScroll {
  mutating func change(_ transaction: ScrollTransaction, _ outcome: inout ScrollOutcome) {
    let rows = rows(after: transaction)
    let frame = transaction.geometry.map { NaiveFrame($0) } ?? layout.frame
    let step = NaiveStep(
      old: layout, new: NaiveLayout(rows.rows, bent(frame)), rows: rows, offset: offset,
      wanted: wanted, distance: distance, hasArrivals: !rows.arrived.isEmpty,
      hasNewer: transaction.hasNewer ?? hasNewer)
    (layout, hasNewer) = (step.new, step.hasNewer)
    guard isOpen else { return open(transaction, &outcome) }
    count(step)
    if transaction.sent != nil {
      if !(fault == .sentWaitsForPin && !isPinned) { waiting = .sent }
      outcome.needsNewest = hasNewer && fault != .sentWithoutNewest
    }
    let wasFirm = pin == .firm
    let isMoving = phase != .rest
    if let reason = waiting, !hasNewer, reason == .end || !isMoving {
      goToEnd(fault == .sentSaysFollow && reason == .sent ? .follow : reason, &outcome)
    } else {
      if followsEnd(step) {
        keepEnd(step, &outcome)
      } else {
        keepAnchor(step, &outcome)
      }
      if isMoving { growth += distance - step.distance }
      if isMoving, wasFirm, step.hasArrivals, !hasNewer { hasDeferredFollow = true }
    }
    rePin(step)
    spoil(step, transaction, &outcome)
  }

  private func bent(_ frame: NaiveFrame) -> NaiveFrame {
    var frame = frame
    if fault == .insetInWholePoints { frame.bottom -= frame.bottom % NaiveLength.perPoint }
    if fault == .shortContentAtTheTop { frame.alignsBottom = false }
    return frame
  }

  /// What arrived and is not gone to, without what is gone (`SCROLL-034`, `SCROLL-065`).
  private mutating func count(_ step: NaiveStep) {
    if !isPinned || (phase != .rest && fault != .heldEndLeavesNoBadge) {
      let isCounted = { (row: NaiveRow) in
        row.kind == .remoteMessage || (fault == .ownFromElsewhereCounts && row.isMessage)
      }
      counted.formUnion(step.rows.arrived.filter(isCounted).map(\.id))
    }
    guard !hasNewer, fault != .deletedStaysCounted else { return }
    let left = Set(step.rows.rows.map(\.id))
    let gone = step.rows.isReplaced ? counted : Set(step.old.rows.map(\.id))
    counted.subtract(gone.subtracting(left))
  }

  private func followsEnd(_ step: NaiveStep) -> Bool {
    if fault == .followsWhileDragging, pin == .firm, step.hasArrivals, !hasNewer { return true }
    guard phase == .rest, !hasNewer else { return false }
    if fault == .followsNearTheEnd, step.hasArrivals, step.distance <= 4 * exit { return true }
    return pin == .firm || (pin == .provisional && step.hasArrivals)
  }

  var exit: Int { NaiveLength.of(options.pinExit) }
  var enter: Int { fault == .pinOnlyAtTheVeryEnd ? 0 : NaiveLength.of(options.pinEnter) }

  /// The end is followed: either to the new message, or by as much as it was away (`SCROLL-031`).
  private mutating func keepEnd(_ step: NaiveStep, _ outcome: inout ScrollOutcome) {
    var follows = step.hasArrivals
    if fault == .followByStateAfter {
      let grown = step.rows.arrived.reduce(0) { $0 + $1.height }
      follows = follows && step.distance + grown <= exit
    }
    if fault == .typingFollows, step.rows.origins.last.map({ $0 == nil }) ?? false,
      step.new.rows.last?.isMessage == false
    {
      follows = true
    }
    guard !follows else { return goToEnd(.follow, &outcome) }
    var distance = step.distance
    if fault == .keyboardSnaps, step.lift != 0 { distance = 0 }
    let target = max(layout.lowest, layout.highest - distance)
    move(to: target, &outcome)
    wanted = offset
  }

  /// Writes a correction, or keeps it for later while the offset must not be written.
  mutating func move(to target: Int, _ outcome: inout ScrollOutcome) {
    let delta = target - offset
    offset = target
    guard delta != 0 else { return }
    if phase != .rest, !options.canWriteOffsetWhileScrolling {
      pending = fault == .lastDeltaOnly ? delta : pending + delta
      return
    }
    outcome.command = .compensation(
      offset: NaiveLength.points(published(offset)), delta: NaiveLength.points(delta))
    if fault == .offsetRoundedForGood { offset = published(offset) }
  }

  /// Whether the end is followed after a transaction (`SCROLL-029`).
  private mutating func rePin(_ step: NaiveStep) {
    if hasNewer {
      if fault != .pinnedToAWindow { pin = .none }
      return
    }
    let isNear = distance <= enter
    let isClamped = wanted != offset
    switch pin {
    case .firm:
      guard fault == .growthUnpins, !step.rows.causes.isEmpty else { return }
      if step.new.highest - step.offset > exit { pin = .none }
    case .provisional:
      if !isClamped { pin = isNear ? .firm : .none }
    case .none:
      if isNear, phase == .rest { pin = isClamped ? .provisional : .firm }
    }
  }
}

extension NaiveScroll {
  /// The first positioning (`SCROLL-033`).
  private mutating func open(
    _ transaction: ScrollTransaction, _ outcome: inout ScrollOutcome
  ) {
    if transaction.sent != nil {
      waiting = .sent
      outcome.needsNewest = hasNewer
    }
    let isSized = layout.frame.band > 0 || fault == .positionedWithoutASize
    guard isSized, layout.rows.contains(where: \.isMessage) else {
      (offset, wanted, pending, hold) = (layout.highest, layout.highest, 0, nil)
      pin = hasNewer ? .none : .firm
      memory.wasEmpty = true
      return
    }
    isOpen = true
    let goesToEnd = waiting != nil && !hasNewer
    if !hasNewer { waiting = nil }
    let goal = goesToEnd ? nil : openingGoal(&outcome)
    let target = layout.clamp(goal?.offset ?? layout.highest)
    (offset, wanted, pending) = (target, target, 0)
    hold = goal?.hold
    if layout.highest > layout.lowest {
      outcome.command = .programmatic(
        offset: NaiveLength.points(published(target)), reason: .initial)
    }
    let isPinned = !hasNewer && (goal == nil || distance <= enter)
    pin = isPinned ? .firm : .none
    if fault == .secondSnapshotPositions, memory.wasEmpty {
      (isOpen, memory.wasEmpty) = (false, false)
    }
  }

  private func openingGoal(_ outcome: inout ScrollOutcome) -> (offset: Int, hold: Hold)? {
    let opening = options.opening
    if let saved = opening.restore, NaiveScroll.isGood(saved), !layout.rows.isEmpty {
      if saved.isPinned, !hasNewer { return nil }
      if let found = place(saved.row, saved.place, &outcome) {
        return restored(saved, found)
      }
    }
    let divider = layout.index(of: .unreadDivider).map { index in
      let hold = Hold(row: .unreadDivider, edge: .top, isTarget: true)
      return (offset: layout.tops[index] - layout.frame.top, hold: hold)
    }
    if fault == .dividerBeforeFocus, let divider { return divider }
    if let focus = opening.focus, let found = place(focus, opening.focusPlace, &outcome) {
      let hold = Hold(row: layout.rows[found].id, edge: .center, isTarget: true)
      return (aligned(.center, found, in: layout) - layout.frame.top, hold)
    }
    return divider
  }

  private func restored(
    _ saved: SavedScrollPosition, _ index: Int
  ) -> (offset: Int, hold: Hold) {
    let row = layout.rows[index]
    let isCut = saved.hiddenFraction > 0
    let edge: Hold.Edge = isCut ? .fraction(saved.hiddenFraction) : .top
    let distance = isCut ? 0 : NaiveLength.of(saved.distance)
    let target = aligned(edge, index, in: layout) - layout.frame.top - distance
    return (target, Hold(row: row.id, edge: edge, isTarget: true))
  }

  private static func isGood(_ saved: SavedScrollPosition) -> Bool {
    NaiveLength.isOffset(saved.distance) && saved.hiddenFraction >= 0 && saved.hiddenFraction <= 1
  }

  /// A row, or the one that is nearest to its place (`SCROLL-045`).
  private func place(
    _ id: RowID, _ place: Position?, _ outcome: inout ScrollOutcome
  ) -> Int? {
    if let index = layout.index(of: id) { return index }
    guard let place, let index = layout.nearest(to: place) else { return nil }
    outcome.isApproximate = true
    return index
  }

  /// Where the edge of a row is in the content; for the middle: what is at the top of the band when
  /// the row is shown in the middle of it.
  func aligned(_ edge: Hold.Edge, _ index: Int, in layout: NaiveLayout) -> Int {
    let (y, height) = (layout.tops[index], layout.rows[index].height)
    switch edge {
    case .top: return y
    case .bottom: return y + height
    case .center:
      let frame = layout.frame
      if height > frame.band, fault != .tallRowCentred { return y }
      let band = fault == .centreOfTheView ? frame.height - 2 * frame.top : frame.band
      return (2 * y + height - band) >> 1
    case .fraction(let fraction): return y + Int((fraction * Double(height)).rounded())
    }
  }
}
