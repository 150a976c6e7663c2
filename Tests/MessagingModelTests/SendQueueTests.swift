import MessagingModel
import Testing

/// What a queue decides that no block can show.
@Suite("The queue, where blocks do not see") struct SendQueueTests {
  private let key = MessageKey("k1", MessageID(high: 0, low: 1))

  private func queue() -> SendQueue {
    var queue = SendQueue(seed: 1)
    #expect(queue.handle(.online(true), at: 0) == [])
    return queue
  }

  @Test("a search that was cut goes on where it ended (SEND-004)") func cutSearch() {
    var queue = queue()
    #expect(queue.handle(.moved, at: 0) == [.find(since: .zero)])
    let cut = Snapshot(revision: Revision(7), messages: [], older: .end, newer: .more)
    #expect(queue.handle(.found(cut), at: 0) == [.find(since: Revision(7))])
    let rest = Snapshot(revision: Revision(9), messages: [], older: .end, newer: .end)
    #expect(queue.handle(.found(rest), at: 0) == [])
    #expect(queue.handle(.moved, at: 0) == [.find(since: Revision(9))])
  }

  @Test("a file that is refused is stored as failed, with its message (MEDIA-005)")
  func refusedFile() throws {
    var queue = queue()
    let path = try #require(RelativePath("a/0.jpg"))
    let files = [Attachment(localPath: path, byteCount: 5, upload: .waiting)]
    let body = Body.media(Body.Media(kind: .photo, attachments: files, caption: ""))
    let outbox = Snapshot(
      revision: Revision(1), messages: try accepted(body), older: .end, newer: .end)
    _ = queue.handle(.moved, at: 0)
    #expect(queue.handle(.found(outbox), at: 0) == [.load("k1", limit: 16)])
    let upload = UploadKey(key, file: path)
    #expect(
      queue.handle(.loaded("k1", outbox), at: 0)
        == [.upload(upload, OwnedFile(path: path, byteCount: 5))])
    let error = SendError(.permanent, code: "too-large", text: "at most 5 MB")
    let reason = FailureReason(code: "too-large", text: "at most 5 MB")
    #expect(
      queue.handle(.uploaded(upload, .failure(error)), at: 0) == [
        .commit(
          "k1",
          [
            .upload(key, file: path, .failed(reason), remote: nil),
            .fail(OutboxKey(key), reason),
          ])
      ])
  }

  @Test("waits of any length do not overflow (SEND-023)") func longWaits() throws {
    var policy = SendPolicy()
    policy.retry.firstDelay = 1 << 61
    policy.retry.longestDelay = .max
    policy.retry.jitter = 0
    policy.retry.ageLimit = nil
    var queue = SendQueue(policy: policy, seed: 1)
    _ = queue.handle(.online(true), at: 0)
    for failure in 1...5 {
      _ = queue.handle(.moved, at: 0)
      #expect(queue.handle(.findFailed, at: 0) == [], "failure \(failure)")
      #expect(try #require(queue.nextDeadline) >= 1 << 61)
    }
  }

  @Test("over a store that does not say it, what comes after the first look never left (SEND-095)")
  func firstLook() throws {
    var queue = SendQueue(seed: 1)
    let messages = try accepted(.text("one"))
    let first = Snapshot(revision: Revision(1), messages: messages, older: .end, newer: .end)
    _ = queue.handle(.moved, at: 0)
    #expect(queue.handle(.found(first), at: 0) == [.load("k1", limit: 16)])
    #expect(queue.handle(.loaded("k1", first), at: 0) == [])
    let cancelled = MessageKey("k1", MessageID(high: 0, low: 2))
    let second = Snapshot(
      revision: Revision(3), messages: messages,
      retractions: [Retraction(key: cancelled, sequence: 2)], older: .end, newer: .end)
    _ = queue.handle(.moved, at: 0)
    #expect(queue.handle(.found(second), at: 0) == [.load("k1", limit: 16)])
    // It ends without the network (`SEND-034`).
    #expect(
      queue.handle(.loaded("k1", second), at: 0) == [
        .discard(cancelled), .commit("k1", [.settle(OutboxKey(cancelled), .original)]),
      ])
  }

  @Test(
    "what another handle accepted after the first look is taken back at the server (REPO-089)",
    arguments: [(0, 0), (1, 1)] as [(sent: Int64, requests: Int)])
  func acceptedElsewhere(sent: Int64, requests: Int) throws {
    var queue = SendQueue(seed: 1)
    let nothing = Snapshot(
      revision: Revision(1), messages: [], mayHaveLeft: 0, othersMayHaveSent: 0, older: .end,
      newer: .end)
    _ = queue.handle(.moved, at: 0)
    #expect(queue.handle(.found(nothing), at: 0) == [])
    let cancelled = Snapshot(
      revision: Revision(3), messages: [], retractions: [Retraction(key: key, sequence: 1)],
      mayHaveLeft: sent, othersMayHaveSent: sent, older: .end, newer: .end)
    _ = queue.handle(.moved, at: 0)
    #expect(queue.handle(.found(cancelled), at: 0) == [.load("k1", limit: 16)])
    let settled = queue.handle(.loaded("k1", cancelled), at: 0)
    #expect(settled.contains(.discard(key)) == (requests == 0))
    let asked = queue.handle(.online(true), at: 0).compactMap(\.request)
    #expect(asked.map(\.action) == Array(repeating: .retract, count: requests))
  }

  @Test("that holds in a conversation that the sender knows already (REPO-089)")
  func acceptedElsewhereBeside() throws {
    var queue = SendQueue(seed: 1)
    func outbox(_ revision: Int64, _ retractions: [Retraction], others: Int64) throws -> Snapshot {
      Snapshot(
        revision: Revision(revision), messages: try accepted(.text("one")),
        retractions: retractions, mayHaveLeft: others, othersMayHaveSent: others, older: .end,
        newer: .end)
    }
    let first = try outbox(1, [], others: 0)
    let gone = Retraction(key: MessageKey("k1", MessageID(high: 0, low: 5)), sequence: 5)
    let second = try outbox(2, [gone], others: 5)
    for snapshot in [first, second] {
      _ = queue.handle(.moved, at: 0)
      _ = queue.handle(.found(snapshot), at: 0)
      #expect(queue.handle(.loaded("k1", snapshot), at: 0) == [])
    }
    let asked = queue.handle(.online(true), at: 0).compactMap(\.request)
    #expect(asked.map(\.action) == [.retract])
  }

  @Test("over such a store, what the first look did not see whole may have left (SEND-095)")
  func firstLookOfAPart() throws {
    let old = Retraction(key: MessageKey("k1", MessageID(high: 0, low: 5)), sequence: 5)
    let new = Retraction(key: MessageKey("k1", MessageID(high: 0, low: 9)), sequence: 9)
    // The message has the sequence 1. A list that was cut shows nothing about what comes behind it.
    for (first, second, newer) in [([old], [old], Edge.end), ([], [new], .more)] {
      var queue = SendQueue(seed: 1)
      let messages = try accepted(.text("one"))
      func outbox(_ revision: Int64, _ retractions: [Retraction], _ newer: Edge) -> Snapshot {
        Snapshot(
          revision: Revision(revision), messages: messages, retractions: retractions, older: .end,
          newer: newer)
      }
      _ = queue.handle(.moved, at: 0)
      _ = queue.handle(.found(outbox(1, first, .end)), at: 0)
      #expect(queue.handle(.loaded("k1", outbox(1, first, newer)), at: 0) == [])
      _ = queue.handle(.moved, at: 0)
      _ = queue.handle(.found(outbox(2, second, .end)), at: 0)
      #expect(queue.handle(.loaded("k1", outbox(2, second, newer)), at: 0) == [])
      let sent = queue.handle(.online(true), at: 0).compactMap(\.request)
      #expect(sent.map(\.action) == [.retract])
      #expect(sent.map(\.key) == second.map(\.key.id))
    }
  }

  @Test("a message that was cancelled leaves no wait behind") func forgottenAttempts() throws {
    var queue = queue()
    let outbox = { (revision: Int64, messages: [Message]) in
      Snapshot(revision: Revision(revision), messages: messages, older: .end, newer: .end)
    }
    let messages = try accepted(.text("one"))
    let other = try accepted(.text("two"), MessageKey("k1", MessageID(high: 0, low: 2)))
    _ = queue.handle(.moved, at: 0)
    _ = queue.handle(.found(outbox(1, messages)), at: 0)
    let sent = queue.handle(.loaded("k1", outbox(1, messages)), at: 0).compactMap(\.request)
    try #require(sent.map(\.key) == [key.id])
    let failure = SendError(.transient, code: "503")
    #expect(queue.handle(.answered(sent[0], .failure(failure)), at: 0) == [])
    // It is cancelled, another one is written, and it is written again.
    _ = queue.handle(.moved, at: 1)
    _ = queue.handle(.found(outbox(2, other)), at: 1)
    let next = queue.handle(.loaded("k1", outbox(2, other)), at: 1).compactMap(\.request)
    try #require(next.map(\.key.low) == [2])
    _ = queue.handle(.answered(next[0], .failure(failure)), at: 2)
    _ = queue.handle(.moved, at: 3)
    _ = queue.handle(.found(outbox(3, messages)), at: 3)
    let again = queue.handle(.loaded("k1", outbox(3, messages)), at: 3).compactMap(\.request)
    #expect(again.map(\.key) == [key.id])
  }

  @Test("what is read anew is not sent as it was read before (SEND-002)")
  func readAnew() throws {
    var queue = SendQueue(seed: 1)
    let messages = try accepted(.text("one"))
    let first = Snapshot(revision: Revision(1), messages: messages, older: .end, newer: .end)
    _ = queue.handle(.moved, at: 0)
    _ = queue.handle(.found(first), at: 0)
    #expect(queue.handle(.loaded("k1", first), at: 0) == [])
    let second = Snapshot(revision: Revision(2), messages: messages, older: .end, newer: .end)
    _ = queue.handle(.moved, at: 0)
    #expect(queue.handle(.found(second), at: 0) == [.load("k1", limit: 16)])
    #expect(queue.handle(.online(true), at: 0) == [])
    let gone = Snapshot(revision: Revision(2), messages: [], older: .end, newer: .end)
    #expect(queue.handle(.loaded("k1", gone), at: 0) == [])
  }

  /// What a store has after it accepted one message.
  private func accepted(_ body: Body, _ other: MessageKey? = nil) throws -> [Message] {
    var slice = LogSlice(store: StoreRecord(owner: "me"), rows: [])
    try slice.apply([.enqueue(OutgoingMessage(key: other ?? key, timestamp: 5, body: body))])
    return slice.finish().edits.compactMap { edit in
      if case .put(.message(let record)) = edit { record.message(owner: "me") } else { nil }
    }
  }
}

extension SendAction {
  fileprivate var request: SendRequest? {
    if case .send(let request) = self { request } else { nil }
  }
}
