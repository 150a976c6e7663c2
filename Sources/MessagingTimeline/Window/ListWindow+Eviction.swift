internal import MessagingModel

extension ListWindow {
  /// Lets go of rows on the far side when there are more than the cap (`WINDOW-016`).
  mutating func evict() -> [WindowAction] {
    guard rows.count > options.cap, let free = freeRows else { return [] }
    let excess = rows.count - options.cap
    let (head, tail): (Int, Int)
    if isHeadFar {
      head = min(excess, free.head)
      tail = min(excess - head, free.tail)
    } else {
      tail = min(excess, free.tail)
      head = min(excess - tail, free.head)
    }
    guard head + tail > 0 else { return [] }
    evict(.older, head)
    evict(.newer, tail)
    return [.evict(head: head, tail: tail)]
  }

  private var isHeadFar: Bool {
    guard let band, let view else { return true }
    guard let above = view.above, let below = view.below else {
      return band.lowerBound >= rows.count - 1 - band.upperBound
    }
    return above >= below
  }

  /// How many rows may go at each end: those more than three pages from what is visible, from what
  /// is held, and no unsent ones (`WINDOW-017`…`WINDOW-019`).
  private var freeRows: (head: Int, tail: Int)? {
    guard let band, let view else { return nil }
    let margin = ListWindow.keptPages * page
    var (first, last) = (band.lowerBound - margin, band.upperBound + margin)
    for id in view.held {
      guard let index = rows.firstIndex(where: { $0.id == id }) else { continue }
      (first, last) = (min(first, index), max(last, index))
    }
    if let unsent = rows.firstIndex(where: \.isUnsent) {
      (first, last) = (min(first, unsent), rows.count - 1)
    }
    // A page that is under way belongs at the row that was the last.
    let direction = flight?.request.purpose.direction
    let head = direction == .older ? 0 : max(0, first)
    let tail = direction == .newer ? 0 : max(0, rows.count - 1 - last)
    return (head, tail)
  }

  private mutating func evict(_ direction: Direction, _ count: Int) {
    guard count > 0 else { return }
    switch direction {
    case .older:
      rows.removeFirst(count)
      lower = rows.first?.place
      view?.above = nil
    case .newer:
      rows.removeLast(count)
      upper = rows.last?.place
      view?.below = nil
    }
    update(direction) { end in
      end.edge = .more
      end.isStalled = false
      end.countsRowsAlone = true
    }
    gaps = gaps.filter(isInside)
  }

  /// Whether rows lie on both sides of a gap.
  func isInside(_ gap: Gap) -> Bool {
    guard let first = rows.first?.place, let last = rows.last?.place else { return false }
    let beginsInside = gap.after.map { .confirmed($0) < last } ?? true
    let endsInside = gap.before.map { .confirmed($0) > first } ?? true
    return beginsInside && endsInside
  }
}
