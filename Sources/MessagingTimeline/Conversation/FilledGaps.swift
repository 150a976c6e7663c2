internal import MessagingModel

/// Gaps past the ends of a window that are filled, and whose pages are not read yet.
///
/// Their rows stay until the pages take their place (`OPEN-015`): a row that goes first makes the
/// content shorter, and who reads at the very top sees everything move twice.
struct FilledGaps: Hashable, Sendable {
  private var older: Gap?
  private var newer: Gap?

  /// Takes a page; both readings are of the window, before it and with it.
  mutating func take(
    _ purpose: WindowRequest.Purpose, _ before: WindowReading, _ after: WindowReading
  ) {
    switch purpose {
    case .same:
      older = Self.filled(before.older, after.older) ?? older
      newer = Self.filled(before.newer, after.newer) ?? newer
    case .older: older = nil
    case .newer: newer = nil
    case .initial, .around, .newest: self = FilledGaps()
    }
  }

  private static func filled(_ before: Edge, _ after: Edge) -> Gap? {
    guard case .gap(let gap) = before, after == .more else { return nil }
    return gap
  }

  /// What is evicted was filled before.
  mutating func evict(head: Int, tail: Int) {
    if head > 0 { older = nil }
    if tail > 0 { newer = nil }
  }

  /// Forgets gaps whose pages nobody waits for.
  mutating func forgetUnawaited(by window: ListWindow) {
    if !window.isDue(.older) { older = nil }
    if !window.isDue(.newer) { newer = nil }
  }

  /// What the rows are made of, with the gaps past its ends as they were.
  func keepRows(in snapshot: inout Snapshot) {
    if let older { snapshot.older = .gap(older) }
    if let newer { snapshot.newer = .gap(newer) }
  }
}
