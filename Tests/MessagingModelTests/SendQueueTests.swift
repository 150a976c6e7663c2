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
    let outgoing = OutgoingMessage(
      key: key, timestamp: 5,
      body: .media(Body.Media(kind: .photo, attachments: files, caption: "")))
    var slice = LogSlice(store: StoreRecord(owner: "me"), rows: [])
    try slice.apply([.enqueue(outgoing)])
    let rows = slice.finish().edits
    let messages = rows.compactMap { edit -> Message? in
      if case .put(.message(let record)) = edit { record.message(owner: "me") } else { nil }
    }
    let outbox = Snapshot(
      revision: Revision(1), messages: messages, older: .end, newer: .end)
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
}
