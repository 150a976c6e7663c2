package import MessagingModel

extension NaiveStory {
  /// What a repository should return, except for the revision, which is zero.
  package func read(_ query: Query) -> Snapshot {
    guard query.kind != .outbox, let conversation = query.conversation else {
      return outbox(of: query.conversation, limit: query.limit)
    }
    let chat = self[conversation]
    var page = NaivePage(chat, query)
    page.answer(query.kind)
    return Snapshot(
      revision: .zero, messages: page.cards.map { $0.message(owner: owner) },
      quotes: quotes(of: page.cards + [page.root].compactMap(\.self), in: chat),
      root: page.root?.message(owner: owner),
      threads: query.scope == .withoutReplies ? threads(of: page, in: chat) : [:],
      receipts: receipts(of: chat), gaps: page.crossed,
      highestDeleted: chat.highestDeleted, older: page.older, newer: page.newer,
      unread: unread(of: chat, page.gaps), found: page.found)
  }

  private func outbox(of conversation: ConversationID?, limit: Int) -> Snapshot {
    let unsent = chats.filter { conversation == nil || $0.key == conversation }
      .flatMap(\.value.cards).filter { $0.unsentSince != nil }
      .sorted { ($0.unsentSince ?? 0) < ($1.unsentSince ?? 0) }
    // For one conversation: the messages that these refer to, and the retractions.
    var named: [MessageReference: Message] = [:]
    if let conversation {
      let targets = unsent.prefix(limit).flatMap { card in
        [card.pointer(\.replyTo, \.replyTo), card.pointer(\.threadRoot, \.threadRoot)]
      }
      for target in targets.compactMap(\.self) {
        named[target] = self[conversation].card(target)?.message(owner: owner)
      }
    }
    let messages = unsent.prefix(limit).map { card in
      var message = card.message(owner: owner)
      guard let conversation else { return message }
      message.replyTo = message.replyTo.map(self[conversation].nameOfDeleted)
      message.threadRoot = message.threadRoot.map(self[conversation].nameOfDeleted)
      return message
    }
    return Snapshot(
      revision: .zero, messages: messages, quotes: named,
      retractions: conversation.map { self[$0].retractions } ?? [],
      filesToRemove: conversation.map { chat in
        self[chat].filesToRemove.map { MessageKey(chat, $0) }
      } ?? [],
      readings: conversation.flatMap { self[$0].toReport }.map { [$0] } ?? [], older: .end,
      newer: unsent.count > limit ? .more : .end)
  }

  private func quotes(of cards: [NaiveCard], in chat: NaiveChat) -> [MessageReference: Message] {
    var quotes: [MessageReference: Message] = [:]
    for target in cards.compactMap({ $0.pointer(\.replyTo, \.replyTo) }) {
      quotes[target] = chat.card(target)?.message(owner: owner)
    }
    return quotes
  }

  /// For each message of a page, a summary of its newest hundred replies, without the deleted ones.
  private func threads(of page: NaivePage, in chat: NaiveChat) -> [MessageID: ThreadSummary] {
    var threads: [MessageID: ThreadSummary] = [:]
    let answers = chat.sorted.reversed()
      .filter { $0.pointer(\.threadRoot, \.threadRoot) != nil }.map { $0.message(owner: owner) }
    for root in page.cards {
      let replies = answers.filter { reply in
        reply.threadRoot.map { root.has($0) } ?? false
      }
      let there = replies.prefix(100).filter { $0.body != .redacted }
      guard let latest = there.first else { continue }
      threads[root.id] = ThreadSummary(
        count: there.count,
        isLowerBound: replies.count > 100 || page.gap(root.position, nil) != nil, latest: latest)
    }
    return threads
  }

  private func receipts(of chat: NaiveChat) -> [Receipt] {
    var receipts: [Receipt] = []
    for reading in chat.receipts
    where !receipts.contains(where: { $0.participant == reading.participant }) {
      receipts.append(
        Receipt(
          conversation: chat.id, participant: reading.participant, upTo: .confirmed(reading.place),
          readAt: reading.time))
    }
    return receipts.sorted { left, right in
      left.upTo != right.upTo
        ? NaiveOrder.precedes(left.upTo, right.upTo)
        : NaiveOrder.precedes(left.participant.text, right.participant.text)
    }
  }

  /// The unread count. It is a lower bound when something is missing above the marker, and then
  /// never less than before a reset.
  private func unread(of chat: NaiveChat, _ gaps: NaiveGaps) -> Unread {
    let marker = chat.marker
    let hasGap = gaps.all.contains { gap in
      guard let marker, let before = gap.before else { return true }
      return NaiveOrder.precedes(marker, before)
    }
    return Unread(
      count: hasGap ? max(chat.unread, chat.unreadFloor) : chat.unread, isLowerBound: hasGap)
  }
}

/// A page under construction: its messages so far, and what lies past them.
struct NaivePage {
  /// From the oldest to the newest.
  private(set) var cards: [NaiveCard] = []
  private(set) var crossed: [Gap] = []
  private(set) var older = Edge.more
  private(set) var newer = Edge.more
  private(set) var found = true
  let gaps: NaiveGaps
  /// Whether the server has reported nothing about the conversation yet.
  private let isSilent: Bool
  private let chat: NaiveChat
  /// The root of the thread that is read; `nil` for other scopes.
  let root: NaiveCard?
  private let everyone: [NaiveCard]
  /// The messages that the query asks for.
  private let all: [NaiveCard]
  private let limit: Int
  private let crosses: Bool

  init(_ chat: NaiveChat, _ query: Query) {
    self.chat = chat
    everyone = chat.sorted
    (root, all) = NaivePage.asked(everyone, query.scope)
    limit = query.limit
    crosses = query.crossesGaps
    gaps = NaiveGaps(
      chat.words,
      others: everyone.compactMap(\.place) + query.kind.cursors.compactMap(\.position.confirmed)
        + chat.readings.map(\.place))
    isSilent = gaps.all == [.everything]
  }

  /// The messages of a scope, and the root if the scope is a thread.
  private static func asked(
    _ cards: [NaiveCard], _ scope: MessageScope
  ) -> (NaiveCard?, [NaiveCard]) {
    let answers = { (card: NaiveCard) in card.pointer(\.threadRoot, \.threadRoot) }
    switch scope {
    case .everything: return (nil, cards)
    case .withoutReplies: return (nil, cards.filter { answers($0) == nil })
    case .thread(let name):
      let root = cards.first { $0.has(name) }
      return (
        root,
        cards.filter { card in
          if card.id == root?.id { return true }
          guard let answered = answers(card) else { return false }
          return answered == name || root?.has(answered) ?? false
        }
      )
    }
  }

  /// What is missing between two positions. Until the server first reports on a conversation,
  /// nothing is missing between two messages that only the owner has, or above the last of them.
  func gap(_ lower: Position?, _ upper: Position?) -> Gap? {
    if isSilent, let lower, isOnlyOurs(lower), upper.map(isOnlyOurs) ?? true { return nil }
    return gaps.gap(between: lower, and: upper)
  }

  private func isOnlyOurs(_ place: Position) -> Bool {
    let there = everyone.first { $0.position == place }
    return there.map { !$0.hasEcho(owner: chat.owner) } ?? (place.confirmed == nil)
  }

  mutating func answer(_ kind: Query.Kind) {
    switch kind {
    case .newest: newest()
    case .older(let cursor): goDown(from: cursor.position, limit, crosses)
    case .newer(let cursor): goUp(from: cursor.position, limit, crosses)
    case .around(let target):
      guard let center = all.first(where: { $0.has(target) }) else {
        found = false
        return newest()
      }
      cards = [center]
      goDown(from: center.position, (limit - 1) / 2, crosses)
      goUp(from: center.position, limit - 1 - (limit - 1) / 2, crosses)
    case .window(let lower, let upper): window(from: lower.position, to: upper.position)
    case .outbox, .unsent: break
    }
  }

  /// Builds the newest page: the newest message is always in it, and older ones follow.
  private mutating func newest() {
    let last = all.last
    cards = [last].compactMap(\.self)
    goDown(from: last?.position, limit - 1, crosses)
    newer = gap(last?.position, nil).map(Edge.gap) ?? .end
  }

  private mutating func window(from lower: Position, to upper: Position) {
    let inside = all.filter {
      !NaiveOrder.precedes($0.position, lower) && !NaiveOrder.precedes(upper, $0.position)
    }
    cards = Array(inside.prefix(limit))
    var previous = lower
    for card in cards {
      let gap = gap(previous, card.position)
      if let gap, crossed.last != gap { crossed.append(gap) }
      previous = card.position
    }
    let (shown, listed) = (cards, crossed)
    goDown(from: shown.first?.position ?? lower, 0, false)
    goUp(from: shown.last?.position ?? lower, 0, false)
    (cards, crossed) = (shown, listed)
  }

  /// Adds messages below a position until the limit, the last message or a gap is reached.
  private mutating func goDown(from place: Position?, _ limit: Int, _ crosses: Bool) {
    let below = all.filter { card in
      place.map { NaiveOrder.precedes(card.position, $0) } ?? true
    }
    var (upper, taken) = (place, 0)
    for card in below.reversed() {
      let gap = gap(card.position, upper)
      if let gap, !crosses {
        older = .gap(gap)
        return
      }
      if taken == limit {
        older = .more
        return
      }
      if let gap, crossed.first != gap { crossed.insert(gap, at: 0) }
      cards.insert(card, at: 0)
      (upper, taken) = (card.position, taken + 1)
    }
    // Nothing of a thread lies below its root.
    if let root, let upper, !NaiveOrder.precedes(root.position, upper) {
      older = .end
    } else {
      older = gap(nil, upper).map(Edge.gap) ?? .end
    }
  }

  /// Adds messages above a position until the limit, the last message or a gap is reached.
  private mutating func goUp(from place: Position, _ limit: Int, _ crosses: Bool) {
    var (lower, taken) = (place, 0)
    for card in all where NaiveOrder.precedes(place, card.position) {
      let gap = gap(lower, card.position)
      if let gap, !crosses {
        newer = .gap(gap)
        return
      }
      if taken == limit {
        newer = .more
        return
      }
      if let gap, crossed.last != gap { crossed.append(gap) }
      cards.append(card)
      (lower, taken) = (card.position, taken + 1)
    }
    newer = gap(lower, nil).map(Edge.gap) ?? .end
  }
}

extension Query.Kind {
  fileprivate var cursors: [PageCursor] {
    switch self {
    case .older(let cursor), .newer(let cursor): [cursor]
    case .window(let lower, let upper): [lower, upper]
    case .newest, .around, .outbox, .unsent: []
    }
  }
}
