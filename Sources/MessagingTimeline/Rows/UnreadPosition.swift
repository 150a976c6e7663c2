public import MessagingModel

/// Where the unread divider of an opening belongs. It is decided when messages that the server
/// knows are first shown, and stays while the conversation is open. If nothing is unread then, the
/// first catch-up may still bring what is (`OPEN-032`).
public enum UnreadPosition: Hashable, Sendable {
  /// No message that the server knows has been shown yet, or nothing is unread and the opening goes
  /// on: until the first catch-up is shown, however long there is no network.
  case undecided
  /// Nothing was unread.
  case none
  /// Before the first unread message of others that is newer than this position; `nil` if nothing
  /// was ever read.
  case above(Position?)

  /// Decides by the first messages of an opening.
  init(of snapshot: Snapshot, owner: ParticipantID) {
    guard snapshot.messages.contains(where: { $0.position.confirmed != nil }) else {
      // What comes into a conversation that is known to be empty is an arrival.
      self = snapshot.older == .end && snapshot.newer == .end ? .none : .undecided
      return
    }
    let marker = snapshot.receipts.first { $0.participant == owner }?.upTo
    let isUnread =
      snapshot.unread.count > 0
      || snapshot.messages.contains { UnreadPosition.isUnread($0, above: marker) }
    self = isUnread ? .above(marker) : .none
  }

  /// Derives the place from rows that are already made.
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

  /// The index of the message before which the divider lies, if its place is loaded; `nil` if there
  /// is no divider.
  ///
  /// - Parameter arrivals: messages that came after the opening: it does not stand above one.
  func index(in messages: [Message], besides arrivals: Set<MessageID> = []) -> Int? {
    guard case .above(let marker) = self,
      let index = messages.firstIndex(where: { UnreadPosition.isUnread($0, above: marker) })
    else { return nil }
    return arrivals.contains(messages[index].id) ? nil : index
  }

  /// Whether the divider stands above a gap, so that nothing that fills the gap was unread.
  func isAbove(_ gap: Gap) -> Bool {
    guard case .above(let marker?) = self, let end = gap.before else { return false }
    return .confirmed(end) <= marker
  }

  /// Whether the place of the divider is loaded: a read message is, whether it has a row or not, or
  /// nothing older is missing. `false` if there is no divider.
  func isLoaded(in messages: ArraySlice<Message>, isFromStart: Bool) -> Bool {
    guard case .above(let marker) = self else { return false }
    guard let marker, !isFromStart else { return isFromStart }
    return messages.first.map { $0.position <= marker } ?? false
  }
}
