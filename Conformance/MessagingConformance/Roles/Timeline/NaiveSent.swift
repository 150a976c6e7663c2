internal import MessagingModel
internal import MessagingTimeline

/// What the owner has written on the screen and no update has named yet (`OPEN-023`).
struct NaiveSent: Sendable {
  private var unnamed: [MessageID] = []

  mutating func open() { unnamed = [] }

  /// A jump leads away from what was written before.
  mutating func jump() { unnamed = [] }

  mutating func write(_ id: MessageID) { if !unnamed.contains(id) { unnamed.append(id) } }

  /// Checks what an update names: of the messages that get their rows in it, the one that was
  /// written last.
  ///
  /// - Returns: the law that is broken; `nil` if none is.
  mutating func follow(_ update: TimelineUpdate) -> Law? {
    let shown = update.timeline.rows.compactMap { $0.message?.message.id }
    let named = unnamed.filter(shown.contains)
    unnamed.removeAll(where: named.contains)
    return update.sent == named.last ? nil : .sentNotNamed
  }
}
