internal import MessagingModel
internal import MessagingTimeline

/// Where the reader wanted to go, and whether an update has led there (`OPEN-014`, `OPEN-026`).
struct NaiveJumps: Sendable {
  private enum Goal {
    case message(MessageReference)
    case end
  }

  /// The place of the opening and the targets of all jumps since.
  private var targets: [MessageReference] = []
  /// The last jump, until an update leads there.
  private var last: Goal?
  /// Whether the owner has written since the last jump. Then the end is right, too (`OPEN-028`).
  private var hasWritten = false

  /// Whether a jump has led nowhere yet.
  var isJumping: Bool { last != nil }

  /// Notes that a screen is opened. The place of the opening is no jump.
  mutating func open(at place: OpeningPlace) {
    self = NaiveJumps()
    switch place {
    case .end, .firstUnread: break
    case .message(let target): targets = [target]
    }
  }

  /// - Parameter isOpen: whether anything was read yet. Before, a jump changes the place of the
  ///   opening.
  mutating func jump(to target: MessageReference, isOpen: Bool) {
    targets.append(target)
    (last, hasWritten) = (isOpen ? .message(target) : nil, false)
  }

  /// - Parameter isSomewhere: whether the screen shows messages. The end of nothing is nowhere.
  mutating func jumpToEnd(isSomewhere: Bool) {
    (last, hasWritten) = (isSomewhere ? .end : nil, false)
  }

  /// Notes that the owner writes.
  mutating func write() { hasWritten = true }

  private var mayEnd: Bool { if case .end? = last { true } else { hasWritten } }

  /// Checks where an update leads: to the target of a jump, which has a row there or is missing.
  /// A later jump is not followed by that.
  ///
  /// - Parameter areSame: whether two references have ever named one message.
  /// - Returns: the law that is broken; `nil` if none is.
  mutating func follow(
    _ update: TimelineUpdate, areSame: (MessageReference, MessageReference) -> Bool
  ) -> Law? {
    let messages = update.timeline.rows.compactMap(\.message?.message)
    let shown = { (target: MessageReference) in messages.first { $0.isMeant(by: target) } }
    switch update.destination {
    case nil:
      if messages.isEmpty, mayEnd { last = nil }
    case .message(let id)?:
      guard let message = messages.first(where: { $0.id == id }) else {
        return .destinationWithoutRow
      }
      guard targets.contains(where: message.isMeant) else { return .jumpElsewhere }
      if case .message(let target)? = last, message.isMeant(by: target) { last = nil }
    case .missing(let missing)?:
      guard targets.contains(where: { areSame($0, missing) }), shown(missing) == nil else {
        return .jumpElsewhere
      }
      if case .message(let target)? = last, areSame(target, missing) { last = nil }
    // What the owner writes, and replies that were hidden, also lead to the end.
    case .end?: if mayEnd { last = nil }
    }
    return nil
  }
}
