internal import MessagingCore
internal import MessagingModel

extension Checks {
  static let bounds: [String: Check] = ["REPO-030/at-the-bound-and-past-it": boundsHold]

  /// A bound: what is as large as it allows, and what is one larger.
  private struct Bound {
    let name: String
    let makes: (Int) -> [Change]
    let limit: Int
  }

  private static func boundsHold(_ check: CheckContext) async throws {
    let repository = try await check.open()
    let all = [
      Bound(name: "changes in a batch", makes: batch, limit: Limits.batch),
      Bound(name: "bytes of text", makes: text, limit: Limits.body),
      Bound(name: "bytes of a remote id", makes: remoteID, limit: Limits.name),
      Bound(name: "messages of a page", makes: page, limit: Limits.page),
      Bound(name: "files of a message", makes: files, limit: Limits.attachments),
    ]
    for bound in all {
      try await check.expectRefusal(.limitExceeded, of: "\(bound.limit + 1) \(bound.name)") {
        try await repository.apply(bound.makes(bound.limit + 1))
      }
      _ = try await repository.apply(bound.makes(bound.limit))
    }
    let outbox = try await repository.read(Query(.outbox, in: "k1", limit: 9)).messages
    let longest = outbox.map { message -> Int in
      if case .text(let text) = message.body { return text.byteCount }
      return message.body.attachments.count
    }
    try check.expect("bytes and files stored", longest, is: [Limits.body, Limits.attachments])
    try await dependents(check, repository)
  }

  private static func dependents(
    _ check: CheckContext, _ repository: any MessageRepository
  ) async throws {
    _ = try await repository.apply(check.changes("receive s1@1 \"hello\" in=k9"))
    for number in 1...Limits.dependents {
      _ = try await repository.apply(check.changes("amend d\(number) s1 react \"\(number)\" in=k9"))
    }
    try await check.expectRefusal(.limitExceeded, of: "one unsent change too many") {
      try await repository.apply(check.changes("amend d0 s1 react \"0\" in=k9"))
    }
  }

  private static func batch(_ count: Int) -> [Change] {
    Array(repeating: .advance("t1"), count: count)
  }

  private static func text(_ count: Int) -> [Change] {
    let text = ExactString(String(repeating: "a", count: count))
    return [own(1, .text(text))]
  }

  private static func files(_ count: Int) -> [Change] {
    let file = Attachment(localPath: RelativePath("a.jpg"), upload: .waiting)
    return [
      own(2, .media(.init(kind: .photo, attachments: Array(repeating: file, count: count))))
    ]
  }

  private static func own(_ number: Int, _ body: Body) -> Change {
    .enqueue(
      OutgoingMessage(
        key: MessageKey("k1", ScriptNames.client(number)), timestamp: 1, body: body))
  }

  private static func remoteID(_ count: Int) -> [Change] {
    [.receive(received("k2", String(repeating: "r", count: count), 1))]
  }

  private static func page(_ count: Int) -> [Change] {
    let messages = (1...count).map { received("k3", "m\($0)", Int64($0)) }
    return [
      .page(HistoryPage(conversation: "k3", messages: messages, reach: .live, reachesStart: true))
    ]
  }

  private static func received(
    _ conversation: ConversationID, _ name: String, _ time: Int64
  ) -> ReceivedMessage {
    let moment = Timestamp(milliseconds: time)
    return ReceivedMessage(
      conversation: conversation,
      position: ServerPosition(serverTime: moment, timestamp: moment, remoteID: RemoteID(name)),
      sender: "ann", body: .text("hello"))
  }
}
