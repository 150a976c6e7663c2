internal import MessagingModel
internal import MessagingTimeline

extension NaiveScroll {
  /// A row that stays in place, with its old and its new index.
  package struct Candidate {
    var hold: Hold
    package var old: Int
    var new: Int
    /// Whether the offset wanted before still counts.
    var keepsIntent: Bool
    /// For a row that replaces a removed one: the old top of the removed row, to which its top
    /// moves.
    var stands: Int?
  }

  /// Keeps the held row in place, because the end is not followed.
  mutating func keepAnchor(_ step: NaiveStep, _ outcome: inout ScrollOutcome) {
    let chosen = chosen(step.old, at: step.offset, fromBottom: prefersBottom)
    let before = rules.held(self, step, chosen.map { ordinary(step.old.rows[$0].id) })
    let candidate = before.flatMap { survivor(of: $0, step) }
    let isLost = before != nil && !(candidate?.keepsIntent ?? false)
    let base = isLost ? step.offset : step.wanted
    let target = base + rules.shift(self, candidate, base, step)
    let landing = rules.landing(self, step, base, target)
    move(to: landing.offset, &outcome)
    wanted = landing.wanted
    if before != nil, candidate == nil {
      // A debt belongs to a row. There is none any more.
      wanted = offset
      hasNoDebt = true
    }
    outcome.diagnostics.anchorDelta = NaiveLength.points(
      (wanted - base) - (offset - step.offset))
    hold = candidate?.hold
    if let kept = hold, !kept.isTarget, wanted == offset, rules.isReframed(step),
      let index = layout.index(of: kept.row), !layout.isVisible(index, at: offset)
    {
      hold = nil
    }
  }

  /// At rest the offset is between the ends of the content; in motion it follows the row.
  package func landing(
    _ step: NaiveStep, base: Int, target: Int
  ) -> (offset: Int, wanted: Int) {
    (phase == .rest ? layout.clamp(target) : step.offset + target - base, target)
  }

  private var prefersBottom: Bool { options.preference == .bottom }

  private func ordinary(_ id: RowID) -> Hold {
    Hold(row: id, edge: prefersBottom ? .bottom : .top)
  }

  /// The row itself, or the first of its substitutes (`SCROLL-012`).
  private func survivor(of hold: Hold, _ step: NaiveStep) -> Candidate? {
    guard let index = step.old.index(of: hold.row) else { return nil }
    if let new = place(of: index, step, asTarget: hold.isTarget) {
      return Candidate(hold: hold, old: index, new: new, keepsIntent: true)
    }
    let substitutes = rules.substitutes(self, step, index)
    if let found = first(of: substitutes.seen, step) { return found }
    if step.rows.isReplaced, let new = rules.successor(step, index) {
      return Candidate(
        hold: ordinary(step.new.rows[new].id), old: index, new: new, keepsIntent: false,
        stands: step.old.tops[index])
    }
    return first(of: substitutes.rest, step)
  }

  /// The visible rows, and the rows above and below (`SCROLL-012`).
  package func substitutes(of index: Int, _ step: NaiveStep) -> (seen: [Int], rest: [Int]) {
    let old = step.old
    let eligible = old.rows.indices.filter { rules.isEligible(old.rows[$0]) && $0 != index }
    var visible = eligible.filter { old.isVisible($0, at: step.offset) }
    var older = eligible.filter { $0 < index }
    older.reverse()
    let newer = eligible.filter { $0 > index }
    if prefersBottom { visible.reverse() }
    return (visible, prefersBottom ? newer + older : older + newer)
  }

  private func first(of rows: [Int], _ step: NaiveStep) -> Candidate? {
    for index in rows {
      guard let new = place(of: index, step, asTarget: false) else { continue }
      return Candidate(
        hold: ordinary(step.old.rows[index].id), old: index, new: new, keepsIntent: false)
    }
    return nil
  }

  /// The new index of a row; `nil` if it was removed, was moved, or cannot be held any more. A row
  /// that was removed and inserted again was removed.
  private func place(of index: Int, _ step: NaiveStep, asTarget: Bool) -> Int? {
    let row = step.old.rows[index]
    guard let new = step.new.index(of: row.id), step.rows.origins[new] != nil else { return nil }
    if rules.isMoved(step, row.id) { return nil }
    return asTarget || step.rows.areUntouched || rules.isEligible(step.new.rows[new]) ? new : nil
  }

  /// How far the content has to scroll to keep the edge of a row in place. Without a row it keeps
  /// the lower edge of the band in place.
  package func shift(of candidate: Candidate?, base: Int, _ step: NaiveStep) -> Int {
    guard let candidate else { return step.lift - rules.banner(step) }
    if let stands = candidate.stands {
      return step.new.tops[candidate.new] - stands + step.lift - rules.banner(step)
    }
    let (old, new) = (step.old, step.new)
    let (from, to) = (candidate.old, candidate.new)
    let top = new.tops[to] - old.tops[from]
    let bottom = new.bottom(to) - old.bottom(from)
    let isOrdinaryBottom = candidate.hold.edge == .bottom && !candidate.hold.isTarget
    if candidate.hold.isTarget, step.isTurned {
      let edge = candidate.hold.edge
      let inBand = { (layout: NaiveLayout, index: Int) in
        self.aligned(edge, index, in: layout)
          - (edge == .bottom ? layout.frame.floor : layout.frame.top)
      }
      // The target is where it was asked for, and stays it.
      if inBand(old, from) == base { return inBand(new, to) - base }
    }
    if step.isTurned, !isOrdinaryBottom {
      let (hidden, height) = (rules.hidden(step, from, base), old.rows[from].height)
      let banner = new.frame.top - old.frame.top
      if hidden <= 0 { return top - banner }
      if hidden >= height { return bottom - banner }
      let scaled = (2 * hidden * new.rows[to].height + height) / (2 * height)
      return new.tops[to] + scaled - new.frame.top - base
    }
    let isRegrouped = step.rows.causes[candidate.hold.row] == .grouping
    let edge: Int =
      if isRegrouped {
        bottom
      } else if candidate.hold.isTarget {
        targetShift(candidate, step)
      } else if isOrdinaryBottom {
        bottom
      } else {
        keepsBottom(candidate, base: base, step) ? bottom : top
      }
    return edge + step.lift - rules.banner(step)
  }

  /// How far the aligned edge of a jump's target moved, in the new frame.
  private func targetShift(_ candidate: Candidate, _ step: NaiveStep) -> Int {
    let edge = candidate.hold.edge
    let frame = step.new.frame
    // Use the new frame both times, so that the change of the frame counts once.
    let place = { (row: NaiveRow, y: Int) in
      row.height > frame.band ? y : (2 * y + row.height - frame.band) >> 1
    }
    guard edge == .center else {
      return aligned(edge, candidate.new, in: step.new)
        - aligned(edge, candidate.old, in: step.old)
    }
    return place(step.new.rows[candidate.new], step.new.tops[candidate.new])
      - place(step.old.rows[candidate.old], step.old.tops[candidate.old])
  }

  /// Whether the lower edge of a row with a new height stays in place.
  private func keepsBottom(_ candidate: Candidate, base: Int, _ step: NaiveStep) -> Bool {
    let isCut = step.old.tops[candidate.old] < base + step.old.frame.top
    return isCut && step.rows.causes[candidate.hold.row] == .firstMeasurement
  }
}
