import MessagingModel
import MessagingTimeline

import struct MessagingConformance.SeededRandom

/// A scroll anchor with an array of its rows beside it, so that what is seen can be worked out on
/// paper. All lengths are quarters of a point: exact in `Double` and in the model.
struct ScrollStage {
  var anchor: ScrollAnchor
  var rows: [ScrollRow] = []
  var geometry: ScrollGeometry
  var next = 1
  var random: SeededRandom
  var last = ScrollOutcome()
  /// Every event so far.
  var log: [ScrollEvent] = []

  init(seed: UInt64, options: ScrollOptions = ScrollOptions(), decorated: Bool = true) {
    random = SeededRandom(seed: seed, stream: "scroll stage")
    anchor = ScrollAnchor(options)
    geometry = ScrollGeometry(
      height: 400, topInset: Double(random.below(3) * 22),
      bottomInset: Double(random.below(3) * 25),
      gap: Double(random.below(3)) * 2.25, topPadding: Double(random.below(2) * 7),
      bottomPadding: Double(random.below(2) * 9),
      alignment: random.chance(1, of: 2) ? .top : .bottom)
    rows = fresh(4 + random.below(24), decorated: decorated)
    send(
      .transaction(
        ScrollTransaction(
          rows: .changes(
            RowChanges(
              inserts: rows.enumerated().map {
                RowChanges.Insert(index: $0.offset, row: $0.element)
              }
            )), geometry: geometry)))
  }

  // MARK: What happens

  @discardableResult
  mutating func send(_ event: ScrollEvent) -> ScrollOutcome {
    log.append(event)
    last = anchor.handle(event)
    return last
  }

  @discardableResult
  mutating func change(_ changes: RowChanges, hasNewer: Bool? = nil) -> ScrollOutcome {
    apply(changes)
    return send(.transaction(ScrollTransaction(rows: .changes(changes), hasNewer: hasNewer)))
  }

  @discardableResult
  mutating func frame(_ edit: (inout ScrollGeometry) -> Void) -> ScrollOutcome {
    edit(&geometry)
    return send(.transaction(ScrollTransaction(geometry: geometry)))
  }

  /// A finger drags the content somewhere and lets it lie.
  mutating func scroll(to y: Double) {
    send(.phase(.tracking))
    send(.scrolled(to: y))
    send(.phase(.rest))
  }

  private mutating func apply(_ changes: RowChanges) {
    let old = rows
    let gone = Set(changes.deletes + changes.moves.map(\.from))
    rows = old.enumerated().filter { !gone.contains($0.offset) }.map(\.element)
    let new =
      changes.inserts.map { ($0.index, $0.row) } + changes.moves.map { ($0.to, old[$0.from]) }
    for (index, row) in new.sorted(by: { $0.0 < $1.0 }) { rows.insert(row, at: index) }
    for resize in changes.resizes {
      guard let place = rows.firstIndex(where: { $0.id == resize.id }) else { continue }
      rows[place].height = resize.height
    }
  }

  // MARK: What can be seen

  var reading: ScrollReading { anchor.reading }
  var content: Double {
    geometry.topPadding + geometry.bottomPadding + rows.map(\.height).reduce(0, +)
      + geometry.gap * Double(max(0, rows.count - 1))
  }
  var bandTop: Double { geometry.topInset }
  var bandEnd: Double { geometry.height - geometry.bottomInset }
  var least: Double { -geometry.topInset }
  var lead: Double { geometry.alignment == .top ? 0 : max(0, bandEnd - bandTop - content) }
  var greatest: Double { max(least, content + lead - bandEnd) }

  /// The y in the view of each row's upper edge.
  var tops: [RowID: Double] {
    var tops: [RowID: Double] = [:]
    var y = geometry.topPadding + lead - reading.offset
    for row in rows {
      tops[row.id] = y
      y += row.height + geometry.gap
    }
    return tops
  }

  /// Messages of which something is seen, from top to bottom.
  var seen: [RowID] {
    let tops = tops
    return rows.filter { row in
      guard row.kind != .decoration, row.height > 0, let top = tops[row.id] else { return false }
      return top < bandEnd && top + row.height > bandTop && bandEnd > bandTop
    }.map(\.id)
  }

  // MARK: What could happen

  mutating func quarters(_ most: Int) -> Double { Double(random.below(most * 4)) / 4 }

  mutating func fresh(_ count: Int, decorated: Bool = true) -> [ScrollRow] {
    (0..<count).map { _ in
      defer { next += 1 }
      if decorated, random.chance(1, of: 6) {
        return ScrollRow(
          id: .day(CalendarDay(number: next, zone: "UTC")), kind: .decoration, height: quarters(40))
      }
      return ScrollRow(
        id: rowID(next), kind: random.chance(1, of: 4) ? .ownMessage : .remoteMessage,
        height: 1 + quarters(160),
        position: .unconfirmed(sequence: Int64(next)))
    }
  }

  mutating func prepended(_ count: Int) -> RowChanges {
    RowChanges(
      inserts: fresh(count).enumerated().map {
        RowChanges.Insert(index: $0.offset, row: $0.element)
      })
  }

  mutating func appended(_ count: Int, isNew: Bool = false, decorated: Bool = true) -> RowChanges {
    let start = rows.count
    return RowChanges(
      inserts: fresh(count, decorated: decorated).enumerated().map {
        RowChanges.Insert(index: start + $0.offset, row: $0.element, isNew: isNew)
      })
  }

  mutating func resized(_ cause: RowChanges.Resize.Cause = .content) -> RowChanges {
    let row = rows[random.below(rows.count)]
    return RowChanges(
      resizes: [RowChanges.Resize(id: row.id, height: 1 + quarters(200), cause: cause)])
  }

  mutating func deleted(_ most: Int) -> RowChanges {
    var deletes: [Int] = []
    for index in rows.indices.reversed() where random.chance(1, of: 5) && deletes.count < most {
      deletes.append(index)
    }
    return RowChanges(deletes: deletes)
  }

  mutating func moved() -> RowChanges {
    RowChanges(
      moves: [TimelineDiff.Move(from: random.below(rows.count), to: random.below(rows.count))])
  }

  /// What undoes changes that were made to these rows.
  func inverse(of changes: RowChanges, before old: [ScrollRow]) -> RowChanges {
    RowChanges(
      deletes: changes.inserts.map(\.index).reversed(),
      inserts: changes.deletes.reversed().map { RowChanges.Insert(index: $0, row: old[$0]) },
      moves: changes.moves.map { TimelineDiff.Move(from: $0.to, to: $0.from) }
        .sorted { $0.to < $1.to },
      resizes: changes.resizes.compactMap { resize in
        old.first { $0.id == resize.id }.map {
          RowChanges.Resize(id: $0.id, height: $0.height, cause: resize.cause)
        }
      })
  }

  /// Somewhere in the middle, so that the end is not followed.
  mutating func read() -> Bool {
    guard greatest - least > 120 else { return false }
    scroll(to: least + 2 + quarters(Int(greatest - least) - 100))
    return !reading.isPinned
  }
}
