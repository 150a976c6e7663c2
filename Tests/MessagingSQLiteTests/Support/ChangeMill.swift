import MessagingConformance
import MessagingModel

/// Batches of changes drawn from few names, so that they meet each other in every way.
struct ChangeMill {
  private static let conversations: [ConversationID] = [
    "k1", "k2", "e\u{301}", "\u{e9}", "a\0b",
  ]

  /// Each conversation whole, across its gaps, and as far as nothing is missing.
  static let everything = conversations.flatMap { conversation in
    [true, false].map { Query(.newest, in: conversation, limit: 1_000, crossesGaps: $0) }
  }

  private var random: SeededRandom
  private let people: [ParticipantID] = ["me", "ann", "bob\0", ""]
  private let texts = [
    "", "x", "e\u{301}", "\u{e9}", "\0", "\u{1}\"\\", "👩‍👩‍👧‍👦", "'; DROP TABLE messages;--",
  ]

  init(seed: UInt64) {
    random = SeededRandom(seed: seed, stream: "changes")
  }

  mutating func batch() -> [Change] {
    (0...random.below(6)).map { _ in change() }
  }

  mutating func query() -> Query {
    let conversation = conversation()
    let limit = 1 + random.below(12)
    let crosses = random.chance(1, of: 2)
    let cursor = PageCursor(conversation: conversation, position: position())
    let other = PageCursor(conversation: conversation, position: position())
    let kind: Query.Kind
    switch random.below(6) {
    case 0: kind = .newest
    case 1: kind = .older(than: cursor)
    case 2: kind = .newer(than: cursor)
    case 3: kind = .around(reference())
    case 4:
      let isAscending = cursor.position < other.position
      kind = .window(from: isAscending ? cursor : other, to: isAscending ? other : cursor)
    default:
      return Query(.outbox, in: random.chance(1, of: 2) ? conversation : nil, limit: limit)
    }
    return Query(
      kind, in: conversation, limit: limit, crossesGaps: crosses,
      scope: scopes[limit % scopes.count])
  }

  private var scopes: [MessageScope] {
    [
      .everything, .withoutReplies, .thread(.remote("s3")),
      .thread(.id(MessageID(high: 0, low: 2))),
    ]
  }

  private mutating func change() -> Change {
    switch random.below(23) {
    case 0...2: outgoing()
    case 3...4: .acknowledge(key(), serverPosition())
    case 5: .amend(key(), id: id(), localAction())
    case 6: .settle(OutboxKey(key(), dependent: id()), version())
    case 7: .fail(outboxKey(), FailureReason(code: "c", text: text(), isRetryable: flip()))
    case 8: .retry(outboxKey())
    case 9: .cancel(outboxKey())
    case 10: upload()
    case 11...13: .receive(received(in: conversation()))
    case 14...15: page()
    case 16...18: relation()
    case 19: gap()
    case 20: .tried(outboxKey(), trial())
    case 21: .advance(random.chance(1, of: 2) ? .main : StreamID("k"), from: token(), to: "t1")
    default:
      random.chance(1, of: 3) ? .forget(conversation()) : .resetHistory(conversation())
    }
  }

  private mutating func trial() -> SendTrial {
    SendTrial(
      mayBeTaken: flip(), since: flip() ? Timestamp(milliseconds: Int64(random.below(3))) : nil,
      notBefore: flip() ? 7 : nil)
  }

  private mutating func token() -> SyncToken? { random.chance(2, of: 3) ? nil : "t1" }

  private mutating func outgoing() -> Change {
    let (key, body, reference) = (key(), body(), flip() ? reference() : nil)
    return .enqueue(
      OutgoingMessage(
        key: key, timestamp: 1, body: body, replyTo: reference,
        threadRoot: key.id.low.isMultiple(of: 2) ? reference : nil))
  }

  private mutating func page() -> Change {
    let conversation = conversation()
    let messages = (0..<random.below(5)).map { _ in received(in: conversation) }
    let top = messages.map(\.position).max()
    let reach: HistoryPage.Reach =
      flip() ? .live : top.map { .position($0) } ?? .newest
    return .page(
      HistoryPage(
        conversation: conversation, messages: messages, reach: reach,
        reachesStart: random.chance(1, of: 6), token: flip() ? "g" : nil))
  }

  private mutating func gap() -> Change {
    let (first, second) = (serverPosition(), serverPosition())
    return .openGap(
      conversation(), Gap(after: min(first, second), before: flip() ? nil : max(first, second)))
  }

  private mutating func relation() -> Change {
    let action: Relation.Action
    switch random.below(6) {
    case 0: action = .edit(body())
    case 1: action = .delete(isModerator: flip(), leavesRow: flip())
    case 2: action = .react(text())
    case 3: action = .unreact(text())
    case 4: action = .receipt(7)
    default: action = .status(flip() ? .delivered : .read)
    }
    return .relate(
      Relation(
        conversation: conversation(), target: reference(), author: person(), version: version(),
        action: action))
  }

  private mutating func received(in conversation: ConversationID) -> ReceivedMessage {
    let position = serverPosition()
    let threadRoot: MessageReference? =
      position.serverTime.milliseconds % 2 == 0 ? .remote("s3") : nil
    return ReceivedMessage(
      conversation: conversation, position: position,
      id: random.chance(1, of: 3) ? id() : nil, sender: person(), version: version(),
      body: body(), replyTo: flip() ? reference() : nil, threadRoot: threadRoot)
  }

  private mutating func localAction() -> Dependent.Action {
    switch random.below(4) {
    case 0: .edit(.text("edited"))
    case 1: .delete
    case 2: .react(text())
    default: .unreact(text())
    }
  }

  private func photo(upload: UploadState) -> Attachment {
    Attachment(localPath: RelativePath("a.jpg"), upload: upload)
  }

  private mutating func upload() -> Change {
    let (key, percent) = (key(), random.below(101))
    guard let path = photo(upload: .waiting).localPath else { return .retry(OutboxKey(key)) }
    return .upload(key, file: path, .uploading(percent: percent), remote: nil)
  }

  private mutating func body() -> Body {
    switch random.below(5) {
    case 0: .media(.init(kind: .photo, attachments: [photo(upload: .waiting)]))
    case 1: .system(text())
    case 2: .unknown(kind: "poll", payload: text())
    default: .text(ExactString(text().string + "."))
    }
  }

  private mutating func flip() -> Bool { random.chance(1, of: 2) }
  private mutating func conversation() -> ConversationID {
    ChangeMill.conversations[random.below(ChangeMill.conversations.count)]
  }
  private mutating func person() -> ParticipantID { people[random.below(people.count)] }
  private mutating func text() -> ExactString { ExactString(texts[random.below(texts.count)]) }
  private mutating func id() -> MessageID { MessageID(high: 0, low: UInt64(random.below(8))) }
  private mutating func key() -> MessageKey { MessageKey(conversation(), id()) }
  private mutating func outboxKey() -> OutboxKey {
    OutboxKey(key(), dependent: flip() ? id() : nil)
  }
  private mutating func version() -> Version { Version(order: Int64(random.below(4))) }
  /// One place per remote id, or nearly so.
  private mutating func serverPosition() -> ServerPosition {
    let number = random.below(14)
    let time = Int64(number / 2) - 2
    return ServerPosition(
      serverTime: Timestamp(milliseconds: time),
      timestamp: Timestamp(milliseconds: random.chance(1, of: 10) ? 0 : time),
      remoteID: RemoteID(number == 0 ? "s\0" : "s\(number)"))
  }
  private mutating func position() -> Position {
    flip() ? .confirmed(serverPosition()) : .unconfirmed(sequence: Int64(random.below(10)))
  }
  private mutating func reference() -> MessageReference {
    flip() ? .id(id()) : .remote(serverPosition().remoteID)
  }
}
