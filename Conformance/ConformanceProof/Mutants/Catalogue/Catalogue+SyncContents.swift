internal import MessagingConformance
internal import MessagingCore
internal import MessagingModel

extension MutantCatalogue {
  /// Of what is believed, and of the store.
  static let syncContents: [Mutant] = [
    Mutant(
      "any-key-is-believed", kills: "SYNC-025", "A key in an event is accepted from any sender.",
      origin: "an identity that was read from the wire without a look at the sender",
      .syncing(beginning: { $0.server.vouchesForKeys = true })),
    Mutant(
      "no-key-is-believed", kills: "SYNC-026", "No server vouches for anything.",
      origin: "two rows for one encrypted message",
      .syncing(beginning: { $0.server.vouchesForKeys = false })),
    Mutant(
      "one-bad-event-stops-the-stream", kills: "SYNC-027",
      "An answer with an event that cannot be understood makes no sense.",
      origin: "a decoder that threw for the whole answer",
      .syncing(hearing: { event in
        let isBad = event.items.contains { item in
          if case .unreadable = item { true } else { false }
        }
        guard isBad else { return [event] }
        guard case .answered(let ticket, _) = event else { return [] }
        return [.answered(ticket, .failure(SyncError(.malformed, code: "decoding")))]
      })),
    Mutant(
      "one-page-of-an-answer", kills: "SYNC-097",
      "Of a conversation's part of an answer, only one page is stored.",
      origin: "`prefix(limit)` against an error of the store",
      .syncing(doing: { action in
        guard case .commit(let ticket, let changes) = action else { return [action] }
        var known: Set<ConversationID> = []
        let rest = changes.filter { change in
          guard case .page(let page) = change else { return true }
          return known.insert(page.conversation).inserted
        }
        return [.commit(ticket, rest)]
      })),
    Mutant(
      "large-messages-left-out", kills: "SYNC-028", "A message that is too large is left out.",
      origin: "a guard with a continue",
      .syncing(hearing: { event in
        [
          event.mapItems { item in
            guard case .message(let message) = item, case .text(let text) = message.body else {
              return item
            }
            return text.byteCount <= Limits.body ? item : nil
          }
        ]
      })),
    Mutant(
      "items-believed-wherever-they-come", kills: "SYNC-029",
      "An update is stored in the conversation that it names, whatever part it came in.",
      origin: "an envelope that was not compared with the letter",
      .syncing(reading: { answer in
        answer.with(
          parts: answer.parts.map { part in
            ConversationPart(
              part.items.first?.conversation ?? part.conversation, part.start, items: part.items)
          })
      })),
    Mutant(
      "streams-not-compared", kills: "SYNC-030", "An answer is about what was asked.",
      origin: "answers that were filed by their questions",
      .syncing(noting: [SyncTicket: StreamID]()) { bent, event, now in
        var event = event
        if case .answered(let ticket, .success(let answer)) = event {
          event = .answered(
            ticket,
            .success(
              SyncAnswer(
                stream: bent.notes[ticket] ?? answer.stream, parts: answer.parts,
                next: answer.next, isComplete: answer.isComplete, remaining: answer.remaining)))
        }
        let actions = bent.part.handle(event, at: now)
        for case .ask(let ticket, let question) in actions { bent.notes[ticket] = question.stream }
        return actions
      }),
    Mutant(
      "a-conversation-is-told-once", kills: "SYNC-095",
      "Of two parts about one conversation, the first one counts.",
      origin: "parts that were kept in a dictionary",
      .syncing(reading: { answer in
        var known: Set<ConversationID> = []
        return answer.with(parts: answer.parts.filter { known.insert($0.conversation).inserted })
      })),
    Mutant(
      "any-token-will-do", kills: "SYNC-095", "A token that is too long is cut.",
      origin: "a column with a length",
      .syncing(hearing: { event in
        guard case .answered(let ticket, .success(let answer)) = event,
          answer.next.text.byteCount > Limits.name
        else { return [event] }
        let cut = SyncAnswer(
          stream: answer.stream, parts: answer.parts, next: "9", isComplete: answer.isComplete,
          remaining: answer.remaining)
        return [.answered(ticket, .success(cut))]
      })),
    Mutant(
      "numbers-put-right", kills: "SYNC-095",
      "An update whose numbers are the other way round is turned round.",
      origin: "a decoder that wanted to be helpful",
      .syncing(hearing: { event in
        guard case .updated(let update) = event, let span = update.span, span.after > span.to else {
          return [event]
        }
        let turned = SyncUpdate.Span(after: span.to, to: span.after)
        return [.updated(SyncUpdate(stream: update.stream, span: turned, items: update.items))]
      })),
    Mutant(
      "refused-batches-are-forgotten", kills: "SYNC-047",
      "A batch for which there was no space counts as stored.",
      origin: "an error of the store that was logged",
      .syncing(hearing: { event in
        guard case .notCommitted(let ticket, let error) = event, error.code == .diskFull else {
          return [event]
        }
        return [.committed(ticket)]
      })),
    Mutant(
      "refused-content-is-tried-again", kills: "SYNC-048",
      "A batch with content that the store refuses is repeated as a whole.",
      origin: "poison rooms whose update failed midway",
      .syncing(hearing: { event in
        guard case .notCommitted(let ticket, let error) = event, error.code != .staleToken else {
          return [event]
        }
        return [.notCommitted(ticket, RepositoryError(error.code, "without a name"))]
      })),
    Mutant(
      "empty-answers-leave-no-trace", kills: "SYNC-050",
      "Where there is nothing to store, no token is stored.", origin: "an early return",
      .syncing(noting: ()) { bent, event, now in
        bent.part.handle(event, at: now).flatMap { action -> [SyncAction] in
          guard case .commit(let ticket, let changes) = action, changes.count == 2,
            case .advance(_, nil, _) = changes[0]
          else { return [action] }
          return bent.part.handle(.committed(ticket), at: now)
        }
      }),
    Mutant(
      "lists-sorted-by-time", kills: "SYNC-054", "The times of the server are the order.",
      origin: "a sort by time in the code that stored",
      .syncing(beginning: { $0.server.givesLists = false })),
    Mutant(
      "pages-without-messages-hold-nothing", kills: "SYNC-058",
      "A page for a gap that contains only changes counts as empty.",
      origin: "if messages.isEmpty", .takingNoChangesAlone { $0.gap != nil }),
    Mutant(
      "newest-changes-alone-are-nothing", kills: "SYNC-060",
      "A newest page that contains only changes counts as empty.",
      origin: "guard !messages.isEmpty else { return }", .takingNoChangesAlone { $0.gap == nil }),
    Mutant(
      "changes-of-limited-parts-left-out", kills: "SYNC-059",
      "A part that leaves something out is read as a page of messages.",
      origin: "edits that showed tomorrow",
      .syncing(reading: { answer in
        answer.with(
          parts: answer.parts.map { part in
            guard case .limited = part.start else { return part }
            let messages = part.items.filter { item in
              if case .message = item { true } else { false }
            }
            return ConversationPart(part.conversation, part.start, items: messages)
          })
      })),
    Mutant(
      "pages-are-messages-alone", kills: "SYNC-060",
      "Anything in a page except messages is ignored.", origin: "deleted messages come back",
      .syncing(hearing: { $0.mapPage { $0.messages.isEmpty ? $0 : $0.with(relations: []) } })),
    Mutant(
      "own-keys-not-read", kills: "SYNC-061", "The key of our own message is not read.",
      origin: "two bubbles, one of them failed",
      .syncing(noting: ()) { bent, event, now in
        let owner = bent.options.owner
        return bent.part.handle(
          event.mapItems { item in
            guard case .message(let message) = item, message.sender == owner else { return item }
            return .message(message.withoutKey)
          }, at: now)
      }),
    Mutant(
      "unreadable-is-empty", kills: "SYNC-062", "Tokens that cannot be read are none.",
      origin: "try? on the way from the store",
      .syncing(noting: SyncTicket?.none) { bent, event, now in
        var event = event
        if case .notRead(let ticket, _) = event, ticket == bent.notes {
          event = .tokens(ticket, [:])
        }
        let actions = bent.part.handle(event, at: now)
        for case .readTokens(let ticket) in actions { bent.notes = ticket }
        return actions
      }),
  ]
}

extension SyncEvent {
  /// What is told with it.
  var items: [SyncItem] {
    if case .answered(_, .success(let answer)) = self { return answer.parts.flatMap(\.items) }
    if case .updated(let update) = self { return update.items }
    return []
  }

  /// The same with another page of history.
  func mapPage(_ change: (HistoryAnswer) -> HistoryAnswer) -> [SyncEvent] {
    guard case .fetched(let ticket, .success(let answer)) = self else { return [self] }
    return [.fetched(ticket, .success(change(answer)))]
  }

  /// The same without changes, if they are all that a page of history contains.
  fileprivate var withoutChangesAlone: [SyncEvent] {
    mapPage { $0.messages.isEmpty ? $0.with(relations: []) : $0 }
  }

  /// The same with other items, or without some.
  func mapItems(_ change: (SyncItem) -> SyncItem?) -> SyncEvent {
    if case .updated(let update) = self {
      return .updated(
        SyncUpdate(
          stream: update.stream, span: update.span, items: update.items.compactMap(change)))
    }
    guard case .answered(let ticket, .success(let answer)) = self else { return self }
    let parts = answer.parts.map { part in
      ConversationPart(part.conversation, part.start, items: part.items.compactMap(change))
    }
    return .answered(ticket, .success(answer.with(parts: parts)))
  }
}

extension HistoryAnswer {
  fileprivate func with(relations: [Relation]) -> HistoryAnswer {
    HistoryAnswer(
      conversation: conversation, messages: messages, relations: relations, below: below)
  }
}

extension ReceivedMessage {
  fileprivate var withoutKey: ReceivedMessage {
    ReceivedMessage(
      conversation: conversation, position: position, sender: sender, version: version, body: body,
      replyTo: replyTo, threadRoot: threadRoot)
  }
}

extension FaultyPart {
  /// Rules that take nothing of some pages of history if these contain no message.
  fileprivate static func takingNoChangesAlone(
    _ isMeant: @escaping @Sendable (HistoryQuestion) -> Bool
  ) -> FaultyPart {
    .syncing(noting: Set<SyncTicket>()) { bent, event, now in
      var events = [event]
      if case .fetched(let ticket, _) = event, bent.notes.remove(ticket) != nil {
        events = event.withoutChangesAlone
      }
      let actions = bent.part.handle(events, at: now)
      for case .fetch(let ticket, let question) in actions where isMeant(question) {
        bent.notes.insert(ticket)
      }
      return actions
    }
  }
}
