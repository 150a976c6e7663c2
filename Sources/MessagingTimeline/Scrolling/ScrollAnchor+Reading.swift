extension ScrollAnchor {
  /// The state as the view and its owner see it.
  ///
  /// - Complexity: O(log n).
  public var reading: ScrollReading {
    ScrollReading(
      offset: offset.points,
      publishedOffset: offset.rounded(toPixelsAt: settings.scale).points,
      isPinned: pin != .free,
      anchor: heldID,
      unread: pin == .free ? missed.count : 0,
      distanceFromEnd: distanceFromEnd.points,
      contentHeight: content.bounds.content.points,
      showsJumpButton: content.hasNewer || distanceFromEnd > settings.jumpButton)
  }

  /// The position to store so that ``OpeningTarget/restore`` shows the same place again: that of
  /// the first visible message (`SCROLL-048`).
  ///
  /// - Returns: `nil` before the conversation is open, or if no message has a height.
  /// - Complexity: O(log n).
  public var savedPosition: SavedScrollPosition? {
    guard isOpen, let found = content.choice(at: offset, .top) else { return nil }
    let top = content.bounds.origin + found.y
    let band = offset + content.frame.topInset
    let hidden = band - top
    let straddles = hidden > .zero && hidden < found.row.height
    return SavedScrollPosition(
      row: found.row.id, position: found.row.position, distance: (top - band).points,
      hiddenFraction: straddles ? Double(hidden.units) / Double(found.row.height.units) : 0,
      isPinned: pin != .free)
  }

  var distanceFromEnd: Length { content.bounds.greatest - offset }

  /// The offset that the view shows: without the corrections that it could not take yet.
  var shown: Length { offset - (gesture?.pending ?? .zero) }

  /// The command to write the offset so that the visible rows stay where they are; `nil` if the
  /// view shows it already.
  func compensation(from shown: Length) -> ScrollCommand? {
    guard offset != shown else { return nil }
    return .compensation(
      offset: offset.rounded(toPixelsAt: settings.scale).points, delta: (offset - shown).points)
  }
}
