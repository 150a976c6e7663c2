extension ScrollAnchor {
  /// A row that is held through a step.
  struct Held {
    var hold: ScrollHold
    /// Before the step.
    var index: Int
    var top: Length
    var height: Length
    /// Whether it stands in for the one that was held.
    var isFallback = false
    /// The row that comes to lie where it was, if it is gone afterwards.
    var heir: RowID?
  }

  /// What is held now.
  func held() -> Held? {
    if let hold, let index = layout.index(of: hold.id) {
      let found = layout.found(at: index)
      let top = bounds.origin + found.y
      return Held(hold: hold, index: index, top: top, height: found.row.height)
    }
    return choice().map(ordinary)
  }

  /// The first of the chain that is there after a step and did not move in it (`SCROLL-012`,
  /// `SCROLL-013`): what is held, other messages that are seen, older ones, newer ones. Where all
  /// rows are replaced, the nearest by place comes before older and newer ones (`SCROLL-046`).
  func survivor(of held: Held, in step: ScrollStep) -> Held? {
    if survives(held, in: step) { return held }
    let chain = Chain(anchor: self, step: step, lost: held.index)
    let seen = seen
    let isTop = settings.preference == .top
    if let row = isTop
      ? chain.down(from: seen.lowerBound, below: seen.upperBound)
      : chain.up(before: seen.upperBound, notAbove: seen.lowerBound)
    {
      return row
    }
    if case .replace(let layout) = step.rows, let place = self.layout[held.index].place,
      let index = layout.nearest(to: place)
    {
      var held = held
      held.isFallback = true
      held.heir = layout[index].id
      return held
    }
    func older() -> Held? { chain.up(before: held.index, notAbove: 0) }
    func newer() -> Held? { chain.down(from: held.index + 1, below: layout.count) }
    return isTop ? older() ?? newer() : newer() ?? older()
  }

  private struct Chain {
    var anchor: ScrollAnchor
    var step: ScrollStep
    var lost: Int

    func down(from start: Int, below end: Int) -> Held? {
      var next = start
      while let found = anchor.layout.holdable(from: next), found.index < end {
        if let held = survivor(found) { return held }
        next = found.index + 1
      }
      return nil
    }

    func up(before end: Int, notAbove start: Int) -> Held? {
      var next = end
      while let found = anchor.layout.holdable(before: next), found.index >= start {
        if let held = survivor(found) { return held }
        next = found.index
      }
      return nil
    }

    private func survivor(_ found: RowLayout.Found) -> Held? {
      guard found.index != lost else { return nil }
      var held = anchor.ordinary(found)
      held.isFallback = true
      return anchor.survives(held, in: step) ? held : nil
    }
  }

  private func ordinary(_ found: RowLayout.Found) -> Held {
    let edge: ScrollHold.Edge =
      switch settings.preference {
      case .top: .top
      case .bottom: .bottom
      }
    return Held(
      hold: ScrollHold(id: found.row.id, edge: edge), index: found.index,
      top: bounds.origin + found.y, height: found.row.height)
  }

  private func survives(_ held: Held, in step: ScrollStep) -> Bool {
    switch step.rows {
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
}
