internal import MessagingCore
internal import MessagingModel

/// Values exactly at a bound, and one past it.
enum BoundChecks {
  static func atTheBoundAndPastIt(_ context: CheckContext) async throws {
    try await batches(context)
    try await texts(context)
    try await names(context)
    for bound in Bounded.all where bound.capabilities.allSatisfy(context.has) {
      try await check(bound, context)
    }
    if context.has(.media) { try await files(context) }
    if context.has(.reactions) { try await unsentChanges(context) }
  }

  /// A change that is known is no further one, also where there is no room for another.
  static func knownAtTheLimit(_ context: CheckContext) async throws {
    guard context.has(.reactions) else { return }
    let repository = try await context.open()
    try await context.tell(repository, "page s1@1 to=live start")
    let changes = (1...Limits.dependents).map { "amend d\($0) s1 react \"\($0)\"" }
    _ = try await repository.apply(changes.flatMap { try context.changes($0) })
    let known = try await context.newest(repository).revision
    try await context.tell(repository, changes[6])
    try context.expect(
      "the revision after a change that is known, of as many as there may be",
      try await context.newest(repository).revision.number, is: known.number)
    let further = try context.changes("amend d0 s1 react \"more\"")
    try await context.expectRefusal(.limitExceeded, of: "one change more than there may be") {
      try await repository.apply(further)
    }
  }

  private static func batches(_ context: CheckContext) async throws {
    let repository = try await context.elsewhere().open()
    // A message at both ends, so that a batch that is cut off loses one.
    let first = Change.receive(ReceivedMessage("s1", at: 1, .text("first")))
    let last = Change.receive(ReceivedMessage("s2", at: 2, .text("last")))
    let between = (1...9_998).map { number in
      Change.advance(
        .main, from: number == 1 ? nil : SyncToken("t\(number - 1)"), to: SyncToken("t\(number)"))
    }
    try await expectAccepted("a batch of 10000 changes") {
      try await repository.apply([first] + between + [last])
    }
    try context.expect(
      "the messages of a batch of 10000 changes",
      PageChecks.names(try await context.newest(repository)), is: ["s1", "s2"])
    try context.expect(
      "the token of a batch of 10000 changes",
      try await repository.syncToken()?.text.string ?? "none", is: "t9998")
    try await context.expectRefusal(.limitExceeded, of: "a batch of 10001 changes") {
      try await repository.apply([first] + between + [last, last])
    }
  }

  private static func texts(_ context: CheckContext) async throws {
    let repository = try await context.elsewhere().open()
    let text = ascending(1_048_576)
    try await expectAccepted("a text of 1048576 bytes") {
      try await repository.apply([.receive(ReceivedMessage("s1", at: 1, .text(text)))])
    }
    let stored = try await context.onlyMessage(repository).body.plainText
    try context.expect("the bytes of a text of 1048576", stored?.byteCount ?? 0, is: 1_048_576)
    try context.expect(stored == ExactString(text), "a text of 1048576 bytes came back changed")
    try await context.expectRefusal(.limitExceeded, of: "a text of 1048577 bytes") {
      try await repository.apply([.receive(ReceivedMessage("s2", at: 2, .text(text + "x")))])
    }
  }

  private static func names(_ context: CheckContext) async throws {
    let repository = try await context.elsewhere().open()
    let name = ascending(65_536)
    let long = name + "x"
    let known = ReceivedMessage(
      name, at: 1, .text("hello"), in: ConversationID(name), by: ParticipantID(name))
    try await expectAccepted("names of 65536 bytes") {
      try await repository.apply([.receive(known), .advance(.main, from: nil, to: SyncToken(name))])
    }
    let stored = try await context.onlyMessage(repository, in: ConversationID(name))
    let token = try await repository.syncToken()
    let kept: [(String, ExactString?)] = [
      ("remote id", stored.remoteID?.text), ("sender", stored.sender.text),
      ("conversation", stored.conversation.text), ("sync token", token?.text),
    ]
    for (what, stored) in kept {
      try context.expect(
        stored == ExactString(name), "a \(what) of 65536 bytes came back changed")
    }
    let refused: [(String, Change)] = [
      ("remote id", .receive(ReceivedMessage(long, at: 2, .text("hello")))),
      ("sender", .receive(ReceivedMessage("s2", at: 2, .text("hello"), by: ParticipantID(long)))),
      (
        "conversation",
        .receive(ReceivedMessage("s2", at: 2, .text("hello"), in: ConversationID(long)))
      ),
      ("sync token", .advance(.main, from: nil, to: SyncToken(long))),
    ]
    for (what, change) in refused {
      try await context.expectRefusal(.limitExceeded, of: "a \(what) of 65537 bytes") {
        try await repository.apply([change])
      }
    }
  }

  /// Checks one bounded text: stored and read back at the bound, refused one byte past it.
  private static func check(_ bound: Bounded, _ context: CheckContext) async throws {
    let repository = try await context.elsewhere().open()
    for line in bound.before { try await context.tell(repository, line) }
    let text = ascending(bound.limit)
    try await context.expectRefusal(
      .limitExceeded, of: "a \(bound.what) of \(bound.limit + 1) bytes"
    ) {
      try await repository.apply([bound.change(text + "x")])
    }
    try await expectAccepted("a \(bound.what) of \(bound.limit) bytes") {
      try await repository.apply([bound.change(text)])
    }
    let read = try await context.newest(repository).canonical
    try context.expect(
      read.contains(Array(text.utf8)),
      "a \(bound.what) of \(bound.limit) bytes came back changed, or not at all")
  }

  static func expectAccepted(_ what: String, _ call: () async throws -> Commit) async throws {
    do {
      _ = try await call()
    } catch let error as RepositoryError {
      throw Violation("\(what) was refused with \(error.code.rawValue), expected to be stored")
    }
  }

  /// A text of `count` bytes in which no part repeats, so that missing parts show.
  private static func ascending(_ count: Int) -> String {
    var text = ""
    var number = 0
    while text.utf8.count < count {
      text += "\(number) "
      number += 1
    }
    return String(text.prefix(count))
  }
}
