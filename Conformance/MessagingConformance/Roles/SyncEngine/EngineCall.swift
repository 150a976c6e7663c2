internal import MessagingCore
internal import MessagingModel

/// What an engine asks of its ports, and waits for.
enum EngineCall: Hashable, Sendable {
  case tokens
  case read(Query)
  case apply([Change])
  case connect
  case news(SyncQuestion)
  case history(HistoryQuestion)
  case report(Reading)

  /// What rules would have asked for.
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

  /// What rules would have asked for where the call is cancelled; `nil` for the store, which does
  /// what it was asked.
  func givenUp(_ ticket: SyncTicket) -> SyncAction? {
    switch self {
    case .tokens, .read, .apply: nil
    case .connect: .disconnect(ticket)
    case .news, .history, .report: .abandon(ticket)
    }
  }
}

/// What a port answers.
enum EngineAnswer: Sendable {
  case tokens([StreamID: SyncToken])
  case snapshot(Snapshot)
  case commit(Commit)
  case unstored(RepositoryError)
  case news(SyncAnswer)
  case history(HistoryAnswer)
  case reported
  case unsynced(SyncError)
  /// The process ended, or nobody waits any more.
  case never
}

extension SyncAction {
  /// The ticket of what is given up.
  var cancelled: SyncTicket? {
    switch self {
    case .abandon(let ticket), .disconnect(let ticket): ticket
    case .readTokens, .read, .connect, .ask, .fetch, .report, .tellTyping, .commit, .reply: nil
    }
  }
}
