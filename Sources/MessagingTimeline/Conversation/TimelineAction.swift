public import MessagingModel

/// What is to be done for a conversation on a screen, in this order.
public enum TimelineAction: Hashable, Sendable {
  /// Read from the store and report. At most one is in flight.
  case read(TimelineTicket, Query)
  /// Let the network fill a gap of the store and report. At most one is in flight.
  case fill(TimelineTicket, Gap)
  /// Forget a request; what it brings is ignored.
  case cancel(TimelineTicket)
  /// Give it to the screen, which takes no other one before it is ``TimelineEvent/ready``.
  case show(TimelineUpdate)
  /// The owner has read up to a message. Report it if it cannot be stored.
  case markRead(MessageReference)
}

/// Everything that a screen has to do at once: one value, from what the screen took last.
public struct TimelineUpdate: Hashable, Sendable {
  /// Why the rows are other rows; of several reasons the first of these.
  public enum Reason: Int, Hashable, Comparable, Sendable, CaseIterable {
    /// The conversation was opened: what is stored, complete.
    case local
    /// Somebody went to another place.
    case jump
    /// What a catch-up brought, in one piece.
    case merged
    /// The reader came near the end of what is loaded.
    case page
    /// Something happened.
    case news

    public static func < (left: Reason, right: Reason) -> Bool { left.rawValue < right.rawValue }
  }

  /// Where the screen goes because somebody wanted it.
  public enum Destination: Hashable, Sendable {
    case message(MessageID)
    case end
    /// Somebody wanted a message that is not stored.
    case missing(MessageReference)
  }

  /// All rows, after the update.
  public let timeline: Timeline
  /// How they come from those that the screen took last.
  public let diff: TimelineDiff
  public let reason: Reason
  /// The newest commit that it shows.
  public let revision: Revision
  public let destination: Destination?
  /// A message that was written on this screen and has its row now.
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

  /// What changes: rows, what they say, or what is said about them.
  public var kinds: ChangeKinds { diff.kinds }

  /// Whether nothing moves and nothing is measured: it may wait for a better moment.
  public var mayWait: Bool { kinds == .metadata && destination == nil }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(timeline.version)
    hasher.combine(diff)
  }
}

extension TimelineDiff {
  /// What changes: rows, what they say, or what is said about them.
  public var kinds: ChangeKinds {
    var kinds: ChangeKinds = []
    if !deletes.isEmpty || !inserts.isEmpty || !moves.isEmpty { kinds.insert(.structure) }
    for update in updates {
      if !update.aspects.isDisjoint(with: [.content, .grouping]) { kinds.insert(.content) }
      if update.aspects.contains(.metadata) { kinds.insert(.metadata) }
    }
    return kinds
  }

  /// The same, with no row that is new.
  var withoutArrivals: TimelineDiff {
    var diff = self
    for index in diff.inserts.indices { diff.inserts[index].isNew = false }
    return diff
  }
}
