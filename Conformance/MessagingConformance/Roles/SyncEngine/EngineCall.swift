internal import MessagingCore
internal import MessagingModel

/// A request of an engine to its ports, which waits for an answer.
enum EngineCall: Hashable, Sendable {
  case tokens
  case read(Query)
  case apply([Change])
  case connect
  case news(SyncQuestion)
  case history(HistoryQuestion)
  case report(Reading)

  /// The action that rules would return for it.
  func action(_ ticket: SyncTicket) -> SyncAction {
    switch self {
    case .tokens: .readTokens(ticket)
    case .read(let query): .read(ticket, query)
    case .apply(let changes): .commit(ticket, changes)
    case .connect: .connect(ticket)
    case .news(let question): .ask(ticket, question)
    case .history(let question): .fetch(ticket, question)
    case .report(let reading): .report(ticket, reading)
    }
  }

  /// The action that rules would return to cancel the call; `nil` for the store, which carries out
  /// every call.
  func givenUp(_ ticket: SyncTicket) -> SyncAction? {
    switch self {
    case .tokens, .read, .apply: nil
    case .connect: .disconnect(ticket)
    case .news, .history, .report: .abandon(ticket)
    }
  }
}

/// The answer of a port.
enum EngineAnswer: Sendable {
  case tokens([StreamID: SyncToken])
  case snapshot(Snapshot)
  case commit(Commit)
  case unstored(RepositoryError)
  case news(SyncAnswer)
  case history(HistoryAnswer)
  case reported
  case unsynced(SyncError)
  /// The process ended, or the caller was cancelled.
  case never
}

extension SyncAction {
  /// The ticket of the call that is cancelled; `nil` for other actions.
  var cancelled: SyncTicket? {
    switch self {
    case .abandon(let ticket), .disconnect(let ticket): ticket
    case .readTokens, .read, .connect, .ask, .fetch, .report, .tellTyping, .commit, .reply: nil
    }
  }
}
