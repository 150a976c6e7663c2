// Invariants of every page of every store. Tests check them after each batch.
extension Snapshot {
  /// Returns the violated invariants of this page, one sentence each; empty for a valid page.
  ///
  /// It applies to pages of a conversation, not to an outbox, which has its own order. The
  /// sentences name ids, never what people wrote.
  ///
  /// - Complexity: O(messages · gaps + receipts · log receipts).
  public func violations() -> [String] { faults().map(\.sentence) }

  /// The same, each with the invariant that does not hold.
  package func faults() -> [PageFault] {
    orderFaults + messages.flatMap(\.faults) + gapFaults + edgeFaults + relationFaults
  }

  private var orderFaults: [PageFault] {
    var found: [PageFault] = []
    for (lower, upper) in zip(messages, messages.dropFirst()) where lower.position >= upper.position
    {
      found.append(
        PageFault(
          .order(of: lower.position, upper.position),
          "\(lower.id) stands before \(upper.id), but its position is not below"))
    }
    if Set(messages.map(\.id)).count < messages.count {
      found.append(PageFault(.oneRow, "an id appears twice"))
    }
    let remote = messages.compactMap(\.remoteID)
    if Set(remote).count < remote.count {
      found.append(PageFault(.oneRow, "a remote id appears twice"))
    }
    if Set(messages.map(\.conversation)).count > 1 {
      found.append(
        PageFault(.oneConversation, "messages of two conversations are on one page"))
    }
    return found
  }

  private var gapFaults: [PageFault] {
    var found: [PageFault] = []
    for (lower, upper) in zip(gaps, gaps.dropFirst()) {
      let isAscending = lower.before.flatMap { end in upper.after.map { end <= $0 } } ?? false
      if !isAscending {
        found.append(
          PageFault(.separateGaps, "two gaps overlap, or are not in ascending order"))
      }
    }
    let rows: [Neighbour?] = [nil] + messages.map(\.neighbour) + [nil]
    for gap in gaps {
      let isBetween = zip(rows, rows.dropFirst()).contains { gap.separates($0, $1) }
      if !isBetween {
        found.append(PageFault(.placeOfGap, "a gap is listed that lies between no two messages"))
      }
    }
    return found
  }

  private var edgeFaults: [PageFault] {
    var found: [PageFault] = []
    if case .gap(let gap) = older, let first = messages.first {
      if !gap.separates(nil, first.neighbour) {
        found.append(
          PageFault(.placeOfGap, "the gap below the page does not lie below \(first.id)"))
      }
    }
    if case .gap(let gap) = newer, let last = messages.last {
      if !gap.separates(last.neighbour, nil) {
        found.append(
          PageFault(.placeOfGap, "the gap above the page does not lie above \(last.id)"))
      }
    }
    return found
  }

  private var relationFaults: [PageFault] {
    var found: [PageFault] = []
    let shown = root.map { messages + [$0] } ?? messages
    let replies = Set(shown.compactMap(\.replyTo))
    for (reference, quote) in quotes {
      if !replies.contains(reference) {
        found.append(
          PageFault(.quotes, "a quote belongs to no message of the page, nor to its root"))
      }
      let isNamed =
        reference == .id(quote.id) || quote.remoteID.map { reference == .remote($0) } ?? false
      if !isNamed {
        found.append(
          PageFault(.quotes, "a quote is \(quote.id), which its reply does not name"))
      }
    }
    for (lower, upper) in zip(receipts, receipts.dropFirst()) where lower.upTo > upper.upTo {
      found.append(
        PageFault(
          .orderOfReceipts, "receipts are not in ascending order of their positions"))
    }
    if Set(receipts.map(\.participant)).count < receipts.count {
      found.append(PageFault(.oneReceipt, "a participant has two receipts"))
    }
    if unread.count < 0 {
      found.append(PageFault(.unreadCount, "\(unread.count) messages are unread"))
    }
    return found
  }
}

extension Message {
  /// What is wrong with a message on its own.
  fileprivate var faults: [PageFault] {
    var found: [PageFault] = []
    let note = { (invariant: PageInvariant, words: String) in
      found.append(PageFault(invariant, "\(id) \(words)"))
    }
    let isConfirmed = position.confirmed != nil
    if isConfirmed, !delivery.isConfirmed {
      note(.placedIsTaken, "is confirmed by its position, not by its state")
    }
    if !isConfirmed, delivery.isConfirmed {
      note(.takenIsPlaced, "is unconfirmed by its position, not by its state")
    }
    if !isConfirmed, !isOutgoing {
      note(.unconfirmedIsOwn, "is unconfirmed, but somebody else wrote it")
    }
    if isConfirmed, trial != .none { note(.confirmedIsDone, "is confirmed, and still being tried") }
    if body == .redacted, !reactions.isEmpty {
      note(.deletedIsEmpty, "was deleted, but has reactions")
    }
    if Set(reactions).count < reactions.count { note(.oneReaction, "has one reaction twice") }
    if Set(dependents.map(\.id)).count < dependents.count {
      note(.oneLocalChange, "has one local change twice")
    }
    for dependent in dependents where dependent.state.isConfirmed {
      note(.localChangesWait, "has a local change that waits and was sent")
    }
    return found
  }
}

/// One thing that is wrong with a page.
package struct PageFault: Hashable, Sendable {
  /// What does not hold.
  package let invariant: PageInvariant
  /// What is wrong, without a word that anybody wrote.
  package let sentence: String

  init(_ invariant: PageInvariant, _ sentence: String) {
    self.invariant = invariant
    self.sentence = sentence
  }
}

/// What holds for every page of a conversation.
package enum PageInvariant: Hashable, Sendable, CaseIterable {
  /// The order of the messages is that of their positions.
  case orderOfConfirmed, unsentAfterConfirmed, orderOfUnsent
  /// A message has one row, under each of its names.
  case oneRow
  case oneConversation
  case separateGaps
  /// A gap lies where the page says.
  case placeOfGap
  /// A quote belongs to a reply, which names it.
  case quotes
  case orderOfReceipts, oneReceipt
  /// The unread count is not negative.
  case unreadCount
  /// A message that is confirmed by its position is confirmed by its state, and vice versa.
  case placedIsTaken, takenIsPlaced
  case unconfirmedIsOwn
  /// What is confirmed is not being tried any more.
  case confirmedIsDone
  case deletedIsEmpty
  case oneReaction
  case oneLocalChange
  /// A local change that is listed with its message was not sent.
  case localChangesWait

  /// The order that two neighbours violate.
  fileprivate static func order(of lower: Position, _ upper: Position) -> PageInvariant {
    switch (lower.confirmed == nil, upper.confirmed == nil) {
    case (false, false), (false, true): .orderOfConfirmed
    case (true, false): .unsentAfterConfirmed
    case (true, true): .orderOfUnsent
    }
  }
}
