internal import MessagingConformance
internal import MessagingCore
internal import MessagingModel

extension MutantCatalogue {
  /// Of pages of history.
  static let syncPages: [Mutant] = [
    Mutant(
      "a-page-for-each-caller", kills: "SYNC-031", "Each caller causes a request of its own.",
      origin: "duplicated pages from two screens",
      .syncing(noting: (under: [ConversationID: HistoryQuestion](), tickets: Int64(0))) {
        bent, event, now in
        var actions = bent.part.handle(event, at: now)
        if case .wanted(_, let conversation, _) = event, let twin = bent.notes.under[conversation] {
          bent.notes.tickets -= 1
          actions.append(.fetch(SyncTicket(bent.notes.tickets), twin))
        }
        if case .fetched = event { bent.notes.under = [:] }
        for case .fetch(_, let question) in actions {
          bent.notes.under[question.conversation] = question
        }
        return actions
      }),
    Mutant(
      "what-stays-is-passed-over", kills: "SYNC-080",
      "The newest page is placed as if what stayed of a history were not there.",
      origin: "a gap that nothing fitted into",
      .syncing(noting: Set<SyncTicket>()) { bent, event, now in
        var event = event
        if case .read(let ticket, var snapshot) = event, bent.notes.remove(ticket) != nil {
          snapshot.messages.removeAll { !$0.dependents.isEmpty }
          event = .read(ticket, snapshot)
        }
        let actions = bent.part.handle(event, at: now)
        for case .read(let ticket, let query) in actions {
          guard case .older(let cursor) = query.kind, query.crossesGaps,
            cursor.position.confirmed == nil
          else { continue }
          bent.notes.insert(ticket)
        }
        return actions
      }),
    Mutant(
      "place-of-the-deleted-is-free", kills: "SYNC-081",
      "Places are made from the messages that are here, whatever was deleted.",
      origin: "a new message that was read before it came",
      .syncing(hearing: { event in
        guard case .read(let ticket, var snapshot) = event else { return [event] }
        snapshot.highestDeleted = nil
        return [.read(ticket, snapshot)]
      })),
    Mutant(
      "cleared-without-a-trace", kills: "SYNC-032",
      "A page in flight ignores that the history was cleared.",
      origin: "a history that came back",
      .syncing(hearing: { event in if case .cleared = event { [] } else { [event] } })),
    Mutant(
      "begun-anew-without-end", kills: "SYNC-084",
      "A page is asked for again as often as its conversation was cleared.",
      origin: "a spinner that two screens kept alive",
      .syncing(beginning: { $0.policy.restarts = .max })),
    Mutant(
      "what-comes-last-is-newest", kills: "SYNC-087",
      "An answer that comes after a page counts as the newer of the two.",
      origin: "a scroll during the first catch-up",
      .syncing(noting: ()) { bent, event, now in
        let isList = bent.options.server.givesLists
        return bent.part.handle(event, at: now).map { action in
          isList ? action : action.mapChanges { $0.map(\.reachingLive) }
        }
      }),
    Mutant(
      "page-hides-what-was-closed", kills: "SYNC-088",
      "A page joins the present store, not the store as it was when the page was requested.",
      origin: "two writers, each right by itself",
      .syncing(noting: [ConversationID: Gap]()) { bent, event, now in
        let actions = bent.part.handle(event, at: now)
        for case .fetch(_, let question) in actions {
          bent.notes[question.conversation] = question.gap
        }
        let asked = bent.notes
        return actions.map { action in
          action.mapChanges { changes in
            changes.filter { change in
              guard case .openGap(let conversation, let gap) = change, gap.token == nil else {
                return true
              }
              return asked[conversation].map { $0.after != gap.after } ?? true
            }
          }
        }
      }),
    Mutant(
      "what-comes-last-is-on-top", kills: "SYNC-090",
      "A list that shares nothing with the store is placed above it.",
      origin: "the first line of a chat at its end",
      .syncing(noting: [ConversationID: [ReceivedMessage]]()) { bent, event, now in
        if case .answered(_, .success(let answer)) = event, bent.options.server.givesLists {
          for part in answer.parts where part.start == .begins {
            bent.notes[part.conversation] = part.items.messages
          }
        }
        let actions = bent.part.handle(event, at: now)
        for case .commit(_, let changes) in actions {
          for case .page(let page) in changes { bent.notes[page.conversation] = nil }
        }
        let told = bent.notes
        return actions.map { action in action.mapChanges { $0.map { $0.onTop(told) } } }
      }),
    Mutant(
      "pages-are-forgotten", kills: "SYNC-092",
      "The first answer to a process counts as newer than what an earlier process stored.",
      origin: "an app that dies while it catches up",
      .syncing(noting: Optional([ConversationID: [ReceivedMessage]]())) { bent, event, now in
        let told = bent.notes ?? [:]
        if case .answered(_, .success(let answer)) = event, bent.options.server.givesLists {
          for part in answer.parts where part.start == .continues {
            bent.notes?[part.conversation] = part.items.messages
          }
          if answer.isComplete { bent.notes = nil }
        }
        let heard = bent.notes ?? told
        return bent.part.handle(event, at: now).map { action in
          action.mapChanges { $0.map { $0.onTop(heard) } }
        }
      }),
    Mutant(
      "each-page-by-itself", kills: "SYNC-091",
      "A page is stored whatever another one brought meanwhile.",
      origin: "a refresh that came second",
      .syncing(noting: [ConversationID: HistoryAnswer]()) { bent, event, now in
        if case .fetched(_, .success(let answer)) = event, answer.below == .start {
          bent.notes[answer.conversation] = answer
        }
        return bent.part.handle(event, at: now).flatMap { action -> [SyncAction] in
          guard case .commit(let ticket, let changes) = action else { return [action] }
          let pages = changes.compactMap { change -> HistoryAnswer? in
            if case .page(let page) = change {
              bent.notes.removeValue(forKey: page.conversation)
            } else {
              nil
            }
          }
          guard changes.contains(where: \.opensGap) else { return [action] }
          // After the other one, which left something open.
          return [action]
            + pages.map { .commit(SyncTicket(-ticket.number), [$0.asItCame]) }
        }
      }),
    Mutant(
      "a-failure-is-the-end", kills: "SYNC-033",
      "A page that failed for now is one that cannot be had.", origin: "errors that were all one",
      .syncing(hearing: { event in
        guard case .fetched(let ticket, .failure(let error)) = event, error.kind == .transient
        else { return [event] }
        return [.fetched(ticket, .failure(SyncError(.refused, code: error.code)))]
      })),
    Mutant(
      "refused-pages-are-asked-again", kills: "SYNC-034", "A refused page is one that failed.",
      origin: "a spinner above the first message",
      .syncing(hearing: { event in
        guard case .fetched(let ticket, .failure(let error)) = event, error.kind == .refused
        else { return [event] }
        return [.fetched(ticket, .failure(SyncError(.transient, code: error.code)))]
      })),
    Mutant(
      "lost-with-its-token", kills: "SYNC-098",
      "A page whose token is unknown is one that the server refuses.",
      origin: "history that ended with the move to a new server",
      .syncing(hearing: { event in
        guard case .fetched(let ticket, .failure(let error)) = event, error.kind == .unknownToken
        else { return [event] }
        return [.fetched(ticket, .failure(SyncError(.refused, code: error.code)))]
      })),
    Mutant(
      "pages-not-compared", kills: "SYNC-035", "A page is of what was asked for.",
      origin: "pages that were filed by their questions",
      .syncing(noting: [SyncTicket: ConversationID]()) { bent, event, now in
        var event = event
        if case .fetched(let ticket, .success(let answer)) = event {
          event = .fetched(
            ticket,
            .success(
              HistoryAnswer(
                conversation: bent.notes[ticket] ?? answer.conversation,
                messages: answer.messages, relations: answer.relations, below: answer.below)))
        }
        let actions = bent.part.handle(event, at: now)
        for case .fetch(let ticket, let question) in actions {
          bent.notes[ticket] = question.conversation
        }
        return actions
      }),
    Mutant(
      "empty-pages-without-end", kills: "SYNC-036",
      "As long as the server says that there is more, requests go on.",
      origin: "a loop that ended when the server said so",
      .syncing(beginning: { $0.policy.emptyPages = 50 })),
    Mutant(
      "any-token-is-progress", kills: "SYNC-037", "A page with a token leads further.",
      origin: "the same page for ever",
      .syncing(noting: 0) { bent, event, now in
        guard case .fetched(let ticket, .success(let answer)) = event,
          case .more(let token?) = answer.below
        else { return bent.part.handle(event, at: now) }
        bent.notes += 1
        let words = ExactString("\(token.text.string)?\(bent.notes)")
        return bent.part.handle(
          .fetched(
            ticket,
            .success(
              HistoryAnswer(
                conversation: answer.conversation, messages: answer.messages,
                relations: answer.relations, below: .more(GapToken(words))))), at: now)
      }),
    Mutant(
      "wishes-are-for-ever", kills: "SYNC-038",
      "A request stays wanted although its caller gave up.",
      origin: "a request that nothing cancelled",
      .syncing(hearing: { event in if case .unwanted = event { [] } else { [event] } })),
    Mutant(
      "callers-wait-offline", kills: "SYNC-039", "A request made offline waits for the network.",
      origin: "a spinner in a tunnel",
      .syncing(noting: (isOnline: false, waiting: [SyncEvent]())) { bent, event, now in
        if case .wanted = event, !bent.notes.isOnline {
          bent.notes.waiting.append(event)
          return []
        }
        guard case .online(let isOnline) = event else { return bent.part.handle(event, at: now) }
        bent.notes.isOnline = isOnline
        let waiting = isOnline ? bent.notes.waiting : []
        bent.notes.waiting = isOnline ? [] : bent.notes.waiting
        return bent.part.handle([event] + waiting, at: now)
      }),
    Mutant(
      "absence-says-nothing", kills: "SYNC-040",
      "A message that is missing from a page is not noticed.",
      origin: "a merge that only added",
      .syncing(beginning: { $0.server.absenceMeansDeletion = false })),
    Mutant(
      "page-of-a-gap-needs-no-token", kills: "SYNC-040",
      "A page of a gap is stored whatever another process has stored since it was requested.",
      origin: "two processes, one store: the extension wrote what the app had just asked for",
      .syncing(storing: { changes in
        let isOfAGap = changes.contains { change in
          guard case .page(let page) = change, case .position = page.reach else { return false }
          return true
        }
        guard isOfAGap else { return changes }
        return changes.filter { change in
          if case .advance(.main, let from, let to) = change { from != to } else { true }
        }
      })),
    Mutant(
      "page-before-the-first-token", kills: "SYNC-094",
      "A page is requested although no answer has brought a token.",
      origin: "a screen that was quicker than the first catch-up",
      .hastyPages),
    Mutant(
      "refresh-on-opening", kills: "SYNC-041", "An opened conversation is refreshed at once.",
      origin: "seed 0: a refresh in the code that opened the screen",
      .syncing(beginning: { $0.policy.maintenanceDelay = 0 })),
    Mutant(
      "opened-and-never-refreshed", kills: "SYNC-041", "An opened conversation is never refreshed.",
      origin: "what a server forgot to tell, for ever",
      .syncing(beginning: { $0.policy.maintenanceDelay = nil })),
    Mutant(
      "changes-are-taken-as-told", kills: "SYNC-042",
      "Every answer counts as one that reports changes.",
      origin: "a promise of the server that its transport made up",
      .syncing(beginning: { setting in
        for id in setting.server.streams.keys { setting.server.streams[id]?.tellsChanges = true }
      })),
    Mutant(
      "filled-and-asked-again", kills: "SYNC-049",
      "A gap that is already closed is requested all the same.",
      origin: "a gap that was taken from the caller",
      .syncing(noting: (conversation: ConversationID("k1"), gap: Gap?.none)) { bent, event, now in
        if case .wanted(_, let conversation, let gap) = event { bent.notes = (conversation, gap) }
        return bent.part.handle(event, at: now).flatMap { action -> [SyncAction] in
          guard case .reply(_, .alreadyFilled) = action else { return [action] }
          let question = HistoryQuestion(
            conversation: bent.notes.conversation, gap: bent.notes.gap, limit: 50)
          return [action, .fetch(SyncTicket(-1), question)]
        }
      }),
  ]
}

extension Change {
  /// The same page, as if nothing were newer.
  fileprivate var reachingLive: Change {
    guard case .page(let page) = self, page.reach == .newest else { return self }
    return .page(
      HistoryPage(
        conversation: page.conversation, messages: page.messages, reach: .live,
        reachesStart: page.reachesStart, token: page.token))
  }
}

extension [SyncItem] {
  fileprivate var messages: [ReceivedMessage] {
    compactMap { item in if case .message(let message) = item { message } else { nil } }
  }
}

extension Change {
  fileprivate var opensGap: Bool { if case .openGap = self { true } else { false } }

  /// What a conversation is said to begin with, above all that is stored, instead of a gap that
  /// stands for it.
  fileprivate func onTop(_ told: [ConversationID: [ReceivedMessage]]) -> Change {
    guard case .openGap(let conversation, let gap) = self, gap.token == nil, gap.before == nil,
      let end = gap.after, let messages = told[conversation], !messages.isEmpty
    else { return self }
    let moved = messages.enumerated().map { index, message in
      let time = end.serverTime.milliseconds + 60_000 + Int64(index)
      let position = ServerPosition(
        serverTime: Timestamp(milliseconds: time), timestamp: message.position.timestamp,
        remoteID: message.position.remoteID)
      return ReceivedMessage(
        conversation: conversation, position: position, id: nil, sender: message.sender,
        body: message.body)
    }
    return .page(
      HistoryPage(conversation: conversation, messages: moved, reach: .live, reachesStart: true))
  }
}

extension HistoryAnswer {
  /// A page with which the conversation begins, up to the live end.
  fileprivate var asItCame: Change {
    .page(
      HistoryPage(conversation: conversation, messages: messages, reach: .live, reachesStart: true))
  }
}

extension FaultyPart {
  /// Requests pages itself as long as no answer has come, and stores them.
  fileprivate static let hastyPages = FaultyPart.syncing(noting: false) { bent, event, now in
    let own = SyncTicket(.max)
    if case .fetched(own, .success(let answer)) = event {
      let page = HistoryPage(
        conversation: answer.conversation, messages: answer.messages, reach: .live,
        reachesStart: answer.below == .start)
      return [.commit(own, [.page(page)])]
    }
    if case .committed(own) = event { return [] }
    if case .answered(_, .success) = event { bent.notes = true }
    if case .tokens(_, let tokens) = event, !tokens.isEmpty { bent.notes = true }
    let actions = bent.part.handle(event, at: now)
    guard case .wanted(_, let conversation, let gap) = event, !bent.notes,
      bent.options.server.absenceMeansDeletion
    else { return actions }
    let question = HistoryQuestion(conversation: conversation, gap: gap, limit: 50)
    return actions + [.fetch(own, question)]
  }
}
