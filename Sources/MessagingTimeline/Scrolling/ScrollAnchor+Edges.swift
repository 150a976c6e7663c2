extension ScrollAnchor {
  /// What was so before a step.
  struct Before {
    var frame: ScrollFrame
    var bounds: ScrollBounds
    var offset: Length
    var wanted: Length
    var pin: ScrollPin
    var distance: Length { bounds.greatest - offset }

    init(_ anchor: ScrollAnchor) {
      frame = anchor.frame
      bounds = anchor.bounds
      offset = anchor.offset
      wanted = anchor.wanted
      pin = anchor.pin
    }
  }

  /// By how much the offset has to change after a step so that the held edge stays where it was:
  /// the way of the edge in the content, and of the end of the view (`SCROLL-022`). At the very
  /// top the content goes along with what covers it (`SCROLL-027`).
  func shift(
    of held: Held?, _ cause: RowChanges.Resize.Cause, from base: Length, _ before: Before
  ) -> Length {
    guard let held else { return shiftOfFrame(before) }
    let row = place(of: held)
    let isOrdinaryBottom = held.hold.edge == .bottom && !held.hold.isTarget
    if before.frame.width != frame.width, !isOrdinaryBottom, held.heir == nil {
      return shiftOfWidth(held, row, from: base, before)
    }
    let edge = held.heir == nil ? edge(of: held, cause, from: base, before) : .top
    let hold = ScrollHold(id: held.hold.id, edge: edge)
    return hold.aligned(top: row.top, height: row.height, in: frame)
      - hold.aligned(top: held.top, height: held.height, in: frame) + shiftOfFrame(before)
  }

  /// Which edge of a row stays while it becomes higher or lower.
  private func edge(
    of held: Held, _ cause: RowChanges.Resize.Cause, from base: Length, _ before: Before
  ) -> ScrollHold.Edge {
    switch cause {
    case .grouping: return .bottom
    case .content, .firstMeasurement, .width:
      if held.hold.isTarget || held.hold.edge == .bottom { return held.hold.edge }
      let isCut = held.top < base + before.frame.topInset
      return cause == .firstMeasurement && isCut ? .bottom : .top
    }
  }

  /// The view became wider or narrower, and all rows with it: a row that is cut by the upper edge
  /// is cut at the same part of its height (`SCROLL-028`).
  private func shiftOfWidth(
    _ held: Held, _ row: (top: Length, height: Length), from base: Length, _ before: Before
  ) -> Length {
    let top = base + before.frame.topInset
    let hidden = top - held.top
    if hidden > .zero, hidden < held.height {
      let now = row.top + hidden.scaled(from: held.height, to: row.height)
      return now - frame.topInset - base
    }
    let edge: ScrollHold.Edge = hidden > .zero ? .bottom : .top
    let hold = ScrollHold(id: held.hold.id, edge: edge)
    return hold.aligned(top: row.top, height: row.height, in: frame)
      - hold.aligned(top: held.top, height: held.height, in: frame)
      - (frame.topInset - before.frame.topInset)
  }

  private func shiftOfFrame(_ before: Before) -> Length {
    let end = before.frame.bandEnd - frame.bandEnd
    guard before.offset == before.bounds.least else { return end }
    let content = bounds.content
    let absorbed =
      frame.lead(content: content, top: before.frame.topInset) - frame.lead(content: content)
    return end - (frame.topInset - before.frame.topInset - absorbed)
  }

  private func place(of held: Held) -> (top: Length, height: Length) {
    guard let (y, height) = layout.frame(of: held.heir ?? held.hold.id) else {
      preconditionFailure("what survived is there")
    }
    return (bounds.origin + y, height)
  }
}
