public import MessagingModel

/// Selects the rows that belong to the scope of a query.
struct StoredScope {
  private let scope: MessageScope
  /// The root of the thread, if it is stored.
  private(set) var root: MessageRecord?
  /// The names by which replies may refer to the root.
  private var names: Set<MessageReference> = []

  init(_ query: Query, in conversation: ConversationID, _ reader: any StorageReader)
    throws(RepositoryError)
  {
    scope = query.scope
    guard case .thread(let name) = scope else { return }
    names = [name]
    guard case .message(let record)? = try reader.rows([.message(conversation, name)]).first
    else { return }
    root = record
    names.formUnion(record.names)
  }

  func contains(_ record: MessageRecord) -> Bool {
    switch scope {
    case .everything: true
    case .withoutReplies: record.threadRoot == nil
    case .thread: record.id == root?.id || record.threadRoot.map(names.contains) ?? false
    }
  }

  /// The messages of the scope in a range.
  func scan(_ scan: Scan, _ reader: any StorageReader) throws(RepositoryError) -> [MessageRecord] {
    switch scope {
    case .everything: return try reader.scan(scan)
    case .withoutReplies:
      var found: [MessageRecord] = []
      try reader.search(scan) { record in
        if record.threadRoot == nil { found.append(record) }
        return found.count == scan.limit
      }
      return found
    case .thread:
      var found = try reader.replies(to: names, in: scan)
      if let root, scan.includes(root.position) {
        found.removeAll { $0.id == root.id }
        found.append(root)
      }
      found.sort { scan.isAscending ? $0.position < $1.position : $0.position > $1.position }
      return Array(found.prefix(scan.limit))
    }
  }
}

extension StoredScope {
  /// Whether a page contains summaries of threads beside their roots.
  var isWithoutReplies: Bool { scope == .withoutReplies }

  /// The summaries of the threads of these roots (`PAGE-019`).
  ///
  /// - Complexity: a search for each name of each message, or one scan of the conversation.
  func threads(
    of roots: [MessageRecord], in conversation: ConversationID, _ gaps: GapSet,
    owner: ParticipantID, _ reader: any StorageReader
  ) throws(RepositoryError) -> [MessageID: ThreadSummary] {
    var owners: [MessageReference: MessageID] = [:]
    for root in roots {
      for name in root.names { owners[name] = root.id }
    }
    let scan = Scan(conversation, isAscending: false, limit: Limits.replies + 1)
    var replies: [MessageID: [MessageRecord]] = [:]
    for reply in try reader.replies(to: Set(owners.keys), in: scan) {
      if let root = reply.threadRoot.flatMap({ owners[$0] }) {
        replies[root, default: []].append(reply)
      }
    }
    guard !replies.isEmpty else { return [:] }
    var threads: [MessageID: ThreadSummary] = [:]
    for root in roots {
      guard let all = replies[root.id]?.sorted(by: { $0.position > $1.position }) else { continue }
      let shown = all.prefix(Limits.replies).map { $0.message(owner: owner) }
        .filter { $0.body != .redacted }
      guard let latest = shown.first else { continue }
      threads[root.id] = ThreadSummary(
        count: shown.count,
        isLowerBound: all.count > Limits.replies || gaps.gap(from: root.neighbour, to: nil) != nil,
        latest: latest)
    }
    return threads
  }
}

extension StorageReader {
  /// Finds replies by a scan of the range: correct for every storage.
  ///
  /// - Complexity: O(messages of the range).
  public func replies(
    to roots: Set<MessageReference>, in scan: Scan
  ) throws(RepositoryError) -> [MessageRecord] {
    var found: [MessageRecord] = []
    var counts: [MessageReference: Int] = [:]
    var open = roots.count
    try search(scan) { record in
      guard let root = record.threadRoot, roots.contains(root) else { return open == 0 }
      let count = counts[root, default: 0] + 1
      counts[root] = count
      if count <= scan.limit { found.append(record) }
      if count == scan.limit { open -= 1 }
      return open == 0
    }
    return found
  }

  /// Visits the messages of a range in the order of the scan, in pieces, until `isLast` returns
  /// true.
  ///
  /// - Parameter isLast: returns whether to stop after a message.
  func search(_ scan: Scan, _ isLast: (MessageRecord) -> Bool) throws(RepositoryError) {
    var rest = scan.with(limit: max(scan.limit, Scan.piece))
    while true {
      let found = try self.scan(rest)
      if found.contains(where: isLast) { return }
      guard found.count == rest.limit, let last = found.last else { return }
      rest = rest.going(on: last.position)
    }
  }
}

extension Scan {
  /// The minimum number of messages per piece.
  fileprivate static let piece = 64

  /// Whether a position lies in the range.
  fileprivate func includes(_ position: Position) -> Bool {
    let isAbove = lower.map { $0.isIncluded ? $0.position <= position : $0.position < position }
    let isBelow = upper.map { $0.isIncluded ? position <= $0.position : position < $0.position }
    return (isAbove ?? true) && (isBelow ?? true)
  }

  fileprivate func with(limit: Int) -> Scan {
    Scan(conversation, lower: lower, upper: upper, isAscending: isAscending, limit: limit)
  }

  /// The rest of the range past a position.
  fileprivate func going(on position: Position) -> Scan {
    let bound = Bound(position, isIncluded: false)
    return Scan(
      conversation, lower: isAscending ? bound : lower, upper: isAscending ? upper : bound,
      isAscending: isAscending, limit: limit)
  }
}
