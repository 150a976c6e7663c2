// Where each event is handled.
extension SyncState {
  mutating func take(_ event: SyncEvent, at now: Int64) {
    if session == .signedOut { return refuse(event) }
    switch event.mapError(ofTicketsUpTo: oldTickets, \.withoutRejection) {
    case .online(let isOnline): setOnline(isOnline, at: now)
    case .woken: wokeUp(at: now)
    case .clock: break
    case .outbox(let isBusy): outboxIsBusy = isBusy
    case .signedIn: signedIn(at: now)
    case .signedOut: signOut()
    case .connected(let ticket): connected(ticket, at: now)
    case .disconnected(let ticket, let error): disconnected(ticket, error, at: now)
    case .heard: link.heard(at: now)
    case .person(let news):
      link.heard(at: now)
      heard(news, at: now)
    case .moved: storeMoved()
    case .typed(let conversation): typed(in: conversation, at: now)
    case .stoppedTyping(let conversation): stoppedTyping(in: conversation)
    case .reported(let ticket, let error):
      guard case .reading(let conversation)? = waiting.removeValue(forKey: ticket) else { return }
      reported(conversation, error, at: now)
    case .updated(let update):
      board.arrived(update.items)
      updated(update, at: now)
    case .hinted(let stream):
      link.heard(at: now)
      hinted(stream)
    case .answered(let ticket, let answer):
      guard case .stream(let stream)? = waiting.removeValue(forKey: ticket) else { return }
      if case .success(let answer) = answer {
        // Who types is true at the end of the answer, after its messages.
        for part in answer.parts { board.arrived(part.items) }
        for news in answer.people { heard(news, at: now) }
      }
      answered(stream, ticket, answer, at: now)
    case .fetched(let ticket, let answer):
      guard case .fill(let key)? = waiting.removeValue(forKey: ticket) else { return }
      fetched(key, answer, at: now)
    case .tokens(let ticket, let stored):
      guard waiting.removeValue(forKey: ticket) == .tokens else { return }
      tokensRead(stored)
    case .read(let ticket, let snapshot): wasRead(ticket, snapshot, at: now)
    case .notRead(let ticket, let error): wasNotRead(ticket, error, at: now)
    case .committed(let ticket): committed(ticket, at: now)
    case .notCommitted(let ticket, let error): notCommitted(ticket, error, at: now)
    case .wanted(let caller, let conversation, let gap): wanted(caller, conversation, gap)
    case .unwanted(let caller): unwanted(caller)
    case .opened(let conversation): opened(conversation, at: now)
    case .closed(let conversation): closed(conversation)
    case .cleared(let conversation): cleared(conversation)
    }
  }

  /// Handles that a conversation was cleared or forgotten: what its gaps could not get is not
  /// missing any more (`SYNC-055`).
  private mutating func cleared(_ conversation: ConversationID) {
    trouble.forgetPages { !$0.isRefresh && $0.conversation == conversation }
    touch([conversation])
  }

  /// Answers a caller after the end of the engine, so that nobody waits for ever.
  private mutating func refuse(_ event: SyncEvent) {
    if case .wanted(let caller, _, _) = event { act(.reply([caller], .failed(.signedOut))) }
  }

  private mutating func wasRead(_ ticket: SyncTicket, _ snapshot: Snapshot, at now: Int64) {
    switch waiting.removeValue(forKey: ticket) {
    case .stream(let stream)?:
      busy.insert(stream)
      guard let conversation = streams[stream]?.batch?.reads.removeValue(forKey: ticket) else {
        return
      }
      streams[stream]?.batch?.take(snapshot, of: conversation)
    case .fill(let key)?: wasRead(key, snapshot, at: now)
    case .readings?: readingsRead(snapshot)
    case .reading(let conversation)?: readingRead(conversation, snapshot, at: now)
    case .tokens?, nil: return
    }
  }

  private mutating func wasNotRead(
    _ ticket: SyncTicket, _ error: RepositoryError, at now: Int64
  ) {
    switch waiting.removeValue(forKey: ticket) {
    case .tokens?: tokensNotRead(error, at: now)
    case .stream(let stream)?: endNotRead(stream, ticket, error, at: now)
    case .fill(let key)?: wasNotRead(key, error, at: now)
    case .readings?: readingsNotRead(nil, error, at: now)
    case .reading(let conversation)?: readingsNotRead(conversation, error, at: now)
    case nil: return
    }
  }

  private mutating func committed(_ ticket: SyncTicket, at now: Int64) {
    liveEnds.ended(ticket, isStored: true)
    switch waiting.removeValue(forKey: ticket) {
    case .stream(let stream)?: batchCommitted(stream, at: now)
    case .fill(let key)?: fillCommitted(key)
    case .reading(let conversation)?: reportCommitted(conversation)
    case .tokens?, .readings?, nil: return
    }
  }

  private mutating func notCommitted(
    _ ticket: SyncTicket, _ error: RepositoryError, at now: Int64
  ) {
    liveEnds.ended(ticket, isStored: false)
    switch waiting.removeValue(forKey: ticket) {
    case .stream(let stream)?: batchNotCommitted(stream, error, at: now)
    case .fill(let key)?: fillNotCommitted(key, error, at: now)
    case .reading(let conversation)?: readingsNotRead(conversation, error, at: now)
    case .tokens?, .readings?, nil: return
    }
  }
}

extension SyncError {
  static let signedOut = SyncError(.unauthorized, code: "signed-out")
  /// What a page belongs to has changed each time while it was requested.
  static let restless = SyncError(.transient, code: "restless")
  /// A page waits for the first token of its stream, and the request for that has failed.
  static let noToken = SyncError(.transient, code: "no-token")
  static let late = SyncError(.transient, code: "late")
}

extension RepositoryError {
  /// The failure of the store, as a sync engine reports it.
  var asSyncError: SyncError { SyncError(.transient, code: ExactString("store-\(code.rawValue)")) }
}

extension SyncEvent {
  /// Changes the error with which a request or a connection ended, if its ticket is an old one.
  fileprivate func mapError(
    ofTicketsUpTo last: Int64, _ change: (SyncError) -> SyncError
  ) -> SyncEvent {
    switch self {
    case .answered(let ticket, let answer) where ticket.number <= last:
      .answered(ticket, answer.mapError(change))
    case .fetched(let ticket, let answer) where ticket.number <= last:
      .fetched(ticket, answer.mapError(change))
    case .reported(let ticket, let error) where ticket.number <= last:
      .reported(ticket, error.map(change))
    case .disconnected(let ticket, let error) where ticket.number <= last:
      .disconnected(ticket, change(error))
    case .answered, .fetched, .reported, .disconnected, .online, .woken, .clock, .outbox, .signedIn,
      .signedOut, .connected, .heard, .person, .moved, .typed, .stoppedTyping, .updated, .hinted,
      .tokens, .read, .notRead, .committed, .notCommitted, .wanted, .unwanted, .opened, .closed,
      .cleared:
      self
    }
  }
}

extension SyncError {
  /// The same for what began before the last sign-in: a rejection of old credentials says nothing
  /// about the new ones (`SYNC-099`).
  fileprivate var withoutRejection: SyncError {
    kind == .unauthorized ? SyncError(.transient, code: code, retryAfter: retryAfter) : self
  }
}
