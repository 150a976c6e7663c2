extension ScrollContent {
  /// Where a conversation opens (`SCROLL-033`).
  enum Opening {
    case end
    /// At a row, which is held from now on. `isNear` if it is a neighbour of the row that was asked
    /// for.
    case row(ScrollHold, at: Length, isNear: Bool)
  }

  /// - Complexity: O(log n); O(n) to look for the position of a row that is not there.
  func opening(_ target: OpeningTarget) -> Opening {
    if let saved = target.restore, let opening = opening(restoring: saved) { return opening }
    if let focus = target.focus,
      let index = layout.index(of: focus)
        ?? target.focusPosition.flatMap({ layout.nearest(to: $0) })
    {
      return opening(index, .center, isNear: layout[index].id != focus)
    }
    if let index = layout.index(of: .unreadDivider) { return opening(index, .top, isNear: false) }
    return .end
  }

  private func opening(_ index: Int, _ edge: ScrollHold.Edge, isNear: Bool) -> Opening {
    let found = layout.found(at: index)
    return .row(
      ScrollHold(id: found.row.id, edge: edge, isTarget: true),
      at: target(edge, bounds.origin + found.y, found.row.height), isNear: isNear)
  }

  /// The place that was saved; `nil` if no row is found for it, or if the saved values are not
  /// valid.
  private func opening(restoring saved: SavedScrollPosition) -> Opening? {
    guard let distance = Length(saved.distance), (0...1).contains(saved.hiddenFraction) else {
      return nil
    }
    if saved.isPinned, !hasNewer { return .end }
    guard
      let index = layout.index(of: saved.row)
        ?? saved.position.flatMap({ layout.nearest(to: $0) })
    else { return nil }
    let isNear = layout[index].id != saved.row
    guard saved.hiddenFraction == 0 else {
      return opening(index, .fraction(saved.hiddenFraction), isNear: isNear)
    }
    let found = layout.found(at: index)
    return .row(
      ScrollHold(id: found.row.id, edge: .top, isTarget: true),
      at: bounds.clamp(bounds.origin + found.y - frame.topInset - distance), isNear: isNear)
  }
}
