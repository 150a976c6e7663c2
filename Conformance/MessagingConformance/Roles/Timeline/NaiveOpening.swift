internal import MessagingModel
internal import MessagingTimeline

/// Where a conversation that is opened at its first unread message has to be shown (`OPEN-007`).
struct NaiveOpening: Sendable {
  /// One of these messages must have a row in the first update: the first unread one, or the one
  /// after the last read message, which may be the owner's. Empty if nothing is demanded.
  private var places: Set<MessageID> = []

  /// Notes that a screen is opened.
  ///
  /// - Parameters:
  ///   - stored: what is stored of the conversation, across gaps.
  ///   - rows: the messages of it that may have rows, from the last read one on, up to the first
  ///     gap.
  mutating func open(at place: OpeningPlace, _ stored: Snapshot, rows: [Message]) {
    places = []
    guard place == .firstUnread, stored.unread.count > 0 else { return }
    let first = rows.first { !$0.isOutgoing && $0.body.countsAsUnread }
    places = Set([rows.first, first].compactMap { $0?.id })
  }

  /// Something happened before the first update: another place may be right now.
  mutating func forget() { places = [] }

  /// Checks the first update; the others are not about the opening.
  ///
  /// - Returns: the law that is broken; `nil` if none is.
  mutating func follow(_ update: TimelineUpdate) -> Law? {
    defer { places = [] }
    let shown = update.timeline.rows.compactMap { $0.message?.message.id }
    return places.isEmpty || shown.contains(where: places.contains) ? nil : .openedElsewhere
  }
}
