internal import MessagingModel

/// A page, read from rows: the messages, cut at gaps, and both edges.
///
/// The newest page costs two reads of rows (messages and header), and a third for quotes.
struct StoredPage {
  /// `nil` if the store has nothing of the conversation.
  private(set) var header: ConversationHeader?
  private let conversation: ConversationID
  private let scope: StoredScope
  /// The page in two parts: the rows up to a position, newest first, and the rows above it, oldest
  /// first. Each part is in the order in which the store returned it.
  private var lower: [MessageRecord] = []
  private var upper: [MessageRecord] = []
  private var gaps: [Gap] = []
  private var older: Edge = .more
  private var newer: Edge = .more
  private var found = true

  init(
    _ query: Query, in conversation: ConversationID, _ reader: any StorageReader
  ) throws(RepositoryError) {
    self.conversation = conversation
    scope = try StoredScope(query, in: conversation, reader)
    switch query.kind {
    case .newest: try readNewest(query, reader)
    case .older(let cursor):
      try readOlder(than: Neighbour(cursor.position), query, query.limit, reader)
    case .newer(let cursor):
      try readNewer(than: Neighbour(cursor.position), query, query.limit, reader)
    case .around(let target): try read(around: target, query, reader)
    case .window(let lower, let upper):
      try readWindow(from: lower.position, to: upper.position, limit: query.limit, reader)
    case .outbox, .unsent: break
    }
  }

  /// The page with quotes, receipts and unread count.
  mutating func snapshot(_ reader: any StorageReader) throws(RepositoryError) -> Snapshot {
    guard let header else { return try emptySnapshot(reader) }
    let owner = header.store.owner
    let quotes = try reader.quotes(replyTargets, in: conversation, owner: owner)
    let threads =
      scope.isWithoutReplies
      ? try scope.threads(of: lower + upper, in: conversation, known, owner: owner, reader) : [:]
    return Snapshot(
      revision: header.record.revision,
      messages: takeMessages(owner: owner),
      quotes: quotes, root: scope.root?.message(owner: owner), threads: threads,
      receipts: header.receipts.sorted {
        $0.upTo != $1.upTo ? $0.upTo < $1.upTo : $0.participant < $1.participant
      }, gaps: gaps, highestDeleted: header.record.highestDeleted, older: older, newer: newer,
      unread: header.unreadCount, found: found)
  }

  /// The snapshot of a conversation of which nothing is stored: everything is missing.
  private func emptySnapshot(_ reader: any StorageReader) throws(RepositoryError) -> Snapshot {
    Snapshot(
      revision: try reader.store()?.lastForgotten ?? .zero, messages: [], older: older,
      newer: newer, unread: Unread(count: 0, isLowerBound: true), found: found)
  }

  private var replyTargets: Set<MessageReference> {
    var targets = Set([scope.root?.replyTo].compactMap(\.self))
    for rows in [lower, upper] {
      for index in rows.indices {
        if let target = rows[index].replyTo { targets.insert(target) }
      }
    }
    return targets
  }

  /// Turns the rows into messages, in ascending order. The contents of a row are moved, not copied.
  private mutating func takeMessages(owner: ParticipantID) -> [Message] {
    var messages: [Message] = []
    messages.reserveCapacity(lower.count + upper.count)
    while let row = lower.popLast() { messages.append(row.message(owner: owner)) }
    upper.reverse()
    while let row = upper.popLast() { messages.append(row.message(owner: owner)) }
    return messages
  }

  private var known: GapSet { header?.record.gaps ?? .everything }

  /// Scans, and reads the header once, after the first scan: by then a store may know that its
  /// cached header is still valid.
  private mutating func scan(
    _ scan: Scan, _ reader: any StorageReader
  ) throws(RepositoryError) -> [MessageRecord] {
    let found = try scope.scan(scan, reader)
    if header == nil {
      header = try reader.header(of: conversation, unreadLimit: Limits.unread)
    }
    return found
  }

  private mutating func readNewest(
    _ query: Query, _ reader: any StorageReader
  ) throws(RepositoryError) {
    let found = try scan(Scan(conversation, isAscending: false, limit: query.limit + 1), reader)
    let top = found.first?.neighbour
    newer = known.gap(from: top, to: nil).map(Edge.gap) ?? .end
    // A gap above the newest message does not hide the message.
    takeLower(
      PageCut(
        found, from: top, taken: 1, .older, limit: query.limit, gaps: known,
        crosses: query.crossesGaps, begin: scope.root?.position))
  }

  private mutating func readOlder(
    than start: Neighbour, _ query: Query, _ limit: Int, _ reader: any StorageReader
  ) throws(RepositoryError) {
    let bound = Scan.Bound(start.position, isIncluded: false)
    let found = try scan(
      Scan(conversation, upper: bound, isAscending: false, limit: limit + 1), reader)
    takeLower(
      PageCut(
        found, from: try looked(at: start, reader), .older, limit: limit, gaps: known,
        crosses: query.crossesGaps, begin: scope.root?.position))
  }

  private mutating func readNewer(
    than start: Neighbour, _ query: Query, _ limit: Int, _ reader: any StorageReader
  ) throws(RepositoryError) {
    let bound = Scan.Bound(start.position, isIncluded: false)
    let found = try scan(
      Scan(conversation, lower: bound, isAscending: true, limit: limit + 1), reader)
    let cut = PageCut(
      found, from: try looked(at: start, reader), .newer, limit: limit, gaps: known,
      crosses: query.crossesGaps)
    upper += cut.rows
    gaps += cut.gaps.drop { $0 == gaps.last }
    newer = cut.edge
  }

  private mutating func read(
    around target: MessageReference, _ query: Query, _ reader: any StorageReader
  ) throws(RepositoryError) {
    let located = try reader.rows([.message(conversation, target)])
    guard case .message(let center)? = located.first, scope.contains(center) else {
      found = false
      return try readNewest(query, reader)
    }
    let below = (query.limit - 1) / 2
    try readOlder(than: center.neighbour, query, below, reader)
    upper.append(center)
    try readNewer(than: center.neighbour, query, query.limit - 1 - below, reader)
  }

  /// A position, with the properties of the message at it. They matter only until the server has
  /// reported something about the conversation (`GAP-020`).
  private func looked(
    at start: Neighbour, _ reader: any StorageReader
  ) throws(RepositoryError) -> Neighbour {
    guard known == .everything, !start.isOnlyOurs, let position = start.position.confirmed,
      case .message(let record)? = try reader.rows([
        .message(conversation, .remote(position.remoteID))
      ]).first, record.position == start.position
    else { return start }
    return record.neighbour
  }

  private mutating func readWindow(
    from first: Position, to last: Position, limit: Int, _ reader: any StorageReader
  ) throws(RepositoryError) {
    let included = try scan(
      Scan(
        conversation, lower: .init(first, isIncluded: true), upper: .init(last, isIncluded: true),
        isAscending: true, limit: limit + 1), reader)
    let start = try looked(at: Neighbour(first), reader)
    let cut = PageCut(included, from: start, .newer, limit: limit, gaps: known, crosses: true)
    upper = cut.rows
    gaps = cut.gaps
    let (first, last) = (upper.first?.neighbour ?? start, upper.last?.neighbour ?? start)
    older = try edge(.older, of: first, reader)
    newer = try edge(.newer, of: last, reader)
  }

  private func edge(
    _ direction: PageCut.Direction, of row: Neighbour, _ reader: any StorageReader
  ) throws(RepositoryError) -> Edge {
    let bound = Scan.Bound(row.position, isIncluded: false)
    let next: [MessageRecord]
    switch direction {
    case .older:
      next = try scope.scan(
        Scan(conversation, upper: bound, isAscending: false, limit: 1), reader)
    case .newer:
      next = try scope.scan(
        Scan(conversation, lower: bound, isAscending: true, limit: 1), reader)
    }
    return PageCut(
      next, from: row, direction, limit: 0, gaps: known, crosses: false,
      begin: scope.root?.position
    ).edge
  }

  private mutating func takeLower(_ cut: PageCut) {
    lower = cut.rows
    gaps = cut.gaps.reversed()
    older = cut.edge
  }
}

extension StorageReader {
  /// The stored messages among `wanted`, under the names in `wanted` (`REPO-023`).
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

  /// The remote ids of messages that were deleted without a row, under the ids in `wanted`: the
  /// requests of their replies still have to name them (`SEND-048`).
  func remoteIDs(
    ofDeleted wanted: Set<MessageReference>, in conversation: ConversationID
  ) throws(RepositoryError) -> [MessageReference: MessageReference] {
    let keys = wanted.compactMap { target -> RecordKey? in
      guard case .id = target else { return nil }
      return .tombstone(conversation, target)
    }
    guard !keys.isEmpty else { return [:] }
    var names: [MessageReference: MessageReference] = [:]
    for case .tombstone(let note) in try rows(keys) {
      names[note.target] = note.position.map { .remote($0.remoteID) }
    }
    return names
  }
}

extension MessageRecord {
  /// Replaces the names of what it replies to.
  mutating func name(targets names: [MessageReference: MessageReference]) {
    replyTo = replyTo.map { names[$0] ?? $0 }
    threadRoot = threadRoot.map { names[$0] ?? $0 }
  }
}
