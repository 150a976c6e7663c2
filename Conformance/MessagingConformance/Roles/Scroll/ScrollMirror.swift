internal import MessagingModel
internal import MessagingTimeline

/// The harness's own list: rows and frame, in the simplest form.
///
/// `top` and `bottom` are computed from it and from the offset that the subject reports.
struct ScrollMirror: Hashable, Sendable {
  var rows: [ScrollRow] = []
  var geometry = ScrollGeometry(height: 0)
  var hasNewer = false

  /// The top and bottom of a row in the content; `nil` if the row does not exist.
  ///
  /// - Complexity: O(rows).
  func edges(of row: RowID) -> (top: Int, bottom: Int)? {
    var y = units(geometry.topPadding) + lead
    for candidate in rows {
      let end = y + units(candidate.height)
      if candidate.id == row { return (y, end) }
      y = end + units(geometry.gap)
    }
    return nil
  }

  /// All rows with their tops and bottoms.
  var placed: [(row: ScrollRow, top: Int, bottom: Int)] {
    var y = units(geometry.topPadding) + lead
    return rows.map { row in
      let end = y + units(row.height)
      defer { y = end + units(geometry.gap) }
      return (row, y, end)
    }
  }

  /// The height of paddings, rows and the gaps between them.
  var contentHeight: Int {
    units(geometry.topPadding) + units(geometry.bottomPadding)
      + rows.map { units($0.height) }.reduce(0, +)
      + units(geometry.gap) * max(0, rows.count - 1)
  }

  /// The space above the rows if they do not fill the view and are aligned at its bottom.
  private var lead: Int {
    guard geometry.alignment == .bottom else { return 0 }
    let band =
      units(geometry.height) - units(geometry.topInset) - units(geometry.bottomInset)
    return max(0, band - contentHeight)
  }

  private func units(_ points: Double) -> Int { ScrollPoints.units(points) ?? 0 }
}
