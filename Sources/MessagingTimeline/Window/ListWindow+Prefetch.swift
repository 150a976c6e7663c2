internal import MessagingModel

extension ListWindow {
  /// Pages that are kept loaded on both sides of what is visible (`WINDOW-008`).
  static let prefetchPages = 2
  /// Pages that an eviction leaves: one more, so that it does not ask for the next load.
  static let keptPages = 3

  /// The indexes of what is visible; `nil` if that is not known.
  var band: ClosedRange<Int>? { view.flatMap(band(of:)) }

  func band(of view: View) -> ClosedRange<Int>? {
    guard let first = rows.firstIndex(where: { $0.id == view.first }),
      let last = rows[first...].firstIndex(where: { $0.id == view.last })
    else { return nil }
    return first...last
  }

  /// Whether the next page in a direction is due: less than two pages are loaded there, in rows
  /// (`WINDOW-008`) or in points (`WINDOW-009`).
  func isShort(_ direction: Direction) -> Bool {
    if rows.isEmpty { return true }
    guard let band, let view else { return false }
    let (hidden, points) =
      switch direction {
      case .older: (band.lowerBound, view.above)
      case .newer: (rows.count - 1 - band.upperBound, view.below)
      }
    if hidden < ListWindow.prefetchPages * page { return true }
    guard let points, !end(direction).countsRowsAlone else { return false }
    return points < Double(ListWindow.prefetchPages) * pageHeight
  }

  /// Whether a page can be read from the store in a direction.
  func isReadable(_ direction: Direction) -> Bool {
    end(direction).edge == .more && !end(direction).isStalled && lower != nil
  }

  /// The sides of which a page is to be read, the shorter one first.
  var dueDirections: [Direction] {
    let due = [Direction.older, .newer].filter { isReadable($0) && isShort($0) }
    guard due.count == 2, let band else { return due }
    return rows.count - 1 - band.upperBound < band.lowerBound ? [.newer, .older] : due
  }

  /// The gap to be filled, if any: those inside the window first, the newest of them first.
  var dueGap: Gap? {
    let edges = [Direction.newer, .older].compactMap { direction -> Gap? in
      guard case .gap(let gap) = end(direction).edge, isShort(direction) else { return nil }
      return gap
    }
    return (gaps.reversed() + edges).first { !stalledGaps.contains($0) && !$0.isUnavailable }
  }

  func load(_ direction: Direction) -> WindowLoad {
    let end = end(direction)
    if let flight, flight.request.purpose.direction == direction {
      return .loading(flight.request.id)
    }
    if case .gap(let gap) = end.edge {
      if let fill, fill.gap == gap { return .filling(fill.id) }
      if stalledGaps.contains(gap) || gap.isUnavailable { return .exhausted }
      return failure(.fill)
    }
    return end.edge == .end || end.isStalled ? .exhausted : failure(direction.lane)
  }

  private func failure(_ lane: Lane) -> WindowLoad {
    guard let retry = lanes[lane], retry.failures > 0 else { return .idle }
    return .failed(until: retry.notBefore)
  }

  /// Counts a page that is due while one in the same direction is under way.
  mutating func countDropped() {
    guard let direction = flight?.request.purpose.direction, isShort(direction) else { return }
    diagnostics.dropped += 1
  }
}

extension ListWindow.Direction {
  var lane: ListWindow.Lane {
    switch self {
    case .older: .older
    case .newer: .newer
    }
  }
}

extension WindowRequest.Purpose {
  var direction: ListWindow.Direction? {
    switch self {
    case .older: .older
    case .newer: .newer
    case .initial, .around, .newest, .same: nil
    }
  }
}
