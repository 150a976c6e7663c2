import MessagingConformance
import MessagingCore
import MessagingModel
import MessagingTimeline

/// A scroll anchor of the simplest kind, for tests of what plays and draws scripts: it holds the
/// first message that begins in the view.
struct ScrollToy: ScrollSubject {
  /// What it gets wrong.
  enum Fault { case none, ignoresPrepends, refusesEverything }

  let name = "toy"
  var fault = Fault.none

  func scrollAnchoring(_ options: ScrollOptions) -> any ScrollAnchoring {
    ToyAnchor(options: options, fault: fault)
  }
}

private struct ToyAnchor: ScrollAnchoring {
  let options: ScrollOptions
  let fault: ScrollToy.Fault
  var rows: [ScrollRow] = []
  var geometry = ScrollGeometry(height: 0)
  var offset = 0.0
  var isOpen = false

  mutating func handle(_ event: ScrollEvent) -> ScrollOutcome {
    switch event {
    case .scrolled(let y): offset = y
    case .phase: break
    case .jump(let row, _, _):
      guard let top = top(of: row) else { return ScrollOutcome(rejection: .unknownRow) }
      offset = top
      return ScrollOutcome(command: .programmatic(offset: offset, reason: .jump))
    case .jumpToEnd:
      offset = end
      return ScrollOutcome(command: .programmatic(offset: offset, reason: .end))
    case .transaction(let transaction): return transact(transaction)
    }
    return ScrollOutcome()
  }

  private mutating func transact(_ transaction: ScrollTransaction) -> ScrollOutcome {
    let old = self
    if fault == .refusesEverything, isOpen { return ScrollOutcome(rejection: .badIndex) }
    let held = held
    let before = held.flatMap(top)
    geometry = transaction.geometry ?? geometry
    switch transaction.rows {
    case .same: break
    case .replace(let new): rows = new
    case .changes(let changes): rows = changes.applied(to: rows)
    }
    guard rows.allSatisfy({ $0.height.isFinite && $0.height >= 0 }) else {
      self = old
      return ScrollOutcome(rejection: .badLength)
    }
    guard isOpen else {
      isOpen = true
      offset = end
      return ScrollOutcome(command: .programmatic(offset: offset, reason: .initial))
    }
    var outcome = ScrollOutcome()
    outcome.diagnostics.anchorBefore = held
    outcome.diagnostics.anchorAfter = held
    guard fault == .none, let before, let after = held.flatMap(top), after != before else {
      return outcome
    }
    offset += after - before
    outcome.command = .compensation(offset: offset, delta: after - before)
    return outcome
  }

  private func top(of row: RowID) -> Double? {
    guard let index = rows.firstIndex(where: { $0.id == row }) else { return nil }
    return geometry.topPadding
      + rows[..<index].map { $0.height + geometry.gap }.reduce(0, +)
  }

  private var held: RowID? {
    rows.first { $0.kind != .decoration && (top(of: $0.id) ?? 0) >= offset }?.id
  }

  private var end: Double {
    max(
      -geometry.topInset,
      geometry.topPadding + geometry.bottomPadding + rows.map(\.height).reduce(0, +)
        + geometry.gap * Double(max(0, rows.count - 1)) + geometry.bottomInset - geometry.height)
  }

  var reading: ScrollReading {
    ScrollReading(
      offset: offset, publishedOffset: offset, isPinned: false, anchor: held,
      distanceFromEnd: end - offset, contentHeight: end + geometry.height)
  }

  func frame(of id: RowID) -> RowFrame? {
    guard let row = rows.first(where: { $0.id == id }), let top = top(of: id) else { return nil }
    return RowFrame(y: top - offset, height: row.height)
  }

  /// It does not say what is to be seen.
  var sight: ScrollSight { ScrollSight() }

  var savedPosition: SavedScrollPosition? {
    held.flatMap { row in
      top(of: row).map {
        SavedScrollPosition(
          row: row, position: nil, distance: $0 - offset, hiddenFraction: 0, isPinned: false)
      }
    }
  }
}

extension RowChanges {
  /// The rows afterwards, straight from the words of the role.
  func applied(to old: [ScrollRow]) -> [ScrollRow] {
    let gone = Set(deletes).union(moves.map(\.from))
    var rows = old.enumerated().filter { !gone.contains($0.offset) }.map(\.element)
    let arriving = inserts.map { ($0.index, $0.row) } + moves.map { ($0.to, old[$0.from]) }
    for (index, row) in arriving.sorted(by: { $0.0 < $1.0 }) { rows.insert(row, at: index) }
    for resize in resizes {
      for index in rows.indices where rows[index].id == resize.id {
        rows[index].height = resize.height
      }
    }
    return rows
  }
}
