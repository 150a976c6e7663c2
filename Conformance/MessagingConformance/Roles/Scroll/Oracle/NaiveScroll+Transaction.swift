internal import MessagingCore
internal import MessagingModel
internal import MessagingTimeline

/// One transaction, with the layouts before and after it.
package struct NaiveStep {
  package let old: NaiveLayout
  package let new: NaiveLayout
  package let rows: NaiveScrollRows
  /// The values before the transaction: offset, wanted offset, distance from the end.
  package let offset: Int
  package let wanted: Int
  package let distance: Int
  package let hasArrivals: Bool
  let hasNewer: Bool

  /// Whether the width of the view changed.
  package var isTurned: Bool { old.frame.width != new.frame.width }

  /// Whether the uncovered range of the view changed.
  var isReframed: Bool { old.frame.floor != new.frame.floor || old.frame.top != new.frame.top }

  /// How far the lower edge of the uncovered part moved up.
  package var lift: Int { old.frame.floor - new.frame.floor }

  /// How much of the rows directly below a banner it covers (`SCROLL-027`).
  package func banner(isAtTop: Bool) -> Int {
    guard isAtTop else { return 0 }
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
      old: layout, new: NaiveLayout(rows.rows, frame), rows: rows, offset: offset,
      wanted: wanted, distance: distance, hasArrivals: !rows.arrived.isEmpty,
      hasNewer: transaction.hasNewer ?? hasNewer)
    (layout, hasNewer) = (step.new, step.hasNewer)
    guard isOpen else { return open(transaction, &outcome) }
    count(step)
    if transaction.sent != nil {
      if rules.goesToSent(self) { waiting = .sent }
      outcome.needsNewest = hasNewer
    }
    let wasFirm = pin == .firm
    let isMoving = phase != .rest
    if let reason = waiting, !hasNewer, reason == .end || !isMoving {
      goToEnd(reason, &outcome)
    } else {
      if rules.followsEnd(self, step) {
        keepEnd(step, &outcome)
      } else {
        keepAnchor(step, &outcome)
      }
      if isMoving { growth += distance - step.distance }
      if isMoving, wasFirm, step.hasArrivals, !hasNewer { hasDeferredFollow = true }
    }
    pin = rules.pin(self, step)
  }

  /// Counts what arrived out of view, and forgets what was removed (`SCROLL-034`, `SCROLL-065`).
  private mutating func count(_ step: NaiveStep) {
    if rules.counts(self) {
      counted.formUnion(step.rows.arrived.filter(rules.isCounted).map(\.id))
    }
    guard rules.forgetsGone(self) else { return }
    counted.formIntersection(step.rows.rows.map(\.id))
  }

  /// Whether the end is followed (`SCROLL-029`, `SCROLL-036`).
  package func followsEnd(_ step: NaiveStep) -> Bool {
    guard phase == .rest, !hasNewer else { return false }
    return pin == .firm || (pin == .provisional && step.hasArrivals)
  }

  package var exit: Int { NaiveLength.of(options.pinExit) }
  var enter: Int { NaiveLength.of(options.pinEnter) }

  /// Follows the end: scrolls to the new message, or keeps the distance (`SCROLL-031`).
  private mutating func keepEnd(_ step: NaiveStep, _ outcome: inout ScrollOutcome) {
    guard !rules.goesToEnd(self, step) else { return goToEnd(.follow, &outcome) }
    let target = max(layout.lowest, layout.highest - rules.keptDistance(step))
    move(to: target, &outcome)
    wanted = offset
  }

  /// Writes a correction, or keeps it pending while the offset must not be written.
  mutating func move(to target: Int, _ outcome: inout ScrollOutcome) {
    let delta = target - offset
    offset = target
    guard delta != 0 else { return }
    if phase != .rest, !options.canWriteOffsetWhileScrolling {
      pending = rules.owed(pending, delta)
      return
    }
    outcome.command = .compensation(
      offset: NaiveLength.points(published(offset)), delta: NaiveLength.points(delta))
    offset = rules.remembered(self, offset)
  }

  /// How the end is followed after a transaction (`SCROLL-029`).
  package func pin(after step: NaiveStep) -> Pin {
    guard !hasNewer else { return .none }
    let isNear = distance <= enter
    let isClamped = wanted != offset
    switch pin {
    case .firm: return .firm
    case .provisional: return isClamped ? .provisional : isNear ? .firm : .none
    case .none:
      guard isNear, phase == .rest else { return .none }
      return isClamped ? .provisional : .firm
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
    guard rules.hasRoom(layout), layout.rows.contains(where: \.isMessage) else {
      (offset, wanted, pending, hold) = (layout.highest, layout.highest, 0, nil)
      pin = hasNewer ? .none : .firm
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
  }

  private func openingGoal(_ outcome: inout ScrollOutcome) -> (offset: Int, hold: Hold)? {
    let opening = options.opening
    if let saved = opening.restore, NaiveScroll.isGood(saved), !layout.rows.isEmpty {
      if saved.isPinned, !hasNewer { return nil }
      if let found = place(saved.row, saved.position, &outcome) {
        return restored(saved, found)
      }
    }
    for wish in rules.openingOrder {
      switch wish {
      case .focus:
        guard let focus = opening.focus, let found = place(focus, opening.focusPosition, &outcome)
        else { continue }
        let hold = Hold(row: layout.rows[found].id, edge: .center, isTarget: true)
        return (aligned(.center, found, in: layout) - layout.frame.top, hold)
      case .divider:
        guard let index = layout.index(of: .unreadDivider) else { continue }
        let hold = Hold(row: .unreadDivider, edge: .top, isTarget: true)
        return (layout.tops[index] - layout.frame.top, hold)
      }
    }
    return nil
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

  /// The index of a row, or of the row nearest to its position (`SCROLL-045`).
  private func place(
    _ id: RowID, _ place: Position?, _ outcome: inout ScrollOutcome
  ) -> Int? {
    if let index = layout.index(of: id) { return index }
    guard let place, let index = layout.nearest(to: place) else { return nil }
    outcome.isApproximate = true
    return index
  }

  /// The y of a row's edge in the content. For the middle: the y at the top of the band if the row
  /// is in the middle of the band.
  func aligned(_ edge: Hold.Edge, _ index: Int, in layout: NaiveLayout) -> Int {
    let (y, height) = (layout.tops[index], layout.rows[index].height)
    switch edge {
    case .top: return y
    case .bottom: return y + height
    case .center: return rules.centred(layout, index)
    case .fraction(let fraction): return y + Int((fraction * Double(height)).rounded())
    }
  }
}
