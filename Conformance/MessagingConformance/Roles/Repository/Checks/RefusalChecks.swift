internal import MessagingCore
internal import MessagingModel

/// Changes that are refused.
enum RefusalChecks {
  /// Malformed changes are refused and leave nothing.
  static func withoutMeaning(_ context: CheckContext) async throws {
    let repository = try await context.open()
    try await context.tell(repository, "page s1@1 to=live start")
    var refused: [(what: String, changes: [Change])] = [
      ("a page with a message of another conversation", [.page(strayPage(.text("stray")))])
    ]
    if context.has(.gaps) {
      refused.append(
        ("a gap that ends before it begins", try context.changes("gap after=s5@5 before=s2@2")))
    }
    if context.has(.media) {
      try await context.tell(repository, "send c1 \"look\" file=photos/a.jpg")
      refused += [
        ("a photo message without a file", [.enqueue(photo(caption: "look"))]),
        ("an upload at 101 %", try context.changes("upload c1 1 101")),
      ]
    }
    refused.append(("a new message that is deleted", [.enqueue(outgoing(8, .redacted))]))
    if context.has(.edits) { refused += edits }
    for (what, changes) in refused {
      let before = try await everything(context, repository)
      try await context.expectRefusal(.malformedChange, of: what) {
        try await repository.apply(changes)
      }
      let after = try await everything(context, repository)
      try context.expect("what is stored after \(what) was refused", after, is: before)
    }
  }

  /// Edits of a stored message to bodies that an edit cannot have.
  private static var edits: [(what: String, changes: [Change])] {
    let conversation = ScriptNames.conversation
    let key = MessageKey(
      conversation, MessageID(derivedFrom: ScriptNames.remote(1), in: conversation))
    let relation = Relation(
      conversation: conversation, target: .remote(ScriptNames.remote(1)),
      author: ScriptNames.author, version: Version(order: 2), action: .edit(.redacted))
    let bodies: [(String, Body)] = [
      ("an edit of the owner that deletes", .redacted),
      ("an edit of the owner to nothing", .text("")),
      ("an edit of the owner to a service line", .system("joined")),
      ("an edit of the owner to an unknown kind", .unknown(kind: "poll", payload: "{}")),
    ]
    return [("an edit that deletes", [.relate(relation)])]
      + bodies.map { what, body in
        (what, [.amend(key, id: ScriptNames.dependent("d1"), .edit(body))])
      }
  }

  private static func everything(
    _ context: CheckContext, _ repository: any MessageRepository
  ) async throws -> [String] {
    let outbox = try await repository.read(Query(.outbox, in: nil, limit: 100))
    var lines = ["outbox \(outbox.messages.map { ScriptNames.names(of: $0)[0] })"]
    for conversation in ["k1", "k2"] as [ConversationID] {
      lines += try await context.newest(repository, in: conversation).lines()
    }
    return lines
  }

  /// A page of `k1` with a message of `k2`.
  static func strayPage(_ body: Body) -> HistoryPage {
    HistoryPage(
      conversation: "k1", messages: [ReceivedMessage("s2", at: 2, body, in: "k2")],
      reach: .newest)
  }

  /// A photo message without a photo.
  static func photo(caption: ExactString) -> OutgoingMessage {
    outgoing(9, .media(Body.Media(kind: .photo, attachments: [], caption: caption)))
  }

  static func outgoing(_ number: Int, _ body: Body, at time: Timestamp = 0) -> OutgoingMessage {
    OutgoingMessage(
      key: MessageKey(ScriptNames.conversation, ScriptNames.client(number)), timestamp: time,
      body: body)
  }
}
