import MessagingCore
import MessagingModel
import Testing

/// What each verb answers, and what it leaves in the store.
@Suite("Verbs of a conversation") struct ConversationActionsTests {
  private let store: InMemoryRepository
  private let chat: ConversationActions

  /// c1 is unsent, c2 is sent, s3 is somebody else's, c9 is nowhere.
  private let unsent = id(1), sent = id(2), foreign = id(3), nowhere = id(9)

  init() async throws {
    store = try await InMemoryRepository(owner: "me")
    chat = ConversationActions(store, in: "k1", owner: "me")
    _ = try await store.apply([
      .page(HistoryPage(conversation: "k1", messages: [], reach: .live, reachesStart: true)),
      ConversationActionsTests.text(sent, "two"),
      .acknowledge(MessageKey("k1", sent), ConversationActionsTests.place(2)),
      .receive(
        ReceivedMessage(
          conversation: "k1", position: ConversationActionsTests.place(3), id: foreign,
          sender: "bob", body: .text("three"))),
      ConversationActionsTests.text(unsent, "one"),
    ])
  }

  private static func id(_ number: UInt64) -> MessageID { MessageID(high: 0, low: number) }

  private static func place(_ number: Int64) -> ServerPosition {
    ServerPosition(
      serverTime: Timestamp(milliseconds: number), timestamp: 5, remoteID: RemoteID("s\(number)"))
  }

  private static func text(_ id: MessageID, _ text: ExactString) -> Change {
    .enqueue(OutgoingMessage(key: MessageKey("k1", id), timestamp: 5, body: .text(text)))
  }

  private func shown(_ id: MessageID) async throws -> Message? {
    try await store.read(Query(.newest, in: "k1", limit: 50, crossesGaps: true)).messages
      .first { $0.id == id }
  }

  private func revision() async throws -> Revision { try await store.apply([]).revision }

  private func fail(_ message: MessageID, change: MessageID? = nil) async throws {
    let key = OutboxKey(MessageKey("k1", message), dependent: change)
    _ = try await store.apply([.fail(key, FailureReason(code: "forbidden"))])
  }

  @Test("retry: what failed is sent again; what did not fail is left alone") func retry()
    async throws
  {
    try await fail(unsent)
    #expect(try await chat.retry(unsent) == .done)
    #expect(try await shown(unsent)?.delivery == .sending)
    #expect(try await chat.retry(unsent) == .unchanged)
    #expect(try await chat.retry(sent) == .tooLate)
    #expect(try await chat.retry(nowhere) == .gone)
  }

  @Test("retry of a change: the change, not its message") func retryChange() async throws {
    let edit = ConversationActionsTests.id(20)
    #expect(try await chat.edit(sent, to: "2", as: edit) == .done)
    try await fail(sent, change: edit)
    #expect(try await chat.retry(sent, change: edit) == .done)
    #expect(try await shown(sent)?.dependents.map(\.state) == [.sending])
    #expect(try await chat.retry(sent, change: nowhere) == .gone)
  }

  @Test("cancel: gone if it is not sent, too late if it is") func cancel() async throws {
    #expect(try await chat.cancel(unsent) == .done)
    #expect(try await shown(unsent) == nil)
    #expect(try await chat.cancel(unsent) == .gone)
    #expect(try await chat.cancel(sent) == .tooLate)
    #expect(try await shown(sent)?.body == .text("two"))
    #expect(try await chat.cancel(sent, change: nowhere) == .gone)
  }

  @Test("edit: the last text is shown, the same one again writes nothing") func edit()
    async throws
  {
    #expect(try await chat.edit(unsent, to: "1") == .done)
    #expect(try await shown(unsent)?.body == .text("1"))
    #expect(try await chat.edit(sent, to: "2") == .done)
    #expect(try await shown(sent)?.body == .text("2"))
    let before = try await revision()
    #expect(try await chat.edit(sent, to: "2") == .unchanged)
    #expect(try await revision() == before)
    #expect(try await chat.edit(foreign, to: "3") == .notEntitled)
    #expect(try await chat.edit(nowhere, to: "9") == .gone)
    await #expect(throws: RepositoryError.self) { try await chat.edit(sent, to: "") }
  }

  @Test("edit of a photo is another caption, of a payment another note") func captions()
    async throws
  {
    let (photo, payment) = (ConversationActionsTests.id(4), ConversationActionsTests.id(5))
    let file = Attachment(remote: "https://files/1", byteCount: 5)
    _ = try await store.apply([
      .enqueue(
        OutgoingMessage(
          key: MessageKey("k1", photo), timestamp: 5,
          body: .media(Body.Media(kind: .photo, attachments: [file], caption: "look")))),
      .enqueue(
        OutgoingMessage(
          key: MessageKey("k1", payment), timestamp: 5,
          body: .payment(Body.Payment(amount: 500, currency: "EUR", note: "lunch")))),
    ])
    #expect(try await chat.edit(photo, to: "see") == .done)
    #expect(
      try await shown(photo)?.body
        == .media(Body.Media(kind: .photo, attachments: [file], caption: "see")))
    #expect(try await chat.edit(payment, to: "dinner") == .done)
    #expect(
      try await shown(payment)?.body
        == .payment(Body.Payment(amount: 500, currency: "EUR", note: "dinner")))
  }

  @Test("delete: what is unsent is taken back, what is sent waits to be deleted there")
  func delete() async throws {
    let deletion = ConversationActionsTests.id(20)
    #expect(try await chat.delete(unsent) == .done)
    #expect(try await shown(unsent) == nil)
    #expect(try await chat.delete(sent, as: deletion) == .done)
    #expect(try await shown(sent)?.body == .redacted)
    #expect(try await shown(sent)?.dependents.map(\.action) == [.delete])
    #expect(try await chat.delete(sent, as: deletion) == .unchanged)
    let key = OutboxKey(MessageKey("k1", sent), dependent: deletion)
    _ = try await store.apply([.settle(key, Version(order: 7))])
    #expect(try await chat.delete(sent) == .gone)
    #expect(try await chat.edit(sent, to: "2") == .gone)
    #expect(try await chat.delete(nowhere) == .gone)
  }

  @Test("react and unreact: shown at once, one change each") func react() async throws {
    let reaction = ConversationActionsTests.id(20)
    #expect(try await chat.react(to: foreign, with: "👍", as: reaction) == .done)
    #expect(try await shown(foreign)?.reactions == [Reaction(participant: "me", key: "👍")])
    #expect(try await chat.react(to: foreign, with: "👍", as: reaction) == .unchanged)
    #expect(try await chat.unreact(to: foreign, with: "👍") == .done)
    #expect(try await shown(foreign)?.reactions == [])
    #expect(
      try await shown(foreign)?.dependents.map(\.action) == [.react("👍"), .unreact("👍")])
    #expect(try await chat.react(to: nowhere, with: "👍") == .gone)
    #expect(try await chat.unreact(to: nowhere, with: "👍") == .gone)
  }

  @Test("mark as read: forward only, and silent where nothing moves") func markAsRead()
    async throws
  {
    let first = ConversationActionsTests.id(6)
    _ = try await store.apply([
      .receive(
        ReceivedMessage(
          conversation: "k1", position: ConversationActionsTests.place(6), id: first,
          sender: "bob", body: .text("six")))
    ])
    #expect(try await chat.markAsRead(upTo: foreign, at: 8) == .done)
    #expect(try await store.read(Query(.newest, in: "k1", limit: 1)).unread.count == 1)
    #expect(try await chat.markAsRead(upTo: first, at: 9) == .done)
    #expect(try await store.read(Query(.newest, in: "k1", limit: 1)).unread.count == 0)
    let before = try await revision()
    #expect(try await chat.markAsRead(upTo: first, at: 10) == .unchanged)
    #expect(try await chat.markAsRead(upTo: foreign, at: 11) == .unchanged)
    #expect(try await chat.markAsRead(upTo: unsent, at: 12) == .unchanged)
    #expect(try await revision() == before)
    #expect(try await chat.markAsRead(upTo: nowhere, at: 13) == .gone)
  }

  @Test("what is marked as read is kept to be reported, also across a restart (RECEIPT-013)")
  func markedIsToBeReported() async throws {
    let storage = MemoryStorage()
    let store = try await InMemoryRepository(owner: "me", storage: storage)
    _ = try await store.apply(
      (3...4).map { number in
        .receive(
          ReceivedMessage(
            conversation: "k1", position: ConversationActionsTests.place(number),
            id: ConversationActionsTests.id(UInt64(number)), sender: "bob", body: .text("hi")))
      })
    let chat = ConversationActions(store, in: "k1", owner: "me")
    let outbox = Query(.outbox, in: "k1", limit: 1)
    for (number, time) in [(3, 8), (4, 9)] as [(Int64, Timestamp)] {
      #expect(
        try await chat.markAsRead(upTo: ConversationActionsTests.id(UInt64(number)), at: time)
          == .done)
      let reading = Reading(
        conversation: "k1", upTo: ConversationActionsTests.place(number), readAt: time)
      #expect(try await store.read(outbox).readings == [reading])
      let reopened = try await InMemoryRepository(owner: "me", storage: storage)
      #expect(try await reopened.read(outbox).readings == [reading])
    }
  }

  @Test("only notices about the message itself count") func foreignNotices() {
    let key = MessageKey("k1", unsent)
    let commit = { (notices: [Notice], kinds: ChangeKinds) in
      ActionOutcome(Commit(revision: Revision(1), kinds: kinds, notices: notices), of: key)
    }
    #expect(commit([Notice(.gone, "k1", .id(unsent))], []) == .gone)
    #expect(commit([Notice(.tooLate, "k1", .id(sent))], .content) == .done)
    #expect(commit([Notice(.tooLate, "k2", .id(unsent))], .content) == .done)
    #expect(commit([Notice(.unsentLost, "k1", .id(unsent))], .all) == .done)
    #expect(commit([Notice(.notEntitled, "k1", .id(unsent))], []) == .notEntitled)
  }

  @Test("errors of the store come as they are") func closed() async throws {
    await store.close()
    for verb in [chat.retry, chat.cancel] {
      let error = await #expect(throws: RepositoryError.self) { try await verb(unsent, nil) }
      #expect(error?.code == .closed)
    }
    let error = await #expect(throws: RepositoryError.self) { try await chat.delete(sent) }
    #expect(error?.code == .closed)
  }

  @Test("a person hears a sentence, or nothing") func sentences() {
    for outcome in ActionOutcome.allCases {
      switch outcome {
      case .done, .unchanged: #expect(outcome.userMessage == nil)
      case .tooLate, .gone, .notEntitled: #expect(outcome.userMessage?.hasSuffix(".") == true)
      }
    }
  }
}
