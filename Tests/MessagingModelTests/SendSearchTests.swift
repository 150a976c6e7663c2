import MessagingModel
import Testing

/// What a queue makes of a first look at the store that was cut, and how it counts what waits.
@Suite("The queue, after a cut look") struct SendSearchTests {
  @Test("what a first look that was cut did not show may have left (SEND-095)")
  func cutFirstLook() {
    var queue = SendQueue(seed: 1)
    let cancelled = MessageKey("k1", MessageID(high: 0, low: 2))
    let cut = Snapshot(revision: Revision(1), messages: [], older: .end, newer: .more)
    let rest = Snapshot(
      revision: Revision(2), messages: [],
      retractions: [Retraction(key: cancelled, sequence: 2)], older: .end, newer: .end)
    #expect(queue.handle(.moved, at: 0) == [.find(since: .zero)])
    #expect(queue.handle(.found(cut), at: 0) == [.find(since: Revision(1))])
    #expect(queue.handle(.found(rest), at: 0) == [.load("k1", limit: 16)])
    #expect(queue.handle(.loaded("k1", rest), at: 0) == [])
    let sent = queue.handle(.online(true), at: 0).compactMap { action -> SendRequest? in
      if case .send(let request) = action { request } else { nil }
    }
    #expect(sent.map(\.action) == [.retract])
    #expect(sent.map(\.key) == [cancelled.id])
  }

  @Test func `the messages of all conversations are counted`() {
    let diagnosis = SendDiagnosis(
      isOnline: true, isPaused: false,
      conversations: [
        SendDiagnosis.Conversation(id: "k1", messages: 2, changes: 7),
        SendDiagnosis.Conversation(id: "k2", messages: 3, retractions: 9),
      ])
    #expect(diagnosis.messages == 5)
    #expect(SendDiagnosis.notRunning.messages == 0)
  }
}
