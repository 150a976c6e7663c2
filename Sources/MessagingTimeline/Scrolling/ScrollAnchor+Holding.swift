/// Finds the row that is held through a step, and by how much the offset changes for it. Nothing
/// here changes the state.
extension ScrollAnchor {
  /// A row that is held through a step.
  struct Held {
    var hold: ScrollHold
    /// Index, top and height are those before the step.
    var index: Int
    var top: Length
    var height: Length
    /// Whether this row replaces the held one, which could not be kept.
    var isFallback = false
    /// The row that takes its place if it is gone afterwards; `nil` if it is still there.
    var heir: RowID?
  }

  /// The state before a step.
  struct Before {
    let frame: ScrollFrame
    let bounds: ScrollBounds
    let offset: Length
    let wanted: Length
    let pin: ScrollPin
    var distance: Length { bounds.greatest - offset }

    init(_ anchor: ScrollAnchor) {
      frame = anchor.content.frame
      bounds = anchor.content.bounds
      offset = anchor.offset
      wanted = anchor.wanted
      pin = anchor.pin
    }
  }

  // MARK: - What is held

  /// The id of the held row; `nil` if the end is followed, or if no row can be held.
  var heldID: RowID? {
    if pin == .firm, gesture == nil { return nil }
    return hold?.id ?? choice?.row.id
  }

  /// Returns the row that is held now; `nil` if no row can be held.
  func held() -> Held? {
    if let hold, let index = content.layout.index(of: hold.id) {
      let found = content.layout.found(at: index)
      let top = content.bounds.origin + found.y
      return Held(hold: hold, index: index, top: top, height: found.row.height)
    }
    return choice.map(ordinary)
  }

  private var choice: RowLayout.Found? { content.choice(at: offset, settings.preference) }

  private func ordinary(_ found: RowLayout.Found) -> Held {
    Held(
      hold: ordinaryHold(found.row.id), index: found.index,
      top: content.bounds.origin + found.y, height: found.row.height)
  }

  func ordinaryHold(_ id: RowID) -> ScrollHold {
    switch settings.preference {
    case .top: ScrollHold(id: id, edge: .top)
    case .bottom: ScrollHold(id: id, edge: .bottom)
    }
  }

  // MARK: - Who stands in

  /// Returns the first row of a chain that is still there after a step and did not move in it
  /// (`SCROLL-012`, `SCROLL-013`); `nil` if there is none. The chain is: the held row, other
  /// visible messages, older ones, newer ones. If the last visible row is held, newer ones come
  /// before older ones. If all rows are replaced, the row nearest by position comes before older
  /// and newer ones (`SCROLL-046`).
  func survivor(of held: Held, in step: ScrollStep) -> Held? {
    if step.keeps(held) { return held }
    let chain = Chain(anchor: self, step: step, lost: held.index)
    let seen = content.seen(at: offset)
    let isTop = settings.preference == .top
    if let row = isTop
      ? chain.down(from: seen.lowerBound, below: seen.upperBound)
      : chain.up(before: seen.upperBound, notAbove: seen.lowerBound)
    {
      return row
    }
    if case .replace(let layout) = step.rows, let position = content.layout[held.index].position,
      let index = layout.nearest(to: position)
    {
      var held = held
      held.isFallback = true
      held.heir = layout[index].id
      return held
    }
    func older() -> Held? { chain.up(before: held.index, notAbove: 0) }
    func newer() -> Held? { chain.down(from: held.index + 1, below: content.layout.count) }
    return isTop ? older() ?? newer() : newer() ?? older()
  }

  private struct Chain {
    let anchor: ScrollAnchor
    let step: ScrollStep
    let lost: Int

    func down(from start: Int, below end: Int) -> Held? {
      var next = start
      while let found = anchor.content.layout.holdable(from: next), found.index < end {
        if let held = survivor(found) { return held }
        next = found.index + 1
      }
      return nil
    }

    func up(before end: Int, notAbove start: Int) -> Held? {
      var next = end
      while let found = anchor.content.layout.holdable(before: next), found.index >= start {
        if let held = survivor(found) { return held }
        next = found.index
      }
      return nil
    }

    private func survivor(_ found: RowLayout.Found) -> Held? {
      guard found.index != lost else { return nil }
      var held = anchor.ordinary(found)
      held.isFallback = true
      return step.keeps(held) ? held : nil
    }
  }

  // MARK: - How far it moved

  /// By how much the offset has to change after a step so that the held edge stays where it was:
  /// the movement of the edge in the content, plus that of the end of the view (`SCROLL-022`). At
  /// the very top the content moves along with what covers it (`SCROLL-027`).
  func shift(
    of held: Held?, _ cause: RowChanges.Resize.Cause, from base: Length, _ before: Before
  ) -> Length {
    guard let held else { return shiftOfFrame(before) }
    let frame = content.frame
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

  /// The edge of a row that stays where it is while the height of the row changes.
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

  /// The change of the offset for a new width, at which all heights change. A row that is cut by
  /// the upper edge of the band is cut at the same part of its height afterwards (`SCROLL-028`). A
  /// jump's target that lies as it was aligned is aligned to the new band (`SCROLL-043`).
  private func shiftOfWidth(
    _ held: Held, _ row: (top: Length, height: Length), from base: Length, _ before: Before
  ) -> Length {
    let frame = content.frame
    let place = held.hold.offset(top: held.top, height: held.height, in: before.frame)
    if held.hold.isTarget, place == base {
      return held.hold.offset(top: row.top, height: row.height, in: frame) - base
    }
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
    let frame = content.frame
    let end = before.frame.bandEnd - frame.bandEnd
    guard before.offset <= before.bounds.least else { return end }
    let height = content.bounds.content
    let absorbed =
      frame.lead(content: height, top: before.frame.topInset) - frame.lead(content: height)
    return end - (frame.topInset - before.frame.topInset - absorbed)
  }

  private func place(of held: Held) -> (top: Length, height: Length) {
    guard let (y, height) = content.layout.frame(of: held.heir ?? held.hold.id) else {
      preconditionFailure("the layout has no frame of the row that is held")
    }
    return (content.bounds.origin + y, height)
  }
}

extension ScrollStep {
  /// Whether a row is still there after the step and can be held.
  fileprivate func keeps(_ held: ScrollAnchor.Held) -> Bool {
    switch rows {
    case .same: return true
    case .edits(let edits):
      guard !edits.isGone(held.index) else { return false }
      return held.hold.isTarget || (edits.resizes[held.hold.id]?.height ?? held.height) > .zero
    case .replace(let layout):
      guard let index = layout.index(of: held.hold.id) else { return false }
      let row = layout[index]
      return held.hold.isTarget || (row.height > .zero && row.kind != .decoration)
    }
  }

  func causeOfResize(_ id: RowID) -> RowChanges.Resize.Cause {
    switch rows {
    case .edits(let edits): edits.resizes[id]?.cause ?? .content
    case .same, .replace: .content
    }
  }
}
