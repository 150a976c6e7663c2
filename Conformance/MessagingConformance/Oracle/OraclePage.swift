internal import MessagingModel

/// Answers queries from the model: all messages sorted by their full key, then looked through.
struct OraclePage {
  private let state: OracleState

  init(_ state: OracleState) { self.state = state }

  func answer(_ query: Query) -> Snapshot {
    guard let id = query.conversation, query.kind != .outbox else {
      return outbox(query.conversation, limit: query.limit)
    }
    return answer(query, state.conversations[id] ?? OracleConversation(id: id))
  }

  private func answer(_ query: Query, _ conversation: OracleConversation) -> Snapshot {
    let all = conversation.messages.map { $0.shown(in: conversation.id) }
      .sorted { $0.position < $1.position }
    let gaps = conversation.missing.gaps
    var page: (kept: ArraySlice<Message>, crosses: Bool)
    var found = true
    switch query.kind {
    case .newest, .outbox: page = (all.suffix(query.limit), query.crossesGaps)
    case .older(let cursor):
      page = (all.filter { $0.position < cursor.position }.suffix(query.limit), query.crossesGaps)
    case .newer(let cursor):
      page = (all.filter { $0.position > cursor.position }.prefix(query.limit), query.crossesGaps)
    case .around(let target):
      found = conversation.find(target) != nil
      page = (around(target, all, query.limit), query.crossesGaps)
    case .window(let lower, let upper):
      let inside = all.filter { $0.position >= lower.position && $0.position <= upper.position }
      page = (inside.prefix(query.limit), true)
    }
    let cut = page.crosses ? page.kept : withoutGaps(page.kept, query, gaps)
    return snapshot(Array(cut), query, all, gaps, conversation, found: found)
  }

  private func around(
    _ target: MessageReference, _ all: [Message], _ limit: Int
  ) -> ArraySlice<Message> {
    let center = all.firstIndex { message in
      target == .id(message.id) || message.remoteID.map { target == .remote($0) } ?? false
    }
    guard let center else { return all.suffix(limit) }
    let below = (limit - 1) / 2
    return all[max(0, center - below)..<min(all.count, center + limit - below)]
  }

  /// The part of a page that hangs together with where it begins.
  private func withoutGaps(
    _ page: ArraySlice<Message>, _ query: Query, _ gaps: [Gap]
  ) -> ArraySlice<Message> {
    var lower: Position?
    var upper: Position?
    var page = page
    switch query.kind {
    case .newest, .outbox: upper = page.last?.position
    case .older(let cursor): upper = cursor.position
    case .newer(let cursor): lower = cursor.position
    case .around(let target):
      let center = page.first { message in
        target == .id(message.id) || message.remoteID.map { target == .remote($0) } ?? false
      }
      (lower, upper) = (center?.position, center?.position ?? page.last?.position)
    case .window: return page
    }
    if let upper {
      page = page.drop { $0.position < upper && gap(gaps, $0.position, upper) != nil }
    }
    if let lower {
      page = page.prefix { $0.position <= lower || gap(gaps, lower, $0.position) == nil }
    }
    return page
  }

  private func snapshot(
    _ page: [Message], _ query: Query, _ all: [Message], _ gaps: [Gap],
    _ conversation: OracleConversation, found: Bool
  ) -> Snapshot {
    let (lower, upper) = query.ends(page)
    let marker = conversation.receipts[ScriptNames.owner]?.upTo
    let hasGap = gaps.contains { gap in
      gap.before.map { before in marker.map { .confirmed(before) > $0 } ?? true } ?? true
    }
    let unread = conversation.unreadCount
    let top = Position.unconfirmed(sequence: .max)
    return Snapshot(
      revision: .zero, messages: page,
      receipts: conversation.receipts.values.sorted {
        ($0.upTo, $0.participant) < ($1.upTo, $1.participant)
      },
      gaps: gaps.filter { known in
        zip(page, page.dropFirst()).contains { gap(gaps, $0.position, $1.position) == known }
      },
      older: query.isNewer
        ? .more : edge(all.last { $0.position < lower ?? top }, below: true, lower, gaps, query),
      newer: query.isOlder
        ? .more
        : edge(
          upper.flatMap { upper in all.first { $0.position > upper } }, below: false, upper, gaps,
          query),
      unread: Unread(
        count: hasGap ? max(unread, conversation.unreadFloor) : unread, isLowerBound: hasGap),
      found: found)
  }

  private func edge(
    _ next: Message?, below: Bool, _ end: Position?, _ gaps: [Gap], _ query: Query
  ) -> Edge {
    if query.crossesGaps, !query.isWindow, next != nil { return .more }
    let missing =
      below ? gap(gaps, next?.position, end) : gap(gaps, end, next?.position)
    return missing.map(Edge.gap) ?? (next == nil ? .end : .more)
  }

  /// The uppermost gap of which some part lies between two places.
  private func gap(_ gaps: [Gap], _ lower: Position?, _ upper: Position?) -> Gap? {
    gaps.last { gap in
      if let after = gap.after, let upper, upper <= .confirmed(after) { return false }
      if let before = gap.before, let lower, lower >= .confirmed(before) { return false }
      if gap.before == nil, case .unconfirmed = lower { return false }
      return true
    }
  }

  private func outbox(_ id: ConversationID?, limit: Int) -> Snapshot {
    let unsent = state.conversations.values.filter { id == nil || $0.id == id }
      .flatMap { conversation in
        conversation.messages.compactMap { message in
          message.unsentSequence.map { ($0, message.shown(in: conversation.id)) }
        }
      }
      .sorted { $0.0 < $1.0 }.map(\.1)
    return Snapshot(
      revision: .zero, messages: Array(unsent.prefix(limit)), older: .end,
      newer: unsent.count > limit ? .more : .end)
  }
}

extension Query {
  fileprivate var isOlder: Bool { if case .older = kind { true } else { false } }
  fileprivate var isNewer: Bool { if case .newer = kind { true } else { false } }
  fileprivate var isWindow: Bool { if case .window = kind { true } else { false } }

  /// The places from which the edges of a page are looked at.
  fileprivate func ends(_ page: [Message]) -> (lower: Position?, upper: Position?) {
    let (first, last) = (page.first?.position, page.last?.position)
    switch kind {
    case .newest, .around, .outbox: return (first, last)
    case .older(let cursor): return (first ?? cursor.position, last)
    case .newer(let cursor): return (first, last ?? cursor.position)
    case .window(let lower, _): return (first ?? lower.position, last ?? lower.position)
    }
  }
}
