public import MessagingModel

/// Where the unread divider of an opening belongs: decided when messages are first shown, kept
/// while the conversation is open.
public enum UnreadPosition: Hashable, Sendable {
  /// No message has been shown yet.
  case undecided
  /// Nothing was unread.
  case none
  /// Before the first message of somebody else above this position; `nil` if nothing was ever read.
  case above(Position?)

  /// Decides at the first messages of an opening.
  init(of snapshot: Snapshot, owner: ParticipantID) {
    guard !snapshot.messages.isEmpty else {
      self = .undecided
      return
    }
    let marker = snapshot.receipts.first { $0.participant == owner }?.upTo
    let isUnread =
      snapshot.unread.count > 0
      || snapshot.messages.contains { UnreadPosition.isUnread($0, above: marker) }
    self = isUnread ? .above(marker) : .none
  }

  /// What rows that somebody else made tell of it.
  init(of rows: [TimelineItem]) {
    guard rows.contains(where: { $0.message != nil }) else {
      self = .undecided
      return
    }
    guard let divider = rows.firstIndex(where: { $0.id == .unreadDivider }) else {
      self = .none
      return
    }
    self = .above(rows[..<divider].last { $0.message != nil }?.message?.message.position)
  }

  static func isUnread(_ message: Message, above marker: Position?) -> Bool {
    guard !message.isOutgoing, message.body.countsAsUnread, message.position.confirmed != nil
    else { return false }
    return marker.map { message.position > $0 } ?? true
  }

  /// Before which of the messages the divider lies; `nil` where it is not, or not in sight: a
  /// message that was read has to be there, or nothing older to be missing.
  func index(in messages: [Message], isFromStart: Bool) -> Int? {
    switch self {
    case .undecided, .none: return nil
    case .above(let marker):
      let first = messages.first
      let isInSight =
        isFromStart
        || marker.map { marker in first.map { $0.position <= marker } ?? false } ?? false
      guard isInSight else { return nil }
      return messages.firstIndex { UnreadPosition.isUnread($0, above: marker) }
    }
  }
}
