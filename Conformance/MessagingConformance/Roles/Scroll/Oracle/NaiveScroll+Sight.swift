internal import MessagingModel
package import MessagingTimeline

// The layout, from the first row to the last.
extension NaiveScroll {
  package func frame(of id: RowID) -> RowFrame? { layout.index(of: id).map(frame) }

  private func frame(_ index: Int) -> RowFrame {
    RowFrame(
      y: NaiveLength.points(layout.tops[index] - offset),
      height: NaiveLength.points(layout.rows[index].height))
  }

  package var sight: ScrollSight {
    let uncovered = layout.rows.indices.filter { layout.isVisible($0, at: offset) }
    let rows = uncovered.map { index in
      let covered =
        max(0, offset + layout.frame.top - layout.tops[index])
        + max(0, layout.bottom(index) - offset - layout.frame.floor)
      return ScrollSight.Row(
        id: layout.rows[index].id, frame: frame(index),
        visible: NaiveLength.points(layout.rows[index].height - covered))
    }
    return ScrollSight(
      rows: rows, lead: NaiveLength.points(layout.lead), owed: NaiveLength.points(pending),
      viewport: viewport(rows.compactMap(\.id.message)))
  }

  private func viewport(_ messages: [MessageID]) -> WindowViewport? {
    guard let first = messages.first, let last = messages.last else { return nil }
    let above = offset + layout.frame.top - (layout.tops.first ?? 0)
    let below = layout.bottom(layout.rows.count - 1) - offset - layout.frame.floor
    return WindowViewport(
      first: first, last: last, hiddenAbove: NaiveLength.points(max(0, above)),
      hiddenBelow: NaiveLength.points(max(0, below)),
      height: NaiveLength.points(layout.frame.height),
      held: shownAnchor?.message.map { [$0] } ?? [])
  }
}
