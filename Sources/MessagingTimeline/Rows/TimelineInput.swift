public import MessagingModel

/// What rows depend on besides the snapshot.
public struct TimelineInput: Hashable, Sendable {
  /// Which messages have a row.
  public typealias Shown = MessageScope

  /// Whose messages are outgoing; their read marker places the unread divider.
  public var owner: ParticipantID
  /// The time zone, which decides the day of an instant.
  public var zone: ZoneOffsets
  /// Who is writing right now.
  public var typing: Set<ParticipantID>
  /// Whether a page of older messages is in flight.
  public var isLoadingOlder: Bool
  /// Whether a page of newer messages is in flight.
  public var isLoadingNewer: Bool
  /// Which messages have a row.
  public var shown: Shown
  /// Whose messages have no row, as if they had not been written (`ROWS-041`).
  public var hidden: Set<ParticipantID>
  /// The greatest distance in time between two neighbours in a run, in milliseconds; `nil` for no
  /// limit.
  public var runLimit: Int64?
  /// Whether the first message is the root of a thread, and replies between it and the next one are
  /// not loaded (`THREAD-001`). It says nothing of the place of the unread divider (`ROWS-019`).
  var isRootApart = false
  /// Whether what comes belongs to the opening: then it may still be decided that something was
  /// unread (`OPEN-032`).
  var isOpening = false
  /// The messages that were shown as new since the conversation was opened: none of them was unread
  /// then, so the unread divider does not stand above one (`OPEN-032`).
  var arrivals: Set<MessageID> = []

  public init(
    owner: ParticipantID, zone: ZoneOffsets = .utc, typing: Set<ParticipantID> = [],
    isLoadingOlder: Bool = false, isLoadingNewer: Bool = false, shown: Shown = .everything,
    hidden: Set<ParticipantID> = [], runLimit: Int64? = nil
  ) {
    self.owner = owner
    self.zone = zone
    self.typing = typing
    self.isLoadingOlder = isLoadingOlder
    self.isLoadingNewer = isLoadingNewer
    self.shown = shown
    self.hidden = hidden
    self.runLimit = runLimit
  }
}

extension TimelineInput {
  /// Whether one thread is shown.
  public var isThread: Bool { if case .thread = shown { true } else { false } }
}

/// A time zone as a table of its offsets from UTC.
public struct ZoneOffsets: Hashable, Sendable {
  public struct Change: Hashable, Sendable {
    /// The first instant of the offset.
    public let from: Timestamp
    /// The offset in seconds, east of UTC; −18 h … 18 h.
    public let seconds: Int

    public init(from: Timestamp, seconds: Int) {
      self.from = from
      self.seconds = seconds
    }
  }

  /// The name of the zone.
  public let name: ExactString
  /// The offset before the first change, in seconds east of UTC.
  public let first: Int
  /// The changes of the offset, ascending by ``Change/from``.
  public let changes: [Change]

  public init(name: ExactString, first: Int, changes: [Change] = []) {
    self.name = name
    self.first = first
    self.changes = changes.sorted { $0.from < $1.from }
  }

  public static let utc = ZoneOffsets(name: "UTC", first: 0)

  /// The day of an instant, as people in the zone see it.
  ///
  /// - Complexity: O(log changes).
  public func day(of instant: Timestamp) -> CalendarDay {
    var (low, high) = (0, changes.count)
    while low < high {
      let middle = (low + high) / 2
      if changes[middle].from <= instant { low = middle + 1 } else { high = middle }
    }
    let offset = low == 0 ? first : changes[low - 1].seconds
    let milliseconds = instant.milliseconds.addingReportingOverflow(Int64(offset) * 1_000)
    let local = milliseconds.overflow ? instant.milliseconds : milliseconds.partialValue
    let day = local / 86_400_000
    return CalendarDay(number: Int(local % 86_400_000 < 0 ? day - 1 : day), zone: name)
  }
}
