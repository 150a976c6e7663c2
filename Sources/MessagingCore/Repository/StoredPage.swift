internal import MessagingModel

/// A page as it is read from rows: the messages, cut at gaps, and what lies past both edges.
///
/// The newest page costs two reads, three with quotes: messages, header, quoted messages.
struct StoredPage {
  let header: ConversationHeader?
  private let conversation: ConversationID
  private var rows: [MessageRecord] = []
  private var gaps: [Gap] = []
  private var older: Edge = .more
  private var newer: Edge = .more
  private var found = true

  init(
    _ query: Query, in conversation: ConversationID, _ reader: any StorageReader
  ) throws(RepositoryError) {
    self.conversation = conversation
    header = try reader.header(of: conversation, unreadLimit: Limits.unread)
    switch query.kind {
    case .newest: try readNewest(query, reader)
    case .older(let cursor):
      try readOlder(than: .init(cursor.position, isIncluded: false), query, query.limit, reader)
    case .newer(let cursor):
      try readNewer(than: .init(cursor.position, isIncluded: false), query, query.limit, reader)
    case .around(let target): try read(around: target, query, reader)
    case .window(let lower, let upper):
      try readWindow(from: lower.position, to: upper.position, limit: query.limit, reader)
    case .outbox, .unsent: break
    }
  }

  /// The page with quotes, receipts and unread count.
  func snapshot(_ reader: any StorageReader) throws(RepositoryError) -> Snapshot {
    guard let header else { return try emptySnapshot(reader) }
    let owner = header.store.owner
    return Snapshot(
      revision: header.record.revision,
      messages: rows.map { $0.message(owner: owner) },
      quotes: try reader.quotes(Set(rows.compactMap(\.replyTo)), in: conversation, owner: owner),
      receipts: header.receipts.sorted {
        $0.upTo != $1.upTo ? $0.upTo < $1.upTo : $0.participant < $1.participant
      }, gaps: gaps, older: older, newer: newer, unread: header.unreadCount, found: found)
  }

  /// A conversation of which nothing is stored: everything is missing.
  private func emptySnapshot(_ reader: any StorageReader) throws(RepositoryError) -> Snapshot {
    Snapshot(
      revision: try reader.store()?.lastForgotten ?? .zero, messages: [], older: older,
      newer: newer, unread: Unread(count: 0, isLowerBound: true), found: found)
  }

  private var known: GapSet { header?.record.gaps ?? .everything }

  private mutating func readNewest(
    _ query: Query, _ reader: any StorageReader
  ) throws(RepositoryError) {
    let found = try reader.scan(Scan(conversation, isAscending: false, limit: query.limit + 1))
    let top = found.first?.position
    newer = known.gap(between: top, and: nil).map(Edge.gap) ?? .end
    // What is missing above the newest message does not hide it.
    let cut = PageCut(
      Array(found.dropFirst()), from: top, .older, limit: query.limit - 1, gaps: known,
      crosses: query.crossesGaps)
    take(olderHalf: cut, below: found.prefix(1))
  }

  private mutating func readOlder(
    than bound: Scan.Bound, _ query: Query, _ limit: Int, _ reader: any StorageReader
  ) throws(RepositoryError) {
    let found = try reader.scan(
      Scan(conversation, upper: bound, isAscending: false, limit: limit + 1))
    let cut = PageCut(
      found, from: bound.position, .older, limit: limit, gaps: known, crosses: query.crossesGaps)
    take(olderHalf: cut, below: [])
  }

  private mutating func readNewer(
    than bound: Scan.Bound, _ query: Query, _ limit: Int, _ reader: any StorageReader
  ) throws(RepositoryError) {
    let found = try reader.scan(
      Scan(conversation, lower: bound, isAscending: true, limit: limit + 1))
    let cut = PageCut(
      found, from: bound.position, .newer, limit: limit, gaps: known, crosses: query.crossesGaps)
    rows += cut.rows
    gaps += cut.gaps.drop { $0 == gaps.last }
    newer = cut.edge
  }

  private mutating func read(
    around target: MessageReference, _ query: Query, _ reader: any StorageReader
  ) throws(RepositoryError) {
    let located = try reader.rows([.message(conversation, target)])
    guard case .message(let center)? = located.first else {
      found = false
      return try readNewest(query, reader)
    }
    let bound = Scan.Bound(center.position, isIncluded: false)
    let below = (query.limit - 1) / 2
    try readOlder(than: bound, query, below, reader)
    rows.append(center)
    try readNewer(than: bound, query, query.limit - 1 - below, reader)
  }

  private mutating func readWindow(
    from lower: Position, to upper: Position, limit: Int, _ reader: any StorageReader
  ) throws(RepositoryError) {
    let included = try reader.scan(
      Scan(
        conversation, lower: .init(lower, isIncluded: true), upper: .init(upper, isIncluded: true),
        isAscending: true, limit: limit + 1))
    let cut = PageCut(
      included, from: lower, .newer, limit: limit, gaps: known, crosses: true)
    rows = cut.rows
    gaps = cut.gaps
    let first = rows.first?.position ?? lower
    let last = rows.last?.position ?? lower
    older = try edge(.older, of: first, reader)
    newer = try edge(.newer, of: last, reader)
  }

  private func edge(
    _ direction: PageCut.Direction, of place: Position, _ reader: any StorageReader
  ) throws(RepositoryError) -> Edge {
    let bound = Scan.Bound(place, isIncluded: false)
    let next: [MessageRecord]
    switch direction {
    case .older:
      next = try reader.scan(Scan(conversation, upper: bound, isAscending: false, limit: 1))
    case .newer:
      next = try reader.scan(Scan(conversation, lower: bound, isAscending: true, limit: 1))
    }
    return PageCut(next, from: place, direction, limit: 0, gaps: known, crosses: false).edge
  }

  private mutating func take(olderHalf cut: PageCut, below upper: some Sequence<MessageRecord>) {
    rows = cut.rows.reversed() + upper
    gaps = cut.gaps.reversed()
    older = cut.edge
  }
}

extension StorageReader {
  /// The messages that are named and stored, by the names that were asked for (`REPO-023`).
  func quotes(
    _ wanted: Set<MessageReference>, in conversation: ConversationID, owner: ParticipantID
  ) throws(RepositoryError) -> [MessageReference: Message] {
    guard !wanted.isEmpty else { return [:] }
    var quotes: [MessageReference: Message] = [:]
    for case .message(let record) in try rows(wanted.map { .message(conversation, $0) }) {
      let message = record.message(owner: owner)
      let remote = message.remoteID.map(MessageReference.remote)
      for name in [.id(record.key.id), remote].compactMap(\.self) where wanted.contains(name) {
        quotes[name] = message
      }
    }
    return quotes
  }
}
