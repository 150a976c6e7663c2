// What the engine does with a page of history.
extension SyncState {
  mutating func fetched(
    _ key: FillKey, _ answer: Result<HistoryAnswer, SyncError>, at now: Int64
  ) {
    guard case .asking(let gap, _, _)? = fills[key]?.phase else { return }
    fills[key]?.phase = .ready(gap)
    switch answer {
    case .failure(let error): failed(key, gap, error, at: now)
    case .success(let answer):
      // The conversation has changed in the meantime: the page may not belong to this history.
      if fills[key]?.isStale ?? false { return beginAnew(key, at: now) }
      if let problem = nonsense(in: answer, for: key) {
        trouble.note(.nonsense, .page(key), code: problem)
        return fail(key, SyncError(.malformed, code: problem), at: now)
      }
      var facts = FillFacts()
      if key.isRefresh {
        facts.questions.append(.newestConfirmed(in: key.conversation))
      } else if server.givesLists {
        let position = key.before.map(Position.confirmed) ?? .unconfirmed(sequence: .min)
        facts.questions.append(.newestConfirmed(in: key.conversation, below: position))
      }
      if server.absenceMeansDeletion, !server.givesLists, let range = answer.range(of: key) {
        facts.questions.append(range)
      }
      fills[key]?.phase = .examining(answer, gap, facts)
    }
  }

  private mutating func failed(
    _ key: FillKey, _ gap: Gap?, _ error: SyncError, at now: Int64
  ) {
    switch error.kind {
    case .unauthorized:
      fail(key, error, at: now)
      needSignIn()
    case .unknownToken where gap?.token != nil && gap?.token != fills[key]?.rejectedToken:
      // Only the token is lost, not the messages.
      fills[key]?.rejectedToken = gap?.token
    case .refused, .unknownToken:
      guard let gap else { return fail(key, error, at: now) }
      store([.giveUp(key.conversation, gap)], .unavailable, goesOn: false, for: key)
    case .offline, .transient, .malformed: fail(key, error, at: now)
    }
  }

  mutating func beginAnew(_ key: FillKey, at now: Int64) {
    fills[key]?.restarts += 1
    // A gap is read again first: what was stored in between may have closed it.
    guard key.isRefresh, isRestless(key) else {
      fills[key]?.phase = .idle
      return
    }
    fail(key, .restless, at: now)
  }

  /// Whether it has started again too often.
  func isRestless(_ key: FillKey) -> Bool {
    fills[key].map { $0.restarts > policy.restarts } ?? false
  }

  /// Returns what is wrong with a page as a whole; `nil` for a valid one.
  private func nonsense(in answer: HistoryAnswer, for key: FillKey) -> ExactString? {
    guard answer.conversation == key.conversation,
      answer.messages.allSatisfy({ $0.conversation == key.conversation }),
      answer.relations.allSatisfy({ $0.conversation == key.conversation })
    else { return "other-conversation" }
    if case .more(let token?) = answer.below, !(1...Limits.name).contains(token.text.byteCount) {
      return "token-size"
    }
    return nil
  }

  mutating func take(
    _ snapshot: Snapshot, for answer: HistoryAnswer, of key: FillKey, into facts: inout FillFacts
  ) {
    if server.givesLists {
      facts.shown.merge(snapshot.shownPlaces) { known, _ in known }
    }
    if key.isRefresh, !facts.hasEnd {
      facts.end = snapshot.newestShown
      facts.hasEnd = true
      if facts.end == nil, let more = snapshot.furtherBack(in: key.conversation) {
        facts.hasEnd = false
        facts.questions.insert(more, at: 0)
      }
    } else if !server.givesLists {
      facts.absent = snapshot.absent(from: answer, below: key.before)
    }
    if server.givesLists, let below = snapshot.belowGap(in: key.conversation),
      !facts.questions.contains(below)
    {
      facts.questions.append(below)
    }
    facts.isReading = false
  }

  mutating func examine(
    _ key: FillKey, _ answer: HistoryAnswer, _ gap: Gap?, _ facts: FillFacts, at now: Int64
  ) {
    var facts = facts
    guard !facts.isReading else { return }
    if server.givesLists, !facts.hasBegun {
      // Positions are made from what is stored: one batch or page at a time.
      let isTaken =
        fills.values.contains(where: \.isPlacing) || streams.values.contains { $0.batch != nil }
      guard !isTaken else { return }
      facts.hasBegun = true
    }
    guard facts.questions.isEmpty else {
      facts.isReading = true
      let query = facts.questions.removeFirst()
      fills[key]?.phase = .examining(answer, gap, facts)
      return act(.read(ticket(for: .fill(key)), query))
    }
    // What is known of the live ends is being read again.
    guard !mayLackNews(key) || tokens.isKnown || !mayAsk else { return }
    // A page below a token of the server does not show what is newer. An answer that is being
    // stored may open a gap there.
    if key.before == nil, gap?.token != nil, liveEnds.isMoving { return }
    if fills[key]?.isStale ?? false {
      beginAnew(key, at: now)
      if case .idle? = fills[key]?.phase { readGap(key, at: now) }
      return
    }
    guard !key.isRefresh else { return refresh(key, answer, facts) }
    var translation = SyncTranslation(owner: owner, server: server)
    guard let messages = translation.range(answer, in: gap, shown: facts.shown) else {
      trouble.note(.nonsense, .page(key), code: "no-room")
      return fail(key, SyncError(.malformed, code: "no-room"), at: now)
    }
    let relations = answer.relations.compactMap { translation.storable($0) }
    count(translation, in: key)
    let hasNewToken = answer.below.token.map { $0 != gap?.token } ?? false
    guard !messages.isEmpty || answer.below == .start || hasNewToken else {
      trouble.note(.endless, .page(key), code: "no-progress")
      return fail(key, SyncError(.malformed, code: "no-progress"), at: now)
    }
    let reach = key.before.map(HistoryPage.Reach.position) ?? .live
    var pages = translation.pages(
      of: key.conversation, messages, reach: reach, below: answer.below)
    // An older answer that was stored first may have closed what this page leaves open
    // (`SYNC-088`).
    if let gap, key.before == nil, !pages.isEmpty {
      pages.insert(.openGap(key.conversation, Gap(after: gap.after, before: nil)), at: 0)
    }
    let isEmpty = messages.isEmpty && answer.below != .start
    store(
      pages + relations + facts.absent.map(\.deletion), .filled(messages: messages.count),
      goesOn: isEmpty, for: key)
  }

  /// Stores the newest messages again. What lies between them and what is stored may be missing.
  private mutating func refresh(_ key: FillKey, _ answer: HistoryAnswer, _ facts: FillFacts) {
    var translation = SyncTranslation(owner: owner, server: server)
    guard !answer.messages.isEmpty || !facts.absent.isEmpty else {
      // The newest events of a conversation may all be changes of older messages.
      let relations = answer.relations.compactMap { translation.storable($0) }
      count(translation, in: key)
      return store(relations, .filled(messages: 0), goesOn: false, for: key)
    }
    let part = ConversationPart(
      key.conversation, answer.below == .start ? .begins : .limited(answer.below.token),
      items: answer.messages.map(SyncItem.message) + answer.relations.map(SyncItem.relation))
    let changes = translation.changes(
      of: part, end: facts.end, shown: facts.shown)
    count(translation, in: key)
    store(
      changes + facts.absent.map(\.deletion), .filled(messages: answer.messages.count),
      goesOn: false, for: key)
  }

  private mutating func count(_ translation: SyncTranslation, in key: FillKey) {
    guard let count = translation.unreadable[key.conversation] else { return }
    trouble.note(.unreadable, .page(key), code: "unreadable", count: count)
  }

  private mutating func store(
    _ changes: [Change], _ outcome: FillOutcome, goesOn: Bool, for key: FillKey
  ) {
    guard !changes.isEmpty else { return finish(key, outcome) }
    // Another page up to the live end may be older, and may not join this one (`SYNC-091`).
    if key.before == nil { touch([], liveOnly: [key.conversation]) }
    fills[key]?.phase = .committing(outcome, goesOn: goesOn)
    var changes = changes
    // What the page lacks is known only as long as the stream has not moved. A batch that is being
    // stored goes first: it does not know the page.
    if mayLackNews(key), let main = streams[.main] {
      changes.append(.advance(.main, from: main.nextToken, to: main.nextToken))
    }
    let ticket = ticket(for: .fill(key))
    act(.commit(ticket, liveEnds.guarding(changes, as: ticket)))
  }

  mutating func fillCommitted(_ key: FillKey) {
    guard case .committing(let outcome, let goesOn)? = fills[key]?.phase else { return }
    if key.before == nil {
      for id in streams.keys { streams[id]?.meet(pageOf: key.conversation) }
      // The same holds for a page that was requested while this one was being stored (`SYNC-091`).
      touch([], liveOnly: [key.conversation])
    }
    guard goesOn else { return finish(key, outcome) }
    // The page brought only a new token. The next page is requested at once, but not without end.
    fills[key]?.empty += 1
    guard fills[key]?.callers.isEmpty == false else { return finish(key, outcome) }
    guard fills[key]?.empty ?? 0 < policy.emptyPages else {
      finish(key, outcome)
      return trouble.note(.endless, .page(key), code: "empty-pages")
    }
    fills[key]?.phase = .idle
  }

  mutating func fillNotCommitted(
    _ key: FillKey, _ error: RepositoryError, at now: Int64
  ) {
    guard case .committing? = fills[key]?.phase else { return }
    if error.code == .staleToken {
      // Another writer, or this engine itself, moved the stream or a live end a moment ago.
      tokens.isKnown = false
      return beginAnew(key, at: now)
    }
    trouble.note(.store, .page(key), code: error.asSyncError.code)
    fail(key, error.asSyncError, at: now)
  }
}

extension HistoryAnswer {
  /// The query for what is stored in the range of the page: from the upper end that was requested
  /// down to the page's oldest message, or to the start of the conversation if the page reaches it;
  /// `nil` for an empty range.
  fileprivate func range(of key: FillKey) -> Query? {
    let places = messages.map { Position.confirmed($0.position) }
    // The upper end is the one that was requested. What is stored at the live end while the page is
    // in flight makes the page stale, or its token.
    let upper = key.before.map(Position.confirmed) ?? .unconfirmed(sequence: .min)
    let cursor = { PageCursor(conversation: conversation, position: $0) }
    let kind: Query.Kind
    if below == .start {
      kind = .older(than: cursor(upper))
    } else if let lower = places.min() {
      kind = .window(from: cursor(lower), to: cursor(upper))
    } else {
      return nil
    }
    return Query(kind, in: conversation, limit: Limits.page, crossesGaps: true)
  }
}

extension HistoryAnswer.Below {
  fileprivate var token: GapToken? {
    if case .more(let token) = self { token } else { nil }
  }
}

extension Snapshot {
  /// Returns the messages that the server returned earlier, and does not return any more.
  ///
  /// - Parameter end: the upper end of the request, about which the page need not say anything.
  fileprivate func absent(
    from answer: HistoryAnswer, below end: ServerPosition?
  ) -> [Message] {
    let present = Set(answer.messages.map(\.position.remoteID))
    return messages.filter { message in
      guard message.hasEcho, let place = message.position.confirmed, place != end else {
        return false
      }
      return !present.contains(place.remoteID)
    }
  }
}

extension Message {
  /// The change that deletes the message, as the server would report it.
  fileprivate var deletion: Change {
    .relate(
      Relation(
        conversation: conversation, target: .id(id), author: sender,
        action: .delete(isModerator: true, leavesRow: false)))
  }
}
