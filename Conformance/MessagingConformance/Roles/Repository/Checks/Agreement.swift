internal import MessagingCore
internal import MessagingModel

/// A store and the oracle, which are told the same and asked the same.
struct Agreement {
  private let context: CheckContext
  private var log = NaiveLog(owner: RandomChanges.owner)
  private var story: NaiveStory
  private var views: [ConversationID: NaiveView] = [:]
  private var revision = Revision.zero
  /// When what can be seen of a conversation changed last, and when anything was stored of it.
  private var changed: [ConversationID: Revision] = [:]
  private var stored: [ConversationID: Revision] = [:]
  /// When any conversation was forgotten: of which one no store remembers.
  private var forgotten = Revision.zero

  init(_ context: CheckContext) {
    self.context = context
    story = log.story
    views = seen
  }

  private var seen: [ConversationID: NaiveView] {
    let chats = RandomChanges.conversations
    return Dictionary(uniqueKeysWithValues: chats.map { ($0, NaiveView(of: $0, in: story)) })
  }

  /// Tells both, and looks at what the batch was about.
  mutating func apply(_ batch: [Change], to repository: any MessageRepository) async throws {
    // As it is replayed from a report.
    let batch = try batch.map { try $0.written("a change") }
    let refusal = log.apply(batch)
    let commit: Commit
    do throws(RepositoryError) {
      commit = try await repository.apply(batch)
    } catch {
      let wanted = refusal?.rawValue ?? "nothing"
      return try context.expect("what a batch is refused with", error.code.rawValue, is: wanted)
    }
    if let refusal { throw Violation("a batch was accepted, expected \(refusal.rawValue)") }
    let (before, tokens) = (views, story.syncTokens)
    story = log.story
    views = seen
    try look(at: commit, of: batch, since: before, tokens)
    revision = commit.revision
    if batch.contains(where: \.isForget) { forgotten = revision }
    try await look(at: repository, batch.chats)
  }

  /// A commit moves the revision by one if anything is other than before, and names what is.
  private mutating func look(
    at commit: Commit, of batch: [Change], since before: [ConversationID: NaiveView],
    _ tokens: [StreamID: SyncToken]
  ) throws {
    var wanted: ChangeKinds = []
    for chat in batch.chats {
      guard let now = views[chat], let then = before[chat] else { continue }
      let kinds = now.kinds(since: then)
      wanted.formUnion(kinds)
      if !kinds.isEmpty { changed[chat] = commit.revision }
      if commit.revision != revision { stored[chat] = commit.revision }
    }
    let moved = commit.revision.number - revision.number
    let isOther = views != before || story.syncTokens != tokens
    try context.expect(
      moved == 1 || moved == 0 && !isOther,
      "the revision moved by \(moved) with a batch that "
        + (isOther ? "changed something" : "changed nothing"))
    let missing = wanted.subtracting(commit.kinds).names
    try context.expect("what a commit changed and does not name", missing, is: [])
    // A new row is news of every kind, and so is what goes, seen or not; of a batch one change may
    // take back the other.
    guard batch.count == 1, !wanted.contains(.structure), !batch.contains(where: \.drops) else {
      return
    }
    var others = commit.kinds.subtracting(wanted)
    // Two gaps without a message between them look like one.
    if batch.contains(where: \.isAboutGaps) { others.remove(.structure) }
    // Other files have other states.
    if wanted.contains(.content) { others.remove(.metadata) }
    try context.expect("what a commit names and did not change", others.names, is: [])
  }

  /// Asks everything about some conversations.
  func look(at repository: any MessageRepository, _ chats: [ConversationID]) async throws {
    let hasThreads = context.has(.threads)
    for chat in chats {
      let questions = RandomChanges.questions(of: chat, hasThreads: hasThreads)
      for (number, query) in questions.enumerated() {
        var answer = try await repository.read(query.written("a query"))
        // Of a history each fourth one: it takes longer than the answer itself.
        if (number + Int(answer.revision.number)) % 4 == 0 {
          answer = try answer.written("an answer")
        }
        let name = String(decoding: query.canonical, as: UTF8.self)
        if query.conversation == chat, query.kind != .outbox { try look(at: answer.revision, chat) }
        let able = context.subject.capabilities
        let (told, wanted) = (answer.lines(able), story.read(query).lines(able))
        guard told != wanted else { continue }
        // What is the same in both helps nobody.
        let (other, missing) = (
          told.filter { !wanted.contains($0) }, wanted.filter { !told.contains($0) }
        )
        throw Violation(
          "the answer to \(name) is not what follows from all that was told",
          comparison: Comparison(
            expected: missing.isEmpty ? wanted : missing, actual: other.isEmpty ? told : other))
      }
    }
    let tokens = try await repository.syncTokens()
    try context.expect("the sync tokens", tokens.lines, is: story.syncTokens.lines)
  }

  /// The revision of a page is that of the newest commit of its conversation.
  private func look(at revision: Revision, _ chat: ConversationID) throws {
    let (lowest, highest) = (changed[chat] ?? .zero, max(stored[chat] ?? .zero, forgotten))
    try context.expect(
      revision >= lowest && revision <= highest,
      "a page of \(chat) is of revision \(revision.number), but it changed last with "
        + "\(lowest.number), and nothing was stored of it after \(highest.number)")
  }
}

extension CanonicalCodable where Self: Equatable {
  /// The same, written in its canonical form and read again.
  fileprivate func written(_ what: String) throws -> Self {
    let copy: Self
    do {
      copy = try Self(canonical: canonical)
    } catch {
      throw Violation("\(what) cannot be read in its canonical form: \(error)")
    }
    guard copy == self else {
      throw Violation("\(what) differs after it was written and read in its canonical form")
    }
    return copy
  }
}

extension Change {
  fileprivate var isForget: Bool { if case .forget = self { true } else { false } }

  fileprivate var isAboutGaps: Bool {
    switch self {
    case .openGap, .giveUp, .page: true
    case .enqueue, .acknowledge, .amend, .settle, .fail, .tried, .retry, .cancel, .upload, .read,
      .reported, .receive, .relate, .advance, .resetHistory, .forget:
      false
    }
  }

  /// Whether it drops what is known.
  fileprivate var drops: Bool { if case .resetHistory = self { true } else { isForget } }
}

extension [Change] {
  /// The conversations that it is about.
  fileprivate var chats: [ConversationID] {
    RandomChanges.conversations.filter { chat in contains { $0.conversation == chat } }
  }
}
