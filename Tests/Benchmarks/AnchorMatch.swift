import MessagingModel
import MessagingTimeline

private func rowID(_ number: Int) -> RowID {
  .message(MessageID(high: 9, low: UInt64(bitPattern: Int64(number))))
}

private func row(_ number: Int) -> ScrollRow {
  ScrollRow(
    id: rowID(number), kind: .remoteMessage,
    height: Double(44 + 3 * ((37 * (number & 0xFFFF)) % 101)),
    position: .unconfirmed(sequence: Int64(number)))
}

/// A list of so many rows that somebody reads in the middle of.
private final class Reader {
  var anchor = ScrollAnchor()
  var older = -1
  let size: Int

  init(size: Int) {
    self.size = size
    let opening = RowChanges(
      inserts: (0..<size).map { RowChanges.Insert(index: $0, row: row($0)) })
    _ = anchor.handle(
      .transaction(
        ScrollTransaction(rows: .changes(opening), geometry: ScrollGeometry(height: 844))))
    for event: ScrollEvent in [
      .phase(.tracking), .scrolled(to: anchor.reading.offset / 2), .phase(.rest),
    ] {
      _ = anchor.handle(event)
    }
  }

  func page() -> ScrollEvent {
    older -= 50
    let inserts = (0..<50).map { RowChanges.Insert(index: $0, row: row(older + 1 + $0)) }
    return .transaction(ScrollTransaction(rows: .changes(RowChanges(inserts: inserts))))
  }

  func eviction() -> ScrollEvent {
    .transaction(ScrollTransaction(rows: .changes(RowChanges(deletes: (0..<50).reversed()))))
  }

  func measurement(_ number: Int) -> ScrollEvent {
    let resize = RowChanges.Resize(
      id: rowID(number), height: Double(60 + number % 90), cause: .firstMeasurement)
    return .transaction(ScrollTransaction(rows: .changes(RowChanges(resizes: [resize]))))
  }
}

/// Issue 3, §5.4: one transaction end to end: check, lay out, correct, report.
func anchorMatch(_ size: Int) -> Match {
  let reader = Reader(size: size)
  var pages = (0..<512).map { _ in reader.page() }
  let eviction = reader.eviction()
  let measurements = (0..<997).map { reader.measurement($0 * 5 % size) }
  var turn = 0
  for (name, event) in [("prepend 50", reader.page()), ("measure one row", measurements[0])] {
    _ = reader.anchor.handle(measurements[1])
    let count = AllocationCount.during { _ = reader.anchor.handle(event) }
    print("Allocations for \(name) among \(size): \(count.map(String.init) ?? "not counted")")
  }
  return Match(
    "Anchor: one transaction among \(size) rows",
    [
      Contender("prepend 50") {
        if pages.isEmpty { pages = (0..<512).map { _ in reader.page() } }
        _ = reader.anchor.handle(pages.removeLast())
      },
      Contender("evict them again") { _ = reader.anchor.handle(eviction) },
      Contender("measure one row") {
        turn = (turn + 1) % measurements.count
        _ = reader.anchor.handle(measurements[turn])
      },
    ], goals: [])
}
