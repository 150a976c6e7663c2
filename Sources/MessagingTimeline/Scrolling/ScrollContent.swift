internal import MessagingModel

/// The rows, and the frame of the view that shows a part of them.
///
/// The offset is not stored here. The caller passes it.
struct ScrollContent: Equatable, Sendable {
  private(set) var layout = RowLayout()
  private(set) var frame = ScrollFrame()
  /// Whether there are newer rows that are not loaded.
  private(set) var hasNewer = false

  var bounds: ScrollBounds { ScrollBounds(layout, in: frame) }

  /// Whether there is a message, and a view to show it in.
  ///
  /// - Complexity: O(n).
  var canOpen: Bool {
    frame.bandEnd > frame.topInset && layout.rows.contains { $0.kind != .decoration }
  }

  /// Applies a step to rows and frame.
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

  // MARK: - What is seen

  /// The indexes of visible rows: from the first that does not end above the band to the last that
  /// begins above the end of the band. Empty if the whole view is covered.
  func seen(at offset: Length) -> Range<Int> {
    let origin = bounds.origin
    let (top, end) = (offset + frame.topInset - origin, offset + frame.bandEnd - origin)
    let first = layout.rowCount(endingAtOrAbove: top)
    guard end > top else { return first..<first }
    return first..<max(first, layout.rowCount(beginningAbove: end))
  }

  /// The row to hold if none is held yet: the first visible message, else the nearest one above,
  /// else the nearest one below (`SCROLL-004`). With the preference `bottom`: the last visible
  /// message, else the nearest one below, else the nearest one above (`SCROLL-019`). `nil` if no
  /// row can be held.
  ///
  /// - Complexity: O(log n).
  func choice(at offset: Length, _ preference: ScrollOptions.Preference) -> RowLayout.Found? {
    guard layout.root.sums.holdable > 0 else { return nil }
    let seen = seen(at: offset)
    switch preference {
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

  /// Whether a row is visible, at least in part.
  func isSeen(_ id: RowID, at offset: Length) -> Bool {
    guard let (y, height) = layout.frame(of: id) else { return false }
    let top = bounds.origin + y - offset
    return max(top, frame.topInset) < min(top + height, frame.bandEnd)
  }

  private func isSeenWhole(_ top: Length, _ height: Length, at offset: Length) -> Bool {
    top >= offset + frame.topInset && top + height <= offset + frame.bandEnd
  }

  // MARK: - Where to go

  /// The offset at which the edge of a row lies at the same edge of the band, or is as near to it
  /// as the ends of the content allow.
  func target(_ edge: ScrollHold.Edge, _ top: Length, _ height: Length) -> Length {
    let hold = ScrollHold(id: .start, edge: edge)
    return bounds.clamp(hold.offset(top: top, height: height, in: frame))
  }

  /// The result of a jump to a row.
  struct Landing {
    var hold: ScrollHold
    /// The offset to scroll to; `nil` to stay.
    var offset: Length?
    /// Whether this is a neighbour of the row that was asked for.
    var isNear: Bool
  }

  /// - Parameter position: the position of the row, to find a neighbour if the row is gone.
  /// - Returns: `nil` if there is no row to show.
  /// - Complexity: O(log n); O(n) if the row is not there.
  func landing(
    at id: RowID, _ position: Position?, _ alignment: JumpAlignment, from offset: Length
  ) -> Landing? {
    guard let index = layout.index(of: id) ?? neighbour(of: id, position) else { return nil }
    let found = layout.found(at: index)
    let (top, height) = (bounds.origin + found.y, found.row.height)
    let isSeenWhole = isSeenWhole(top, height, at: offset)
    let edge: ScrollHold.Edge =
      switch alignment {
      case .top: .top
      case .center: .center
      case .bottom: .bottom
      case .ifNeeded where isSeenWhole || height > frame.bandEnd - frame.topInset: .top
      case .ifNeeded: top < offset + frame.topInset ? .top : .bottom
      }
    var landing = Landing(
      hold: ScrollHold(id: found.row.id, edge: edge, isTarget: true), isNear: found.row.id != id)
    if alignment != .ifNeeded || !isSeenWhole {
      let isLast = index == layout.count - 1
      landing.offset = isLast ? bounds.greatest : target(edge, top, height)
    }
    return landing
  }

  /// The index of the row to show instead of one that is not there (`SCROLL-045`): the nearest by
  /// position; for the unread divider at least the last row.
  ///
  /// - Complexity: O(n).
  private func neighbour(of id: RowID, _ position: Position?) -> Int? {
    if let position, let index = layout.nearest(to: position) { return index }
    return id == .unreadDivider && layout.count > 0 ? layout.count - 1 : nil
  }
}
