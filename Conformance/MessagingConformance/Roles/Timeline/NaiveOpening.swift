internal import MessagingModel
internal import MessagingTimeline

/// Where a conversation that is opened at its first unread message has to be shown (`OPEN-007`).
struct NaiveOpening: Sendable {
  /// The message that must have a row in the first update; `nil` if nothing is demanded.
  private var place: MessageID?

  /// Notes that a screen is opened.
  ///
  /// - Parameters:
  ///   - stored: what is stored of the conversation, across gaps.
  ///   - rows: the messages of it that may have rows, from the last read one on, up to the first
  ///     gap.
  mutating func open(at place: OpeningPlace, _ stored: Snapshot, rows: [Message]) {
    self.place = nil
    guard place == .firstUnread, stored.unread.count > 0 else { return }
    self.place = rows.first { !$0.isOutgoing && $0.body.countsAsUnread }?.id
  }

  /// Something happened before the first update: another place may be right now.
  mutating func forget() { place = nil }

  /// Checks the first update; the others are not about the opening.
  ///
  /// - Returns: the law that is broken; `nil` if none is.
  mutating func follow(_ update: TimelineUpdate) -> Law? {
    defer { place = nil }
    guard let place else { return nil }
    let isShown = update.timeline.rows.contains { $0.message?.message.id == place }
    return isShown ? nil : .openedElsewhere
  }
}
