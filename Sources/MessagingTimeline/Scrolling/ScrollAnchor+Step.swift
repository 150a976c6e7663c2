extension ScrollAnchor {
  /// Lays out anew, once, and corrects the offset, once.
  mutating func perform(_ step: ScrollStep, _ outcome: inout ScrollOutcome) {
    guard isOpen else { return open(step, &outcome) }
    let before = Before(self)
    let arrivals = step.arrivals
    let follows = !arrivals.isEmpty && before.pin != .free && !step.hasNewer
    count(arrivals, before.pin)
    uncount(in: step)
    if step.sent != nil { awaitedEnd = .sent }
    outcome.needsNewest = step.sent != nil && step.hasNewer
    if let awaitedEnd, !step.hasNewer, gesture == nil || awaitedEnd == .end {
      apply(step)
      goToEnd(awaitedEnd, &outcome)
      return
    }
    if gesture == nil, !step.hasNewer, before.pin == .firm || follows {
      apply(step)
      keepEnd(follows, before, &outcome)
    } else {
      keepRow(step, before, &outcome)
      if follows, before.pin == .firm { gesture?.defersFollow = true }
      let growth = bounds.greatest - offset - before.distance
      gesture?.growth += growth
    }
    repin()
  }

  /// What the step makes of rows and frame; nothing else.
  mutating func apply(_ step: ScrollStep) {
    switch step.rows {
    case .same: break
    case .edits(let edits): edits.apply(to: &layout)
    case .replace(let rows): layout = rows
    }
    frame = step.frame
    layout.gap = frame.gap
    hasNewer = step.hasNewer
  }

  /// The end is followed: a message brings it into view (`SCROLL-031`), anything else leaves the
  /// distance to it.
  private mutating func keepEnd(
    _ follows: Bool, _ before: Before, _ outcome: inout ScrollOutcome
  ) {
    let bounds = bounds
    guard !follows else {
      goToEnd(.follow, &outcome)
      return
    }
    offset = max(bounds.least, bounds.greatest - before.distance)
    wanted = offset
    outcome.command = compensation(from: before.offset)
  }

  /// A row is held.
  private mutating func keepRow(
    _ step: ScrollStep, _ before: Before, _ outcome: inout ScrollOutcome
  ) {
    let lost = held()
    let held = lost.flatMap { survivor(of: $0, in: step) }
    let isLost = lost != nil && held?.isFallback ?? true
    let base = isLost ? before.offset : before.wanted
    let cause = held.map { causeOfResize($0.hold.id, in: step) } ?? .content
    apply(step)
    let shift = shift(of: held, cause, from: base, before)
    wanted = base + shift
    if gesture == nil {
      offset = bounds.clamp(wanted)
      outcome.command = compensation(from: before.offset)
    } else {
      offset = before.offset + shift
      if settings.canWrite {
        outcome.command = compensation(from: before.offset)
      } else {
        gesture?.pending += shift
      }
    }
    let moved = shift - (offset - before.offset)
    outcome.diagnostics.anchorDelta = moved.points
    hold = held.map { $0.heir.map(ordinaryHold) ?? $0.hold }
    if frame != before.frame { letGoOfCovered(before) }
  }

  private func ordinaryHold(_ id: RowID) -> ScrollHold {
    switch settings.preference {
    case .top: ScrollHold(id: id, edge: .top)
    case .bottom: ScrollHold(id: id, edge: .bottom)
    }
  }

  private func causeOfResize(_ id: RowID, in step: ScrollStep) -> RowChanges.Resize.Cause {
    switch step.rows {
    case .edits(let edits): edits.resizes[id]?.cause ?? .content
    case .same, .replace: .content
    }
  }

  /// A row that keyboard or rotation pushed out of sight is held no longer, so that what changes
  /// between it and the eye moves nothing (`SCROLL-011`).
  private mutating func letGoOfCovered(_ before: Before) {
    guard let hold, !hold.isTarget, wanted == offset,
      before.frame.bandEnd != frame.bandEnd || before.frame.topInset != frame.topInset,
      let (y, height) = layout.frame(of: hold.id)
    else { return }
    let top = bounds.origin + y - offset
    let isSeen =
      max(top, frame.topInset) < min(top + height, frame.bandEnd)
    if !isSeen { self.hold = nil }
  }
}
