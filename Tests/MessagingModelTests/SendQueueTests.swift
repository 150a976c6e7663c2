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
    #expect(queue.handle(.loaded("k1", second), at: 0) == [])
    #expect(
      queue.handle(.online(true), at: 0) == [
        .discard(cancelled), .commit("k1", [.settle(OutboxKey(cancelled), .original)]),
      ])
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
  private func accepted(_ body: Body) throws -> [Message] {
    var slice = LogSlice(store: StoreRecord(owner: "me"), rows: [])
    try slice.apply([.enqueue(OutgoingMessage(key: key, timestamp: 5, body: body))])
    return slice.finish().edits.compactMap { edit in
      if case .put(.message(let record)) = edit { record.message(owner: "me") } else { nil }
    }
  }
}
