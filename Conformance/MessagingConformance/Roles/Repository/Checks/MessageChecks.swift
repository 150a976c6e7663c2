internal import MessagingCore
internal import MessagingModel

/// Checks about a single message.
enum MessageChecks {
  /// Whatever changes, the row is not equal to the row before, and keeps its identity.
  static func everyField(_ context: CheckContext) async throws {
    let repository = try await context.open()
    var text = try await TrackedRow("receive s1@1 \"one\"", context, repository, in: "k1")
    try await text.expectDifference(after: "edit s1 \"two\" version=2", "another text")
    if context.has(.reactions) {
      try await text.expectDifference(after: "react s1 \"👍\" by=bob", "a reaction")
    }
    var file = try await TrackedRow(
      "receive s2@1 \"look\" file=photos/a.jpg in=k2", context, repository, in: "k2")
    try await file.expectDifference(
      after: "receive s2@1 \"look\" file=photos/b.jpg version=2 in=k2",
      "another file under the same caption")
    var own = try await TrackedRow("send c1 \"mine\" in=k3", context, repository, in: "k3")
    try await own.expectDifference(after: "fail c1 timeout in=k3", "a failure")
    try await own.expectDifference(after: "ack c1 s3@1 in=k3", "that the server took it")
    try await own.expectDifference(after: "status s3 delivered in=k3", "a delivery state")
    try await own.expectDifference(after: "amend d1 c1 edit \"new\" in=k3", "an unsent edit")
  }

  /// The only row of a conversation, with its value at the last check.
  private struct TrackedRow {
    let context: CheckContext
    let repository: any MessageRepository
    let conversation: ConversationID
    var row: Message

    init(
      _ line: String, _ context: CheckContext, _ repository: any MessageRepository,
      in conversation: ConversationID
    ) async throws {
      (self.context, self.repository, self.conversation) = (context, repository, conversation)
      try await context.tell(repository, line)
      row = try await context.onlyMessage(repository, in: conversation)
    }

    mutating func expectDifference(after line: String, _ what: String) async throws {
      try await context.tell(repository, line)
      let now = try await context.onlyMessage(repository, in: conversation)
      try context.expect("the identity of the row after \(what)", now.id, is: row.id)
      try context.expect(now != row, "the row after \(what) equals the row before")
      row = now
    }
  }

  /// Of two edits with the same order, the one with the greater id stays.
  static func equalOrders(_ context: CheckContext) async throws {
    let repository = try await context.open()
    let orders: [(conversation: ConversationID, ids: [String])] = [
      ("k1", ["a", "b"]), ("k2", ["b", "a"]),
    ]
    for (conversation, ids) in orders {
      // Use separate names, so that only the order of the edits matters.
      let name = "s-\(conversation)"
      let original = ReceivedMessage(name, at: 1, .text("first"), in: conversation)
      let edits = ids.map { id in
        Change.relate(
          Relation(
            conversation: conversation, target: .remote(RemoteID(name)), author: ScriptNames.author,
            version: Version(order: 2, id: ExactString(id)), action: .edit(.text(id))))
      }
      for change in [.receive(original)] + edits { _ = try await repository.apply([change]) }
      let message = try await context.onlyMessage(repository, in: conversation)
      try context.expect(
        "the text after the edits \(ids.joined(separator: ", ")) of equal order",
        message.body.plainText?.string ?? "missing", is: "b")
    }
  }

  /// Of 129 reactions that wait for one message, the oldest is dropped and a notice reports it.
  static func oneTooMany(_ context: CheckContext) async throws {
    let repository = try await context.open()
    for number in 1...129 {
      let line = "react s1 \"👍\" by=person\(number) version=\(number)"
      let commit = try await context.tell(repository, line)
      try context.expect(
        "whether 'waiting-dropped' is said of reaction \(number)",
        commit.notices.contains { $0.code == .waitingDropped }, is: number == 129)
    }
    try await context.tell(repository, "receive s1@1 \"hello\"")
    let present = try await context.onlyMessage(repository).reactions.map(\.participant)
    let expected = (2...129).map { ParticipantID("person\($0)") }.sorted()
    let lost = expected.filter { !present.contains($0) }
    try context.expect("the reactions that were lost", lost, is: [])
    try context.expect("the number of reactions that waited", present.count, is: expected.count)
  }

  /// Neither changes nor deletions by strangers that wait in vain push a deletion out.
  static func deletionStays(_ context: CheckContext) async throws {
    let repository = try await context.open()
    try await context.tell(repository, "delete s1")
    for number in 1...130 {
      try await context.tell(repository, "react s1 \"👍\" by=person\(number) version=\(number)")
    }
    for number in 1...130 {
      try await context.tell(repository, "delete s1 by=person\(number) version=\(number)")
    }
    try await context.tell(repository, "receive s1@1 \"hello\"")
    let message = try await context.onlyMessage(repository)
    try context.expect("the body of the deleted message", message.body, is: .redacted)
  }

  /// Compares an unsent message after a restart, field by field.
  static func fieldByField(_ context: CheckContext) async throws {
    let files = [
      Attachment(
        localPath: RelativePath("photos/a.jpg"), placeholder: "blurred", byteCount: 5_000_000_000,
        width: 640, height: 480, upload: .waiting),
      Attachment(localPath: RelativePath("photos/b.jpg"), byteCount: 7, upload: .waiting),
    ]
    let sent = OutgoingMessage(
      key: MessageKey(ScriptNames.conversation, MessageID(high: 1 << 63, low: .max)),
      timestamp: 1_700_000_000_123,
      body: .media(Body.Media(kind: .photo, attachments: files, caption: "look")),
      replyTo: .remote("s7"), threadRoot: .id(MessageID(high: 0, low: 8)))
    let first = try await context.open()
    _ = try await first.apply([.enqueue(sent)])
    await first.close()
    let kept = try await context.onlyMessage(try await context.open())
    try context.expect("the identity", kept.id, is: sent.key.id)
    try context.expect("the time in ms", kept.timestamp.milliseconds, is: 1_700_000_000_123)
    try context.expect("the sender", kept.sender, is: context.environment.owner)
    try context.expect("whether it is outgoing", kept.isOutgoing, is: true)
    try context.expect("the state", kept.delivery, is: .sending)
    try context.expect("the message it answers", kept.replyTo, is: .remote("s7"))
    try context.expect("the thread", kept.threadRoot, is: sent.threadRoot)
    guard case .media(let media) = kept.body else {
      throw Violation("the body is \(kept.body), expected files")
    }
    try context.expect("the kind", media.kind, is: .photo)
    try context.expect("the caption", media.caption, is: "look")
    try context.expect("the number of files", media.attachments.count, is: files.count)
    for (index, file) in media.attachments.enumerated() {
      try context.expect("file \(index + 1)", file, is: files[index])
    }
  }
}
