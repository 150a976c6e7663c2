internal import MessagingCore
internal import MessagingModel

/// What a store reports about its conversations, and about those that changed.
enum IndexChecks {
  private static let asked = "an index that is asked for what changed"

  /// The index names what changed after a revision, and nothing else.
  static func changedSince(_ context: CheckContext) async throws {
    let index = try await Index(context)
    let first = try await index.told("receive s1@1 \"a\"")
    let second = try await index.told("receive s1@1 \"b\" in=k2")
    try context.expect(
      "what changed after k1 did", try await index.changed(after: first), is: ["k2"])
    try context.expect(
      "what changed after both did", try await index.changed(after: second), is: [])
    let third = try await index.told("send c1 \"c\"")
    try context.expect(
      "what changed after both did", try await index.changed(after: second), is: ["k1"])
    try context.expect(
      "what changed after k1 did", try await index.changed(after: first), is: ["k1", "k2"])
    try context.expect(
      "what changed after everything", try await index.changed(after: third), is: [])
  }

  /// The index returns for each conversation its own newest commit.
  static func newestOfEach(_ context: CheckContext) async throws {
    let index = try await Index(context)
    let first = try await index.told("receive s1@1 \"a\"")
    let second = try await index.told("receive s1@1 \"b\" in=k2")
    let answer = try await index.answer(nil).conversations
    try context.expect("the newest commit of k1", answer["k1"], is: first)
    try context.expect("the newest commit of k2", answer["k2"], is: second)
  }

  /// A reader that knows a forgotten conversation can find out that it is gone.
  static func forgotten(_ context: CheckContext) async throws {
    let index = try await Index(context)
    try await index.told("receive s1@1 \"a\"")
    let before = try await index.told("receive s1@1 \"b\" in=k2")
    try await index.told("forget k2")
    let answer = try await index.answer(before)
    try context.expect("what is left", index.names(answer), is: ["k1"])
    try context.expect(
      answer.isWhole, "a conversation is gone, but the answer says that it is partial")
  }

  /// A partial answer names only what changed.
  static func onlyAPart(_ context: CheckContext) async throws {
    let index = try await Index(context)
    let first = try await index.told("receive s1@1 \"a\"")
    try await index.told("receive s1@1 \"b\" in=k2")
    let whole = try await index.answer(nil)
    try context.expect(whole.isWhole, "the first answer says that it is partial")
    let part = try await index.answer(first)
    try context.expect(
      !part.isWhole || index.names(part) == ["k1", "k2"],
      "an answer with only what changed says that it is whole")
  }

  /// The index also covers a commit that left no conversation.
  static func upTo(_ context: CheckContext) async throws {
    let index = try await Index(context)
    try await index.told("receive s1@1 \"a\"")
    let before = try await index.told("receive s1@1 \"b\" in=k2")
    let after = try await index.told("forget k2")
    try context.expect(
      after > before, "the answer after a commit is complete up to \(after), before it \(before)")
  }

  /// Random commits in four conversations. Each answer must equal that of a plain list.
  static func histories(_ context: CheckContext) async throws {
    try await context.tryHistories(6) { seed, number in
      var random = SeededRandom(seed: seed, stream: "REPO-066/\(number)")
      let index = try await Index(context.elsewhere())
      // The commits in order: the conversation, the revision, and whether it was forgotten.
      var told: [(name: ConversationID, revision: Revision, isGone: Bool)] = []
      var last = Revision.zero
      for step in 1...30 {
        let name = "k\(1 + random.below(4))"
        let isGone = random.chance(1, of: 6)
        let line = isGone ? "forget \(name)" : "receive s\(step)@\(step) \"m\" in=\(name)"
        let revision = try await index.told(line)
        if revision > last { told.append((ConversationID(name), revision, isGone)) }
        last = revision
        let since = told.isEmpty ? nil : random.pick(from: told)?.revision
        let answer = try await index.answer(random.chance(1, of: 4) ? nil : since)
        let asked = answer.isWhole ? Revision(-1) : since ?? .zero
        var wanted: [ConversationID: Revision] = [:]
        for one in told { wanted[one.name] = one.isGone ? nil : one.revision }
        try context.expect(
          "the index of history \(number) of seed \(seed), step \(step)",
          Index.words(answer.conversations),
          is: Index.words(wanted.filter { $0.value > asked }))
      }
    }
  }
}

/// A store that can list its conversations.
private struct Index {
  let context: CheckContext
  let repository: any MessageRepository
  private let index: any ConversationIndexing

  init(_ context: CheckContext) async throws {
    self.context = context
    repository = try await context.open()
    index = try repository.asIndex
  }

  /// Applies a line.
  ///
  /// - Returns: the revision up to which the index is complete after that.
  @discardableResult
  func told(_ line: String) async throws -> Revision {
    try await context.tell(repository, line)
    return try await answer(nil).revision
  }

  func answer(_ revision: Revision?) async throws -> ChangedConversations {
    try await index.conversations(changedAfter: revision)
  }

  /// The conversations that changed after a revision. If the answer names all conversations, those
  /// with a later revision.
  func changed(after revision: Revision) async throws -> [String] {
    var answer = try await answer(revision)
    if answer.isWhole { answer.conversations = answer.conversations.filter { $0.value > revision } }
    return names(answer)
  }

  func names(_ answer: ChangedConversations) -> [String] {
    answer.conversations.keys.sorted().map(\.text.string)
  }

  static func words(_ conversations: [ConversationID: Revision]) -> [String] {
    conversations.sorted { $0.key < $1.key }.map { "\($0.key.text.string):\($0.value.number)" }
  }
}

extension MessageRepository {
  /// The repository as an index.
  var asIndex: any ConversationIndexing {
    get throws {
      guard let index = self as? any ConversationIndexing else {
        throw SubjectError(description: "the repository does not conform to ConversationIndexing")
      }
      return index
    }
  }
}
