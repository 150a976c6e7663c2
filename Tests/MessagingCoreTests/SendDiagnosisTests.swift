import MessagingCore
import MessagingModel
import Testing

/// What a queue says of itself, driven by hand: it is told what the store holds, and how each
/// request ends.
private struct Bench {
  var queue: SendQueue
  var store: [Message] = []
  var now: Int64 = 0
  private var revision: Int64 = 0

  init(_ policy: SendPolicy = SendPolicy(), online: Bool = true) {
    queue = SendQueue(policy: policy, seed: 7)
    if online { _ = queue.handle(.online(true), at: 0) }
  }

  var diagnosis: SendDiagnosis { queue.diagnosis }
  var chat: SendDiagnosis.Conversation? { diagnosis.conversations.first }

  /// The store moved: the queue is shown what it asks for.
  ///
  /// - Returns: what is to be done with the network.
  mutating func move(newer: Edge = .end) -> [SendAction] {
    revision += 1
    var todo = queue.handle(.moved, at: now)
    var wanted: [SendAction] = []
    while !todo.isEmpty {
      let action = todo.removeFirst()
      switch action {
      case .find: todo += queue.handle(.found(snapshot(store)), at: now)
      case .load(let conversation, let limit):
        let page = Array(store.prefix(limit))
        todo += queue.handle(
          .loaded(conversation, snapshot(page, newer: page.count < store.count ? .more : newer)),
          at: now)
      case .send, .upload, .commit, .abort, .discard, .abandon: wanted.append(action)
      }
    }
    return wanted
  }

  /// The batch that the queue asked for is stored.
  mutating func storeIt() {
    _ = queue.handle(.committed("k1"), at: now)
    _ = queue.handle(.loaded("k1", snapshot(store)), at: now)
  }

  private func snapshot(_ messages: [Message], newer: Edge = .end) -> Snapshot {
    let known = messages.map { (MessageReference.id($0.id), $0) }
    return Snapshot(
      revision: Revision(revision), messages: messages,
      quotes: Dictionary(uniqueKeysWithValues: known), older: .end, newer: newer)
  }
}

private func id(_ number: UInt64) -> MessageID { MessageID(high: 0, low: number) }

private let secret = "the treasure lies under the oak"

private func message(
  _ number: UInt64, _ delivery: DeliveryState = .sending, body: Body = .text("hello"),
  replyTo: MessageReference? = nil
) -> Message {
  Message(
    id: id(number), conversation: "k1", sender: "me", isOutgoing: true,
    position: .unconfirmed(sequence: Int64(number)), timestamp: 5, body: body, replyTo: replyTo,
    delivery: delivery)
}

private func sent(_ number: UInt64, _ dependents: [Dependent]) -> Message {
  let place = ServerPosition(
    serverTime: 5, timestamp: 5, remoteID: RemoteID("s\(number)"))
  return Message(
    id: id(number), conversation: "k1", sender: "me", isOutgoing: true,
    position: .confirmed(place), timestamp: 5, body: .text("hello"), delivery: .sent,
    dependents: dependents)
}

private func photo() -> Body {
  let path = RelativePath("photos/a.jpg")
  return .media(
    Body.Media(
      kind: .photo,
      attachments: [MessagingModel.Attachment(localPath: path, byteCount: 5, upload: .waiting)]))
}

extension [SendAction] {
  fileprivate var request: SendRequest? {
    for case .send(let request) in self { return request }
    return nil
  }

  fileprivate var upload: UploadKey? {
    for case .upload(let key, _) in self { return key }
    return nil
  }
}

@Suite("What a send queue says of itself") struct SendDiagnosisTests {
  @Test("nothing unsent, nothing to say") func idle() {
    var bench = Bench()
    _ = bench.move()
    #expect(bench.diagnosis.isRunning && bench.diagnosis.isOnline && !bench.diagnosis.isPaused)
    #expect(bench.diagnosis.conversations.isEmpty && bench.diagnosis.nextAttempt == nil)
  }

  @Test("without a network everything waits for it; counted is what was read") func offline() {
    var bench = Bench(online: false)
    bench.store = (1...3).map { message($0) }
    #expect(bench.move().request == nil)
    #expect(bench.chat?.messages == 3 && bench.chat?.isLowerBound == false)
    #expect(bench.chat?.obstacle == .offline && bench.chat?.nextAttempt == nil)
    #expect(bench.diagnosis.messages == 3 && !bench.diagnosis.isOnline)
  }

  @Test("a long queue is counted as a lower bound") func lowerBound() {
    var bench = Bench(online: false)
    bench.store = (1...40).map { message($0) }
    _ = bench.move()
    #expect(bench.chat?.isLowerBound == true)
    #expect((1...40).contains(bench.chat?.messages ?? 0))
  }

  @Test("paused, in one conversation or in all") func paused() {
    var bench = Bench()
    _ = bench.queue.handle(.paused(true, "k1"), at: 0)
    bench.store = [message(1)]
    #expect(bench.move().request == nil)
    #expect(bench.chat?.obstacle == .paused && !bench.diagnosis.isPaused)
    _ = bench.queue.handle(.paused(false, "k1"), at: 0)
    #expect(bench.chat?.obstacle == nil)
    _ = bench.queue.handle(.paused(true, nil), at: 0)
    #expect(bench.chat?.obstacle == .paused && bench.diagnosis.isPaused)
  }

  @Test("in flight there is no obstacle; after a failure it says what, and when again")
  func attempt() throws {
    var bench = Bench()
    bench.store = [message(1), message(2)]
    let request = try #require(bench.move().request)
    #expect(bench.chat?.obstacle == nil && bench.chat?.lastError == nil)
    #expect(bench.chat?.nextAttempt == nil)
    let error = SendError(.transient, code: "503", text: ExactString(secret), retryAfter: 5_000)
    _ = bench.queue.handle(.answered(request, .failure(error)), at: 100)
    #expect(bench.chat?.obstacle == .attempt(id(1)))
    #expect(bench.chat?.lastError == "503")
    #expect(bench.chat?.nextAttempt == 5_100)
    #expect(bench.diagnosis.nextAttempt == 5_100)
    #expect(!String(reflecting: bench.diagnosis).contains("treasure"))
    // In flight again: what went wrong before is still told.
    bench.now = 5_100
    #expect(bench.queue.handle(.clock, at: 5_100).request?.key == id(1))
    #expect(bench.chat?.obstacle == nil && bench.chat?.lastError == "503")
  }

  @Test("a failed message holds back the others; with the other policy it is named last")
  func failed() {
    let reason = FailureReason(code: "forbidden", text: ExactString(secret))
    var bench = Bench()
    bench.store = [message(1, .failed(reason)), message(2)]
    #expect(bench.move().request == nil)
    #expect(bench.chat?.obstacle == .failed(id(1)) && bench.chat?.lastError == "forbidden")
    #expect(bench.chat?.failed == 1 && bench.chat?.messages == 2)
    #expect(!String(reflecting: bench.diagnosis).contains("treasure"))
    var policy = SendPolicy()
    policy.afterFailure = .skip
    bench = Bench(policy)
    bench.store = [message(1, .failed(reason)), message(2)]
    #expect(bench.move().request?.key == id(2))
    #expect(bench.chat?.obstacle == nil)
    bench = Bench(policy)
    bench.store = [message(1, .failed(reason))]
    #expect(bench.move().request == nil)
    #expect(bench.chat?.obstacle == .failed(id(1)))
  }

  @Test("a failed message that its echo confirmed is not shown any more (SEND-010)")
  func failedAndConfirmed() {
    var bench = Bench()
    bench.store = [message(1, .failed(FailureReason(code: "timeout")))]
    _ = bench.move()
    #expect(bench.chat?.failed == 1)
    // The store does not list the conversation: nothing is unsent there.
    bench.store = []
    #expect(bench.move() == [])
    #expect(bench.diagnosis.conversations.isEmpty)
  }

  @Test("behind more failed messages than are read at once, an upload is tried again (SEND-011)")
  func manyFailed() throws {
    var policy = SendPolicy()
    (policy.afterFailure, policy.duringUpload) = (.skip, .overtake)
    var bench = Bench(policy)
    let failed = DeliveryState.failed(FailureReason(code: "forbidden"))
    let others = (2...UInt64(Limits.page) + 2).map { message($0, failed) }
    bench.store = [message(1, body: photo())] + others
    let key = try #require(bench.move().upload)
    let error = SendError(.transient, code: "slow", retryAfter: 4_000)
    _ = bench.queue.handle(.uploaded(key, .failure(error)), at: 10)
    let deadline = bench.queue.nextDeadline
    #expect(deadline == 4_010)
    let again = bench.queue.handle(.clock, at: 4_010).upload
    #expect(again == key)
  }

  @Test("an upload holds back what comes after it") func upload() throws {
    var bench = Bench()
    bench.store = [message(1, body: photo()), message(2)]
    let key = try #require(bench.move().upload)
    #expect(bench.chat?.obstacle == .upload(id(1)) && bench.chat?.lastError == nil)
    let error = SendError(.transient, code: "slow", retryAfter: 4_000)
    _ = bench.queue.handle(.uploaded(key, .failure(error)), at: 10)
    #expect(bench.chat?.obstacle == .upload(id(1)) && bench.chat?.lastError == "slow")
    #expect(bench.chat?.nextAttempt == 4_010)
  }

  @Test("an answer that overtakes an upload waits for what it answers to") func target() {
    var policy = SendPolicy()
    policy.duringUpload = .overtake
    var bench = Bench(policy)
    bench.store = [message(1, body: photo()), message(2, replyTo: .id(id(1)))]
    #expect(bench.move().upload?.message.id == id(1))
    #expect(bench.chat?.obstacle == .target(id(2)))
  }

  @Test("changes of sent messages are counted apart; one that failed is told") func changes()
    throws
  {
    // Marked by an earlier run: it may leave at once (`SEND-096`).
    let edit = Dependent(
      id: id(20), action: .edit(.text("two")), sequence: 5, trial: SendTrial(isInFlight: true))
    var bench = Bench()
    bench.store = [sent(1, [edit])]
    let request = try #require(bench.move().request)
    #expect(bench.chat?.messages == 0 && bench.chat?.changes == 1 && bench.chat?.failed == 0)
    _ = bench.queue.handle(
      .answered(request, .failure(SendError(.indeterminate, code: "timeout"))), at: 0)
    bench.storeIt()
    #expect(bench.chat?.obstacle == .attempt(id(20)) && bench.chat?.lastError == "timeout")
    bench = Bench()
    bench.store = [
      sent(
        1,
        [
          Dependent(
            id: id(20), action: .edit(.text("two")), sequence: 5,
            state: .failed(FailureReason(code: "too-late")))
        ])
    ]
    #expect(bench.move().request == nil)
    #expect(bench.chat?.failed == 1)
    #expect(bench.chat?.obstacle == .failed(id(20)) && bench.chat?.lastError == "too-late")
  }

  @Test("a store that does not answer is told, in a conversation and for all") func store()
    throws
  {
    var bench = Bench()
    bench.store = [message(1)]
    _ = bench.queue.handle(.moved, at: 0)
    _ = bench.queue.handle(.findFailed, at: 0)
    #expect(bench.diagnosis.storeError == "store")
    #expect(try #require(bench.diagnosis.nextAttempt) > 0)
    bench.now = 60_000
    let found = Snapshot(
      revision: Revision(1), messages: bench.store, older: .end, newer: .end)
    _ = bench.queue.handle(.clock, at: 60_000)
    _ = bench.queue.handle(.found(found), at: 60_000)
    #expect(bench.diagnosis.storeError == nil)
    _ = bench.queue.handle(.loadFailed("k1"), at: 60_000)
    #expect(bench.chat?.obstacle == .store && bench.chat?.lastError == "store")
    #expect(try #require(bench.chat?.nextAttempt) > 60_000)
  }

  @Test("cancelled messages are counted until the server was told") func retractions() throws {
    var bench = Bench()
    let snapshot = Snapshot(
      revision: Revision(1), messages: [],
      retractions: [Retraction(key: MessageKey("k1", id(1)), sequence: 1)], older: .end,
      newer: .end)
    _ = bench.queue.handle(.moved, at: 0)
    _ = bench.queue.handle(.found(snapshot), at: 0)
    let request = try #require(bench.queue.handle(.loaded("k1", snapshot), at: 0).request)
    #expect(bench.chat?.retractions == 1 && bench.chat?.obstacle == nil)
    _ = bench.queue.handle(
      .answered(request, .failure(SendError(.transient, code: "busy", retryAfter: 9_000))), at: 0)
    #expect(bench.chat?.obstacle == .attempt(id(1)) && bench.chat?.lastError == "busy")
    #expect(bench.chat?.nextAttempt == 9_000)
  }
}
