internal import MessagingModel

/// What a timeline was made of, to compare the next snapshot and input with it.
struct RowBasis: Sendable {
  let snapshot: Snapshot
  let input: TimelineInput

  init(_ snapshot: Snapshot, _ input: TimelineInput) {
    (self.snapshot, self.input) = (snapshot, input)
  }

  /// Whether rows of a snapshot can differ from these in their messages alone.
  fileprivate func surrounds(_ other: Snapshot, _ input: TimelineInput) -> Bool {
    snapshot.messages.count == other.messages.count && self.input == input
      && snapshot.older == other.older && snapshot.newer == other.newer
      && snapshot.gaps == other.gaps && snapshot.receipts == other.receipts
      && snapshot.threads == other.threads && snapshot.quotes == other.quotes
  }
}

// The most frequent case: a shown message changes, and no row comes, goes or moves.
extension Timeline {
  /// The timeline of a snapshot in which only the content of some messages differs; `nil` if more
  /// may differ.
  ///
  /// - Complexity: O(messages) comparisons, of references if a message is a copy, plus O(log rows +
  ///   ``RowStore/capacity``) for each message that changed.
  func patched(for snapshot: Snapshot, _ input: TimelineInput) -> Timeline? {
    guard let basis, faults.isEmpty, basis.surrounds(snapshot, input),
      unread != .undecided || basis.snapshot.unread == snapshot.unread
    else { return nil }
    var rows: [(index: Int, row: TimelineItem)] = []
    for (old, new) in zip(basis.snapshot.messages, snapshot.messages) where old != new {
      guard old.hasPlace(of: new), let index = index(of: new), var row = self[index].message
      else { return nil }
      row.show(new.asShown)
      let item = TimelineItem(id: .message(new.id), content: .message(row))
      if item != self[index] { rows.append((index, item)) }
    }
    return Timeline(
      version: rows.isEmpty ? version : version + 1,
      store: rows.isEmpty ? store : store.replacing(rows), reachesEnd: reachesEnd, unread: unread,
      basis: RowBasis(snapshot, input))
  }

  /// The index of the row of a message, found by position: rows of messages ascend by it.
  private func index(of message: Message) -> Int? {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      let row = firstMessage(from: middle)
      guard let position = row.flatMap({ self[$0].message?.message.position }), let row,
        position < message.position
      else {
        high = middle
        continue
      }
      low = row + 1
    }
    return firstMessage(from: low).flatMap { self[$0].id == .message(message.id) ? $0 : nil }
  }

  private func firstMessage(from index: Int) -> Int? {
    self[index...].firstIndex { $0.id.message != nil }
  }
}

extension MessageRow {
  /// Sets the message. Derives content from the body only if the body is new.
  fileprivate mutating func show(_ message: Message) {
    if self.message.body != message.body { derived = DerivedContent(of: message.body) }
    self.message = message
  }
}

extension Message {
  /// Whether both messages have the same place, with the same rows around it.
  fileprivate func hasPlace(of other: Message) -> Bool {
    id == other.id && position == other.position && timestamp == other.timestamp
      && sender == other.sender && isOutgoing == other.isOutgoing && replyTo == other.replyTo
      && threadRoot == other.threadRoot && body.isSystem == other.body.isSystem
      && body.countsAsUnread == other.body.countsAsUnread
  }
}
