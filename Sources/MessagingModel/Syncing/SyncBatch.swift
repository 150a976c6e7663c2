/// What one answer, or some updates, come to in the store: prepared with what the store says, then
/// committed together with the token that covers it.
struct SyncBatch: Sendable {
  enum Source: Sendable {
    case answer
    case updates([SyncUpdate])
    /// The stream begins anew.
    case reset
  }

  let source: Source
  let from: SyncToken?
  let to: SyncToken?
  /// Whether the stream is caught up once it is stored.
  var isCurrent: Bool
  var parts: [ConversationPart]
  /// The newest message of a conversation that the server showed, for each part that may not join
  /// what is stored; what is not here has to be read.
  var ends: [ConversationID: ServerPosition?] = [:]
  /// Reads that are to begin, and those under way.
  var questions: [ConversationID: Query] = [:]
  var reads: [SyncTicket: ConversationID] = [:]
  /// What is to be stored, in this order; `nil` while something is to be read.
  var commits: [[Change]]?
  /// The commit under way.
  var ticket: SyncTicket?
  /// Conversations whose rows are damaged: they begin anew.
  var damaged: Set<ConversationID> = []

  var eventCount: Int { parts.reduce(0) { $0 + $1.items.count } }

  init(
    _ source: Source, from: SyncToken?, to: SyncToken?, isCurrent: Bool,
    parts: [ConversationPart] = []
  ) {
    self.source = source
    self.from = from
    self.to = to
    self.isCurrent = isCurrent
    self.parts = parts
    for part in parts { readEnd(of: part) }
  }

  /// A part that may not join what is stored needs to know where that ends.
  private mutating func readEnd(of part: ConversationPart) {
    switch part.start {
    case .continues, .begins: return
    case .limited, .refused: break
    }
    questions[part.conversation] = .newestConfirmed(in: part.conversation)
  }

  /// Takes what the store says of a conversation: where what the server showed ends.
  mutating func take(_ snapshot: Snapshot, of conversation: ConversationID) {
    if let end = snapshot.newestShown {
      ends[conversation] = .some(end)
    } else if let more = snapshot.furtherBack(in: conversation) {
      questions[conversation] = more
    } else {
      ends[conversation] = .some(nil)
    }
  }

  var isRead: Bool { questions.isEmpty && reads.isEmpty }

  /// The store refuses what is said of a conversation: what may be missing there becomes a gap.
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
  /// The newest confirmed messages, whatever is missing between them.
  static func newestConfirmed(
    in conversation: ConversationID, below place: Position = .unconfirmed(sequence: .min)
  ) -> Query {
    Query(
      .older(than: PageCursor(conversation: conversation, position: place)), in: conversation,
      limit: 32, crossesGaps: true)
  }
}

extension Snapshot {
  /// The place of the newest message that the server itself showed: it said nothing of what lies
  /// beside the others.
  var newestShown: ServerPosition? { messages.last { $0.hasEcho }?.position.confirmed }

  /// What to read if there is none on this page; `nil` if there is nothing more.
  func furtherBack(in conversation: ConversationID) -> Query? {
    guard older == .more, let first = messages.first else { return nil }
    return .newestConfirmed(in: conversation, below: first.position)
  }
}
