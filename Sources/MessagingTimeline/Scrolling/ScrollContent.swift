internal import MessagingModel

/// What is shown, and through what: rows, and the view that shows a part of them.
///
/// Where the content is scrolled to is not said here; whoever asks gives the offset.
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

  /// What a step makes of rows and frame.
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

  /// Rows of which something is seen: from the first that does not end above the uncovered part of
  /// the view to the last that begins above its end. Empty if everything is covered.
  func seen(at offset: Length) -> Range<Int> {
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

  /// Whether something of a row is seen.
  func isSeen(_ id: RowID, at offset: Length) -> Bool {
    guard let (y, height) = layout.frame(of: id) else { return false }
    let top = bounds.origin + y - offset
    return max(top, frame.topInset) < min(top + height, frame.bandEnd)
  }

  private func isSeenWhole(_ top: Length, _ height: Length, at offset: Length) -> Bool {
    top >= offset + frame.topInset && top + height <= offset + frame.bandEnd
  }

  // MARK: - Where to go

  /// The offset at which the edge of a row lies at the same edge of the uncovered part of the view.
  func target(_ edge: ScrollHold.Edge, _ top: Length, _ height: Length) -> Length {
    let hold = ScrollHold(id: .start, edge: edge)
    let aligned = hold.aligned(top: top, height: height, in: frame)
    switch edge {
    case .top, .fraction, .center: return bounds.clamp(aligned - frame.topInset)
    case .bottom: return bounds.clamp(aligned - frame.bandEnd)
    }
  }

  /// What a jump to a row comes to.
  struct Landing {
    var hold: ScrollHold
    /// `nil` to stay.
    var offset: Length?
    /// Whether it is another row than the one that was asked for.
    var isNear: Bool
  }

  /// - Parameter position: of the row, in case it is gone.
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

  /// The row to show instead of one that is not there (`SCROLL-045`): the nearest by position; for
  /// the divider at least the end.
  ///
  /// - Complexity: O(n).
  private func neighbour(of id: RowID, _ position: Position?) -> Int? {
    if let position, let index = layout.nearest(to: position) { return index }
    return id == .unreadDivider && layout.count > 0 ? layout.count - 1 : nil
  }
}
