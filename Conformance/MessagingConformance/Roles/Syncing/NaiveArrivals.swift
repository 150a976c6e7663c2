internal import MessagingModel

/// When an update must be stored at once: if it continues what is stored of its stream, whatever is
/// in flight with the server (`SYNC-100`).
///
/// It judges only while the store has nothing to do and has never failed. After an answer that may
/// have been dropped, updates may wait for the next one.
struct NaiveArrivals: Sendable {
  /// The stored number of each stream, as far as the engine was told.
  private var stored: [StreamID: Int64] = [:]
  /// What is in flight with the store, and where a commit moves the streams.
  private var work: [SyncTicket: [StreamID: SyncToken?]] = [:]
  private var questions: [SyncTicket: StreamID] = [:]
  /// Streams with an answer that led to no commit at once.
  private var dropped: Set<StreamID> = []
  private var hasFailed = false
  private var isConnected = false

  /// - Returns: the law that is broken; `nil` if none is.
  mutating func follow(
    _ event: SyncEvent, _ actions: [SyncAction], _ status: SyncStatus
  ) -> Law? {
    let moved = actions.map(\.moves)
    var law: Law?
    if case .updated(let update) = event, mustStore(update, status),
      !moved.contains(where: { $0[update.stream] != nil })
    {
      law = Law("an update that continues what is stored waits", of: .arrivedUpdates)
    }
    hear(event, moved)
    for (action, moves) in zip(actions, moved) { follow(action, moves) }
    return law
  }

  private func mustStore(_ update: SyncUpdate, _ status: SyncStatus) -> Bool {
    guard let span = update.span, let number = stored[update.stream], isConnected, !hasFailed,
      work.isEmpty, !dropped.contains(update.stream)
    else { return false }
    let isTrusted = !status.problems.contains { $0.stream == update.stream }
    return isTrusted && span.after <= number && number < span.to
  }

  private mutating func hear(_ event: SyncEvent, _ moved: [[StreamID: SyncToken?]]) {
    switch event {
    case .tokens(let ticket, let tokens):
      work[ticket] = nil
      stored = tokens.compactMapValues(\.number)
    case .committed(let ticket):
      for (stream, token) in work.removeValue(forKey: ticket) ?? [:] {
        stored[stream] = token?.number
      }
    case .read(let ticket, _): work[ticket] = nil
    case .notRead, .notCommitted: hasFailed = true
    case .connected: isConnected = true
    case .disconnected: isConnected = false
    case .answered(let ticket, _):
      guard let stream = questions.removeValue(forKey: ticket) else { return }
      if moved.contains(where: { $0[stream] != nil }) {
        dropped.remove(stream)
      } else {
        dropped.insert(stream)
      }
    case .online, .woken, .clock, .outbox, .signedIn, .signedOut, .heard, .person, .updated,
      .hinted, .fetched, .reported, .moved, .wanted, .unwanted, .opened, .closed, .typed,
      .stoppedTyping, .cleared:
      break
    }
  }

  private mutating func follow(_ action: SyncAction, _ moves: [StreamID: SyncToken?]) {
    switch action {
    case .commit(let ticket, _): work[ticket] = moves
    case .read(let ticket, _), .readTokens(let ticket): work[ticket] = [:]
    case .ask(let ticket, let question): questions[ticket] = question.stream
    case .connect, .disconnect: isConnected = false
    case .fetch, .report, .abandon, .reply, .tellTyping: break
    }
  }
}

extension SyncAction {
  /// Where a commit moves the streams; empty for everything else.
  fileprivate var moves: [StreamID: SyncToken?] {
    guard case .commit(_, let changes) = self else { return [:] }
    var moves: [StreamID: SyncToken?] = [:]
    for case .advance(let stream, let from, let to) in changes where from != to {
      moves.updateValue(to, forKey: stream)
    }
    return moves
  }
}
