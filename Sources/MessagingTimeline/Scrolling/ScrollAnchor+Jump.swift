internal import MessagingModel

extension ScrollAnchor {
  /// Shows a row, and holds it there until the user scrolls (`SCROLL-042`, `SCROLL-043`).
  mutating func jump(
    to id: RowID, _ place: Position?, _ alignment: JumpAlignment, _ outcome: inout ScrollOutcome
  ) throws(ScrollRejection) {
    guard isOpen, let index = layout.index(of: id) ?? neighbour(of: id, place) else {
      throw .unknownRow
    }
    let found = layout.found(at: index)
    outcome.isApproximate = found.row.id != id
    let (top, height) = (bounds.origin + found.y, found.row.height)
    let edge = edge(alignment, top, height)
    awaitedEnd = nil
    gesture?.defersFollow = false
    if alignment == .ifNeeded, isSeenWhole(top, height) {
      wanted = offset
    } else if index == layout.count - 1 {
      go(to: bounds.greatest, .jump, &outcome)
    } else {
      go(to: target(edge, top, height), .jump, &outcome)
    }
    hold = ScrollHold(id: found.row.id, edge: edge, isTarget: true)
    repinAfterMotion()
  }

  /// Shows the end and follows it, or asks for it if it is not loaded.
  mutating func jumpToEnd(_ outcome: inout ScrollOutcome) {
    guard !hasNewer else {
      awaitedEnd = .end
      outcome.needsNewest = true
      return
    }
    if isOpen { goToEnd(.end, &outcome) }
  }

  /// The row to show instead of one that is not there (`SCROLL-045`): the nearest by place; for the
  /// divider at least the end.
  ///
  /// - Complexity: O(n).
  func neighbour(of id: RowID, _ place: Position?) -> Int? {
    if let place, let index = layout.nearest(to: place) { return index }
    return id == .unreadDivider && layout.count > 0 ? layout.count - 1 : nil
  }

  /// The offset at which the edge of a row lies at the same edge of the uncovered part of the view.
  func target(_ edge: ScrollHold.Edge, _ top: Length, _ height: Length) -> Length {
    let hold = ScrollHold(id: .start, edge: edge)
    let aligned = hold.aligned(top: top, height: height, in: frame)
    switch edge {
    case .top, .fraction: return bounds.clamp(aligned - frame.topInset)
    case .center: return bounds.clamp(aligned - frame.topInset)
    case .bottom: return bounds.clamp(aligned - frame.bandEnd)
    }
  }

  private func edge(
    _ alignment: JumpAlignment, _ top: Length, _ height: Length
  ) -> ScrollHold.Edge {
    switch alignment {
    case .top: return .top
    case .center: return .center
    case .bottom: return .bottom
    case .ifNeeded:
      let isHigh = height > frame.bandEnd - frame.topInset
      let isAbove = top < offset + frame.topInset
      return isHigh || isAbove || isSeenWhole(top, height) ? .top : .bottom
    }
  }

  private func isSeenWhole(_ top: Length, _ height: Length) -> Bool {
    top >= offset + frame.topInset && top + height <= offset + frame.bandEnd
  }
}
