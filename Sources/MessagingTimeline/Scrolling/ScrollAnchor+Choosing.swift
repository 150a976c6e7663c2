extension ScrollAnchor {
  /// Rows of which something is seen: from the first that does not end above the uncovered part of
  /// the view to the last that begins above its end. Empty if everything is covered.
  var seen: Range<Int> {
    let origin = bounds.origin
    let (top, end) = (offset + frame.topInset - origin, offset + frame.bandEnd - origin)
    let first = layout.rowCount(endingAtOrAbove: top)
    guard end > top else { return first..<first }
    return first..<max(first, layout.rowCount(beginningAbove: end))
  }

  /// The row to hold where nothing is held yet: the first message that is seen, else the nearest
  /// one above, else the nearest one below (`SCROLL-004`); the other way round for those who hold
  /// the last (`SCROLL-019`).
  ///
  /// - Complexity: O(log n).
  func choice(_ preference: ScrollOptions.Preference? = nil) -> RowLayout.Found? {
    guard layout.root.sums.holdable > 0 else { return nil }
    let seen = seen
    switch preference ?? settings.preference {
    case .top:
      let below = layout.holdable(from: seen.lowerBound)
      if let below, below.index < seen.upperBound { return below }
      return layout.holdable(before: seen.lowerBound) ?? below
    case .bottom:
      let above = layout.holdable(before: seen.upperBound)
      if let above, above.index >= seen.lowerBound { return above }
      return layout.holdable(from: seen.lowerBound) ?? above
    }
  }
}
