internal import MessagingCore
internal import MessagingModel
internal import MessagingTimeline

// The list of conversations of a device: user events, and requests to the store. It does not change
// what else the device does.
extension SimulatedDevice {
  mutating func use(
    _ kind: SimulationStep.ListKind, _ random: inout SeededRandom, _ place: inout SimulatedPlace
  ) async {
    guard kind != .open, list != nil else { return await openList(&random, &place) }
    switch kind {
    case .work:
      for _ in 0...random.below(6) {
        guard await workList(&random, &place) else { break }
      }
    case .open: break
    case .close: closeList(&place)
    case .stall: list?.isStalled = true
    case .take: list?.isStalled = false
    case .hide:
      guard var input = list?.options.input else { return }
      input.hidden = [[], ["bob"], ["dan", "ann"]][random.below(3)]
      if !input.hidden.isEmpty { place.mark(.listHid) }
      tell(ConversationListEvent.shown(input), &place)
    case .readsFail: list?.failingReads = 1 + random.below(3)
    case .retry: tell(ConversationListEvent.retry, &place)
    }
  }

  mutating func openList(_ random: inout SeededRandom, _ place: inout SimulatedPlace) async {
    closeList(&place)
    place.mark(.listOpened)
    var options = ConversationListOptions(owner: owner)
    options.firstRead = [10, 2, 1][random.below(3)]
    options.readsAtOnce = random.chance(1, of: 2) ? 4 : 1
    options.followLimit = random.chance(1, of: 2) ? 3 : 0
    list = SimulatedList(options, minds.listing(options))
    await noticeList()
    tell(ConversationListEvent.opened, &place)
    tell(ConversationListEvent.ready, &place)
  }

  /// Closes the list. Its pending answers still arrive.
  mutating func closeList(_ place: inout SimulatedPlace) {
    guard list != nil else { return }
    tell(ConversationListEvent.closed, &place)
    while let list, !list.answers.isEmpty {
      if let answer = self.list?.takeAnswer(0) { tell(answer, &place) }
    }
    if list?.status.phase != .closed {
      place.blame("a closed list reports another state", of: "list")
    }
    list = nil
  }

  /// Delivers one event or action between the list, the view and the store.
  ///
  /// - Returns: whether there was one.
  mutating func workList(
    _ random: inout SeededRandom, _ place: inout SimulatedPlace
  ) async -> Bool {
    guard let work = random.pick(from: list?.work ?? []) else { return false }
    switch work {
    case .news: if let news = list?.takeNews() { tell(news, &place) }
    case .request(let index): await answerList(index, &place)
    case .answer(let index): if let answer = list?.takeAnswer(index) { tell(answer, &place) }
    case .take: tell(ConversationListEvent.ready, &place)
    }
    return true
  }

  private mutating func answerList(_ index: Int, _ place: inout SimulatedPlace) async {
    guard let request = list?.takeRequest(index) else { return }
    let isFailing = list.map { $0.failingReads > 0 } ?? false
    if isFailing {
      place.mark(.listReadFailed)
      list?.failingReads -= 1
    }
    switch request {
    case .ask(let ticket, let revision):
      let changed = isFailing ? nil : await changedSpared(after: revision)
      list?.add(changed.map { .changed(ticket, $0) } ?? .notChanged(ticket, .storage))
    case .read(let ticket, let query):
      let page = isFailing ? nil : await readSpared(query)
      list?.add(page.map { .read(ticket, $0) } ?? .notRead(ticket, .storage))
    }
  }

  /// The conversations that changed. This read does not use up a planned failure of the store.
  func changedSpared(after revision: Revision?) async -> ChangedConversations? {
    guard let index = store as? any ConversationIndexing else { return nil }
    troubles.spare(true)
    defer { troubles.spare(false) }
    return try? await index.conversations(changedAfter: revision)
  }

  /// Records the store's content, which the list may show from now on.
  mutating func noticeList(isVisible: Bool = true) async {
    guard let list, !troubles.isDead,
      let changed = await changedSpared(after: list.remembered)
    else { return }
    var pages: [ConversationID: Snapshot] = [:]
    for conversation in changed.conversations.keys.sorted() {
      pages[conversation] = await readSpared(.top(of: conversation))
    }
    self.list?.notice(changed, pages, isVisible: isVisible)
  }

  /// Passes an event to the list, and carries out its actions.
  mutating func tell(_ event: ConversationListEvent, _ place: inout SimulatedPlace) {
    guard let actions = list?.tell(event, at: place.now) else { return }
    place.note(number, ListWords(event), actions.map(ListWords.init), part: "list")
    if let broken = list?.broken { place.blame(broken, of: "list-law") }
    for case .show(let update) in actions { note(update, &place) }
  }

  private func note(_ update: ConversationListUpdate, _ place: inout SimulatedPlace) {
    guard (list?.screen.updates.count ?? 0) > 1 else { return }
    if !update.diff.moves.isEmpty { place.mark(.listMoved) }
    if !update.diff.inserts.isEmpty { place.mark(.listGrew) }
    if !update.diff.deletes.isEmpty { place.mark(.listShrank) }
    if !update.diff.updates.isEmpty { place.mark(.listChanged) }
    if list?.isStalled ?? false { place.mark(.listLate) }
  }

  /// Retries what the list could not read, once it is time.
  mutating func retryList(_ place: inout SimulatedPlace) {
    guard let due = list?.retryAt, due <= place.now else { return }
    place.mark(.listRetried)
    tell(ConversationListEvent.retry, &place)
  }
}

extension Query {
  /// The newest messages of a conversation, across gaps.
  static func top(of conversation: ConversationID) -> Query {
    Query(.newest, in: conversation, limit: Limits.page, crossesGaps: true)
  }
}

/// An event of a list, or an action, on one line of a trace.
private struct ListWords: Sendable, CustomStringConvertible {
  let description: String

  init(_ event: ConversationListEvent) {
    switch event {
    case .read(let ticket, let page):
      let names = page.messages.map(\.id.shortName).joined(separator: " ")
      description = "read \(ticket.number) at \(page.revision.number): [\(names)] \(page.unread)"
    case .opened, .ready, .shown, .retry, .closed, .committed, .changed, .notChanged, .notRead,
      .storeClosed:
      description = "\(event)"
    }
  }

  init(_ action: ConversationListAction) {
    switch action {
    case .show(let update):
      let names = update.entries.map { entry in
        "\(entry.id.text) \(entry.preview.map(\.message.shortName) ?? "nothing") "
          + "\(entry.unread.count)"
      }
      description = "show at \(update.revision.number): \(names.joined(separator: ", "))"
    case .ask, .read, .retryLater: description = "\(action)"
    }
  }
}
