internal import MessagingModel

/// Gaps past the ends of a window that are filled in the store, and whose pages are not read yet.
///
/// The row of such a gap stays until the page takes its place (`OPEN-015`). If the row went first,
/// the content would become shorter, and a reader at the very top would see everything move twice.
struct FilledGaps: Hashable, Sendable {
  private var older: Gap?
  private var newer: Gap?

  /// Takes a page. `before` and `after` are the readings of the window without and with the page.
  mutating func take(
    _ purpose: WindowRequest.Purpose, _ before: WindowReading, _ after: WindowReading
  ) {
    switch purpose {
    case .same:
      older = Self.filled(before.older, after.older) ?? older
      newer = Self.filled(before.newer, after.newer) ?? newer
    case .older: older = nil
    case .newer: newer = nil
    case .initial: self = FilledGaps()
    case .around, .newest:
      // At an end that is where it was, the same page is awaited.
      let (first, last) = (before.rows.first?.id, before.rows.last?.id)
      if first != after.rows.first?.id || before.older != after.older { older = nil }
      if last != after.rows.last?.id || before.newer != after.newer { newer = nil }
    }
  }

  private static func filled(_ before: Edge, _ after: Edge) -> Gap? {
    guard case .gap(let gap) = before, after == .more else { return nil }
    return gap
  }

  /// Forgets the gap past an end at which rows were evicted: stored rows lie between it and the
  /// window.
  mutating func evict(head: Int, tail: Int) {
    if head > 0 { older = nil }
    if tail > 0 { newer = nil }
  }

  /// Forgets a gap if no page is due in its direction.
  mutating func forgetUnawaited(by window: ListWindow) {
    if !window.isDue(.older) { older = nil }
    if !window.isDue(.newer) { newer = nil }
  }

  /// Puts the filled gaps back past the ends of a snapshot, so that their rows stay.
  func keepRows(in snapshot: inout Snapshot) {
    if let older { snapshot.older = .gap(older) }
    if let newer { snapshot.newer = .gap(newer) }
  }
}
