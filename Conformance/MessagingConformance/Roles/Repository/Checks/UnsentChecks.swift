internal import MessagingCore
internal import MessagingModel

/// Where unsent things lie, over all conversations: `Query.Kind.unsent`.
enum UnsentChecks {
  /// Every conversation with something unsent is named once, whatever the page size.
  static func pageByPage(_ context: CheckContext) async throws {
    let repository = try await context.open()
    // The names' order is not the order of the changes. In two conversations nothing is unsent any
    // more.
    try await context.tell(
      repository, "send c1 \"one\" in=k7", "send c2 \"two\" in=k3", "cancel c2 in=k3",
      "send c3 \"three\" in=k5", "fail c3 forbidden in=k5", "send c4 \"four\" in=k4",
      "ack c4 s4@4 in=k4", "send c5 \"five\" in=k6", "cancel c5 in=k6", "settle c5 in=k6",
      "receive s6@6 \"six\" in=k8")
    var expected: [ConversationID] = ["k3", "k5", "k7"]
    if context.has(.reactions) {
      try await context.tell(
        repository, "receive s7@7 \"seven\" in=k1", "amend d1 s7 react \"+\" in=k1")
      expected.append("k1")
    }
    // One commit that changes two conversations.
    _ = try await repository.apply(
      try context.changes("send c8 \"eight\" in=k9", "send c9 \"nine\" in=k2"))
    expected = (expected + ["k9", "k2"]).sorted()
    try await expectWalks(of: repository, expected, "", context)
    guard context.has(.durable) else { return }
    await repository.close()
    try await expectWalks(of: try await context.open(), expected, " after a restart", context)
  }

  /// A conversation in which only a reading is unsent is named.
  static func readings(_ context: CheckContext) async throws {
    let repository = try await context.open()
    for conversation in ["k1", "k2", "k3"] {
      try await context.tell(repository, "receive s1@1 \"one\" in=\(conversation)")
    }
    try await context.tell(
      repository, "read s1 in=k2", "read s1 in=k3", "reported s1@1 in=k3")
    try await expectWalks(of: repository, ["k2"], "", context)
    guard context.has(.durable) else { return }
    await repository.close()
    try await expectWalks(of: try await context.open(), ["k2"], " after a restart", context)
  }

  private static func expectWalks(
    of repository: any MessageRepository, _ expected: [ConversationID], _ when: String,
    _ context: CheckContext
  ) async throws {
    for size in [1, 2, 3, Limits.page] {
      var (found, since, hasMore) = ([ConversationID](), Revision.zero, true)
      // Bound the number of reads, in case the pages do not advance.
      for _ in 0...expected.count where hasMore {
        let page = try await repository.read(Query(.unsent(since: since), in: nil, limit: size))
        let named = names(page)
        found += named
        // One commit concerns two conversations, and a page never splits a commit.
        try context.expect(
          named.count <= size + 1,
          "a page of \(size) names \(named.count) conversations\(when)")
        (since, hasMore) = (page.revision, page.newer != .end)
      }
      try context.expect(
        "what is named in pages of \(size)\(when)", found.sorted(), is: expected)
      try context.expect(!hasMore, "pages of \(size) do not come to an end\(when)")
    }
  }

  /// The conversations that a page names.
  private static func names(_ page: Snapshot) -> [ConversationID] {
    let unsent = page.messages.map(\.conversation) + page.retractions.map(\.key.conversation)
    return Set(unsent + page.readings.map(\.conversation)).sorted()
  }

  /// At random moments, a store names exactly what changed since the previous query.
  static func randomHistories(_ context: CheckContext) async throws {
    try await context.tryHistories(8) { seed, number in
      let random = SeededRandom(seed: seed, stream: "REPO-047/\(number)")
      var history = UnsentHistory(
        random: random, reacts: context.has(.reactions), reads: context.has(.receipts))
      let repository = try await context.elsewhere().open()
      for step in 1...30 {
        try await history.tell(repository, context)
        guard history.isAsked else { continue }
        let query = Query(.unsent(since: history.asked), in: nil, limit: Limits.page)
        let page = try await repository.read(query)
        let (found, wanted) = (names(page), history.wanted)
        // An invisible change, such as a note about a deleted message, may count as a change.
        let allowed = found.filter { wanted.contains($0) || history.touched.contains($0) }
        let place = "in history \(number) of seed \(seed) after step \(step)"
        try context.expect(
          "what changed since revision \(history.asked.number), \(place)", found,
          is: Set(allowed + wanted).sorted())
        history.asked = page.revision
      }
    }
  }
}

/// A random history over four conversations, with the oracle's view of it.
private struct UnsentHistory {
  private static let conversations: [ConversationID] = ["k1", "k2", "k3", "k4"]

  private var random: SeededRandom
  private let reacts: Bool
  private let reads: Bool
  private var log = NaiveLog(owner: ScriptNames.owner)
  private var story = NaiveStory(owner: ScriptNames.owner)
  private var sent = 0
  /// The revision of the last commit about each conversation that moved the revision.
  private var moved: [ConversationID: Revision] = [:]
  /// The revision of the last visible change of each conversation.
  private var changed: [ConversationID: Revision] = [:]
  private var last = Revision.zero
  /// The revision up to which the store's answers are complete.
  var asked = Revision.zero

  init(random: SeededRandom, reacts: Bool, reads: Bool) {
    self.random = random
    self.reacts = reacts
    self.reads = reads
  }

  /// Whether to query now.
  var isAsked: Bool { mutating get { random.chance(1, of: 3) } }

  /// The conversations that visibly changed since the last query and have something unsent.
  var wanted: [ConversationID] { unsent(of: changed) }

  /// The conversations with any commit since the last query and something unsent.
  var touched: [ConversationID] { unsent(of: moved) }

  private func unsent(of moments: [ConversationID: Revision]) -> [ConversationID] {
    UnsentHistory.conversations.filter { conversation in
      let outbox = story.read(Query(.outbox, in: conversation, limit: Limits.page))
      let hasUnsent =
        !outbox.messages.isEmpty || !outbox.retractions.isEmpty
        || !outbox.readings.isEmpty
      return hasUnsent && moments[conversation].map { $0 > asked } ?? false
    }
  }

  /// What the oracle shows.
  private func shown(in conversation: ConversationID) -> [Snapshot] {
    [Query.Kind.newest, .outbox].map { kind in
      story.read(Query(kind, in: conversation, limit: Limits.page, crossesGaps: true))
    }
  }

  /// Applies one more change, unless the oracle refuses it.
  mutating func tell(_ repository: any MessageRepository, _ context: CheckContext) async throws {
    let conversation = "k\(1 + random.below(4))"
    let changes = try context.changes("\(line(in: conversation)) in=\(conversation)")
    let name = ConversationID(conversation)
    let before = shown(in: name)
    guard log.apply(changes) == nil else { return }
    story = log.story
    let commit = try await repository.apply(changes)
    if commit.revision > last { moved[name] = commit.revision }
    if shown(in: name) != before { changed[name] = commit.revision }
    last = commit.revision
  }

  private mutating func line(in conversation: String) -> String {
    let some = 1 + random.below(max(1, sent))
    if reads, random.chance(1, of: 6) {
      let target = 100 + some
      return random.chance(1, of: 2) ? "read s\(target)" : "reported s\(target)@\(some)"
    }
    switch random.below(reacts ? 10 : 8) {
    case 0, 1, 2:
      sent += 1
      return "send c\(sent) \"m\(sent)\""
    case 3: return "cancel c\(some)"
    case 4: return "settle c\(some)"
    case 5: return "ack c\(some) s\(some)@\(some)"
    case 6: return "fail c\(some) forbidden"
    case 7: return "receive s\(100 + some)@\(some) \"hello\""
    case 8: return "amend d\(100 + some) s\(100 + some) react \"+\""
    default: return "settle d\(100 + some) s\(100 + some) version=1"
    }
  }
}
