internal import MessagingCore
internal import MessagingModel

/// Pages of threads, and of a conversation without replies, compared with the oracle.
enum ThreadPageChecks {
  /// A name at the bound is accepted, and one past it is refused.
  static func bounds(_ context: CheckContext) async throws {
    let repository = try await context.open()
    try await context.tell(repository, "page s1@1 to=live start")
    let query = { (length: Int) in
      let name = RemoteID(String(repeating: "n", count: length))
      return Query(
        .newest, in: ScriptNames.conversation, limit: 1, scope: .thread(.remote(name)))
    }
    let page = try await repository.read(query(Limits.name))
    try context.expect("messages of a thread that nobody began", page.messages.count, is: 0)
    try await context.expectRefusal(.limitExceeded, of: "a thread with too long a name") {
      try await repository.read(query(Limits.name + 1))
    }
  }

  /// A hundred replies are counted exactly; with one more the count is a lower bound.
  static func hundredAndOne(_ context: CheckContext) async throws {
    let repository = try await context.open()
    try await context.tell(repository, "page s1@1 to=live start")
    for number in 2...102 {
      try await context.tell(repository, "receive s\(number)@\(number) \"r\" thread=s1")
      guard number >= 101 else { continue }
      let expected = number == 101 ? "100 s101" : "100+ s102"
      try context.expect(
        "\(number - 1) replies", try await context.observe("summary s1", of: repository),
        is: expected)
    }
  }

  /// After every few steps of a random history, pages of every kind equal those of the oracle.
  static func histories(_ context: CheckContext) async throws {
    try await context.tryHistories(8) { seed, number in
      var history = ThreadHistory(
        SeededRandom(seed: seed, stream: "PAGE-018/\(number)"),
        edits: context.has(.edits), gaps: context.has(.gaps))
      var log = NaiveLog(owner: context.environment.owner)
      let repository = try await context.elsewhere().open()
      for step in 1...40 {
        let changes = try context.changes(history.line())
        guard log.apply(changes) == nil else { continue }
        _ = try await repository.apply(changes)
        guard step % 4 == 0 else { continue }
        let story = log.story
        for query in history.queries() {
          let name = String(decoding: query.canonical, as: UTF8.self)
          let place =
            "\(name) in history \(number) of seed \(seed), step \(step)"
          try context.expect(
            place, try await repository.read(query).ofThread, is: story.read(query).ofThread)
        }
      }
    }
  }
}

extension Snapshot {
  /// What a page reports about its thread: messages, edges, gaps and the root.
  fileprivate var ofThread: [String] {
    let words = words(edges: true).map(\.token.description)
    let missing = allGaps.map { String(decoding: $0.canonical, as: UTF8.self) }
    let counts = threads.sorted { $0.key < $1.key }.map { root, thread in
      let latest = thread.latest.map { ScriptNames.names(of: $0)[0] } ?? "nobody"
      return "\(root): \(thread.count)\(thread.isLowerBound ? "+" : "") \(latest)"
    }
    return words + missing + counts + [
      root.map { ScriptNames.names(of: $0)[0].description } ?? "no root"
    ]
      + [found ? "found" : "not found"]
  }
}

/// A random history of a conversation with three threads.
private struct ThreadHistory {
  private var random: SeededRandom
  private let edits: Bool
  private let gaps: Bool
  private var newest = 0
  private var ours = 0

  init(_ random: SeededRandom, edits: Bool, gaps: Bool) {
    (self.random, self.edits, self.gaps) = (random, edits, gaps)
  }

  mutating func line() -> String {
    switch random.below(edits ? 12 : 10) {
    case 0, 1, 2, 3:
      newest += 1
      return "receive s\(newest)@\(newest * 10) \"m\(newest)\"\(thread())"
    case 4:
      // A late message: its position is among the others.
      newest += 1
      return "receive s\(newest)@\(some() * 10 + 5) \"late \(newest)\"\(thread())"
    case 5, 6:
      ours += 1
      return "send c\(ours) \"mine \(ours)\"\(thread())"
    case 7:
      newest += 1
      return "ack c\(1 + random.below(max(1, ours))) s\(newest)@\(newest * 10)"
    case 8 where gaps:
      let lower = some()
      return "gap after=s\(lower)@\(lower * 10) before=s\(lower + 1)@\(lower * 10 + 10)"
    case 8, 9: return "cancel c\(1 + random.below(max(1, ours)))"
    case 10: return "edit s\(some()) \"new\" version=\(1 + random.below(3))"
    default: return "delete s\(some())" + (random.chance(1, of: 2) ? " remove" : "")
    }
  }

  private mutating func some() -> Int { 1 + random.below(max(1, newest)) }

  private mutating func thread() -> String {
    ["", "", " thread=s1", " thread=s2", " thread=c1", " thread=s\(some())"][random.below(6)]
  }

  mutating func queries() -> [Query] {
    let scopes: [MessageScope] = [
      .withoutReplies, .thread(.remote("s1")), .thread(.remote("s2")),
      .thread(.id(ScriptNames.client(1))),
    ]
    let chat = ScriptNames.conversation
    return scopes.flatMap { scope -> [Query] in
      let cursors = [cursor(), cursor()].sorted { $0.position < $1.position }
      let target = MessageReference.remote(ScriptNames.remote(some()))
      let kinds: [Query.Kind] = [
        .newest, .older(than: cursors[1]), .newer(than: cursors[0]), .around(target),
        .window(from: cursors[0], to: cursors[1]),
      ]
      return kinds.map { kind in
        Query(
          kind, in: chat, limit: 1 + random.below(6), crossesGaps: random.chance(1, of: 2),
          scope: scope)
      } + [Query(.newest, in: chat, limit: Limits.page, crossesGaps: true, scope: scope)]
    }
  }

  private mutating func cursor() -> PageCursor {
    let number = some()
    let place = ServerPosition(
      serverTime: Timestamp(milliseconds: Int64(number * 10)),
      timestamp: Timestamp(milliseconds: Int64(number * 10)),
      remoteID: ScriptNames.remote(number))
    let position: Position =
      random.chance(1, of: 4) ? .unconfirmed(sequence: Int64(ours)) : .confirmed(place)
    return PageCursor(conversation: ScriptNames.conversation, position: position)
  }
}
