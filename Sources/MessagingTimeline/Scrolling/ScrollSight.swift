internal import MessagingModel

/// Where a row lies in the view, in points.
public struct RowFrame: Hashable, Sendable {
  /// The distance from the upper edge of the view down to the row's upper edge; negative above the
  /// view.
  public var y: Double
  public var height: Double

  public init(y: Double, height: Double) {
    self.y = y
    self.height = height
  }
}

/// The visible part of the content, as the anchor lays it out. A view that draws it needs no layout
/// of its own (`SCROLL-070`…`SCROLL-073`). Lengths are points.
public struct ScrollSight: Hashable, Sendable {
  /// A row that is uncovered, at least in part.
  public struct Row: Hashable, Sendable {
    public var id: RowID
    public var frame: RowFrame
    /// How much of its height is uncovered; more than 0.
    public var visible: Double

    public init(id: RowID, frame: RowFrame, visible: Double) {
      self.id = id
      self.frame = frame
      self.visible = visible
    }
  }

  /// The visible rows, from top to bottom.
  public var rows: [Row]
  /// The space above rows that do not fill the view and stand at its bottom.
  public var lead: Double
  /// The corrections that wait for the end of a gesture. The view moves by this much when the
  /// content rests (`SCROLL-036`).
  public var owed: Double
  /// The viewport for the paging window; `nil` while no message is visible.
  public var viewport: WindowViewport?

  public init(
    rows: [Row] = [], lead: Double = 0, owed: Double = 0, viewport: WindowViewport? = nil
  ) {
    self.rows = rows
    self.lead = lead
    self.owed = owed
    self.viewport = viewport
  }
}

extension ScrollAnchor {
  /// Returns where a row lies in the view; `nil` if the row is not there. While corrections wait
  /// for the end of a gesture, the frame is the one with them, as ``ScrollReading/offset``.
  ///
  /// - Complexity: O(log n).
  public func frame(of id: RowID) -> RowFrame? {
    content.layout.frame(of: id).map { y, height in
      RowFrame(y: (content.bounds.origin + y - offset).points, height: height.points)
    }
  }

  /// The visible part of the content.
  ///
  /// - Complexity: O(k log n) for k visible rows.
  public var sight: ScrollSight {
    let (bounds, frame) = (content.bounds, content.frame)
    let rows = content.seen(at: offset).compactMap { index -> ScrollSight.Row? in
      let found = content.layout.found(at: index)
      let (top, height) = (bounds.origin + found.y - offset, found.row.height)
      let visible = min(top + height, frame.bandEnd) - max(top, frame.topInset)
      guard visible > .zero else { return nil }
      return ScrollSight.Row(
        id: found.row.id, frame: RowFrame(y: top.points, height: height.points),
        visible: visible.points)
    }
    return ScrollSight(
      rows: rows, lead: (bounds.origin - frame.topPadding).points,
      owed: (gesture?.pending ?? .zero).points, viewport: viewport(rows))
  }

  private func viewport(_ rows: [ScrollSight.Row]) -> WindowViewport? {
    let messages = rows.compactMap(\.id.message)
    guard let first = messages.first, let last = messages.last else { return nil }
    let (bounds, frame) = (content.bounds, content.frame)
    let end = bounds.origin + content.layout.height
    return WindowViewport(
      first: first, last: last,
      hiddenAbove: max(.zero, offset + frame.topInset - bounds.origin).points,
      hiddenBelow: max(.zero, end - offset - frame.bandEnd).points,
      height: frame.height.points, held: [reading.anchor?.message].compactMap(\.self))
  }
}
