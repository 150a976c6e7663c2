/// What a sync engine knows of one stream. Streams do not wait for each other.
struct StreamSync: Sendable {
  /// A question that is in flight.
  struct Flight: Sendable {
    let ticket: SyncTicket
    let since: SyncToken?
    let askedAt: Int64
    let wait: Int64
    /// When it has taken too long.
    let deadline: Int64
    /// Whether a complete answer covers all that happened up to now.
    var isCurrent = true
    /// Conversations of which a page up to the live end was stored since it was asked.
    var paged: Set<ConversationID> = []
  }

  let id: StreamID
  let traits: StreamTraits
  /// As it is stored.
  var token: SyncToken?
  /// Whether all that happened up to now is stored, buffered, or will be heard of.
  var isCaughtUp = false
  var flight: Flight?
  /// What is being stored.
  var batch: SyncBatch?
  /// Conversations of which a page up to the live end was stored that may be newer than all that
  /// is stored of the stream, whatever became of the questions since (`SYNC-090`).
  var paged: Set<ConversationID> = []
  /// Whether a complete answer was stored since the process began: until then, pages that an
  /// earlier process stored may be newer than all that is stored of the stream (`SYNC-092`).
  var knowsItsPages = false
  /// Updates that cannot be stored yet, in the order of their numbers, or of their arrival.
  var buffer: [SyncUpdate] = []
  /// Since when a number has been missing.
  var missingSince: Int64?
  /// When it was told of last, asked, or stored.
  var newsAt = Int64.min
  /// The number of the ticket of its last question: the stream that waited longest asks first.
  var lastAsked: Int64 = 0
  /// Whether it asked since there is a connection.
  var hasAsked = false
  /// Questions that came to nothing.
  var attempts = Attempts()
  /// Answers that came at once and led nowhere.
  var idle = Attempts()
  /// Quick answers in a row.
  var quick = 0
  var pacedUntil = Int64.min
  var refusedUntil = Int64.min
  /// Whether the server refused its last question: nobody waits for it.
  var isRefused = false
  /// Answers in a row that went back to an earlier number.
  var backward = 0
  /// Failures of the store.
  var storeAttempts = Attempts()

  init(id: StreamID, traits: StreamTraits, token: SyncToken? = nil) {
    self.id = id
    self.traits = traits
    self.token = token
  }

  /// Whether nothing is to be done before something happens.
  var isIdle: Bool {
    isCaughtUp && flight == nil && batch == nil && buffer.isEmpty && traits.arrival != .polled
  }

  /// A connection, or the network, is new: what happened meanwhile is unknown.
  mutating func begin() {
    lose()
    hasAsked = false
    idle = Attempts()
    refusedUntil = .min
    isRefused = false
  }

  /// A page of a conversation was stored that reaches the live end, and shows what the stream has
  /// not told: until a complete answer to a later question, what is told may be older than it.
  mutating func meet(pageOf conversation: ConversationID) {
    paged.insert(conversation)
    flight?.paged.insert(conversation)
    batch?.meet(pageOf: conversation)
  }

  /// Something may have been missed: the next question tells.
  mutating func lose() {
    isCaughtUp = false
    flight?.isCurrent = false
    batch?.isCurrent = false
    // The next answer covers them. They came before what was missed, and prove nothing of the live
    // end any more.
    dropMessages { _ in true }
  }

  /// Whether the first buffered update begins after what is stored.
  var hasHole: Bool {
    guard traits.arrival == .numbered, let first = buffer.first?.span else { return false }
    return token?.number.map { $0 < first.after } ?? true
  }

  /// Keeps an update until it can be stored.
  ///
  /// - Returns: whether there was room for it.
  mutating func keep(_ update: SyncUpdate, limit: Int) -> Bool {
    guard !buffer.contains(update) || update.span == nil else { return true }
    guard buffer.count < limit else {
      buffer = []
      lose()
      return false
    }
    guard let span = update.span else {
      buffer.append(update)
      return true
    }
    let place = buffer.firstIndex { ($0.span?.after ?? .min) > span.after } ?? buffer.endIndex
    buffer.insert(update, at: place)
    return true
  }

  /// What a conversation said before the server refused it lies in the gap that this opens up to
  /// the live end: stored on its own, the newest of it would end the gap too early.
  mutating func dropMessages(of conversation: ConversationID) {
    dropMessages { $0.conversation == conversation }
  }

  private mutating func dropMessages(where isMeant: (ReceivedMessage) -> Bool) {
    guard traits.arrival == .pushed else { return }
    buffer = buffer.map { update in
      let rest = update.items.filter { item in
        if case .message(let message) = item { !isMeant(message) } else { true }
      }
      return SyncUpdate(stream: update.stream, span: update.span, items: rest)
    }.filter { !$0.items.isEmpty }
  }

  /// The updates that can be stored now, with the token that is stored with them.
  ///
  /// - Returns: `nil` if there are none.
  mutating func takeUpdates() -> (updates: [SyncUpdate], to: SyncToken?)? {
    var taken: [SyncUpdate] = []
    var items = 0
    switch traits.arrival {
    case .polled: return nil
    case .pushed:
      guard isCaughtUp else { return nil }
      while let next = buffer.first, taken.isEmpty || items + next.items.count < Limits.batch {
        items += next.items.count
        taken.append(buffer.removeFirst())
      }
      return taken.isEmpty ? nil : (taken, token)
    case .numbered:
      guard var number = token?.number else { return nil }
      while let next = buffer.first, let span = next.span, span.after <= number,
        taken.isEmpty || items + next.items.count < Limits.batch
      {
        buffer.removeFirst()
        guard span.to > number else { continue }
        number = span.to
        items += next.items.count
        taken.append(next)
      }
      return taken.isEmpty ? nil : (taken, SyncToken(number: number))
    }
  }

  /// The updates could not be stored: they wait again.
  mutating func giveBack(_ updates: [SyncUpdate]) {
    buffer = updates + buffer
  }
}
