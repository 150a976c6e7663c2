internal import MessagingCore
internal import MessagingModel

/// Many of each kind of thing that a store keeps; none may push another one out.
enum NumerousChecks {
  private static let count = 150
  private static var numbers: ClosedRange<Int> { 1...count }

  /// Things of one kind, and the question that names them all.
  private struct Kind: Sendable {
    let what: String
    var needs: Set<Capability> = []
    /// The first batch.
    var before: [String] = []
    /// The lines about each of them, all in one batch.
    let each: @Sendable (Int) -> [String]
    /// The batch after a restart.
    var after: [String] = []
    let question: String
    let answer: String
  }

  static func manyOfEachKind(_ context: CheckContext) async throws {
    for kind in kinds where kind.needs.allSatisfy(context.has) {
      let place = context.elsewhere()
      var repository = try await place.open()
      if !kind.before.isEmpty { try await apply(kind.before, to: repository, kind, context) }
      try await apply(numbers.flatMap(kind.each), to: repository, kind, context)
      if context.has(.durable) {
        await repository.close()
        repository = try await place.open()
      }
      if !kind.after.isEmpty { try await apply(kind.after, to: repository, kind, context) }
      let found = try await context.observe(kind.question, of: repository)
      try expect("\(count) \(kind.what), asked for \(kind.question)", found, is: kind.answer)
    }
    try await streams(context)
    try await messages(context)
    try await conversations(context)
    try await aLongBatch(context)
  }

  private static func apply(
    _ lines: [String], to repository: any MessageRepository, _ kind: Kind, _ context: CheckContext
  ) async throws {
    do {
      _ = try await repository.apply(try lines.flatMap { try context.changes($0) })
    } catch let error as RepositoryError {
      throw Violation("\(count) \(kind.what) were refused with \(error.code.rawValue)")
    }
  }

  private static let kinds: [Kind] = [
    Kind(
      what: "gaps", needs: [.gaps],
      before: [
        "page " + (1...(2 * count)).map { "s\($0)@\($0)" }.joined(separator: " ")
          + " to=live start"
      ],
      each: { ["gap after=s\(2 * $0 - 1)@\(2 * $0 - 1) before=s\(2 * $0)@\(2 * $0)"] },
      question: "gaps",
      answer: names { "s\(2 * $0 - 1)..s\(2 * $0)" }),
    Kind(
      what: "deleted messages", needs: [.edits],
      before: ["receive " + numbers.map { "s\($0)@\($0) \"x\"" }.joined(separator: " ")],
      each: { ["delete s\($0) by=ann remove"] },
      after: ["receive " + numbers.map { "s\($0)@\($0) \"again\"" }.joined(separator: " ")],
      question: "timeline", answer: "none"),
    Kind(
      what: "changes that wait for their messages", needs: [.edits],
      each: { ["delete s\($0) by=ann"] },
      after: [
        "page " + numbers.map { "s\($0)@\($0) \"x\"" }.joined(separator: " ") + " to=live start"
      ],
      question: "unread", answer: "0"),
    Kind(
      what: "cancelled messages", needs: [.edits],
      each: { ["send c\($0) \"x\" @\($0)", "cancel c\($0)"] },
      question: "retractions", answer: names { "c\($0)" }),
    Kind(
      what: "deleted messages with files", needs: [.edits, .media],
      each: {
        [
          "send c\($0) \"x\" file=photos/a\($0).jpg @\($0)", "ack c\($0) s\($0)@\($0)",
          "delete s\($0) by=me",
        ]
      },
      question: "files-to-remove", answer: names { "c\($0)" }),
    Kind(
      what: "readers", needs: [.receipts],
      before: ["receive s1@1 \"x\""],
      each: { ["receipt s1 by=p\(1_000 + $0) @\($0)"] },
      question: "readers s1", answer: names { "p\(1_000 + $0)" }),
  ]

  private static func names(_ name: (Int) -> String) -> String {
    numbers.map(name).joined(separator: " ")
  }

  /// Compares lists of names, and says where they part.
  private static func expect(_ what: String, _ found: String, is wanted: String) throws {
    let (found, wanted) = (found.split(separator: " "), wanted.split(separator: " "))
    guard found != wanted else { return }
    let known = zip(found, wanted).prefix { $0 == $1 }.count
    let first = found.dropFirst(known).first ?? "nothing"
    throw Violation(
      "of \(what) there are \(found.count), expected \(wanted.count); number \(known + 1) is "
        + "\(first), expected \(wanted.dropFirst(known).first ?? "nothing")")
  }

  private static func streams(_ context: CheckContext) async throws {
    let place = context.elsewhere()
    var repository = try await place.open()
    for number in numbers {
      try await context.tell(repository, "token \"t\(number)\" stream=x\(number)")
    }
    if context.has(.durable) {
      await repository.close()
      repository = try await place.open()
    }
    let tokens = try await repository.syncTokens()
    for number in numbers {
      try context.expect(
        "the token of stream x\(number) of \(count)",
        tokens[StreamID("x\(number)")]?.text.string ?? "none", is: "t\(number)")
    }
  }

  private static func messages(_ context: CheckContext) async throws {
    let repository = try await context.elsewhere().open()
    for number in numbers { try await context.tell(repository, "send c\(number) \"x\" @\(number)") }
    let outbox = try await repository.read(
      Query(.outbox, in: ScriptNames.conversation, limit: Limits.page))
    try expect(
      "\(count) messages in an outbox",
      outbox.messages.map { ScriptNames.name(of: $0.id) }.joined(separator: " "),
      is: names { "c\($0)" })
  }

  /// Each of many conversations has something unsent.
  private static func conversations(_ context: CheckContext) async throws {
    let repository = try await context.elsewhere().open()
    for number in numbers {
      try await context.tell(repository, "send c\(number) \"x\" @\(number) in=k\(number)")
    }
    let outbox = try await repository.read(Query(.outbox, in: nil, limit: Limits.page))
    try expect(
      "\(count) conversations in an outbox",
      outbox.messages.map(\.conversation.text.string).joined(separator: " "),
      is: names { "k\($0)" })
    let unsent = try await repository.read(
      Query(.unsent(since: .zero), in: nil, limit: Limits.page))
    try context.expect(
      "the conversations of \(count) with something unsent", unsent.messages.count, is: count)
  }

  /// A batch that is refused at its last change stores nothing, however long it is.
  private static func aLongBatch(_ context: CheckContext) async throws {
    let repository = try await context.elsewhere().open()
    try await context.tell(repository, "send c1 \"x\" @1")
    let long = (1...2_000).map { "receive s\($0)@\($0) \"x\"" } + ["send c1 \"y\" @2"]
    let changes = try long.flatMap { try context.changes($0) }
    try await context.expectRefusal(.messageIDTaken, of: "the last of 2001 changes") {
      try await repository.apply(changes)
    }
    try context.expect(
      "the timeline after a refused batch of 2001 changes",
      try await context.observe("timeline", of: repository), is: "| c1")
  }
}
