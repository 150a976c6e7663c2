/// What a sync engine knows about one stream. Streams do not wait for each other.
struct StreamSync: Sendable {
  /// A request that is in flight.
  struct Flight: Sendable {
    let ticket: SyncTicket
    let since: SyncToken?
    let askedAt: Int64
    let wait: Int64
    /// The deadline for the answer.
    let deadline: Int64
    /// Where the first update began that was buffered when it was made; `nil` for none.
    let above: Int64?
    /// Whether a complete answer covers all that happened up to now.
    var isCurrent = true
    /// Conversations of which a page up to the live end was stored since the request.
    var paged: Set<ConversationID> = []
  }

  let id: StreamID
  let traits: StreamTraits
  /// The stored token; `nil` if nothing of the stream is stored, or the beginning of a first
  /// catch-up.
  var token: SyncToken?
  /// How far a first catch-up is stored that is not complete. This token is not stored: a process
  /// that continued from it could not tell which conversations have been named (`SYNC-093`).
  var reached: SyncToken?
  /// Whether everything that happened up to now is stored, buffered, or still to be reported by the
  /// server on its own.
  var isCaughtUp = false
  var flight: Flight?
  /// The batch that is being stored.
  var batch: SyncBatch?
  /// Conversations of which a page up to the live end was stored that may be newer than everything
  /// stored of the stream, whatever the results of requests since (`SYNC-090`).
  var paged: Set<ConversationID> = []
  /// Whether a complete answer was stored since the process began. Until then, pages that an
  /// earlier process stored may be newer than everything stored of the stream (`SYNC-092`).
  var knowsItsPages = false
  /// The conversations that the answers since a request without a token have named; `nil` once such
  /// a catch-up is complete. Until then, what is first reported of a conversation may not join what
  /// is stored (`SYNC-009`).
  var named: Set<ConversationID>?
  /// Updates that cannot be stored yet, in the order of their numbers, or of their arrival.
  var buffer: [SyncUpdate] = []
  /// Since when each buffered update has shown that a number below it is missing, by where it
  /// begins.
  var missingSince: [Int64: Int64] = [:]
  /// When the stream was last updated, asked, or stored.
  var newsAt = Int64.min
  /// The number of the ticket of its last request: the stream that waited longest asks first.
  var lastAsked: Int64 = 0
  /// Whether it has made a request since there is a connection.
  var hasAsked = false
  /// Failed requests.
  var attempts = Attempts()
  /// Answers that came at once and brought nothing new.
  var idle = Attempts()
  /// The number of quick answers in a row.
  var quick = 0
  var pacedUntil = Int64.min
  var refusedUntil = Int64.min
  /// Until when the server ordered to wait with its refusal, also on a new connection (`SYNC-023`).
  var orderedUntil = Int64.min
  /// Whether the server refused its last request. Nothing waits for such a stream.
  var isRefused = false
  /// The number of answers in a row that went back to an earlier number.
  var backward = 0
  /// The number of complete answers in a row that ended below an update that had been buffered
  /// before the request.
  var unfilled = 0
  /// Whether the last answer was not stored although it told more than what is stored.
  var hasDroppedAnswer = false
  /// Whether it is to be reset once its batch is stored.
  var isToBeReset = false
  /// Whether buffered updates may have numbers that belong to other events now: they are not
  /// stored.
  var isMistrusted = false
  /// How often in a row the server did not know the token that it gave. The first time counts as a
  /// change of the server, and is followed by a request at once.
  var forgotten = Attempts()
  /// Failures of the store.
  var storeAttempts = Attempts()

  init(id: StreamID, traits: StreamTraits, token: SyncToken? = nil) {
    self.id = id
    self.traits = traits
    self.token = token
  }

  /// The token of the next request.
  var next: SyncToken? { reached ?? token }

  /// Whether its last request has failed, and no other one has begun.
  var hasFailed: Bool { flight == nil && batch == nil && (isRefused || attempts.count > 0) }

  /// Whether updates may be stored now. What continues a numbered stream does not wait for the
  /// request in flight, unless the answer to the one before was dropped for that (`SYNC-100`).
  var storesUpdates: Bool { flight == nil || traits.arrival == .numbered && !hasDroppedAnswer }

  /// Whether everything that a numbered answer tells is stored from updates, or about to be.
  func hasAll(of answer: SyncAnswer) -> Bool {
    guard traits.arrival == .numbered, answer.isComplete, let end = answer.next.number,
      var number = (batch.map(\.to) ?? token)?.number
    else { return false }
    for span in buffer.compactMap(\.span) where span.after <= number {
      number = max(number, span.to)
    }
    let isRefused = answer.parts.contains { if case .refused = $0.start { true } else { false } }
    return end <= number && !isRefused
  }

  /// Notes an answer that is not stored, because updates or another writer moved the stream.
  mutating func drop(_ answer: SyncAnswer) {
    hasDroppedAnswer = !hasAll(of: answer)
    if hasDroppedAnswer {
      // It may tell what no update told.
      lose()
    } else {
      (idle, quick, unfilled) = (Attempts(), 0, 0)
    }
  }

  /// Whether there is nothing to do until the next event.
  var isIdle: Bool {
    isCaughtUp && flight == nil && batch == nil && buffer.isEmpty && traits.arrival != .polled
  }

  /// The stored token once the batch is stored whose commit is in flight.
  var nextToken: SyncToken? {
    if let batch, batch.ticket != nil { batch.to } else { token }
  }

  /// Starts again after a new connection or a new network: what happened in between is unknown.
  mutating func begin() {
    lose()
    dropNumbers()
    hasAsked = false
    (idle, forgotten) = (Attempts(), Attempts())
    (hasDroppedAnswer, isToBeReset) = (false, false)
    refusedUntil = .min
    isRefused = false
  }

  /// Notes that a page of a conversation up to the live end was stored. It shows what the stream
  /// has not reported yet: until a complete answer to a later request, reports of the stream may be
  /// older than the page.
  mutating func meet(pageOf conversation: ConversationID) {
    paged.insert(conversation)
    flight?.paged.insert(conversation)
    batch?.meet(pageOf: conversation)
  }

  /// Takes the parts of an answer. What came before the first report about a conversation, after a
  /// request without a token, is unknown.
  mutating func join(
    _ parts: [ConversationPart], of answer: SyncAnswer, to flight: Flight
  ) -> [ConversationPart] {
    if flight.since == nil { named = [] }
    defer { if answer.isComplete { named = nil } }
    return parts.map { part in
      let isFirst = named?.insert(part.conversation).inserted ?? false
      guard isFirst, part.start == .continues else { return part }
      return ConversationPart(part.conversation, .limited(nil), items: part.items)
    }
  }

  /// Drops the beginning of a first catch-up: the next request has no token.
  mutating func dropBeginning() { (reached, named) = (nil, nil) }

  /// Notes that something may have been missed: the next request finds it.
  mutating func lose() {
    isCaughtUp = false
    flight?.isCurrent = false
    batch?.isCurrent = false
    // The next answer covers the buffered messages. They came before what was missed, so they do
    // not show where the live end is any more.
    dropMessages { _ in true }
  }

  /// Drops buffered updates with numbers: the server may have given these numbers to other events
  /// since. The next answer covers what they hold (`SYNC-052`).
  mutating func dropNumbers() {
    if traits.arrival == .numbered { buffer = [] }
    isMistrusted = false
  }

  /// Whether the first buffered update begins after what is stored.
  var hasHole: Bool {
    guard traits.arrival == .numbered, let first = buffer.first?.span else { return false }
    return token?.number.map { $0 < first.after } ?? true
  }

  /// Notes a complete answer. If such answers end below what the server had pushed before, time
  /// after time, the server may have gone back: then the buffered numbers belong to other events
  /// (`SYNC-052`).
  mutating func noteEnd(of answer: SyncAnswer, to flight: Flight, patience: Int) {
    guard answer.isComplete, let above = flight.above, above == buffer.first?.span?.after,
      answer.next.number.map({ $0 < above }) ?? false
    else {
      unfilled = 0
      return
    }
    unfilled += 1
    if unfilled >= patience { isMistrusted = true }
  }

  /// Returns since when what is missing below the buffered updates has been missing. A second hole
  /// has its own age: the update above it may have come much later than the one above the first.
  mutating func noteMissing(at now: Int64) -> Int64 {
    let starts = Set(buffer.compactMap { $0.span?.after })
    missingSince = Dictionary(uniqueKeysWithValues: starts.map { ($0, missingSince[$0] ?? now) })
    return missingSince.values.min() ?? now
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

  /// Drops buffered messages of a conversation for which an answer opens a gap up to the live end.
  /// They lie in that gap: stored on their own, the newest of them would end it too early
  /// (`SYNC-085`).
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

  /// Takes the updates that can be stored now, and the token to store with them.
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
      if isMistrusted, let next = buffer.first?.span, next.after <= number {
        // The next answer covers what has these numbers now.
        dropNumbers()
        lose()
        idle = Attempts()
        return nil
      }
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

  /// Puts back updates that could not be stored.
  mutating func giveBack(_ updates: [SyncUpdate]) {
    buffer = updates + buffer
  }
}
