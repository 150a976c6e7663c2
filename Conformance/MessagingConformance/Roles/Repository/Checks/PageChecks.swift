internal import MessagingCore
internal import MessagingModel

/// What pages contain, and which queries are refused.
enum PageChecks {
  /// The position of an unsent message still works as a cursor after the server took the message.
  static func takenByTheServer(_ context: CheckContext) async throws {
    let repository = try await context.open()
    try await context.tell(repository, "page s1@1 s2@2 to=live start", "send c1 \"mine\" @9")
    guard let cursor = try await context.newest(repository).messages.last?.cursor else {
      throw Violation("the unsent message is not there")
    }
    try await context.tell(repository, "ack c1 s3@3")
    let page = try await repository.read(
      Query(.older(than: cursor), in: ScriptNames.conversation, limit: 10))
    try context.expect(
      "the page below the cursor of the unsent message", names(page), is: ["s1", "s2", "s3"])
  }

  /// `found` distinguishes a stored message from a missing one.
  static func saysSo(_ context: CheckContext) async throws {
    let repository = try await context.open()
    try await context.tell(repository, "page s1@1 s2@2 to=live start")
    for (name, isStored) in [("s1", true), ("s9", false)] {
      let page = try await repository.read(
        Query(.around(.remote(RemoteID(name))), in: ScriptNames.conversation, limit: 2))
      try context.expect("'found' of a read around \(name)", page.found, is: isStored)
    }
  }

  /// For every kind of read, limits within the bounds are accepted, and limits past them are
  /// refused.
  static func bounds(_ context: CheckContext) async throws {
    let repository = try await context.open()
    try await context.tell(repository, "page s1@1 s2@2 s3@3 to=live start")
    let all = try await context.newest(repository).messages
    guard all.count == 3 else { throw Violation("\(all.count) messages are stored, expected 3") }
    for (name, kind) in kinds(from: all[0].cursor, to: all[2].cursor) {
      for limit in [1, 1_000] {
        let page = try await repository.read(
          Query(kind, in: ScriptNames.conversation, limit: limit))
        let count = page.messages.count
        try context.expect(
          count <= limit, "a read of \(name) with limit \(limit) returned \(count) messages")
      }
      for limit in [0, -1, 1_001] {
        try await context.expectRefusal(
          .invalidLimit, of: "a read of \(name) with limit \(limit)"
        ) {
          try await repository.read(Query(kind, in: ScriptNames.conversation, limit: limit))
        }
      }
    }
  }

  /// A cursor of one conversation is refused in another.
  static func foreignCursors(_ context: CheckContext) async throws {
    let repository = try await context.open()
    try await context.tell(
      repository, "page s1@1 s2@2 in=k1 to=live start", "page s1@1 s2@2 in=k2 to=live start")
    let foreign = try await context.newest(repository, in: "k2").messages.map(\.cursor)
    let own = try await context.newest(repository, in: "k1").messages.map(\.cursor)
    guard foreign.count == 2, own.count == 2 else {
      throw Violation("\(own.count) and \(foreign.count) messages are stored, expected 2 and 2")
    }
    let kinds: [(name: String, kind: Query.Kind)] = [
      ("what is older", .older(than: foreign[1])), ("what is newer", .newer(than: foreign[0])),
      ("a window from there", .window(from: foreign[0], to: own[1])),
      ("a window up to there", .window(from: own[0], to: foreign[1])),
    ]
    for (name, kind) in kinds {
      try await context.expectRefusal(
        .foreignCursor, of: "a read of \(name), the cursor being of another conversation"
      ) {
        try await repository.read(Query(kind, in: "k1", limit: 10))
      }
    }
  }

  /// The messages below the one that was read up to show their reader.
  static func receiptOutside(_ context: CheckContext) async throws {
    let repository = try await context.open()
    try await context.tell(repository, "page s1@1 s2@2 s3@3 to=live start", "receipt s3 by=bob")
    guard let cursor = try await context.newest(repository).messages.last?.cursor else {
      throw Violation("no message is stored, expected 3")
    }
    let page = try await repository.read(
      Query(.older(than: cursor), in: ScriptNames.conversation, limit: 2))
    for message in page.messages {
      let name = message.remoteID?.text.string ?? "an unsent message"
      try context.expect("the readers of \(name)", page.readers(of: message), is: ["bob"])
    }
    try context.expect("the page below s3", names(page), is: ["s1", "s2"])
  }

  /// The page includes the quoted message, although that one lies below the page.
  static func quoteOutside(_ context: CheckContext) async throws {
    let repository = try await context.open()
    try await context.tell(
      repository, "page s1@1 \"question\" s2@2 \"something else\" to=live start",
      "receive s3@3 \"answer\" reply=s1")
    let page = try await context.newest(repository, limit: 1)
    try context.expect("the newest page of one message", names(page), is: ["s3"])
    let quote = page.messages.first.flatMap { page.quote(for: $0) }
    try context.expect(
      "the text that s3 quotes", quote?.body.plainText?.string ?? "missing", is: "question")
  }

  /// A message inside a gap has the same gap on both sides: the page lists it once.
  static func aroundAnIsland(_ context: CheckContext) async throws {
    let repository = try await context.open()
    try await context.tell(
      repository, "page s1@1 s5@5 s9@9 to=live start", "gap after=s1@1 before=s9@9")
    let page = try await repository.read(
      Query(.around(.remote("s5")), in: ScriptNames.conversation, limit: 5, crossesGaps: true))
    try context.expect("the page around s5", names(page), is: ["s1", "s5", "s9"])
    let gaps = page.gaps.map { gap in
      "\(gap.after?.remoteID.text.string ?? "start")..\(gap.before?.remoteID.text.string ?? "live")"
    }
    try context.expect("the gaps that the page around s5 crosses", gaps, is: ["s1..s9"])
  }

  /// A count at its limit is a lower bound; one below the limit is not.
  static func aThousandUnread(_ context: CheckContext) async throws {
    let repository = try await context.open()
    let page = (1..<Limits.unread).map { "s\($0)@\($0)" }.joined(separator: " ")
    try await context.tell(repository, "page \(page) to=live start")
    let counts = [
      ("one below the limit", "\(Limits.unread - 1)"), ("at the limit", "\(Limits.unread)+"),
      ("one above the limit", "\(Limits.unread)+"),
    ]
    for (number, (place, count)) in counts.enumerated() {
      if number > 0 {
        let next = Limits.unread - 1 + number
        try await context.tell(repository, "receive s\(next)@\(next) \"another one\"")
      }
      let unread = try await context.newest(repository, limit: 1).unread
      try context.expect(
        "the count \(place)", "\(unread.count)\(unread.isLowerBound ? "+" : "")", is: count)
    }
  }

  static func names(_ page: Snapshot) -> [String] {
    page.messages.map { $0.remoteID?.text.string ?? "unsent" }
  }

  /// Each kind of read, with its name.
  static func kinds(
    from lower: PageCursor, to upper: PageCursor
  ) -> [(name: String, kind: Query.Kind)] {
    [
      ("the newest", .newest), ("what is older", .older(than: upper)),
      ("what is newer", .newer(than: lower)), ("what is around", .around(.remote("s2"))),
      ("a window", .window(from: lower, to: upper)), ("the outbox", .outbox),
    ]
  }
}
