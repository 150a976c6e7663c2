internal import MessagingCore
internal import MessagingModel

/// A store and the oracle. Both get the same changes and the same queries.
struct Agreement {
  private let context: CheckContext
  private var log = NaiveLog(owner: RandomChanges.owner)
  private var story: NaiveStory
  private var views: [ConversationID: NaiveView] = [:]
  private(set) var revision = Revision.zero
  /// The last commit, and what a read shows differently since; `nil` if the batch was refused.
  private(set) var last: (commit: Commit, changed: [ConversationID: ChangeKinds])?
  /// For each conversation: the revision of its last visible change, and of the last commit about
  /// it.
  private var changed: [ConversationID: Revision] = [:]
  private var stored: [ConversationID: Revision] = [:]
  /// The revision at which any conversation was last forgotten. Stores do not remember which one it
  /// was.
  private var forgotten = Revision.zero
  /// The conversations in which a batch moved the read marker, and that it cleared after other
  /// changes of it. A store may keep a smaller bound of the unread count (`RECEIPT-008`).
  private var clearedLate: Set<ConversationID> = []
  private var lists = ListAgreement()
  /// What is seen of a conversation of which nothing is stored.
  private let empty: [ConversationID: NaiveView]

  init(_ context: CheckContext) {
    self.context = context
    story = log.story
    empty = Agreement.views(of: story)
    views = empty
  }

  private static func views(of story: NaiveStory) -> [ConversationID: NaiveView] {
    let chats = RandomChanges.conversations
    return Dictionary(uniqueKeysWithValues: chats.map { ($0, NaiveView(of: $0, in: story)) })
  }

  /// Applies a batch to both, and checks the conversations that it is about, on this handle and on
  /// others of the same store.
  mutating func apply(
    _ batch: [Change], to repository: any MessageRepository,
    besides others: [any MessageRepository] = []
  ) async throws {
    last = nil
    // Apply the canonical form, as a replay from a report does.
    let batch = try batch.map { try $0.written("a change") }
    var notices: [Notice] = []
    let refusal = log.apply(batch) { story, change in notices += story.notices(of: change) }
    let commit: Commit
    do throws(RepositoryError) {
      commit = try await repository.apply(batch)
    } catch {
      let wanted = refusal?.rawValue ?? "nothing"
      return try context.expect("what a batch is refused with", error.code.rawValue, is: wanted)
    }
    if let refusal { throw Violation("a batch was accepted, expected \(refusal.rawValue)") }
    let (before, tokens) = (views, story.syncTokens)
    let read = batch.chats.filter { story[$0].marker != log.story[$0].marker }
    story = log.story
    views = Agreement.views(of: story)
    try look(at: commit, of: batch, since: before, tokens)
    try compare(commit.notices, with: notices, of: batch)
    revision = commit.revision
    if batch.contains(where: \.isForget) { forgotten = revision }
    clearedLate.formUnion(read.filter(batch.clearsLate))
    let chats = RandomChanges.conversations
    lists.note(
      commit, of: batch, changed: chats.filter { changed[$0] == commit.revision },
      visible: Set(chats.filter { views[$0] != empty[$0] }))
    for handle in others + [repository] {
      try await look(at: handle, batch.chats)
      try await lists.look(at: handle, story, context)
    }
  }

  /// Checks a commit: it moves the revision by one if anything changed, and names every kind that
  /// changed.
  private mutating func look(
    at commit: Commit, of batch: [Change], since before: [ConversationID: NaiveView],
    _ tokens: [StreamID: SyncToken]
  ) throws {
    var wanted: ChangeKinds = []
    var seen: [ConversationID: ChangeKinds] = [:]
    for chat in batch.chats {
      guard let now = views[chat], let then = before[chat] else { continue }
      let kinds = now.kinds(since: then)
      seen[chat] = kinds
      wanted.formUnion(kinds)
      if !kinds.isEmpty { changed[chat] = commit.revision }
      if commit.revision != revision { stored[chat] = commit.revision }
    }
    last = (commit, seen)
    let moved = commit.revision.number - revision.number
    let isOther = views != before || story.syncTokens != tokens
    try context.expect(
      moved == 1 || moved == 0 && !isOther,
      "the revision moved by \(moved) with a batch that "
        + (isOther ? "changed something" : "changed nothing"))
    let missing = wanted.subtracting(commit.kinds).names
    try context.expect("what a commit changed and does not name", missing, is: [])
    // A new row counts as a change of every kind, and so does dropped history, visible or not.
    // Within a batch one change may undo another.
    guard batch.count == 1, !wanted.contains(.structure), !batch.contains(where: \.drops) else {
      return
    }
    var others = commit.kinds.subtracting(wanted)
    // Two gaps without a message between them are not distinguishable from one.
    if batch.contains(where: \.isAboutGaps) { others.remove(.structure) }
    // Other files also have other upload states.
    if wanted.contains(.content) { others.remove(.metadata) }
    try context.expect("what a commit names and did not change", others.names, is: [])
  }

  /// Checks the notices of a commit. A message that comes may also release edits and deletions that
  /// waited for it, and each that its author may not make is reported then.
  private func compare(_ notices: [Notice], with wanted: [Notice], of batch: [Change]) throws {
    let difference = notices.map(\.line).sorted().difference(from: wanted.map(\.line).sorted())
    let missing = difference.removals.map(\.line)
    try context.expect("the notices that a commit does not have", missing, is: [])
    let mayRelease = batch.contains(where: \.bringsMessages)
    let others = difference.insertions.map(\.line).filter {
      !(mayRelease && $0.hasPrefix(Notice.Code.notEntitled.rawValue))
    }
    try context.expect("the notices that a commit should not have", others, is: [])
  }

  /// Runs every query on some conversations, and compares the results.
  func look(at repository: any MessageRepository, _ chats: [ConversationID]) async throws {
    let hasThreads = context.has(.threads)
    for chat in chats {
      let questions = RandomChanges.questions(of: chat, hasThreads: hasThreads)
      for (number, query) in questions.enumerated() {
        var answer = try await repository.read(query.written("a query"))
        // Only every fourth answer is also written and read: that takes longer than the answer
        // itself.
        if (number + Int(answer.revision.number)) % 4 == 0 {
          answer = try answer.written("an answer")
        }
        let name = String(decoding: query.canonical, as: UTF8.self)
        if query.kind == .outbox {
          try context.expect("the revision of an outbox", answer.revision, is: revision)
        } else if query.conversation == chat {
          try look(at: answer.revision, chat)
        }
        let able = context.subject.capabilities
        let (told, wanted) = (answer.lines(able), story.read(query).lines(able))
        guard told != wanted, !(clearedLate.contains(chat) && told.hasSmallerBound(than: wanted))
        else {
          continue
        }
        // Leave out the lines that are equal.
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
    try await lookForWhatMayHaveLeft(at: repository)
  }

  /// Checks that what a read of the outbox returned may have left (`REPO-095`), if the store says
  /// what may.
  private func lookForWhatMayHaveLeft(at repository: any MessageRepository) async throws {
    let outbox = try await repository.read(Query(.outbox, in: nil, limit: Limits.page))
    let found = try await repository.read(
      Query(.unsent(since: .zero), in: nil, limit: Limits.page))
    guard let last = outbox.localSequences.max(), let told = found.mayHaveLeft else { return }
    try context.expect(
      told >= last,
      "a read of the outbox returned the local sequence \(last), and what may have left ends at "
        + "\(told)")
  }

  /// Checks the revision of a page: it is that of the newest commit of its conversation.
  private func look(at revision: Revision, _ chat: ConversationID) throws {
    let (lowest, highest) = (changed[chat] ?? .zero, max(stored[chat] ?? .zero, forgotten))
    try context.expect(
      revision >= lowest && revision <= highest,
      "a page of \(chat) is of revision \(revision.number), but it changed last with "
        + "\(lowest.number), and nothing was stored of it after \(highest.number)")
  }
}

extension CanonicalCodable where Self: Equatable {
  /// Writes the value in its canonical form, and returns the value read from it.
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

  fileprivate var bringsMessages: Bool {
    switch self {
    case .receive, .page, .acknowledge: true
    case .enqueue, .openGap, .giveUp, .amend, .settle, .fail, .tried, .retry, .cancel, .upload,
      .read, .reported, .relate, .advance, .resetHistory, .forget:
      false
    }
  }

  /// Whether the change drops stored content.
  fileprivate var drops: Bool { if case .resetHistory = self { true } else { isForget } }
}

extension Notice {
  fileprivate var line: String { "\(code.rawValue) \(conversation) \(target)" }
}

extension CollectionDifference<String>.Change {
  fileprivate var line: String {
    switch self {
    case .insert(_, let line, _), .remove(_, let line, _): line
    }
  }
}

extension [String] {
  /// Whether these lines differ from others in nothing but a smaller lower bound of the unread
  /// count.
  fileprivate func hasSmallerBound(than others: [String]) -> Bool {
    let bound = { (line: String) -> Int? in
      guard line.hasPrefix("unread: "), line.hasSuffix("+") else { return nil }
      return Int(line.dropFirst("unread: ".count).dropLast())
    }
    return count == others.count
      && zip(self, others).allSatisfy { told, wanted in
        told == wanted || bound(told).flatMap { one in bound(wanted).map { one < $0 } } ?? false
      }
  }
}

extension [Change] {
  /// Whether the batch clears the history of a conversation after another change of it.
  fileprivate func clearsLate(_ chat: ConversationID) -> Bool {
    let own = filter { $0.conversation == chat }
    return own.dropFirst().contains {
      if case .resetHistory = $0 { true } else { false }
    }
  }

  /// The conversations that the batch is about.
  fileprivate var chats: [ConversationID] {
    RandomChanges.conversations.filter { chat in contains { $0.conversation == chat } }
  }
}
