internal import MessagingCore
internal import MessagingModel
internal import MessagingTimeline

extension NaiveScroll {
  /// Handles a scroll by the user, or the view's report of its offset.
  mutating func scroll(to place: Int, _ outcome: inout ScrollOutcome) {
    guard isOpen, !isEcho(place) else { return }
    (hasNoDebt, isWritten) = (true, false)
    offset = place + pending
    if phase == .rest {
      let reported = offset
      offset = layout.clamp(offset)
      if offset != reported { write(offset - reported, &outcome) }
    }
    wanted = offset
    // The user at the end has nothing left to make up for.
    if growth > 0 { growth = max(0, min(growth, distance)) }
    if growth < 0 { growth = min(0, max(growth, distance)) }
    hold = rules.heldAfterScroll(self)
    let isNear = distance <= enter
    if isNear, isPinned { counted = [] }
    switch pin {
    case .provisional: pin = isNear ? .firm : .none
    case .firm: if distance - growth > exit { pin = .none }
    case .none: break
    }
    if phase == .rest, !hasNewer, isNear { pin = .firm }
  }

  /// Whether a report only confirms the offset that was written or is already known (`SCROLL-040`,
  /// `SCROLL-067`).
  package func isEcho(_ place: Int) -> Bool {
    guard isWritten else { return place == physical }
    return (place - published(physical)).magnitude <= rules.echoTolerance(self)
  }

  private func write(_ delta: Int, _ outcome: inout ScrollOutcome) {
    outcome.command = .compensation(
      offset: NaiveLength.points(published(offset)), delta: NaiveLength.points(delta))
  }

  /// Handles a touch, its end, and coming to rest.
  mutating func enter(_ new: ScrollPhase, _ outcome: inout ScrollOutcome) {
    guard new != phase else { return }
    if phase == .rest { (growth, hasDeferredFollow, hasNoDebt) = (0, false, false) }
    phase = new
    guard new == .rest else { return }
    let shown = physical
    let moved = distance - growth
    if hasNoDebt || pending != 0 || pin == .firm {
      wanted = rules.rest(layout, offset)
    }
    offset = rules.rest(layout, wanted)
    pending = 0
    if waiting == .sent, !hasNewer, isOpen {
      land(from: shown, .sent, &outcome)
    } else if hasDeferredFollow, distance - growth <= exit, !hasNewer {
      land(from: shown, .follow, &outcome)
    } else {
      if pin == .firm, growth != 0 {
        // What grew, or shrank, did not take the user anywhere (SCROLL-036).
        offset = layout.clamp(layout.highest - max(0, moved))
        wanted = offset
      }
      if offset != shown { write(offset - shown, &outcome) }
      rest()
    }
    growth = 0
  }

  private mutating func land(
    from shown: Int, _ reason: ScrollCommand.Reason, _ outcome: inout ScrollOutcome
  ) {
    pending = offset - shown
    goToEnd(reason, &outcome)
  }

  private mutating func rest() {
    let isNear = distance <= enter
    switch pin {
    case .provisional: if wanted == offset { pin = isNear ? .firm : .none }
    case .none: if isNear, !hasNewer { pin = wanted == offset ? .firm : .provisional }
    case .firm: break
    }
  }

  /// Scrolls to a row (`SCROLL-042`).
  mutating func jump(
    _ id: RowID, _ place: Position?, _ alignment: JumpAlignment, _ outcome: inout ScrollOutcome
  ) {
    guard let index = target(of: id, place) else { return }
    outcome.isApproximate = layout.rows[index].id != id
    let goal = goal(index, alignment)
    let row = layout.rows[index].id
    if let offset = goal.offset {
      go(to: layout.clamp(offset), .jump, &outcome)
    } else {
      wanted = offset
      (hasDeferredFollow, waiting) = (false, nil)
    }
    hold = Hold(row: row, edge: goal.edge, isTarget: true)
    let isNear = distance <= enter
    if isNear, isPinned { counted = [] }
    switch pin {
    case .provisional: pin = isNear ? .firm : .none
    case .firm: if !isNear || distance - growth > exit { pin = .none }
    case .none: if isNear, phase == .rest, !hasNewer { pin = .firm }
    }
  }

  /// The goal of a jump; the offset is `nil` if nothing has to move.
  private func goal(
    _ index: Int, _ alignment: JumpAlignment
  ) -> (offset: Int?, edge: Hold.Edge) {
    let frame = layout.frame
    let (top, bottom) = (layout.tops[index], layout.bottom(index))
    let isTall = layout.rows[index].height > frame.band
    let edge: Hold.Edge
    switch alignment {
    case .top: edge = .top
    case .bottom: edge = .bottom
    case .center: edge = .center
    case .ifNeeded:
      if top >= offset + frame.top, bottom <= offset + frame.floor { return (nil, .top) }
      edge = isTall || top < offset + frame.top ? .top : .bottom
    }
    if index == layout.rows.count - 1 { return (layout.highest, edge) }
    switch edge {
    case .bottom: return (bottom - frame.floor, edge)
    case .top, .center, .fraction: return (aligned(edge, index, in: layout) - frame.top, edge)
    }
  }

  /// The index of the row, or of the row nearest to its position (`SCROLL-045`).
  func target(of id: RowID, _ place: Position?) -> Int? {
    if let index = layout.index(of: id) { return index }
    if let place, let index = layout.nearest(to: place) { return index }
    return id == .unreadDivider && !layout.rows.isEmpty ? layout.rows.count - 1 : nil
  }

  /// Scrolls to the end, or requests the newest rows if they are not loaded.
  mutating func jumpToEnd(_ outcome: inout ScrollOutcome) {
    if hasNewer {
      waiting = .end
      outcome.needsNewest = true
    } else if isOpen {
      goToEnd(.end, &outcome)
    }
  }
}
