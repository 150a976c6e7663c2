internal import MessagingConformance
internal import MessagingCore
internal import MessagingModel

extension MutantCatalogue {
  static let sync: [Mutant] =
    syncTokens + syncNumbers + syncAnswers + syncInFlight + syncLink + syncContents + syncPages
    + syncPeople

  private static let syncTokens: [Mutant] = [
    Mutant(
      "first-question-from-nothing", kills: "SYNC-001",
      "The first question of a process begins with nothing.",
      origin: "a token that lived in memory",
      .syncing(noting: false) { bent, event, now in
        bent.part.handle(event, at: now).map { action in
          guard case .ask(let ticket, let question) = action, !bent.notes else { return action }
          bent.notes = true
          return .ask(ticket, question.with(since: nil))
        }
      }),
    Mutant(
      "token-before-its-content", kills: "SYNC-002",
      "The token is stored first, by a batch of its own.",
      origin: "a watermark in the settings, written when the answer came",
      .syncing(noting: Int64(0)) { bent, event, now in
        bent.part.handle(event, at: now).flatMap { action -> [SyncAction] in
          guard case .commit(let ticket, let changes) = action, changes.count > 1,
            let advance = changes.first(where: { change in
              if case .advance(.main, let from, let to) = change { from != to } else { false }
            })
          else { return [action] }
          bent.notes -= 1
          return [
            .commit(SyncTicket(bent.notes), [advance]),
            .commit(ticket, changes.filter { $0 != advance }),
          ]
        }
      }),
    Mutant(
      "reset-clears-history", kills: "SYNC-009",
      "With the token, all that can be fetched again is dropped.",
      origin: "drop the cache on M_UNKNOWN_TOKEN",
      .syncing(noting: Set<ConversationID>()) { bent, event, now in
        if case .answered(_, .success(let answer)) = event {
          bent.notes.formUnion(answer.parts.map(\.conversation))
        }
        return bent.part.handle(event, at: now).map { action in
          action.mapChanges { changes in
            let isReset = changes.contains { change in
              if case .advance(_, _?, nil) = change { true } else { false }
            }
            return isReset ? bent.notes.sorted().map(Change.resetHistory) + changes : changes
          }
        }
      }),
    Mutant(
      "stale-token-stored-anyway", kills: "SYNC-010",
      "A batch that is refused because of its token is stored once more, over the token that is "
        + "there.", origin: "a merge policy: the object in memory wins",
      .syncing(noting: (sent: [SyncTicket: [Change]](), refused: [Change]())) { bent, event, now in
        if case .notCommitted(let ticket, let error) = event, error.code == .staleToken {
          bent.notes.refused = bent.notes.sent[ticket] ?? []
        }
        var actions = bent.part.handle(event, at: now)
        for case .commit(let ticket, let changes) in actions { bent.notes.sent[ticket] = changes }
        if case .tokens(_, let stored) = event, !bent.notes.refused.isEmpty {
          let changes = bent.notes.refused.map { change in
            guard case .advance(let stream, _, let to) = change else { return change }
            return .advance(stream, from: stored[stream], to: to)
          }
          actions.append(.commit(SyncTicket(-1), changes))
          bent.notes.refused = []
        }
        return actions
      }),
    Mutant(
      "token-from-the-clock", kills: "SYNC-011",
      "After an answer that was cut short, the token is the time of the device.",
      origin: "seed B15: last sync := now, on a refused or a truncated answer",
      .syncing(noting: false) { bent, event, now in
        if case .answered(_, .success(let answer)) = event {
          bent.notes = answer.parts.contains { part in
            if case .limited = part.start { true } else { false }
          }
        }
        return bent.part.handle(event, at: now).map { action in
          action.mapChanges { changes in
            changes.map { change in
              guard case .advance(let stream, let from?, _?) = change, bent.notes else {
                return change
              }
              return .advance(stream, from: from, to: SyncToken(number: now))
            }
          }
        }
      }),
    Mutant(
      "one-token-for-all", kills: "SYNC-013", "Only the token of the main stream is stored.",
      origin: "a column for the token, in a table of one row",
      .syncing(storing: { changes in
        changes.filter { change in
          if case .advance(let stream, _, _) = change { stream == .main } else { true }
        }
      })),
    Mutant(
      "token-kept-to-the-end", kills: "SYNC-015",
      "During a catch-up its parts are stored, and its token only at the end.",
      origin: "one write of the watermark, after the loop",
      .syncing(noting: (isPiece: false, from: [StreamID: SyncToken]())) { bent, event, now in
        if case .answered(_, .success(let answer)) = event {
          bent.notes.isPiece = !answer.isComplete
        }
        return bent.part.handle(event, at: now).map { action in
          action.mapChanges { changes in
            changes.compactMap { change in
              guard case .advance(let stream, let from?, let to) = change else { return change }
              let first = bent.notes.from[stream] ?? from
              bent.notes.from[stream] = bent.notes.isPiece ? first : nil
              return bent.notes.isPiece ? nil : .advance(stream, from: first, to: to)
            }
          }
        }
      }),
  ]

  private static let syncNumbers: [Mutant] = [
    Mutant(
      "hole-in-numbers-ignored", kills: "SYNC-003", "An update is stored when it comes.",
      origin: "pts := max(pts, update.pts)",
      .syncing(hearing: { event in
        guard case .updated(let update) = event, let span = update.span else { return [event] }
        return [
          .updated(
            SyncUpdate(
              stream: update.stream, span: SyncUpdate.Span(after: 0, to: span.to),
              items: update.items))
        ]
      })),
    Mutant(
      "known-update-stored-again", kills: "SYNC-004",
      "Known updates are stored again.", origin: "an upsert without a look",
      .syncing(noting: (token: Int64(-1), tickets: Int64(0))) { bent, event, now in
        var actions = bent.part.handle(event, at: now)
        if case .updated(let update) = event, let span = update.span, span.to <= bent.notes.token {
          bent.notes.tickets -= 1
          let changes = update.items.compactMap { item -> Change? in
            if case .message(let message) = item { .receive(message) } else { nil }
          }
          actions.append(.commit(SyncTicket(bent.notes.tickets), changes))
        }
        for case .commit(_, let changes) in actions {
          for case .advance(let stream, _, let to?) in changes where stream != "live-ends" {
            bent.notes.token = to.number ?? -1
          }
        }
        return actions
      }),
    Mutant(
      "hole-asked-for-at-once", kills: "SYNC-005", "A missing number is asked for at once.",
      origin: "a difference for each packet that came early",
      .syncing(beginning: { $0.policy.reorderWait = 0 })),
    Mutant(
      "hole-never-asked-for", kills: "SYNC-005", "A missing number is waited for.",
      origin: "a buffer without a deadline",
      .syncing(beginning: { $0.policy.reorderWait = 1 << 40 })),
  ]

  private static let syncAnswers: [Mutant] = [
    Mutant(
      "limited-answer-joined", kills: "SYNC-006",
      "The range that a limited answer leaves out is not noticed.",
      origin: "an invisible gap: two blocks rendered as adjacent",
      .syncing(noting: false) { bent, event, now in
        var event = event
        if case .answered(let ticket, .success(let answer)) = event, bent.notes {
          let joined = answer.mapStarts { start in
            if case .limited = start { .continues } else { start }
          }
          event = .answered(ticket, .success(joined))
        }
        let actions = bent.part.handle(event, at: now)
        for case .ask(_, let question) in actions { bent.notes = question.since != nil }
        return actions
      }),
    Mutant(
      "gap-token-dropped", kills: "SYNC-007", "The token of a gap is not kept.",
      origin: "the previous-batch token in a local variable",
      .syncing(reading: { answer in
        answer.mapStarts { start in if case .limited = start { .limited(nil) } else { start } }
      })),
    Mutant(
      "refused-part-fails-the-answer", kills: "SYNC-008",
      "One refused conversation makes an answer a failure.",
      origin: "channels left without messages after sync",
      .syncing(hearing: { event in
        guard case .answered(let ticket, .success(let answer)) = event,
          answer.parts.contains(where: { part in
            if case .refused = part.start { true } else { false }
          })
        else { return [event] }
        return [.answered(ticket, .failure(SyncError(.refused, code: "forbidden")))]
      })),
    Mutant(
      "strangers-left-out", kills: "SYNC-012",
      "Updates of a conversation that was not in the first answer are dropped.",
      origin: "a catch-up of the conversations that are stored",
      .syncing(noting: Set<ConversationID>()) { bent, event, now in
        if case .answered(_, .success(let answer)) = event, bent.notes.isEmpty {
          bent.notes = Set(answer.parts.map(\.conversation))
        }
        let known = bent.notes
        let rest = event.mapItems { item in
          known.isEmpty || known.contains(item.conversation) ? item : nil
        }
        return bent.part.handle(rest, at: now)
      }),
    Mutant(
      "first-chunk-is-all", kills: "SYNC-014", "Every answer is the last one.",
      origin: "a flag of the answer that nobody read",
      .syncing(reading: { $0.with(isComplete: true) })),
    Mutant(
      "questions-without-measure", kills: "SYNC-016", "Questions ask for a hundred events.",
      origin: "a constant",
      .syncing(doing: { action in
        guard case .ask(let ticket, let question) = action else { return [action] }
        return [.ask(ticket, question.with(limit: 100))]
      })),
    Mutant(
      "pages-without-measure", kills: "SYNC-016", "Pages of history are asked for by the hundred.",
      origin: "a constant",
      .syncing(beginning: { $0.server.historyLimit = 100 })),
  ]
}

extension SyncQuestion {
  func with(since: SyncToken?) -> SyncQuestion {
    SyncQuestion(stream: stream, since: since, limit: limit, wait: wait)
  }

  func with(limit: Int) -> SyncQuestion {
    SyncQuestion(stream: stream, since: since, limit: limit, wait: wait)
  }
}
