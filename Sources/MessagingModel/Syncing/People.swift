/// What people are doing: never stored, and valid for a moment only.
public struct People: Hashable, Sendable {
  /// Who is typing, in ascending order; conversations in which nobody is are left out.
  public var typing: [ConversationID: [ParticipantID]] = [:]
  /// When participants were last seen; only for those who were seen most recently.
  public var lastSeen: [ParticipantID: Timestamp] = [:]

  public init() {}
}

/// What a server reports about a person.
public enum PersonNews: Hashable, Sendable {
  case typing(ConversationID, ParticipantID, isTyping: Bool)
  case seen(ParticipantID, Timestamp)
}

/// Keeps what people are doing, for as long as it is valid (`SYNC-070` … `SYNC-075`).
struct PeopleBoard: Sendable {
  /// One participant who is typing.
  private struct Typing: Sendable {
    /// Until when this is shown.
    let until: Int64
    /// Whether a message of the participant has arrived since the last report of typing.
    var hasWritten = false
  }

  private(set) var shown = People()
  /// The messages that arrived last.
  private var recent = RecentMessages()
  /// Who is typing.
  private var typing: [ConversationID: [ParticipantID: Typing]] = [:]
  /// For each participant, when the last-seen time was shown last, and the time to show next.
  private var seen: [ParticipantID: (shownAt: Int64, next: Timestamp?)] = [:]
  /// Where the owner is typing: when that was last reported, and when it ends by itself.
  private var own: [ConversationID: (told: Int64, until: Int64)] = [:]

  mutating func hear(_ news: PersonNews, at now: Int64, _ policy: SyncPolicy) {
    switch news {
    case .typing(let conversation, let person, let isTyping):
      guard isTyping else { return stop(person, in: conversation) }
      let others = typing.reduce(0) { $0 + $1.value.count }
      guard typing[conversation]?[person] != nil || others < policy.typingLimit else { return }
      typing[conversation, default: [:]][person] = Typing(
        until: policy.typingShown.after(now))
      show(conversation)
    case .seen(let person, let time): see(person, time, at: now, policy)
    }
  }

  /// Notes whose messages have arrived for the first time; they are not stored yet. An answer
  /// repeats what was pushed before.
  mutating func arrived(_ items: [SyncItem]) {
    for case .message(let message) in items {
      guard recent.insert(message) else { continue }
      typing[message.conversation]?[message.sender]?.hasWritten = true
    }
  }

  /// Ends the typing of a participant whose message is stored. Who was reported as typing after
  /// it arrived is writing the next one.
  mutating func wrote(_ person: ParticipantID, in conversation: ConversationID) {
    guard typing[conversation]?[person]?.hasWritten ?? false else { return }
    stop(person, in: conversation)
  }

  private mutating func stop(_ person: ParticipantID, in conversation: ConversationID) {
    guard typing[conversation]?.removeValue(forKey: person) != nil else { return }
    show(conversation)
  }

  /// Clears all typing: without a connection nobody reports who stops.
  mutating func disconnect() {
    typing = [:]
    own = [:]
    shown.typing = [:]
  }

  mutating func clear() { self = PeopleBoard() }

  /// Ends typing that is over, and shows last-seen times that were held back.
  ///
  /// - Returns: where the owner has stopped typing, and when to come back.
  mutating func step(at now: Int64, _ policy: SyncPolicy) -> (stopped: [ConversationID], Int64?) {
    var next: Int64?
    for (conversation, people) in typing {
      let left = people.filter { $0.value.until > now }
      typing[conversation] = left
      if left.count != people.count { show(conversation) }
      next = [next, left.values.map(\.until).min()].compactMap(\.self).min()
    }
    for (person, known) in seen {
      guard let time = known.next else { continue }
      let due = policy.seenInterval.after(known.shownAt)
      if due <= now {
        shown.lastSeen[person] = time
        seen[person] = (now, nil)
      } else {
        next = min(next ?? due, due)
      }
    }
    let stopped = own.filter { $0.value.until <= now }.keys.sorted()
    for conversation in stopped { own[conversation] = nil }
    next = [next, own.values.map(\.until).min()].compactMap(\.self).min()
    return (stopped, next)
  }

  /// Notes that the owner touched a key.
  ///
  /// - Returns: whether that is to be reported.
  mutating func typed(in conversation: ConversationID, at now: Int64, _ policy: SyncPolicy) -> Bool
  {
    let told = own[conversation]?.told
    let isDue = told.map { policy.typingInterval.after($0) <= now } ?? true
    own[conversation] = (isDue ? now : told ?? now, policy.typingPause.after(now))
    return isDue
  }

  /// Notes that the owner has sent the text, or discarded it.
  ///
  /// - Returns: whether that is to be reported.
  mutating func stopped(in conversation: ConversationID) -> Bool {
    own.removeValue(forKey: conversation) != nil
  }

  private mutating func show(_ conversation: ConversationID) {
    let people = typing[conversation]?.keys.sorted() ?? []
    if people.isEmpty { typing[conversation] = nil }
    shown.typing[conversation] = people.isEmpty ? nil : people
  }

  private mutating func see(
    _ person: ParticipantID, _ time: Timestamp, at now: Int64, _ policy: SyncPolicy
  ) {
    guard let known = seen[person] else {
      guard seen.count < policy.seenLimit || forgetSomebody(before: time) else { return }
      seen[person] = (now, nil)
      shown.lastSeen[person] = time
      return
    }
    guard time > known.next ?? shown.lastSeen[person] ?? time else { return }
    seen[person] = (known.shownAt, time)
  }

  /// Forgets the participant who was not seen for longest, if that is before `time`.
  ///
  /// - Returns: whether somebody was forgotten.
  private mutating func forgetSomebody(before time: Timestamp) -> Bool {
    let times = seen.compactMap { person, known in
      (known.next ?? shown.lastSeen[person]).map { (time: $0, person: person) }
    }
    guard let oldest = times.min(by: { ($0.time, $0.person) < ($1.time, $1.person) }),
      oldest.time < time
    else { return false }
    seen[oldest.person] = nil
    shown.lastSeen[oldest.person] = nil
    return true
  }
}

// What people are doing.
extension SyncState {
  /// What people are doing now.
  public var people: People { board.shown }

  mutating func heard(_ news: PersonNews, at now: Int64) {
    if case .typing(_, owner, _) = news { return }
    board.hear(news, at: now, policy)
  }

  mutating func typed(in conversation: ConversationID, at now: Int64) {
    guard mayAsk else { return }
    if board.typed(in: conversation, at: now, policy) { act(.tellTyping(conversation, true)) }
  }

  mutating func stoppedTyping(in conversation: ConversationID) {
    if board.stopped(in: conversation), mayAsk { act(.tellTyping(conversation, false)) }
  }

  /// Ends the typing of everybody whose message came live, and was stored (`SYNC-071`).
  ///
  /// - Parameter isFirst: whether the batch is the first of its stream: its pages may show what
  ///   everybody has known for long.
  mutating func peopleWrote(_ changes: [Change], isFirst: Bool) {
    for change in changes {
      if case .receive(let message) = change {
        board.wrote(message.sender, in: message.conversation)
      }
      // Of a page up to the live end only the newest message is certainly new.
      if !isFirst, case .page(let page) = change, page.reach == .live,
        let newest = page.messages.last
      {
        board.wrote(newest.sender, in: newest.conversation)
      }
    }
  }

  mutating func stepPeople(at now: Int64) {
    let (stopped, next) = board.step(at: now, policy)
    for conversation in stopped where mayAsk { act(.tellTyping(conversation, false)) }
    if let next { wake(at: next) }
  }
}

/// The messages that were inserted last.
private struct RecentMessages: Sendable {
  private struct Name: Hashable, Sendable {
    let conversation: ConversationID
    let remoteID: RemoteID
  }

  private static let limit = 1_000
  private var names: Set<Name> = []
  /// In the order in which they came.
  private var order: [Name] = []

  /// - Returns: whether the message is new.
  mutating func insert(_ message: ReceivedMessage) -> Bool {
    let name = Name(conversation: message.conversation, remoteID: message.position.remoteID)
    guard names.insert(name).inserted else { return false }
    order.append(name)
    if order.count > 2 * Self.limit {
      names.subtract(order.prefix(Self.limit))
      order.removeFirst(Self.limit)
    }
    return true
  }
}
