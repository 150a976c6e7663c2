internal import MessagingConformance
internal import MessagingCore
internal import MessagingModel

extension MutantCatalogue {
  /// Of connections, waiting and ends.
  static let syncLink: [Mutant] = [
    Mutant(
      "asks-on-whatever-comes", kills: "SYNC-017", "No answer is too quick.",
      origin: "a loop whose only brake is the server",
      .syncing(beginning: { $0.policy.pause = 0 })),
    Mutant(
      "any-new-token-is-worth-asking", kills: "SYNC-082",
      "A stream that leads on is asked on at once, however long it does.",
      origin: "a cursor that was renamed in each answer",
      .syncing(beginning: { $0.policy.quickAnswers = .max })),
    Mutant(
      "every-stream-asks-at-once", kills: "SYNC-083", "All streams ask as soon as they may.",
      origin: "a thousand questions when a tunnel ends",
      .syncing(beginning: { $0.policy.questionsAtOnce = .max })),
    Mutant(
      "told-before-the-break", kills: "SYNC-085",
      "Updates of a broken connection are stored once the next one has caught up.",
      origin: "a buffer that outlived its socket",
      .syncing(noting: (now: [SyncEvent](), before: [SyncEvent]())) { bent, event, now in
        var actions = bent.part.handle(event, at: now)
        if case .updated(let update) = event, update.span == nil { bent.notes.now.append(event) }
        var isBroken = if case .online(false) = event { true } else { false }
        if case .disconnected = event { isBroken = true }
        if case .hinted = event { isBroken = true }
        if isBroken { bent.notes = (now: [], before: bent.notes.before + bent.notes.now) }
        guard bent.part.status.phase == .live else { return actions }
        actions += bent.part.handle(bent.notes.before, at: now)
        bent.notes = ([], [])
        return actions
      }),
    Mutant(
      "any-answer-will-do", kills: "SYNC-086",
      "A late answer is accepted as the answer to the request in flight.",
      origin: "callbacks that knew their stream, not their question",
      .syncing(noting: (late: Set<SyncTicket>(), current: SyncTicket?.none)) { bent, event, now in
        var event = event
        if case .answered(let ticket, let answer) = event, bent.notes.late.remove(ticket) != nil,
          let current = bent.notes.current
        {
          event = .answered(current, answer)
        }
        let actions = bent.part.handle(event, at: now)
        for case .abandon(let ticket) in actions { bent.notes.late.insert(ticket) }
        for case .ask(let ticket, _) in actions { bent.notes.current = ticket }
        return actions
      }),
    Mutant(
      "silence-is-trusted", kills: "SYNC-018",
      "A connection counts as open until it reports otherwise.",
      origin: "a socket behind a router that forgot it",
      .syncing(beginning: { $0.policy.silenceLimit = nil })),
    Mutant(
      "what-is-lost-last-stays-lost", kills: "SYNC-089",
      "A quiet stream is never asked for updates.",
      origin: "a line that came when the next one did, hours later",
      .syncing(beginning: { $0.policy.quietLimit = nil })),
    Mutant(
      "arrived-and-not-shown", kills: "SYNC-100",
      "An update waits for the answer to the request that is in flight.",
      origin: "a stream that did one thing at a time",
      .syncing(noting: (asked: [SyncTicket: StreamID](), updates: [SyncUpdate]())) {
        bent, event, now in
        if case .updated(let update) = event, update.span != nil,
          bent.notes.asked.values.contains(update.stream)
        {
          bent.notes.updates.append(update)
          return []
        }
        if case .answered(let ticket, _) = event { bent.notes.asked[ticket] = nil }
        var actions = bent.part.handle(event, at: now)
        for case .ask(let ticket, let question) in actions {
          bent.notes.asked[ticket] = question.stream
        }
        for case .abandon(let ticket) in actions { bent.notes.asked[ticket] = nil }
        guard bent.notes.asked.isEmpty else { return actions }
        let kept = bent.notes.updates.map(SyncEvent.updated)
        bent.notes.updates = []
        actions += bent.part.handle(kept, at: now)
        return actions
      }),
    Mutant(
      "pings-are-not-heard", kills: "SYNC-019", "Only an update is a sign of life.",
      origin: "a timer in the handler of messages",
      .syncing(hearing: { event in if case .heard = event { [] } else { [event] } })),
    Mutant(
      "sleeps-without-a-trace", kills: "SYNC-020", "A sleep changes nothing.",
      origin: "sending stuck until background and foreground",
      .syncing(hearing: { event in if case .woken = event { [] } else { [event] } })),
    Mutant(
      "always-after-a-second", kills: "SYNC-021",
      "A request that fails again is repeated as soon as the first time.",
      origin: "a constant delay",
      .syncing(beginning: { $0.policy.retry.longestDelay = $0.policy.retry.firstDelay })),
    Mutant(
      "waits-to-the-millisecond", kills: "SYNC-022", "Nothing of a wait is left to chance.",
      origin: "a herd after each restart of the server",
      .syncing(beginning: { $0.policy.retry.jitter = 0 })),
    Mutant(
      "retry-after-ignored", kills: "SYNC-023", "The wait that the server requests is ignored.",
      origin: "a header that only sending read",
      .syncing(hearing: { event in
        event.mapError { error in
          var error = error
          error.retryAfter = nil
          return error
        }
      })),
    Mutant(
      "unauthorized-is-a-hiccup", kills: "SYNC-024",
      "After \"unauthorized\", the request is repeated a little later.",
      origin: "401 in a list of codes that may pass",
      .syncing(hearing: { event in
        event.mapError { error in
          guard error.kind == .unauthorized else { return error }
          return SyncError(.transient, code: error.code)
        }
      })),
    Mutant(
      "signed-in-only-if-needed", kills: "SYNC-099",
      "A sign-in changes nothing while the server accepts the old credentials.",
      origin: "a session that was renewed a second before the old one was refused",
      .syncing(noting: ()) { bent, event, now in
        if case .signedIn = event, bent.part.status.phase != .needsSignIn { return [] }
        return bent.part.handle(event, at: now)
      }),
    Mutant(
      "accepted-is-success", kills: "SYNC-063",
      "Where a connection was accepted once more, the next one is not waited for.",
      origin: "a counter that was set back in didOpen",
      .syncing(noting: 0) { bent, event, now in
        let actions = bent.part.handle(event, at: now)
        guard case .disconnected = event else {
          if case .connected = event { bent.notes += 1 }
          return actions
        }
        guard bent.notes > 1 else { return actions }
        return actions + bent.part.handle([.online(false), .online(true)], at: now)
      }),
    Mutant(
      "outbox-not-asked", kills: "SYNC-043", "Unsent messages are not considered.",
      origin: "two things that started at one network event",
      .syncing(hearing: { event in if case .outbox = event { [] } else { [event] } })),
    Mutant(
      "outbox-waited-for-without-end", kills: "SYNC-043",
      "Unsent messages are waited for without a limit.",
      origin: "a message that the server never took",
      .syncing(beginning: { $0.policy.outboxWait = 1 << 40 })),
    Mutant(
      "sign-out-is-a-pause", kills: "SYNC-044", "Signing out has the effect of being offline.",
      origin: "a disconnect where an end was meant",
      .syncing(hearing: { event in
        if case .signedOut = event { [.online(false)] } else { [event] }
      })),
    Mutant(
      "answers-waited-for-without-end", kills: "SYNC-045", "An answer is waited for.",
      origin: "a request without a timeout",
      .syncing(beginning: { $0.policy.requestLimit = 1 << 40 })),
    Mutant(
      "each-network-asks-once-more", kills: "SYNC-046",
      "After the third interruption, what was begun before is begun beside it.",
      origin: "a start that did not stop what was started before",
      .syncing(noting: (abandoned: 0, tickets: Int64(0))) { bent, event, now in
        bent.part.handle(event, at: now).flatMap { action -> [SyncAction] in
          if case .abandon = action { bent.notes.abandoned += 1 }
          guard case .ask(_, let question) = action, bent.notes.abandoned > 1 else {
            return [action]
          }
          bent.notes.tickets -= 1
          return [action, .ask(SyncTicket(bent.notes.tickets), question)]
        }
      }),
    Mutant(
      "hints-are-not-heard", kills: "SYNC-051", "A hint is no reason to ask.",
      origin: "a push message that was only shown",
      .syncing(hearing: { event in if case .hinted = event { [] } else { [event] } })),
    Mutant(
      "backups-are-never-noticed", kills: "SYNC-052",
      "After an answer that goes back, the request is repeated for ever.",
      origin: "a max of numbers",
      .syncing(beginning: { $0.policy.patience = 1_000 })),
    Mutant(
      "buffers-without-end", kills: "SYNC-053", "All that follows a missing number is kept.",
      origin: "an array that only grew",
      .syncing(beginning: { $0.policy.bufferLimit = 100_000 })),
    Mutant(
      "problems-without-end", kills: "SYNC-055", "Everything that went wrong is kept.",
      origin: "a log that was a list in memory",
      .syncing(beginning: { $0.policy.problemLimit = 100_000 })),
    Mutant(
      "solved-problems-stay", kills: "SYNC-055",
      "A failure of the store in one conversation is reported for ever.",
      origin: "a disk that had room again, and a status screen that still warned",
      .syncing(
        noting: [SyncProblem](),
        showing: { bent, status in
          let gone = bent.notes.filter { old in
            !status.problems.contains { ($0.kind, $0.conversation) == (old.kind, old.conversation) }
          }
          status = SyncStatus(
            phase: status.phase, problems: gone + status.problems, caughtUp: status.caughtUp,
            nextAttempt: status.nextAttempt)
        },
        handling: { bent, event, now in
          let actions = bent.part.handle(event, at: now)
          for problem in bent.part.status.problems
          where problem.kind == .store && problem.stream == nil && problem.conversation != nil {
            bent.notes.removeAll { $0.conversation == problem.conversation }
            bent.notes.append(problem)
          }
          return actions
        })),
    Mutant(
      "what-is-left-is-not-told", kills: "SYNC-056",
      "The number of remaining events that the server reports is ignored.",
      origin: "a bar without an end",
      .syncing(reading: { answer in
        SyncAnswer(
          stream: answer.stream, parts: answer.parts, next: answer.next,
          isComplete: answer.isComplete)
      })),
    Mutant(
      "live-before-it-is-stored", kills: "SYNC-057",
      "The state is live before the first batch is stored.",
      origin: "a state that was set when the answer came",
      .syncing(noting: false) { bent, event, now in
        var actions = bent.part.handle(event, at: now)
        for case .commit(let ticket, _) in actions where !bent.notes {
          bent.notes = true
          actions += bent.part.handle(.committed(ticket), at: now)
        }
        return actions
      }),
  ]
}

extension SyncEvent {
  /// The same with another reason why a question came to nothing.
  func mapError(_ change: (SyncError) -> SyncError) -> [SyncEvent] {
    if case .answered(let ticket, .failure(let error)) = self {
      return [.answered(ticket, .failure(change(error)))]
    }
    guard case .fetched(let ticket, .failure(let error)) = self else { return [self] }
    return [.fetched(ticket, .failure(change(error)))]
  }
}
