/// What one answer, or some updates, change in the store. It is prepared with what the store
/// returns, then committed together with the token that covers it.
struct SyncBatch: Sendable {
  enum Source: Sendable {
    case answer
    case updates([SyncUpdate])
    /// The stream is reset.
    case reset
  }

  let source: Source
  let from: SyncToken?
  let to: SyncToken?
  /// How far a first catch-up is stored after it, if that is not complete.
  let reached: SyncToken?
  /// Whether the stream is caught up once it is stored.
  var isCurrent: Bool
  var parts: [ConversationPart]
  /// The newest message of a conversation that the server returned, for each part that may not join
  /// what is stored. If an entry is missing, it has to be read.
  var ends: [ConversationID: ServerPosition?] = [:]
  /// Positions below these ends; only for a server that gives lists.
  var shown: [ConversationID: [RemoteID: ServerPosition]] = [:]
  /// Conversations with a gap at the live end: what comes next may not join what is stored.
  var open: Set<ConversationID> = []
  /// Conversations of which a page up to the live end was stored since the request. A part that
  /// ends below what is stored is older than the page.
  var paged: Set<ConversationID> = []
  /// Conversations whose pages are not newer than this batch; `nil` if it is not a complete answer.
  var covered: Set<ConversationID>?
  /// Whether an earlier process may have stored pages that are newer than this, of any
  /// conversation.
  var mayFollowPages = false
  /// Whether every part needs its end.
  let givesLists: Bool
  /// Whether it has begun to read what its positions are made from.
  var hasBegun = false
  /// Reads that are to begin, and those in flight.
  var questions: [ConversationID: Query] = [:]
  var reads: [SyncTicket: ConversationID] = [:]
  /// What is to be stored, in this order; `nil` while something is to be read.
  var commits: [[Change]]?
  /// The commit in flight.
  var ticket: SyncTicket?
  /// Conversations whose rows are damaged: their history is reset.
  var damaged: Set<ConversationID> = []

  var eventCount: Int { parts.reduce(0) { $0 + $1.items.count } }

  init(
    _ source: Source, from: SyncToken?, to: SyncToken?, reached: SyncToken? = nil, isCurrent: Bool,
    parts: [ConversationPart] = [], givesLists: Bool = false
  ) {
    self.reached = reached
    self.givesLists = givesLists
    self.source = source
    self.from = from
    self.to = to
    self.isCurrent = isCurrent
    self.parts = parts
    for part in parts { readEnd(of: part) }
  }

  /// Requests a read of the newest message for a part that may not join what is stored.
  private mutating func readEnd(of part: ConversationPart) {
    switch part.start {
    case .continues where !givesLists: return
    case .continues, .begins, .limited, .refused: break
    }
    questions[part.conversation] = .newestConfirmed(in: part.conversation)
  }

  /// Notes that a page of a conversation up to the live end was stored.
  mutating func meet(pageOf conversation: ConversationID) {
    covered?.remove(conversation)
    guard case .answer = source, ticket == nil,
      parts.contains(where: { part in
        part.conversation == conversation && (givesLists || part.start != .continues)
      })
    else { return }
    paged.insert(conversation)
    ends[conversation] = nil
    questions[conversation] = .newestConfirmed(in: conversation)
    commits = nil
  }

  /// Takes what the store returned for a conversation: the newest message that the server returned.
  mutating func take(_ snapshot: Snapshot, of conversation: ConversationID) {
    shown[conversation, default: [:]].merge(snapshot.shownPlaces) { known, _ in known }
    if snapshot.isOpen { open.insert(conversation) }
    if let end = snapshot.newestShown {
      ends[conversation] = .some(end)
    } else if let more = snapshot.furtherBack(in: conversation) {
      questions[conversation] = more
    } else {
      ends[conversation] = .some(nil)
    }
  }

  var isRead: Bool { questions.isEmpty && reads.isEmpty }

  /// Replaces the part of a conversation that the store refuses: what may be missing becomes a gap.
  /// A damaged conversation is reset instead.
  ///
  /// - Returns: whether that is new.
  mutating func refuse(_ conversation: ConversationID, _ code: ExactString, isDamaged: Bool) -> Bool
  {
    guard let index = parts.firstIndex(where: { $0.conversation == conversation }) else {
      return false
    }
    if isDamaged {
      guard damaged.insert(conversation).inserted else { return false }
      ends[conversation] = .some(nil)
    } else {
      if case .refused = parts[index].start { return false }
      parts[index] = ConversationPart(conversation, .refused(code), items: [])
      readEnd(of: parts[index])
    }
    commits = nil
    return true
  }
}

extension Query {
  /// Returns the query for the newest confirmed messages, across all gaps.
  static func newestConfirmed(
    in conversation: ConversationID, below position: Position = .unconfirmed(sequence: .min)
  ) -> Query {
    Query(
      .older(than: PageCursor(conversation: conversation, position: position)), in: conversation,
      limit: 200, crossesGaps: true)
  }
}

extension Snapshot {
  /// The positions of what the server itself returned, by remote id, also those that are known only
  /// as edges.
  var shownPlaces: [RemoteID: ServerPosition] {
    let places = messages.filter(\.hasEcho).compactMap(\.position.confirmed) + edges
    return Dictionary(places.map { ($0.remoteID, $0) }) { first, _ in first }
  }

  /// The position of the newest message that the server itself returned. The server has reported
  /// nothing about what lies beside the other messages.
  var newestShown: ServerPosition? { messages.last { $0.hasEcho }?.position.confirmed }

  /// The positions at the edges of gaps, and the highest deleted one: they are taken (`SYNC-081`).
  private var edges: [ServerPosition] {
    var gaps = gaps
    if case .gap(let gap) = older { gaps.append(gap) }
    return (gaps.flatMap { [$0.after, $0.before] } + [highestDeleted]).compactMap(\.self)
  }

  /// Whether something may be missing up to the live end.
  var isOpen: Bool {
    if case .gap(let gap) = older, gap.before == nil { return true }
    return gaps.contains { $0.before == nil }
  }

  /// Returns what to read if this page has no such message; `nil` if there is nothing more.
  func furtherBack(in conversation: ConversationID) -> Query? {
    guard older == .more, let first = messages.first else { return belowGap(in: conversation) }
    return .newestConfirmed(in: conversation, below: first.position)
  }

  /// Returns what to read to know the positions below the lowest gap of this page; `nil` if none
  /// lies below its messages. Below it may be another gap, and between the two only deleted
  /// messages (`SYNC-081`).
  func belowGap(in conversation: ConversationID) -> Query? {
    guard case .gap(let gap) = older, let after = gap.after else { return nil }
    return .newestConfirmed(in: conversation, below: .confirmed(after))
  }
}
