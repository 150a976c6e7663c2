internal import MessagingCore
internal import MessagingModel

/// What people are doing, and what the server hears of the owner's typing, worked out anew from a
/// list of all that happened (`SYNC-070` … `SYNC-075`).
struct NaivePeople: Sendable {
  /// What the rules heard, did or showed. The times are those of their clock.
  private enum Entry: Sendable {
    case typing(ConversationID, ParticipantID, isTyping: Bool)
    case seen(ParticipantID, Timestamp)
    /// A person's message has arrived, and is not stored yet.
    case arrived(ConversationID, ParticipantID)
    /// A person's message is stored: they do not type any more, unless they began anew since it
    /// arrived.
    case wrote(ConversationID, ParticipantID)
    case key(ConversationID)
    case told(ConversationID, isTyping: Bool)
    /// Nobody hears of anybody any more: no network, no connection, no credentials.
    case silence
    case showed(ParticipantID, Timestamp)

    /// Where the owner touched a key; `nil` for another entry.
    var typedIn: ConversationID? { if case .key(let chat) = self { chat } else { nil } }
  }

  private let policy: SyncPolicy
  private let owner: ParticipantID
  private var log: [(at: Int64, entry: Entry)] = []
  /// The messages that have arrived.
  private var arrived: [ConversationID: Set<RemoteID>] = [:]
  private var link: SyncTicket?
  private var isOnline = false
  private var commits: [SyncTicket: [Change]] = [:]

  init(owner: ParticipantID, policy: SyncPolicy) {
    self.owner = owner
    self.policy = policy
  }

  /// Follows an event that the rules have handled.
  ///
  /// - Returns: the law that is broken; `nil` if none is.
  mutating func follow(
    _ event: SyncEvent, _ actions: [SyncAction], _ rules: any SyncDeciding, at now: Int64
  ) -> Law? {
    let mayTell = isOnline && !isLocked(rules)
    var due = hear(event, mayTell, rules.people, now)
    for (chat, isTyping) in due { note(.told(chat, isTyping: isTyping), now) }
    follow(actions, now)
    if isLocked(rules) { note(.silence, now) }
    let stopped = Set(log.compactMap { $0.entry.typedIn }).sorted()
      .filter { isTyping($0) && lastKey($0).map { policy.typingPause.after($0) <= now } ?? false }
    for chat in stopped { note(.told(chat, isTyping: false), now) }
    due += stopped.map { ($0, false) }
    return lawOfOwn(actions, due) ?? lawOfOthers(rules.people, now)
  }
}

// What goes into the log.
extension NaivePeople {
  /// - Returns: what the server has to be told of the owner's typing.
  private mutating func hear(
    _ event: SyncEvent, _ mayTell: Bool, _ shown: People, _ now: Int64
  ) -> [(ConversationID, Bool)] {
    switch event {
    case .person(.typing(let chat, let person, let isTyping)):
      if person != owner { note(.typing(chat, person, isTyping: isTyping), now) }
    case .person(.seen(let person, let time)): note(.seen(person, time), now)
    case .typed(let chat):
      guard mayTell else { break }
      defer { note(.key(chat), now) }
      if !isTold(chat, at: now) { return [(chat, true)] }
    case .stoppedTyping(let chat): if mayTell, isTyping(chat) { return [(chat, false)] }
    case .updated(let update): arrived(update.items, now)
    case .answered(_, .success(let answer)): arrived(answer.parts.flatMap(\.items), now)
    case .committed(let ticket): wrote(commits[ticket] ?? [], shown, now)
    case .online(let isOnline):
      self.isOnline = isOnline
      if !isOnline { note(.silence, now) }
    case .woken: if mayTell { note(.silence, now) }
    case .disconnected(let ticket, _): if ticket == link { note(.silence, now) }
    case .clock, .outbox, .signedIn, .signedOut, .connected, .heard, .hinted, .answered, .fetched,
      .reported, .moved, .tokens, .read, .notRead, .notCommitted, .wanted, .unwanted,
      .opened, .closed, .cleared:
      break
    }
    return []
  }

  private mutating func arrived(_ items: [SyncItem], _ now: Int64) {
    for case .message(let message) in items
    where arrived[message.conversation, default: []].insert(message.position.remoteID).inserted {
      note(.arrived(message.conversation, message.sender), now)
    }
  }

  private mutating func note(_ entry: Entry, _ now: Int64) { log.append((now, entry)) }

  private func isLocked(_ rules: any SyncDeciding) -> Bool {
    switch rules.status.phase {
    case .needsSignIn, .signedOut: true
    case .offline, .connecting, .catchingUp, .live: false
    }
  }

  private mutating func follow(_ actions: [SyncAction], _ now: Int64) {
    for action in actions {
      if case .connect(let ticket) = action { link = ticket }
      if case .disconnect = action { note(.silence, now) }
      if case .commit(let ticket, let changes) = action { commits[ticket] = changes }
    }
  }

  /// Messages that came live end typing; so does the newest message of a page up to the present,
  /// unless it may have been known for long: then either is right.
  private mutating func wrote(_ changes: [Change], _ shown: People, _ now: Int64) {
    // A page of a gap has the token that it needs, unchanged.
    let isContinued = changes.contains { change in
      guard case .advance(let stream, let from?, let to) = change else { return false }
      return stream != "live-ends" && from != to
    }
    for change in changes {
      if case .receive(let message) = change {
        note(.wrote(message.conversation, message.sender), now)
      }
      if case .page(let page) = change, page.reach == .live, let newest = page.messages.last {
        let isShown = shown.typing[page.conversation]?.contains(newest.sender) ?? false
        if isContinued || !isShown { note(.wrote(page.conversation, newest.sender), now) }
      }
    }
  }

}

// What the log says.
extension NaivePeople {
  /// The entries since nobody hears of anybody.
  private var sinceSilence: ArraySlice<(at: Int64, entry: Entry)> {
    let last = log.lastIndex { if case .silence = $0.entry { true } else { false } }
    return log[(last.map { $0 + 1 } ?? 0)...]
  }

  /// Whether the server knows that the owner types, since a time from which on a key is news again.
  private func isTold(_ chat: ConversationID, at now: Int64) -> Bool {
    for (at, entry) in sinceSilence.reversed() {
      if case .told(chat, let isTyping) = entry {
        return isTyping && policy.typingInterval.after(at) > now
      }
    }
    return false
  }

  /// Whether the server was told that the owner types, and not that it ended.
  private func isTyping(_ chat: ConversationID) -> Bool {
    for (_, entry) in sinceSilence.reversed() {
      if case .told(chat, let isTyping) = entry { return isTyping }
    }
    return false
  }

  private func lastKey(_ chat: ConversationID) -> Int64? {
    sinceSilence.last { $0.entry.typedIn == chat }?.at
  }

  private func lawOfOwn(_ actions: [SyncAction], _ due: [(ConversationID, Bool)]) -> Law? {
    let told = actions.compactMap { action -> String? in
      if case .tellTyping(let chat, let isTyping) = action { "\(chat) \(isTyping)" } else { nil }
    }
    return told.sorted() == due.map { "\($0) \($1)" }.sorted() ? nil : .ownTyping
  }

  private mutating func lawOfOthers(_ people: People, _ now: Int64) -> Law? {
    let shown = people.typing.mapValues(Set.init)
    guard shown == typing(at: now) else { return .typingOfOthers }
    return lawOfSeen(people.lastSeen, now)
  }

  /// Who types. Who begins when as many as may be shown are typing is left out (`SYNC-096`).
  private func typing(at now: Int64) -> [ConversationID: Set<ParticipantID>] {
    var shown: [(chat: ConversationID, person: ParticipantID, until: Int64)] = []
    let entries = sinceSilence
    for (index, (at, entry)) in zip(entries.indices, entries) {
      shown.removeAll { $0.until <= at }
      switch entry {
      case .typing(let chat, let person, true):
        let isShown = shown.contains { $0.chat == chat && $0.person == person }
        guard isShown || shown.count < policy.typingLimit else { continue }
        shown.removeAll { $0.chat == chat && $0.person == person }
        shown.append((chat, person, policy.typingShown.after(at)))
      case .wrote(let chat, let person) where hasBegunAnew(person, in: chat, entries[..<index]):
        continue
      case .typing(let chat, let person, false), .wrote(let chat, let person):
        shown.removeAll { $0.chat == chat && $0.person == person }
      case .seen, .key, .told, .silence, .showed, .arrived: break
      }
    }
    let left = shown.filter { $0.until > now }
    return Dictionary(grouping: left, by: \.chat).mapValues { Set($0.map(\.person)) }
  }

  /// Whether a person was reported as typing after all messages of theirs that have arrived.
  private func hasBegunAnew(
    _ person: ParticipantID, in chat: ConversationID, _ log: ArraySlice<(at: Int64, entry: Entry)>
  ) -> Bool {
    let last = log.last { past in
      switch past.entry {
      case .typing(chat, person, true), .arrived(chat, person): true
      case _: false
      }
    }
    guard case .typing? = last?.entry else { return false }
    return true
  }

  /// The first report is shown at once, and the newest one as soon as the shown one is old enough.
  /// If there are too many people, who was seen longest ago is forgotten (`SYNC-096`).
  private mutating func lawOfSeen(_ shown: [ParticipantID: Timestamp], _ now: Int64) -> Law? {
    var newest: [ParticipantID: Timestamp] = [:]
    var last: [ParticipantID: (at: Int64, time: Timestamp)] = [:]
    for (at, entry) in log {
      if case .showed(let person, let time) = entry { last[person] = (at, time) }
      guard case .seen(let person, let time) = entry else { continue }
      if newest[person] == nil, newest.count >= policy.seenLimit {
        guard let oldest = newest.min(by: { $0.value < $1.value }), oldest.value < time else {
          continue
        }
        (newest[oldest.key], last[oldest.key]) = (nil, nil)
      }
      newest[person] = max(newest[person] ?? time, time)
    }
    for (person, time) in newest {
      let isDue = last[person].map { policy.seenInterval.after($0.at) <= now } ?? true
      if isDue, time != last[person]?.time {
        last[person] = (now, time)
        note(.showed(person, time), now)
      }
    }
    return shown == last.mapValues(\.time) ? nil : .lastSeen
  }
}
