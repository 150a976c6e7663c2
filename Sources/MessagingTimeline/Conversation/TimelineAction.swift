public import MessagingModel

/// An action to carry out for a conversation on a screen. Carry out actions in the order in which
/// ``TimelineState/handle(_:at:)`` returns them.
public enum TimelineAction: Hashable, Sendable {
  /// Read from the store, and report with ``TimelineEvent/read(_:_:)`` or
  /// ``TimelineEvent/notRead(_:_:)``. At most one is in flight.
  case read(TimelineTicket, Query)
  /// Ask the network to fill a gap of the store, and report with ``TimelineEvent/filled(_:)`` or
  /// ``TimelineEvent/notFilled(_:)``. At most one is in flight.
  case fill(TimelineTicket, Gap)
  /// Forget a request. Its answer will be ignored.
  case cancel(TimelineTicket)
  /// Give the update to the screen. No other update follows until the event
  /// ``TimelineEvent/ready``.
  case show(TimelineUpdate)
  /// Store that the owner has read up to a message. If it cannot be stored, report it with
  /// ``TimelineEvent/notMarked(_:_:)``.
  case markRead(MessageReference)
}

/// Everything that a screen shows in one step: the change from the timeline that it took last.
public struct TimelineUpdate: Hashable, Sendable {
  /// Why the rows changed. Of several reasons, the first in this order.
  public enum Reason: Int, Hashable, Comparable, Sendable, CaseIterable {
    /// The conversation was opened. The update shows what is stored, complete.
    case local
    /// The reader jumped to another place.
    case jump
    /// A catch-up brought messages. The update shows them in one piece.
    case merged
    /// The reader came near an end of the loaded rows.
    case page
    /// The store has news, or something else changed that rows depend on.
    case news

    public static func < (left: Reason, right: Reason) -> Bool { left.rawValue < right.rawValue }
  }

  /// Where the screen goes: the target of a jump, or the end.
  public enum Destination: Hashable, Sendable {
    case message(MessageID)
    case end
    /// The target of the jump is not stored, or has no row.
    case missing(MessageReference)
  }

  /// All rows, after the update.
  public let timeline: Timeline
  /// The diff from the rows that the screen took last.
  public let diff: TimelineDiff
  public let reason: Reason
  /// The newest commit that the update shows.
  public let revision: Revision
  /// Where the screen goes; `nil` if it stays.
  public let destination: Destination?
  /// A message that was written on this screen and has its row now; `nil` for none. The last one,
  /// if there are several.
  public let sent: MessageID?

  public init(
    timeline: Timeline, diff: TimelineDiff, reason: Reason, revision: Revision,
    destination: Destination? = nil, sent: MessageID? = nil
  ) {
    self.timeline = timeline
    self.diff = diff
    self.reason = reason
    self.revision = revision
    self.destination = destination
    self.sent = sent
  }

  /// What changes: rows, their content, or their metadata.
  public var kinds: ChangeKinds { diff.kinds }

  /// Whether the update may be shown later: no row moves, and no row is measured again.
  public var mayWait: Bool { kinds == .metadata && destination == nil }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(timeline.version)
    hasher.combine(diff)
  }
}

extension TimelineDiff {
  /// What changes: rows, their content, or their metadata.
  public var kinds: ChangeKinds {
    var kinds: ChangeKinds = []
    if !deletes.isEmpty || !inserts.isEmpty || !moves.isEmpty { kinds.insert(.structure) }
    for update in updates {
      if !update.aspects.isDisjoint(with: [.content, .grouping]) { kinds.insert(.content) }
      if update.aspects.contains(.metadata) { kinds.insert(.metadata) }
    }
    return kinds
  }

  /// Returns the same diff with none of the given rows marked as new.
  func withoutArrivals(where isKnown: (TimelineItem) -> Bool) -> TimelineDiff {
    var diff = self
    for index in diff.inserts.indices where isKnown(diff.inserts[index].item) {
      diff.inserts[index].isNew = false
    }
    return diff
  }
}
