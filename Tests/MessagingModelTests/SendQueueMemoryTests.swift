import MessagingModel
import Testing

/// What a queue keeps of what it read before, and what it forgets.
@Suite("The queue, and what it remembers") struct SendQueueMemoryTests {
  private let first = MessageKey("k1", MessageID(high: 0, low: 1))
  private let second = MessageKey("k1", MessageID(high: 0, low: 2))
  private let busy = SendError(.transient, code: "503")

  /// What a store has after it accepted these messages, in this order.
  private func accepted(_ keys: [MessageKey]) throws -> [Message] {
    var slice = LogSlice(store: StoreRecord(owner: "me"), rows: [])
    try slice.apply(
      keys.map { .enqueue(OutgoingMessage(key: $0, timestamp: 5, body: .text("hi"))) })
    let messages = slice.finish().edits.compactMap { edit in
      if case .put(.message(let record)) = edit { record.message(owner: "me") } else { nil }
    }
    return messages.sorted { $0.id < $1.id }
  }

  private func outbox(
    _ revision: Int64, _ messages: [Message], retractions: [Retraction] = [], newer: Edge = .end
  ) -> Snapshot {
    Snapshot(
      revision: Revision(revision), messages: messages, retractions: retractions, older: .end,
      newer: newer)
  }

  private func queue(isOnline: Bool = true) -> SendQueue {
    var policy = SendPolicy()
    policy.retry.jitter = 0
    var queue = SendQueue(policy: policy, seed: 1)
    if isOnline { _ = queue.handle(.online(true), at: 0) }
    return queue
  }

  /// The store has changed: the search finds the conversation, and its outbox is loaded.
  private func load(
    _ found: Snapshot, _ loaded: Snapshot, _ queue: inout SendQueue
  ) -> [SendAction] {
    _ = queue.handle(.moved, at: 0)
    let loads = queue.handle(.found(found), at: 0)
    #expect(loads.count == 1)
    return queue.handle(.loaded("k1", loaded), at: 0)
  }

  private func requests(_ actions: [SendAction]) -> [SendRequest] {
    actions.compactMap { if case .send(let request) = $0 { request } else { nil } }
  }

  @Test("a reason that no store takes is shortened: the message fails once (SEND-024)")
  func longReason() throws {
    let long = ExactString(String(repeating: "x", count: Limits.name + 1))
    for (error, code, text) in [
      (SendError(.permanent, code: "413", text: long), "413", ""),
      (SendError(.permanent, code: long, text: "no"), "too-long", "no"),
    ] as [(SendError, ExactString, ExactString)] {
      var queue = queue()
      let all = outbox(1, try accepted([first]))
      let sent = requests(load(all, all, &queue))
      let reason = FailureReason(code: code, text: text)
      #expect(
        queue.handle(.answered(sent[0], .failure(error)), at: 0)
          == [.commit("k1", [.fail(OutboxKey(first), reason)])])
    }
  }

  @Test("a list that was cut does not say what is gone: what waits goes on waiting (SEND-023)")
  func cutList() throws {
    var queue = queue()
    let all = outbox(1, try accepted([first]))
    let sent = requests(load(all, all, &queue))
    #expect(sent.map(\.key) == [first.id])
    #expect(queue.handle(.answered(sent[0], .failure(busy)), at: 0) == [])
    #expect(queue.nextDeadline == 1_000)
    let cut = outbox(2, [], newer: .more)
    guard case .load("k1", let limit)? = load(outbox(2, all.messages), cut, &queue).first else {
      Issue.record("It does not read on.")
      return
    }
    #expect(limit == 64)
    #expect(queue.handle(.loaded("k1", outbox(2, all.messages)), at: 0) == [])
    #expect(queue.nextDeadline == 1_000)
    #expect(requests(queue.handle(.clock, at: 999)) == [])
    #expect(requests(queue.handle(.clock, at: 1_000)).map(\.key) == [first.id])
  }

  @Test("what may have left before this run is taken back at the server (SEND-095)")
  func cancelledBefore() throws {
    // The first read shows the cancelled message itself, or was cut before it.
    let retraction = Retraction(key: second, sequence: 2)
    let messages = try accepted([first])
    for before in [
      outbox(1, [], retractions: [retraction]), outbox(1, messages, newer: .more),
    ] {
      var queue = queue(isOnline: false)
      let found = outbox(1, before.messages, retractions: before.retractions)
      #expect(load(found, before, &queue) == [])
      let after = outbox(2, messages, retractions: [retraction])
      #expect(load(after, after, &queue) == [])
      let request = SendRequest(conversation: "k1", key: second.id, action: .retract)
      #expect(queue.handle(.online(true), at: 0) == [.send(request)])
    }
  }
}
