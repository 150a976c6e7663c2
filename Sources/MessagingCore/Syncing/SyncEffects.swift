internal import MessagingModel

/// A message to the loop of a sync engine.
enum SyncNote: Sendable {
  case event(SyncEvent)
  /// An event of a connection, with its ticket: events of a closed connection are dropped.
  case connection(SyncTicket, ConnectionNews)
  case disconnected(SyncTicket, SyncError)
}

/// Runs the actions of a sync engine. Each effect reports its result as an event.
struct SyncEffects {
  private let ports: SyncPorts
  private let mailbox: AsyncStream<SyncNote>.Continuation
  /// Returns an outcome to callers of `fill`.
  private let reply: @Sendable ([SyncCaller], FillOutcome) -> Void
  private var connection: (ticket: SyncTicket, stop: Stop)?
  /// The requests that the server has not answered.
  private var questions: [SyncTicket: Stop] = [:]
  /// What is to be reported of the owner's typing; `nil` before the first report.
  private var typing: AsyncStream<(ConversationID, Bool)>.Continuation?

  init(
    ports: SyncPorts, mailbox: AsyncStream<SyncNote>.Continuation,
    reply: @escaping @Sendable ([SyncCaller], FillOutcome) -> Void
  ) {
    self.ports = ports
    self.mailbox = mailbox
    self.reply = reply
  }

  mutating func run(_ action: SyncAction, in group: inout DiscardingTaskGroup) {
    switch action {
    case .readTokens(let ticket): readTokens(ticket, in: &group)
    case .read(let ticket, let query): read(ticket, query, in: &group)
    case .commit(let ticket, let changes): commit(ticket, changes, in: &group)
    case .connect(let ticket): connect(ticket, in: &group)
    case .disconnect(let ticket):
      guard connection?.ticket == ticket else { return }
      connection?.stop.finish()
      connection = nil
    case .ask(let ticket, let question):
      let (ports, mailbox) = (ports, mailbox)
      questions[ticket] = group.addStoppable {
        let answer = await SyncEffects.result { () throws(SyncError) in
          try await ports.transport.news(question)
        }
        mailbox.yield(.event(.answered(ticket, answer)))
      }
    case .fetch(let ticket, let question):
      let (ports, mailbox) = (ports, mailbox)
      questions[ticket] = group.addStoppable {
        let answer = await SyncEffects.result { () throws(SyncError) in
          try await ports.transport.history(question)
        }
        mailbox.yield(.event(.fetched(ticket, answer)))
      }
    case .report(let ticket, let reading):
      let (ports, mailbox) = (ports, mailbox)
      questions[ticket] = group.addStoppable {
        let answer = await SyncEffects.result { () throws(SyncError) in
          try await ports.transport.report(reading)
        }
        mailbox.yield(.event(.reported(ticket, answer.error)))
      }
    case .tellTyping(let conversation, let isTyping):
      tellTyping(conversation, isTyping, in: &group)
    case .abandon(let ticket): questions.removeValue(forKey: ticket)?.finish()
    case .reply(let callers, let outcome): reply(callers, outcome)
    }
  }

  /// The event for a note; `nil` if its connection was closed.
  mutating func event(of note: SyncNote) -> SyncEvent? {
    switch note {
    case .event(let event):
      if let ticket = event.question { questions[ticket] = nil }
      return event
    case .connection(let ticket, let news):
      guard connection?.ticket == ticket else { return nil }
      switch news {
      case .opened: return .connected(ticket)
      case .update(let update): return .updated(update)
      case .hint(let stream): return .hinted(stream)
      case .person(let news): return .person(news)
      case .ping: return .heard
      }
    case .disconnected(let ticket, let error):
      guard connection?.ticket == ticket else { return nil }
      connection = nil
      return .disconnected(ticket, error)
    }
  }

  /// Reports typing, one call after the other: of two calls at once, the first may arrive last.
  private mutating func tellTyping(
    _ conversation: ConversationID, _ isTyping: Bool, in group: inout DiscardingTaskGroup
  ) {
    if typing == nil {
      // While a call takes long, old reports are dropped: a lost report does no harm.
      let (reports, mailbox) = AsyncStream<(ConversationID, Bool)>.makeStream(
        bufferingPolicy: .bufferingNewest(16))
      typing = mailbox
      let transport = ports.transport
      group.addTask {
        for await (conversation, isTyping) in reports {
          await transport.tellTyping(isTyping, in: conversation)
        }
      }
    }
    typing?.yield((conversation, isTyping))
  }

  private mutating func connect(_ ticket: SyncTicket, in group: inout DiscardingTaskGroup) {
    let (ports, mailbox) = (ports, mailbox)
    let stop = group.addStoppable {
      var error = SyncError(.transient, code: "closed")
      do throws(SyncError) {
        try await ports.transport.connect { mailbox.yield(.connection(ticket, $0)) }
      } catch let failure {
        error = failure
      }
      mailbox.yield(.disconnected(ticket, error))
    }
    connection = (ticket, stop)
  }

  private func readTokens(_ ticket: SyncTicket, in group: inout DiscardingTaskGroup) {
    let (ports, mailbox) = (ports, mailbox)
    group.addTask {
      do throws(RepositoryError) {
        mailbox.yield(.event(.tokens(ticket, try await ports.repository.syncTokens())))
      } catch {
        mailbox.yield(.event(.notRead(ticket, error)))
      }
    }
  }

  private func read(_ ticket: SyncTicket, _ query: Query, in group: inout DiscardingTaskGroup) {
    let (ports, mailbox) = (ports, mailbox)
    group.addTask {
      do throws(RepositoryError) {
        mailbox.yield(.event(.read(ticket, try await ports.repository.read(query))))
      } catch {
        mailbox.yield(.event(.notRead(ticket, error)))
      }
    }
  }

  private func commit(
    _ ticket: SyncTicket, _ changes: [Change], in group: inout DiscardingTaskGroup
  ) {
    let (ports, mailbox) = (ports, mailbox)
    group.addTask {
      do throws(RepositoryError) {
        _ = try await ports.repository.apply(changes)
        mailbox.yield(.event(.committed(ticket)))
      } catch {
        mailbox.yield(.event(.notCommitted(ticket, error)))
      }
    }
  }

  private static func result<Answer>(
    _ body: () async throws(SyncError) -> Answer
  ) async -> Result<Answer, SyncError> {
    do throws(SyncError) {
      return .success(try await body())
    } catch {
      return .failure(error)
    }
  }
}

extension SyncEvent {
  /// The ticket of the request that this event answers; `nil` if it answers none.
  fileprivate var question: SyncTicket? {
    switch self {
    case .answered(let ticket, _), .fetched(let ticket, _), .reported(let ticket, _): ticket
    case .online, .woken, .clock, .outbox, .signedIn, .signedOut, .connected, .disconnected, .heard,
      .updated, .hinted, .tokens, .read, .notRead, .committed, .notCommitted, .wanted, .unwanted,
      .opened, .closed, .cleared, .person, .moved, .typed, .stoppedTyping:
      nil
    }
  }
}

extension Result {
  fileprivate var error: Failure? { if case .failure(let error) = self { error } else { nil } }
}
