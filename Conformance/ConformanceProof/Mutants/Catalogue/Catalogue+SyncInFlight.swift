internal import MessagingConformance
internal import MessagingCore
internal import MessagingModel

extension MutantCatalogue {
  /// Of first catch-ups in chunks, and of what is in flight beside an answer.
  static let syncInFlight: [Mutant] = [
    Mutant(
      "first-chunk-is-a-place", kills: "SYNC-093",
      "The token of each chunk of a first catch-up is stored.",
      origin: "an initial sync that was killed, and went on where it was",
      .syncing(noting: (chunk: SyncToken?.none, stored: SyncToken?.none)) { bent, event, now in
        if case .answered(_, .success(let answer)) = event {
          bent.notes.chunk = answer.isComplete ? nil : answer.next
        }
        return bent.part.handle(event, at: now).map { action in
          action.mapChanges { changes in
            changes.map { change in
              guard case .advance(.main, nil, let to) = change else { return change }
              let from = bent.notes.stored
              bent.notes.stored = to == nil ? bent.notes.chunk ?? from : nil
              return .advance(.main, from: from, to: to ?? bent.notes.stored)
            }
          }
        }
      }),
    Mutant(
      "page-overtakes-its-batch", kills: "SYNC-087",
      "A page is stored before an answer that is being stored, and that does not know it.",
      origin: "two writes, each with a token of its own",
      .syncing(noting: [SyncTicket: SyncToken]()) { bent, event, now in
        if case .committed(let ticket) = event { bent.notes[ticket] = nil }
        if case .notCommitted(let ticket, _) = event { bent.notes[ticket] = nil }
        return bent.part.handle(event, at: now).map { action in
          guard case .commit(let ticket, let changes) = action else { return action }
          let inFlight = Set(bent.notes.values.map(Optional.some))
          for case .advance("live-ends", let from, let to?) in changes where from != to {
            bent.notes[ticket] = to
          }
          return .commit(
            ticket,
            changes.filter { change in
              guard case .advance(let stream, let from, let to) = change else { return true }
              return stream == "live-ends"
                ? !inFlight.contains(from) : from != to || inFlight.isEmpty
            })
        }
      }),
    Mutant(
      "live-ends-unmarked", kills: "SYNC-087",
      "A batch is stored although another process stored a newer page meanwhile.",
      origin: "an app and its extension on one store",
      .syncing(storing: { changes in
        changes.filter { change in
          guard case .advance("live-ends", _, _) = change else { return true }
          return false
        }
      })),
    Mutant(
      "told-during-a-request", kills: "SYNC-085",
      "A message that came during a request is stored although the answer left something out.",
      origin: "a buffer that was emptied into the store after each answer",
      .syncing(noting: [SyncEvent]()) { bent, event, now in
        if case .updated(let update) = event, update.span == nil { bent.notes.append(event) }
        var actions = bent.part.handle(event, at: now)
        guard case .answered(_, .success(let answer)) = event else { return actions }
        let isWithoutMessages = answer.parts.contains { part in
          guard case .limited = part.start else { return false }
          return !part.items.contains { if case .message = $0 { true } else { false } }
        }
        if isWithoutMessages { actions += bent.part.handle(bent.notes, at: now) }
        bent.notes = []
        return actions
      }),
    Mutant(
      "full-buffer-asks-nothing", kills: "SYNC-053",
      "What a full buffer has no room for is dropped, and not requested.",
      origin: "a ring buffer",
      .syncing(noting: 0) { bent, event, now in
        if bent.part.status.phase == .live { bent.notes = 0 }
        if case .updated(let update) = event, update.span == nil {
          bent.notes += 1
          if bent.notes > bent.options.policy.bufferLimit { return [] }
        }
        return bent.part.handle(event, at: now)
      }),
  ]
}
