internal import MessagingCore
internal import MessagingModel

extension Checks {
  static let kept: [String: Check] = [
    "REPO-002/field-by-field": fieldByField,
    "REPO-012/hostile-names": hostileNames,
    "REPO-015/without-meaning": withoutMeaning,
    "REPO-041/refused-secret": refusedSecret,
  ]

  private static func fieldByField(_ check: CheckContext) async throws {
    let key = MessageKey("k1", ScriptNames.client(1))
    let file = Attachment(
      localPath: RelativePath("photos/a.jpg"), placeholder: "blur", byteCount: 12, width: 3,
      height: 4, upload: .waiting)
    let body = Body.media(.init(kind: .photo, attachments: [file], caption: "look"))
    let message = OutgoingMessage(
      key: key, timestamp: 77, body: body, replyTo: .remote("s1"), threadRoot: .remote("s2"))
    let first = try await check.open()
    _ = try await first.apply([.enqueue(message)])
    await first.close()
    let second = try await check.open()
    let outbox = try await second.read(Query(.outbox, in: "k1", limit: 5))
    let stored = try check.unwrap(outbox.messages.first, "the unsent message")
    try check.expect("the identity", stored.id, is: key.id)
    try check.expect("the body", stored.body, is: body)
    try check.expect("the time", stored.timestamp, is: 77)
    try check.expect("the message it answers", stored.replyTo, is: .remote("s1"))
    try check.expect("its thread", stored.threadRoot, is: .remote("s2"))
    try check.expect("its sender", stored.sender, is: check.environment.owner)
    try check.expect("its state", stored.delivery, is: .sending)
  }

  /// Names that have broken somebody's store: quotes, wildcards, NUL, marks, two spellings, length.
  private static let hostile: [ExactString] = [
    "a", "A", "%", "_", "a_c", "abc", "'", "\"", "\\", "'; DROP TABLE message; --", "a\u{0}b",
    "a\u{0}c", "\u{202E}abc", "\u{FEFF}", " ", "\n", "\u{E9}", "e\u{301}", "👩‍👩‍👧‍👦", "👩", "null",
    ExactString(String(repeating: "n", count: Limits.name)),
  ]

  private static func hostileNames(_ check: CheckContext) async throws {
    let repository = try await check.open()
    for (number, name) in hostile.enumerated() {
      try await tryName(name, number, repository, check)
    }
    let messages = hostile.enumerated().map { number, name in
      hostileMessage("k1", name, number, sender: "ann")
    }
    _ = try await repository.apply(messages.map(Change.receive))
    for (number, name) in hostile.enumerated() {
      let page = try await repository.read(
        Query(.around(.remote(RemoteID(name))), in: "k1", limit: 1))
      try check.expect(
        "the message with remote id \(number)", page.messages.map(\.body),
        is: [.text(ExactString("\(number)"))])
    }
  }

  private static func tryName(
    _ name: ExactString, _ number: Int, _ repository: any MessageRepository, _ check: CheckContext
  ) async throws {
    let conversation = ConversationID(name)
    let author = ParticipantID(name)
    let message = hostileMessage(conversation, name, number, sender: author)
    let reaction = Relation(
      conversation: conversation, target: .remote(RemoteID(name)), author: author,
      version: .original, action: .react(name))
    _ = try await repository.apply([.receive(message), .relate(reaction)])
    let page = try await repository.read(Query(.newest, in: conversation, limit: 5))
    try check.expect("the messages in conversation \(number)", page.messages.count, is: 1)
    let stored = try check.unwrap(page.messages.first, "the message")
    try check.expect("the remote id \(number)", stored.remoteID, is: RemoteID(name))
    try check.expect("the sender \(number)", stored.sender, is: author)
    try check.expect(
      "the reaction \(number)", stored.reactions, is: [Reaction(participant: author, key: name)])
  }

  private static func hostileMessage(
    _ conversation: ConversationID, _ name: ExactString, _ number: Int, sender: ParticipantID
  ) -> ReceivedMessage {
    ReceivedMessage(
      conversation: conversation,
      position: ServerPosition(serverTime: 1, timestamp: 1, remoteID: RemoteID(name)),
      sender: sender, body: .text(ExactString("\(number)")))
  }

  private static func withoutMeaning(_ check: CheckContext) async throws {
    let repository = try await check.open()
    _ = try await repository.apply(check.changes("send c1 \"look\" file=a.jpg"))
    let present = try await repository.apply([]).revision
    let place = ServerPosition(serverTime: 5, timestamp: 5, remoteID: "s5")
    let below = ServerPosition(serverTime: 4, timestamp: 4, remoteID: "s4")
    let stranger = ReceivedMessage(
      conversation: "k2", position: place, sender: "ann", body: .text("hello"))
    let photo = OutgoingMessage(
      key: MessageKey("k1", ScriptNames.client(2)), timestamp: 1,
      body: .media(.init(kind: .photo, attachments: [])))
    let key = MessageKey("k1", ScriptNames.client(1))
    let changes: [(String, Change)] = [
      (
        "a page with a message of another conversation",
        .page(HistoryPage(conversation: "k1", messages: [stranger], reach: .live))
      ),
      ("a gap that ends before it begins", .openGap("k1", Gap(after: place, before: below))),
      ("a photo message without a file", .enqueue(photo)),
      ("an upload at 101 %", .upload(key, attachment: 0, .uploading(percent: 101), remote: nil)),
    ]
    for (name, change) in changes {
      try await check.expectRefusal(.malformedChange, of: name) {
        try await repository.apply([change])
      }
    }
    try check.expect("the revision", try await repository.apply([]).revision, is: present)
  }

  private static func refusedSecret(_ check: CheckContext) async throws {
    let repository = try await check.open()
    _ = try await repository.apply(check.changes("send c1 \"hello\" @1"))
    let secret = "the-secret-word"
    let long = secret + String(repeating: "x", count: Limits.body)
    var batches = [
      try check.changes("send c1 \"\(secret)\" @2"),
      try check.changes("amend d1 s9 edit \"\(secret)\""),
      try check.changes("send c2 \"\(secret)\"", "send c3 \"\""),
    ]
    batches.append([
      .enqueue(
        OutgoingMessage(
          key: MessageKey("k1", ScriptNames.client(4)), timestamp: 1,
          body: .text(ExactString(long))))
    ])
    for batch in batches {
      do {
        _ = try await repository.apply(batch)
      } catch {
        let told = "\(error) \(error.userMessage)"
        try check.expect(!told.contains(secret), "an error quotes the text of a message")
      }
    }
  }
}
