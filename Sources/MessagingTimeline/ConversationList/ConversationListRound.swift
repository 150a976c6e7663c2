internal import MessagingModel

/// The reads before the next update: first which conversations changed, then each of these.
struct ConversationListRound: Sendable {
  /// The question which conversations changed.
  enum Question: Hashable, Sendable {
    /// Answered, or not needed.
    case answered
    /// Not asked yet.
    case due
    case inFlight(TimelineTicket)
  }

  /// A read that is in flight.
  struct Reading: Hashable, Sendable {
    let conversation: ConversationID
    /// How many messages the read asks for.
    let limit: Int
    /// Whether the conversation has to be read again, because the answer to this read may be out of
    /// date.
    var isOutdated = false
  }

  var question = Question.answered
  /// How often the round went on because of a commit that came during it.
  var followed = 0
  /// The newest commit that a read has returned.
  var seen = Revision.zero
  private var inFlight: [TimelineTicket: Reading] = [:]
  /// The conversations that are not read yet, in descending order. The last one is read next.
  private var waiting: [ConversationID] = []
  /// How many messages to read of a conversation if the first ones were not enough.
  private var limits: [ConversationID: Int] = [:]

  var isOver: Bool { question == .answered && waiting.isEmpty && inFlight.isEmpty }
  var readsInFlight: Int { inFlight.count }

  /// Adds conversations that have to be read, each once.
  mutating func add(_ conversations: some Collection<ConversationID>) {
    if conversations.isEmpty { return }
    var missing = Set(conversations)
    for (ticket, reading) in inFlight where missing.contains(reading.conversation) {
      inFlight[ticket]?.isOutdated = true
      missing.remove(reading.conversation)
    }
    waiting = missing.union(waiting).sorted(by: >)
  }

  /// Plans to read more messages of a conversation, because those that were read are not enough.
  mutating func lookFurther(_ reading: Reading) {
    limits[reading.conversation] = reading.limit * 10
    add([reading.conversation])
  }

  /// Drops conversations that are gone. They are not read, and answers about them are ignored.
  mutating func drop(where isGone: (ConversationID) -> Bool) {
    waiting.removeAll(where: isGone)
    inFlight = inFlight.filter { !isGone($0.value.conversation) }
  }

  /// Returns the query for the next conversation, whose read is in flight from now on; `nil` if
  /// none is left.
  mutating func begin(_ ticket: TimelineTicket, firstRead: Int) -> Query? {
    guard let next = waiting.popLast() else { return nil }
    let limit = min(max(limits.removeValue(forKey: next) ?? firstRead, 1), Limits.page)
    inFlight[ticket] = Reading(conversation: next, limit: limit)
    // What the conversation shows below a gap is its preview while nothing above it has a row.
    return Query(.newest, in: next, limit: limit, crossesGaps: true)
  }

  /// Ends a read.
  ///
  /// - Returns: the read; `nil` if it is not in flight, or if the conversation is read again.
  mutating func end(_ ticket: TimelineTicket) -> Reading? {
    guard let reading = inFlight.removeValue(forKey: ticket) else { return nil }
    guard reading.isOutdated else { return reading }
    add([reading.conversation])
    return nil
  }
}
