// What a page of history comes to.
extension SyncState {
  mutating func fetched(
    _ key: FillKey, _ answer: Result<HistoryAnswer, SyncError>, at now: Int64
  ) {
    guard case .asking(let gap, _, _)? = fills[key]?.phase else { return }
    fills[key]?.phase = .ready(gap)
    switch answer {
    case .failure(let error): failed(key, gap, error, at: now)
    case .success(let answer):
      // The conversation was reset meanwhile: the page may not be one of this history.
      if fills[key]?.isStale ?? false { return beginAnew(key, at: now) }
      if let problem = nonsense(in: answer, for: key) {
        trouble.note(.nonsense, conversation: key.conversation, code: problem)
        return fail(key, SyncError(.malformed, code: problem), at: now)
      }
      var facts = FillFacts()
      if key.isRefresh { facts.questions.append(.newestConfirmed(in: key.conversation)) }
      if server.absenceMeansDeletion, let window = answer.window { facts.questions.append(window) }
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
    case .refused, .unknownToken:
      guard let gap else { return fail(key, error, at: now) }
      trouble.note(.refused, conversation: key.conversation, code: error.code)
      store([.giveUp(key.conversation, gap)], .unavailable, goesOn: false, for: key)
    case .offline, .transient, .malformed: fail(key, error, at: now)
    }
  }

  private mutating func beginAnew(_ key: FillKey, at now: Int64) {
    fills[key]?.restarts += 1
    guard fills[key]?.restarts ?? 0 <= policy.restarts else {
      return fail(key, SyncError(.transient, code: "restless"), at: now)
    }
    fills[key]?.phase = .idle
  }

  /// What is wrong with a page as a whole; `nil` for a sound one.
  private func nonsense(in answer: HistoryAnswer, for key: FillKey) -> ExactString? {
    guard answer.conversation == key.conversation,
      answer.messages.allSatisfy({ $0.conversation == key.conversation }),
      answer.relations.allSatisfy({ $0.conversation == key.conversation })
    else { return "other-conversation" }
    if let before = key.before, answer.messages.contains(where: { $0.position > before }) {
      return "above-the-gap"
    }
    if case .more(let token?) = answer.below, !(1...Limits.name).contains(token.text.byteCount) {
      return "token-size"
    }
    return nil
  }

  mutating func take(
    _ snapshot: Snapshot, for answer: HistoryAnswer, of key: FillKey, into facts: inout FillFacts
  ) {
    if key.isRefresh, facts.end == nil, !facts.hasEnd {
      facts.end = snapshot.newestShown
      if facts.end == nil, let more = snapshot.furtherBack(in: key.conversation) {
        facts.questions.insert(more, at: 0)
      } else {
        facts.hasEnd = true
      }
    } else {
      facts.absent = snapshot.absent(from: answer)
    }
    facts.isReading = false
  }

  mutating func examine(
    _ key: FillKey, _ answer: HistoryAnswer, _ gap: Gap?, _ facts: FillFacts, at now: Int64
  ) {
    var facts = facts
    guard !facts.isReading else { return }
    guard facts.questions.isEmpty else {
      facts.isReading = true
      let query = facts.questions.removeFirst()
      fills[key]?.phase = .examining(answer, gap, facts)
      return act(.read(ticket(for: .fill(key)), query))
    }
    if fills[key]?.isStale ?? false {
      beginAnew(key, at: now)
      return
    }
    var translation = SyncTranslation(owner: owner, server: server)
    let messages = answer.messages.compactMap { translation.storable($0) }
      .filter { $0.position != key.before }.sorted { $0.position < $1.position }
    let relations = answer.relations.compactMap { translation.storable($0) }
    for (conversation, count) in translation.unreadable {
      trouble.note(.unreadable, conversation: conversation, code: "unreadable", count: count)
    }
    let hasNewToken = answer.below.token.map { $0 != gap?.token } ?? false
    guard key.isRefresh || !messages.isEmpty || answer.below == .start || hasNewToken else {
      trouble.note(.endless, conversation: key.conversation, code: "no-progress")
      return fail(key, SyncError(.malformed, code: "no-progress"), at: now)
    }
    var changes: [Change] = []
    if key.isRefresh, !messages.isEmpty {
      let opened = Gap(after: facts.end, before: nil, token: answer.below.token)
      changes.append(.openGap(key.conversation, opened))
    }
    if !key.isRefresh || !messages.isEmpty {
      let reach = key.before.map(HistoryPage.Reach.position) ?? .live
      changes += translation.pages(
        of: key.conversation, messages, reach: reach, below: answer.below)
    }
    changes += relations + facts.absent.map(\.deletion)
    let isEmpty = messages.isEmpty && answer.below != .start && !key.isRefresh
    store(changes, .filled(messages: messages.count), goesOn: isEmpty, for: key)
  }

  private mutating func store(
    _ changes: [Change], _ outcome: FillOutcome, goesOn: Bool, for key: FillKey
  ) {
    guard !changes.isEmpty else { return finish(key, outcome) }
    fills[key]?.phase = .committing(outcome, goesOn: goesOn)
    act(.commit(ticket(for: .fill(key)), changes))
  }

  mutating func fillCommitted(_ key: FillKey) {
    guard case .committing(let outcome, let goesOn)? = fills[key]?.phase else { return }
    guard goesOn else { return finish(key, outcome) }
    // Nothing but a way to ask on: asked at once, but not for ever.
    fills[key]?.empty += 1
    guard fills[key]?.empty ?? 0 < policy.emptyPages, fills[key]?.callers.isEmpty == false else {
      finish(key, outcome)
      return trouble.note(.endless, conversation: key.conversation, code: "empty-pages")
    }
    fills[key]?.phase = .idle
  }

  mutating func fillNotCommitted(
    _ key: FillKey, _ error: RepositoryError, at now: Int64
  ) {
    guard case .committing? = fills[key]?.phase else { return }
    trouble.note(.store, conversation: key.conversation, code: error.asSyncError.code)
    fail(key, error.asSyncError, at: now)
  }
}

extension HistoryAnswer {
  /// What is stored in the stretch that the messages span; `nil` if they span none.
  fileprivate var window: Query? {
    let places = messages.map { Position.confirmed($0.position) }
    guard let lower = places.min(), let upper = places.max() else { return nil }
    return Query(
      .window(
        from: PageCursor(conversation: conversation, position: lower),
        to: PageCursor(conversation: conversation, position: upper)),
      in: conversation, limit: Limits.page, crossesGaps: true)
  }
}

extension HistoryAnswer.Below {
  fileprivate var token: GapToken? {
    if case .more(let token) = self { token } else { nil }
  }
}

extension Snapshot {
  /// What the server showed earlier, and shows no more.
  fileprivate func absent(from answer: HistoryAnswer) -> [Message] {
    let present = Set(answer.messages.map(\.position.remoteID))
    return messages.filter { message in
      message.hasEcho && message.remoteID.map { !present.contains($0) } ?? false
    }
  }
}

extension Message {
  /// That it was deleted, as the server would say it.
  fileprivate var deletion: Change {
    .relate(
      Relation(
        conversation: conversation, target: .id(id), author: sender,
        action: .delete(isModerator: true, leavesRow: false)))
  }
}
