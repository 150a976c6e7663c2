internal import MessagingCore
internal import MessagingModel

/// What a store lists over all conversations, compared with the oracle: where something is unsent,
/// and what the index names.
struct ListAgreement {
  /// For each conversation: the revision of its last visible change, and of the last commit about
  /// it.
  private var changed: [ConversationID: Revision] = [:]
  private var stored: [ConversationID: Revision] = [:]
  /// The conversations of which anything was told since they were last forgotten.
  private var known: Set<ConversationID> = []
  /// The conversations that were forgotten, and of which nobody has told anything since.
  private var gone: Set<ConversationID> = []
  /// The conversations of which anything can be seen.
  private var visible: Set<ConversationID> = []
  /// The last revision at which a visible conversation was forgotten.
  private var lost = Revision.zero
  private var revision = Revision.zero

  /// Notes a commit.
  ///
  /// - Parameters:
  ///   - changed: the conversations that changed visibly.
  ///   - visible: those of which anything can be seen after it.
  mutating func note(
    _ commit: Commit, of batch: [Change], changed: [ConversationID],
    visible: Set<ConversationID>
  ) {
    for change in batch {
      guard let chat = change.conversation else { continue }
      if case .forget = change { gone.insert(chat) } else { gone.remove(chat) }
    }
    guard commit.revision > revision else { return }
    revision = commit.revision
    for chat in changed { self.changed[chat] = revision }
    for change in batch {
      guard let chat = change.conversation else { continue }
      stored[chat] = revision
      if case .forget = change {
        known.remove(chat)
        if self.visible.contains(chat) { lost = revision }
      } else {
        known.insert(chat)
      }
    }
    self.visible = visible
  }

  /// Compares both lists, from an earlier revision on.
  func look(
    at repository: any MessageRepository, _ story: NaiveStory, _ context: CheckContext
  ) async throws {
    var random = SeededRandom(seed: UInt64(revision.number), stream: "lists")
    let since = Revision(Int64(random.below(Int(revision.number) + 1)))
    try await lookAtUnsent(of: repository, since: since, story, context)
    guard context.has(.index) else { return }
    let after = random.chance(1, of: 4) ? nil : since
    try check(await repository.asIndex.conversations(changedAfter: after), after: after, context)
  }

  /// Reads all pages of what is unsent (`REPO-046`, `REPO-047`).
  private func lookAtUnsent(
    of repository: any MessageRepository, since: Revision, _ story: NaiveStory,
    _ context: CheckContext
  ) async throws {
    let size = revision.number % 2 == 0 ? 1 : Limits.page
    var (told, next, hasMore) = ([Snapshot](), since, true)
    for _ in 0...RandomChanges.conversations.count where hasMore {
      let page = try await repository.read(Query(.unsent(since: next), in: nil, limit: size))
      told.append(page)
      (next, hasMore) = (page.revision, page.newer != .end)
    }
    let name = "what is unsent since revision \(since.number), in pages of \(size)"
    try context.expect(!hasMore, "\(name), does not come to an end")
    try context.expect("the revision of \(name)", next.number, is: revision.number)
    for chat in RandomChanges.conversations {
      let wanted = Unsent(story.read(Query(.outbox, in: chat, limit: Limits.page)), chat, context)
      let found = told.map { Unsent($0, chat, context) }.filter { !$0.lines.isEmpty }
      // A change that is not visible may count as a change.
      let mayBe = stored[chat] ?? .zero > since
      let mustBe = changed[chat] ?? .zero > since
      if found.isEmpty, !mustBe { continue }
      try context.expect(
        found.isEmpty || mayBe, "\(name), names \(chat), which has not changed since then")
      try context.expect("\(chat) in \(name)", found.flatMap(\.lines), is: wanted.lines)
    }
  }

  /// Checks an answer of the index (`REPO-061` to `REPO-067`).
  private func check(
    _ answer: ChangedConversations, after: Revision?, _ context: CheckContext
  ) throws {
    let name = "the index after revision \(after.map { "\($0.number)" } ?? "none")"
    try context.expect("the revision of \(name)", answer.revision.number, is: revision.number)
    try context.expect(
      answer.isWhole || after.map { $0 >= lost } ?? false, "\(name) does not say that it is whole")
    for chat in RandomChanges.conversations {
      let (last, latest) = (changed[chat] ?? .zero, stored[chat] ?? .zero)
      let since = answer.isWhole ? Revision(-1) : after ?? .zero
      guard let named = answer.conversations[chat] else {
        let mustBe = answer.isWhole ? visible.contains(chat) : known.contains(chat) && last > since
        try context.expect(!mustBe, "\(name) does not name \(chat)")
        continue
      }
      // A whole answer may name one of which nothing is stored, but none that was forgotten.
      let mayBe = answer.isWhole ? !gone.contains(chat) : known.contains(chat) && latest > since
      try context.expect(mayBe, "\(name) names \(chat), and should not")
      let isEmpty = answer.isWhole && !visible.contains(chat)
      let isRight = isEmpty ? named <= revision : named >= last && named <= latest
      try context.expect(
        isRight,
        "\(name) names revision \(named.number) of \(chat), which changed last with "
          + "\(last.number), and of which nothing was stored after \(latest.number)")
    }
    let others = answer.conversations.keys.filter { !RandomChanges.conversations.contains($0) }
    try context.expect(others.isEmpty, "\(name) names a conversation that nobody told of")
  }
}

/// What a page says about the unsent things of one conversation.
private struct Unsent {
  let lines: [String]

  init(_ page: Snapshot, _ chat: ConversationID, _ context: CheckContext) {
    let first = page.messages.first { $0.conversation == chat }
    let readings = page.readings.filter { $0.conversation == chat && context.has(.receipts) }
    lines =
      (first.map { [String(decoding: $0.canonical, as: UTF8.self)] } ?? [])
      + page.retractions.filter { $0.key.conversation == chat }.map { "takes back \($0)" }
      + page.filesToRemove.filter { $0.conversation == chat }.map { "to remove: \($0)" }
      + readings.map { "to report: \($0)" }
  }
}
