extension ScrollAnchor {
  /// What there is to see of the state.
  ///
  /// - Complexity: O(log n).
  public var reading: ScrollReading {
    let bounds = bounds
    let distance = bounds.greatest - offset
    return ScrollReading(
      offset: offset.points,
      publishedOffset: offset.rounded(toPixelsAt: settings.scale).points,
      isPinned: pin != .free,
      anchor: heldID,
      unread: pin == .free ? counted.count : 0,
      distanceFromEnd: distance.points,
      contentHeight: bounds.content.points,
      showsJumpButton: hasNewer || distance > settings.jumpButton)
  }

  /// What has to be stored so that ``OpeningTarget/restore`` shows the same again: the first
  /// message that is seen (`SCROLL-048`).
  ///
  /// - Returns: `nil` before the conversation opened, or without a message that can be seen.
  /// - Complexity: O(log n).
  public var savedPosition: SavedScrollPosition? {
    guard isOpen, let found = choice(.top) else { return nil }
    let top = bounds.origin + found.y
    let band = offset + frame.topInset
    let hidden = band - top
    let straddles = hidden > .zero && hidden < found.row.height
    return SavedScrollPosition(
      row: found.row.id, place: found.row.place, distance: (top - band).points,
      hiddenFraction: straddles ? Double(hidden.units) / Double(found.row.height.units) : 0,
      isPinned: pin != .free)
  }
}
