extension ScrollAnchor {
  /// What comes before there is a message and a view to show it in, and the one positioning then
  /// (`SCROLL-033`, `SCROLL-066`).
  ///
  /// - Complexity: O(n).
  mutating func open(_ step: ScrollStep, _ outcome: inout ScrollOutcome) {
    apply(step)
    if step.sent != nil { awaitedEnd = .sent }
    outcome.needsNewest = step.sent != nil && hasNewer
    let bounds = bounds
    gesture?.pending = .zero
    gesture?.growth = .zero
    gesture?.defersFollow = false
    guard frame.bandEnd > frame.topInset, layout.hasMessages else {
      (offset, wanted, hold) = (bounds.greatest, bounds.greatest, nil)
      pin = hasNewer ? .free : .firm
      return
    }
    isOpen = true
    pin = .free
    let goal = hasNewer || awaitedEnd == nil ? openingGoal() : .end
    if !hasNewer { awaitedEnd = nil }
    hold = nil
    switch goal {
    case .end:
      offset = bounds.greatest
      if !hasNewer { pin = .firm }
    case .row(let hold, let at, let isNear):
      offset = at
      self.hold = hold
      outcome.isApproximate = isNear
    }
    wanted = offset
    if bounds.greatest > bounds.least {
      outcome.command = .programmatic(
        offset: offset.rounded(toPixelsAt: settings.scale).points, reason: .initial)
    }
    if pin == .free, !hasNewer, bounds.greatest - offset <= settings.pinEnter { pin = .firm }
    forgetRowAtEnd()
  }

  private enum Goal {
    case end
    case row(ScrollHold, at: Length, isNear: Bool)
  }

  private func openingGoal() -> Goal {
    let opening = settings.opening
    if let saved = opening.restore, let goal = goal(restoring: saved) { return goal }
    if let focus = opening.focus,
      let index = layout.index(of: focus)
        ?? opening.focusPlace.flatMap({ layout.nearest(to: $0) })
    {
      return goal(index, .center, isNear: layout[index].id != focus)
    }
    if let index = layout.index(of: .unreadDivider) { return goal(index, .top, isNear: false) }
    return .end
  }

  private func goal(_ index: Int, _ edge: ScrollHold.Edge, isNear: Bool) -> Goal {
    let found = layout.found(at: index)
    return .row(
      ScrollHold(id: found.row.id, edge: edge, isTarget: true),
      at: target(edge, bounds.origin + found.y, found.row.height), isNear: isNear)
  }

  /// Where it was when it was saved; `nil` if nothing of it is left, or it makes no sense.
  private func goal(restoring saved: SavedScrollPosition) -> Goal? {
    guard let distance = Length(saved.distance), (0...1).contains(saved.hiddenFraction) else {
      return nil
    }
    if saved.isPinned, !hasNewer { return .end }
    guard
      let index = layout.index(of: saved.row)
        ?? saved.place.flatMap({ layout.nearest(to: $0) })
    else { return nil }
    let isNear = layout[index].id != saved.row
    guard saved.hiddenFraction == 0 else {
      return goal(index, .fraction(saved.hiddenFraction), isNear: isNear)
    }
    let found = layout.found(at: index)
    return .row(
      ScrollHold(id: found.row.id, edge: .top, isTarget: true),
      at: bounds.clamp(bounds.origin + found.y - frame.topInset - distance), isNear: isNear)
  }
}

extension RowLayout {
  fileprivate var hasMessages: Bool { rows.contains { $0.kind != .decoration } }
}
