internal import MessagingModel

/// What is read before the next update: which conversations changed, then each of these.
struct ConversationListRound: Sendable {
  /// The question which conversations changed.
  enum Question: Hashable, Sendable {
    /// There is an answer, or none was wanted.
    case answered
    /// To be asked.
    case due
    case inFlight(TimelineTicket)
  }

  /// A read that somebody waits for.
  struct Reading: Hashable, Sendable {
    let conversation: ConversationID
    /// How many messages of it were asked for.
    let limit: Int
    /// Whether the conversation has to be read again: what this one brings may be old.
    var isOutdated = false
  }

  var question = Question.answered
  /// How often it went on because of a commit that came meanwhile.
  var followed = 0
  /// The newest commit that a read has seen.
  var seen = Revision.zero
  private var inFlight: [TimelineTicket: Reading] = [:]
  /// What is not read yet, in descending order: the next one is the last.
  private var waiting: [ConversationID] = []
  /// How many messages are read of a conversation of which the first ones were not enough.
  private var limits: [ConversationID: Int] = [:]

  var isOver: Bool { question == .answered && waiting.isEmpty && inFlight.isEmpty }
  var readsInFlight: Int { inFlight.count }

  /// Conversations that have to be read, once each.
  mutating func add(_ conversations: some Collection<ConversationID>) {
    if conversations.isEmpty { return }
    var missing = Set(conversations)
    for (ticket, reading) in inFlight where missing.contains(reading.conversation) {
      inFlight[ticket]?.isOutdated = true
      missing.remove(reading.conversation)
    }
    waiting = missing.union(waiting).sorted(by: >)
  }

  /// A conversation of which the messages that were read are not enough.
  mutating func lookFurther(_ reading: Reading) {
    limits[reading.conversation] = reading.limit * 10
    add([reading.conversation])
  }

  /// Conversations that are gone: they are not read, and what is in flight of them is for nobody.
  mutating func drop(where isGone: (ConversationID) -> Bool) {
    waiting.removeAll(where: isGone)
    inFlight = inFlight.filter { !isGone($0.value.conversation) }
  }

  /// The next conversation to be read, in flight from now on.
  mutating func begin(_ ticket: TimelineTicket, firstRead: Int) -> Query? {
    guard let next = waiting.popLast() else { return nil }
    let limit = min(max(limits.removeValue(forKey: next) ?? firstRead, 1), Limits.page)
    inFlight[ticket] = Reading(conversation: next, limit: limit)
    return Query(.newest, in: next, limit: limit)
  }

  /// A read has ended.
  ///
  /// - Returns: what was read; `nil` if nobody waits for it, or it is read again.
  mutating func end(_ ticket: TimelineTicket) -> Reading? {
    guard let reading = inFlight.removeValue(forKey: ticket) else { return nil }
    guard reading.isOutdated else { return reading }
    add([reading.conversation])
    return nil
  }
}
