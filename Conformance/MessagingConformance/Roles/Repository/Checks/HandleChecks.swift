internal import MessagingCore
internal import MessagingModel

/// Handles on a store: two at once, closed ones, and one with many users.
enum HandleChecks {
  /// Each handle reads what the other one wrote before.
  static func appAndExtension(_ context: CheckContext) async throws {
    let app = try await context.open()
    let other = try await context.open()
    let turns = [
      (reader: app, name: "the first handle", writer: other, line: "receive s1@1 \"a\""),
      (reader: other, name: "the second handle", writer: app, line: "receive s2@2 \"b\""),
    ]
    for (count, turn) in turns.enumerated() {
      _ = try await context.newest(turn.reader)
      try await context.tell(turn.writer, turn.line)
      let names = PageChecks.names(try await context.newest(turn.reader))
      try context.expect(
        "what \(turn.name) reads after the other one wrote", names,
        is: Array(["s1", "s2"].prefix(count + 1)))
    }
  }

  /// The search of one handle says that what the other one accepted may have left.
  static func fromAnExtension(_ context: CheckContext) async throws {
    for moment in ["at once", "after a message of its own", "after a page", "while observed"] {
      let place = context.elsewhere()
      let app = try await place.open()
      let other = try await place.open()
      let observer = await place.observer(of: app)
      if moment != "at once" { _ = try await app.read(search) }
      let last = try await place.tell(other, "send c1 \"one\"").revision
      if moment == "after a message of its own" { try await place.tell(app, "send c2 \"two\"") }
      if moment == "after a page" { _ = try await place.newest(app) }
      if moment == "while observed" { await place.wait(until: observer, hears: last) }
      try await expectOthers(in: app, moment, context)
    }
  }

  /// A search says that what a read of an outbox returned may have left, and what was there when
  /// the store was opened.
  static func afterARead(_ context: CheckContext) async throws {
    func expectNamed(_ app: any MessageRepository, _ when: String) async throws {
      let found = try await app.read(search)
      guard let last = found.localSequences.max() else {
        throw Violation("a search finds nothing \(when)")
      }
      try context.expect(
        found.mayHaveLeft.map { $0 >= last } ?? true,
        "\(when), the last unsent message has the local sequence \(last), and what may have left "
          + "ends at \(found.mayHaveLeft ?? 0)")
    }
    for conversation in [ScriptNames.conversation, nil] {
      let place = context.elsewhere()
      let app = try await place.open()
      _ = try await app.read(search)
      try await place.tell(app, "send c1 \"one\"")
      _ = try await app.read(Query(.outbox, in: conversation, limit: 10))
      try await expectNamed(app, "after a read of an outbox")
      guard context.has(.durable) else { continue }
      try await place.tell(app, "send c2 \"two\"")
      await app.close()
      try await expectNamed(try await place.open(), "after the store was opened")
    }
  }

  /// Every call to a closed store fails with `closed`, and what was stored stays.
  static func everyCall(_ context: CheckContext) async throws {
    let repository = try await context.open()
    try await context.tell(repository, "page s1@1 s2@2 to=live start")
    let cursors = try await context.newest(repository).messages.map(\.cursor)
    guard let lower = cursors.first, let upper = cursors.last else {
      throw Violation("no message is stored, expected 2")
    }
    let listener = await context.observer(of: repository)
    await repository.close()
    await repository.close()
    let change = try context.changes("receive s3@3 \"late\"")
    try await context.expectRefusal(.closed, of: "a batch after closing") {
      try await repository.apply(change)
    }
    for (name, kind) in PageChecks.kinds(from: lower, to: upper) {
      try await context.expectRefusal(.closed, of: "a read of \(name) after closing") {
        try await repository.read(Query(kind, in: ScriptNames.conversation, limit: 10))
      }
    }
    try await context.expectRefusal(.closed, of: "the sync token after closing") {
      try await repository.syncToken()
    }
    if context.has(.index) {
      let index = try repository.asIndex
      try await context.expectRefusal(.closed, of: "the index after closing") {
        try await index.conversations(changedAfter: nil)
      }
    }
    await context.wait(until: listener, hears: nil)
    try context.expect(listener.isFinished, "an observer's news go on after closing")
    let late = await context.observer(of: repository)
    await context.wait(until: late, hears: nil)
    try context.expect(late.isFinished, "the news of an observer that begins after closing go on")
    guard context.has(.durable) else { return }
    let page = try await context.newest(try await context.open())
    try context.expect("what is stored after closing", PageChecks.names(page), is: ["s1", "s2"])
  }

  /// A hundred concurrent writers, one message each.
  static func hundredWriters(_ context: CheckContext) async throws {
    let repository = try await context.open()
    let before = try await context.newest(repository).revision
    let batches = try (1...100).map { try context.changes("receive s\($0)@\($0) \"hello\"") }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for batch in batches {
        group.addTask { _ = try await repository.apply(batch) }
      }
      try await group.waitForAll()
    }
    let page = try await context.newest(repository)
    let present = Set(PageChecks.names(page))
    let missing = (1...100).map { "s\($0)" }.filter { !present.contains($0) }
    try context.expect("the messages that are missing", missing, is: [])
    try context.expect("the number of rows", page.messages.count, is: 100)
    try context.expect(
      "the revisions of 100 batches", page.revision.number - before.number, is: 100)
  }

  /// Two handles that write concurrently take turns.
  static func twoHandles(_ context: CheckContext) async throws {
    let handles = [try await context.open(), try await context.open()]
    let batches = try (1...40).map { try context.changes("receive s\($0)@\($0) \"hello\"") }
    let revisions = try await withThrowingTaskGroup(of: Int64.self) { group in
      for (number, batch) in batches.enumerated() {
        group.addTask { try await handles[number % 2].apply(batch).revision.number }
      }
      return try await group.reduce(into: [Int64]()) { $0.append($1) }
    }
    let page = try await context.newest(handles[0])
    try context.expect("the number of rows", page.messages.count, is: 40)
    try context.expect("how many revisions there were", Set(revisions).count, is: 40)
  }

  /// The revision of a forgotten conversation continues to grow.
  static func revisionGoesOn(_ context: CheckContext) async throws {
    // A relation that waits for an unknown message starts the conversation again, and so does an
    // invisible change beside it.
    let waiting = "status s9 read"
    let gap = context.has(.gaps) ? [[waiting, "gap after=s1@1 before=s2@2"]] : []
    for lines in [[], [waiting]] + gap {
      let place = context.elsewhere()
      let repository = try await place.open()
      let forgotten = try await place.tell(repository, "receive s1@1 \"one\"", "forget k1")
      let batch = try lines.flatMap { try place.changes($0) }
      if !batch.isEmpty { _ = try await repository.apply(batch) }
      let page = try await place.newest(repository)
      try context.expect(
        page.revision >= forgotten.revision,
        "the page of a conversation that revision \(forgotten.revision.number) forgot has revision "
          + "\(page.revision.number) after \(lines.isEmpty ? ["nothing"] : lines)")
    }
  }
}
