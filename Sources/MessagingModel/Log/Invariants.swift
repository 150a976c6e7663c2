// Invariants of every page of every store. Tests check them after each batch.
extension Snapshot {
  /// Returns the violated invariants of this page, one sentence each; empty for a valid page.
  ///
  /// It applies to pages of a conversation, not to an outbox, which has its own order. The
  /// sentences name ids, never what people wrote.
  ///
  /// - Complexity: O(messages · gaps + receipts · log receipts).
  public func violations() -> [String] {
    orderViolations + messages.flatMap(\.violations) + gapViolations + edgeViolations
      + relationViolations
  }

  private var orderViolations: [String] {
    var found: [String] = []
    for (lower, upper) in zip(messages, messages.dropFirst()) where lower.position >= upper.position
    {
      found.append("\(lower.id) stands before \(upper.id), but its position is not below")
    }
    if Set(messages.map(\.id)).count < messages.count { found.append("an id appears twice") }
    let remote = messages.compactMap(\.remoteID)
    if Set(remote).count < remote.count { found.append("a remote id appears twice") }
    if Set(messages.map(\.conversation)).count > 1 {
      found.append("messages of two conversations are on one page")
    }
    return found
  }

  private var gapViolations: [String] {
    var found: [String] = []
    for (lower, upper) in zip(gaps, gaps.dropFirst()) {
      let isAscending = lower.before.flatMap { end in upper.after.map { end <= $0 } } ?? false
      if !isAscending { found.append("two gaps overlap, or are not in ascending order") }
    }
    let rows: [Neighbour?] = [nil] + messages.map(\.neighbour) + [nil]
    for gap in gaps {
      let isBetween = zip(rows, rows.dropFirst()).contains { gap.separates($0, $1) }
      if !isBetween { found.append("a gap is listed that lies between no two messages") }
    }
    return found
  }

  private var edgeViolations: [String] {
    var found: [String] = []
    if case .gap(let gap) = older, let first = messages.first {
      if !gap.separates(nil, first.neighbour) {
        found.append("the gap below the page does not lie below \(first.id)")
      }
    }
    if case .gap(let gap) = newer, let last = messages.last {
      if !gap.separates(last.neighbour, nil) {
        found.append("the gap above the page does not lie above \(last.id)")
      }
    }
    return found
  }

  private var relationViolations: [String] {
    var found: [String] = []
    let shown = root.map { messages + [$0] } ?? messages
    let replies = Set(shown.compactMap(\.replyTo))
    for (reference, quote) in quotes {
      if !replies.contains(reference) {
        found.append("a quote belongs to no message of the page, nor to its root")
      }
      let isNamed =
        reference == .id(quote.id) || quote.remoteID.map { reference == .remote($0) } ?? false
      if !isNamed { found.append("a quote is \(quote.id), which its reply does not name") }
    }
    for (lower, upper) in zip(receipts, receipts.dropFirst()) where lower.upTo > upper.upTo {
      found.append("receipts are not in ascending order of their positions")
    }
    if Set(receipts.map(\.participant)).count < receipts.count {
      found.append("a participant has two receipts")
    }
    if unread.count < 0 { found.append("\(unread.count) messages are unread") }
    return found
  }
}

extension Message {
  /// The violated invariants of the message on its own.
  fileprivate var violations: [String] {
    var found: [String] = []
    let isConfirmed = position.confirmed != nil
    if isConfirmed != delivery.isConfirmed {
      found.append("\(id) is \(isConfirmed ? "" : "un")confirmed by its position, not by its state")
    }
    if !isConfirmed, !isOutgoing {
      found.append("\(id) is unconfirmed, but somebody else wrote it")
    }
    if isConfirmed, trial != .none { found.append("\(id) is confirmed, and still being tried") }
    if body == .redacted, !reactions.isEmpty {
      found.append("\(id) was deleted, but has reactions")
    }
    if Set(reactions).count < reactions.count { found.append("\(id) has one reaction twice") }
    if Set(dependents.map(\.id)).count < dependents.count {
      found.append("\(id) has one local change twice")
    }
    for dependent in dependents where dependent.state.isConfirmed {
      found.append("\(id) has a local change that waits and was sent")
    }
    return found
  }
}
