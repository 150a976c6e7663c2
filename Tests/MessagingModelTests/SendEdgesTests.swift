import MessagingModel
import Testing

/// What a send queue does at the edges that no block reaches: names of the greatest length, two
/// waits at once, the last percent.
@Suite("The queue, at its edges") struct SendEdgesTests {
  private let first = MessageKey("k1", MessageID(high: 0, low: 1))
  private let second = MessageKey("k1", MessageID(high: 0, low: 2))
  private let longest = ExactString(String(repeating: "x", count: Limits.name))
  private let longer = ExactString(String(repeating: "x", count: Limits.name + 1))

  /// A queue that is online, with waits of 1, 2, 4 … seconds.
  private func queue() -> SendQueue {
    var policy = SendPolicy()
    policy.retry.jitter = 0
    var queue = SendQueue(policy: policy, seed: 1)
    _ = queue.handle(.online(true), at: 0)
    return queue
  }

  private func unsent(_ body: Body = .text("hi"), trial: SendTrial = .none) -> Message {
    Message(
      id: first.id, conversation: "k1", sender: "me", isOutgoing: true,
      position: .unconfirmed(sequence: 1), timestamp: 5, body: body, delivery: .sending,
      trial: trial)
  }

  private func outbox(
    _ revision: Int64, _ messages: [Message], retractions: [Retraction] = [],
    mayHaveLeft: Int64? = nil
  ) -> Snapshot {
    Snapshot(
      revision: Revision(revision), messages: messages, retractions: retractions,
      mayHaveLeft: mayHaveLeft, older: .end, newer: .end)
  }

  /// The store has changed, and the queue reads this outbox.
  private func load(_ outbox: Snapshot, _ queue: inout SendQueue) -> [SendAction] {
    _ = queue.handle(.moved, at: 0)
    _ = queue.handle(.found(outbox), at: 0)
    return queue.handle(.loaded("k1", outbox), at: 0)
  }

  private func requests(_ actions: [SendAction]) -> [SendRequest] {
    actions.compactMap { if case .send(let request) = $0 { request } else { nil } }
  }

  /// A photo message whose upload has begun.
  private func uploading() throws -> (queue: SendQueue, key: UploadKey, photo: Message) {
    let path = try #require(RelativePath("a/0.jpg"))
    let file = MessagingModel.Attachment(localPath: path, byteCount: 5, upload: .waiting)
    var queue = queue()
    let photo = unsent(.media(Body.Media(kind: .photo, attachments: [file])))
    let key = UploadKey(first, file: path)
    let actions = load(outbox(1, [photo]), &queue)
    #expect(actions == [.upload(key, OwnedFile(path: path, byteCount: 5))])
    return (queue, key, photo)
  }

  @Test("an upload ends when its message is gone, also behind a list that was cut (MEDIA-007)")
  func uploadOfAGoneMessage() throws {
    for (isGone, expected) in [(true, 1), (false, 0)] {
      var (queue, key, _) = try uploading()
      let rest = Snapshot(
        revision: Revision(2), messages: [], filesToRemove: isGone ? [first] : [], older: .end,
        newer: .more)
      _ = queue.handle(.moved, at: 0)
      _ = queue.handle(.found(outbox(2, [unsent()])), at: 0)
      let actions = queue.handle(.loaded("k1", rest), at: 0)
      #expect(actions.count { $0 == .abort(key) } == expected)
    }
  }

  @Test("progress is stored in steps of five percent, the last one not at all (MEDIA-009)")
  func stepsOfProgress() throws {
    var (queue, key, photo) = try uploading()
    var stored: [Int] = []
    for percent in [0, 1, 4, 5, 9, 10, 11, 30, 34, 94, 99, 100] {
      guard !queue.handle(.progressed(key, percent), at: 0).isEmpty else { continue }
      stored.append(percent)
      _ = queue.handle(.committed("k1"), at: 0)
      _ = queue.handle(.loaded("k1", outbox(2, [photo])), at: 0)
    }
    #expect(stored == [5, 10, 30, 94, 99])
  }

  @Test("a store that takes no answer is not read again for it (SEND-032)")
  func noReadAfterAFailedWrite() throws {
    var queue = queue()
    let request = try #require(requests(load(outbox(1, [unsent()]), &queue)).first)
    let position = ServerPosition(serverTime: 1, timestamp: 1, remoteID: "s1")
    let answer = SendReceipt.published(first.id, at: position)
    guard case .commit = queue.handle(.answered(request, .success(answer)), at: 0).first else {
      Issue.record("the answer is not stored")
      return
    }
    let full = RepositoryError(.diskFull, "")
    #expect(queue.handle(.notCommitted("k1", full), at: 0) == [])
    #expect(queue.nextDeadline == 1_000)
    let again = queue.handle(.clock, at: 1_000)
    #expect(again.count == 1)
    guard case .commit = again.first else {
      Issue.record("it is not stored again")
      return
    }
  }

  @Test("a receipt says whether the server knew the request") func receipts() {
    #expect(SendReceipt.alreadyTook(first.id, version: .original).wasKnown)
    #expect(!SendReceipt.took(first.id, version: .original).wasKnown)
  }

  /// A retraction waits for nine seconds, a message for one: the message does not wait for nine.
  @Test("of two waits in one conversation the shorter one ends first (SEND-023)")
  func twoWaits() throws {
    var queue = queue()
    let both = outbox(
      1, [unsent()], retractions: [Retraction(key: second, sequence: 2)])
    let begun = requests(load(both, &queue))
    let taken = try #require(begun.first)
    #expect(taken.action == .retract)
    let busy = SendError(.transient, code: "busy", retryAfter: 9_000)
    let sent = requests(queue.handle(.answered(taken, .failure(busy)), at: 0))
    try #require(sent.map(\.key) == [first.id])
    let failure = SendError(.transient, code: "503")
    #expect(queue.handle(.answered(sent[0], .failure(failure)), at: 0) == [])
    #expect(queue.nextDeadline == 1_000)
    #expect(requests(queue.handle(.clock, at: 1_000)).map(\.key) == [first.id])
  }

  /// The end of an upload is stored anyway; a store refuses more than 100 percent.
  @Test("of the progress of an upload, 99 percent are stored, 100 and more are not (MEDIA-009)")
  func lastPercent() throws {
    var (queue, key, _) = try uploading()
    #expect(queue.handle(.progressed(key, 100), at: 0) == [])
    #expect(queue.handle(.progressed(key, 101), at: 0) == [])
    #expect(
      queue.handle(.progressed(key, 99), at: 0) == [
        .commit("k1", [.upload(first, file: key.file, .uploading(percent: 99), remote: nil)])
      ])
  }

  @Test("an upload that failed for now, or hangs, is not shown as on its way (MEDIA-009)")
  func uploadThatStopped() throws {
    for isLate in [true, false] {
      var (queue, key, photo) = try uploading()
      _ = queue.handle(.progressed(key, 40), at: 0)
      _ = queue.handle(.committed("k1"), at: 0)
      _ = queue.handle(.loaded("k1", outbox(2, [photo])), at: 0)
      let actions =
        isLate
        ? queue.handle(.clock, at: SendPolicy().uploadLimit ?? 0)
        : queue.handle(.uploaded(key, .failure(SendError(.transient, code: "503"))), at: 0)
      #expect(
        actions.contains(
          .commit("k1", [.upload(first, file: key.file, .waiting, remote: nil)])))
    }
  }

  @Test(
    "a new attempt to upload begins at the start (MEDIA-009)",
    arguments: [
      UploadState.uploading(percent: 95),
      .failed(FailureReason(code: "old")),
    ])
  func uploadThatBeginsAnew(state: UploadState) throws {
    let path = try #require(RelativePath("a/0.jpg"))
    let file = MessagingModel.Attachment(localPath: path, byteCount: 5, upload: state)
    var queue = queue()
    let photo = unsent(.media(Body.Media(kind: .photo, attachments: [file])))
    #expect(
      load(outbox(1, [photo]), &queue) == [
        .upload(UploadKey(first, file: path), OwnedFile(path: path, byteCount: 5)),
        .commit("k1", [.upload(first, file: path, .waiting, remote: nil)]),
      ])
  }

  /// A name at the bound of the store is a name.
  @Test("a file whose name on the network is as long as a store takes is uploaded (MEDIA-005)")
  func longRemote() throws {
    var (queue, key, _) = try uploading()
    #expect(
      queue.handle(.uploaded(key, .success(longest)), at: 0) == [
        .commit("k1", [.upload(first, file: key.file, .done, remote: longest)])
      ])
    (queue, key, _) = try uploading()
    let reason = FailureReason(code: "remote-too-long")
    #expect(
      queue.handle(.uploaded(key, .success(longer)), at: 0) == [
        .commit(
          "k1",
          [
            .upload(first, file: key.file, .failed(reason), remote: nil),
            .fail(OutboxKey(first), reason),
          ])
      ])
  }

  /// What a store takes is shown as the server wrote it.
  @Test("a reason as long as a store takes is stored as it is (SEND-024)")
  func longReason() throws {
    var queue = queue()
    let sent = requests(load(outbox(1, [unsent()]), &queue))
    try #require(sent.count == 1)
    let error = SendError(.permanent, code: longest, text: longest)
    let reason = FailureReason(code: longest, text: longest)
    #expect(
      queue.handle(.answered(sent[0], .failure(error)), at: 0)
        == [.commit("k1", [.fail(OutboxKey(first), reason)])])
  }

  /// With another version a late edit of another device could win against the newer one.
  @Test("a version as long as a store takes is kept; a longer one is not stored")
  func longVersion() throws {
    let edit = Dependent(
      id: second.id, action: .edit(.text("two")), sequence: 2, trial: SendTrial(isInFlight: true))
    var message = unsent()
    (message.position, message.delivery) = (.confirmed(.at(1)), .sent)
    message.dependents = [edit]
    for (id, version) in [
      (longest, Version(order: 2, id: longest)), (longer, .original),
    ] as [(ExactString, Version)] {
      var queue = queue()
      let sent = requests(load(outbox(1, [message]), &queue))
      try #require(sent.map(\.key) == [edit.id])
      let receipt = SendReceipt.took(edit.id, version: Version(order: 2, id: id))
      #expect(
        queue.handle(.answered(sent[0], .success(receipt)), at: 0) == [
          .commit("k1", [.settle(OutboxKey(first, dependent: edit.id), version)])
        ])
    }
  }

  /// A transport that says "not taken" knows it, whatever the number.
  @Test("a 504 that the transport classified leaves no doubt: nothing is retracted (SEND-034)")
  func classified() throws {
    var queue = queue()
    let sent = requests(load(outbox(1, [unsent()], mayHaveLeft: 0), &queue))
    try #require(sent.map(\.key) == [first.id])
    let error = SendError(.transient, code: "504")
    #expect(queue.handle(.answered(sent[0], .failure(error)), at: 0) == [])
    let cancelled = outbox(2, [], retractions: [Retraction(key: first, sequence: 1)])
    #expect(
      load(cancelled, &queue) == [
        .discard(first), .commit("k1", [.settle(OutboxKey(first), .original)]),
      ])
  }

  /// Clocks are adjusted all the time; that alone is no reason to write.
  @Test(
    "a clock that was set by a second writes nothing, one by more does (SEND-101)",
    arguments: [(1_000, false), (1_001, true)] as [(Int64, Bool)])
  func clockSet(by step: Int64, isNews: Bool) throws {
    var queue = queue()
    _ = queue.handle(.wallClock(1_000_000), at: 0)
    let sent = requests(load(outbox(1, [unsent()]), &queue))
    try #require(sent.count == 1)
    let busy = SendError(.transient, code: "503")
    let trial = SendTrial(since: 1_000_000)
    #expect(
      queue.handle(.answered(sent[0], .failure(busy)), at: 0)
        == [.commit("k1", [.tried(OutboxKey(first), trial)])])
    #expect(queue.handle(.committed("k1"), at: 0) == [.load("k1", limit: 16)])
    #expect(queue.handle(.loaded("k1", outbox(2, [unsent(trial: trial)])), at: 0) == [])
    let time = Timestamp(milliseconds: 1_001_000 + step)
    #expect(queue.handle(.wallClock(time), at: 1_000) == [])
    let again = requests(queue.handle(.clock, at: 1_000))
    try #require(again.count == 1)
    let moved = SendTrial(since: Timestamp(milliseconds: 1_000_000 + step))
    #expect(
      queue.handle(.answered(again[0], .failure(busy)), at: 1_000)
        == (isNews ? [.commit("k1", [.tried(OutboxKey(first), moved)])] : []))
  }

  /// Somebody who looks wants to know what is tried next.
  @Test("of two files that wait, the diagnosis names the error of the next one", arguments: [0, 1])
  func twoErrors(isInherited: Int) throws {
    let paths = try ["a/0.jpg", "a/1.jpg"].map { try #require(RelativePath($0)) }
    let files = paths.map {
      MessagingModel.Attachment(localPath: $0, byteCount: 5, upload: .waiting)
    }
    // What an earlier run tried has attempts, and no error of this run.
    let trial = SendTrial(mayBeTaken: isInherited == 1)
    let photo = unsent(.media(Body.Media(kind: .photo, attachments: files)), trial: trial)
    var queue = queue()
    #expect(load(outbox(1, [photo]), &queue).count == 2)
    let waits: [(Int, ExactString, Int64)] =
      isInherited == 1 ? [(1, "busy", 2_000)] : [(0, "slow", 4_000), (1, "busy", 2_000)]
    for (index, code, wait) in waits {
      let error = SendError(.transient, code: code, retryAfter: wait)
      let key = UploadKey(first, file: paths[index])
      #expect(queue.handle(.uploaded(key, .failure(error)), at: 10) == [])
    }
    let chat = try #require(queue.diagnosis.conversations.first)
    #expect(chat.obstacle == .upload(first.id))
    #expect(chat.lastError == "busy" && chat.nextAttempt == 2_010)
  }

  @Test("the diagnosis of a conversation that is paused alone says so") func pausedAlone() {
    var queue = queue()
    #expect(requests(queue.handle(.paused(true, "k1"), at: 0)) == [])
    #expect(load(outbox(1, [unsent()]), &queue) == [])
    #expect(!queue.diagnosis.isPaused)
    #expect(queue.diagnosis.conversations.map(\.obstacle) == [.paused])
    #expect(requests(queue.handle(.paused(false, "k1"), at: 0)).count == 1)
  }

  /// A deadline in the past would wake the worker for ever.
  @Test("before its outbox is read, nothing is known to wait in a conversation (SEND-107)")
  func unread() {
    var queue = queue()
    _ = queue.handle(.moved, at: 0)
    #expect(queue.handle(.found(outbox(1, [unsent()])), at: 0).count == 1)
    #expect(queue.diagnosis.conversations == [])
  }

  @Test("a sender that does not run says no more than that") func notRunning() {
    let nothing = SendDiagnosis.notRunning
    #expect(!nothing.isRunning && !nothing.isOnline && !nothing.isPaused)
    #expect(nothing.conversations == [] && nothing.nextAttempt == nil)
    #expect(SendDiagnosis(isOnline: true, isPaused: false).isRunning)
    let one = SendDiagnosis.Conversation(id: "k1", messages: 1)
    #expect((one.changes, one.retractions, one.failed) == (0, 0, 0) && !one.isLowerBound)
  }

  @Test("a search in flight is not waited for, even if the store changes meanwhile")
  func searching() {
    var queue = queue()
    #expect(queue.handle(.moved, at: 0) == [.find(since: .zero)])
    #expect(queue.handle(.findFailed, at: 0) == [])
    #expect(queue.nextDeadline == 1_000 && queue.diagnosis.nextAttempt == 1_000)
    #expect(queue.handle(.clock, at: 1_000) == [.find(since: .zero)])
    #expect(queue.handle(.moved, at: 1_000) == [])
    #expect(queue.nextDeadline == nil && queue.diagnosis.nextAttempt == nil)
    #expect(queue.diagnosis.storeError == "store")
  }

  @Test("the network that was there already ends no wait") func sameNetwork() throws {
    var queue = queue()
    let sent = requests(load(outbox(1, [unsent()], mayHaveLeft: 0), &queue))
    let busy = SendError(.transient, code: "503")
    let marked = queue.handle(.answered(try #require(sent.first), .failure(busy)), at: 10)
    if !marked.isEmpty { _ = queue.handle(.committed("k1"), at: 10) }
    let deadline = try #require(queue.nextDeadline)
    #expect(queue.handle(.online(true), at: 20) == [])
    #expect(queue.nextDeadline == deadline)
  }
}
