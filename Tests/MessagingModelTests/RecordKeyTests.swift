import MessagingModel
import Testing

/// What a store that keeps rows of all kinds in one place takes from the model.
struct RecordKeyTests {
  @Test func `different keys have different bytes, whatever their names contain`() {
    let names: [ExactString] = [
      "", "a", "b", "ab", "\"", "\\", "a\"", "\"a\"", "a\",\"b", "message", "é", "e\u{301}",
    ]
    var keys: Set<RecordKey> = [.store]
    for name in names {
      keys.insert(.stream(StreamID(name)))
      keys.insert(.conversation(ConversationID(name)))
      for other in names {
        let (id, remote) = (ConversationID(name), MessageReference.remote(RemoteID(other)))
        keys.insert(.message(id, remote))
        keys.insert(.tombstone(id, remote))
        keys.insert(.waiting(id, remote))
        keys.insert(.receipt(id, ParticipantID(other)))
      }
      for low: UInt64 in 0..<3 {
        let local = MessageReference.id(MessageID(high: 0, low: low))
        keys.insert(.message(ConversationID(name), local))
        keys.insert(.waiting(ConversationID(name), local))
      }
    }
    #expect(keys.count == 1 + 12 * (2 + 12 * 4 + 3 * 2))
    #expect(Set(keys.map(\.bytes)).count == keys.count)
  }

  /// Files that exist contain them.
  @Test func `the bytes of a key stay the same`() {
    #expect(String(decoding: RecordKey.store.bytes, as: UTF8.self) == "store")
    let receipt = RecordKey.receipt("k1", "bob")
    #expect(String(decoding: receipt.bytes, as: UTF8.self) == "receipt\"k1\"\"bob\"")
    let message = RecordKey.message("k1", .remote("s\"1"))
    #expect(
      String(decoding: message.bytes, as: UTF8.self) == #"message"k1"{"remote":"s\"1"}"#)
  }

  @Test func `a row is exactly one of its kinds`() {
    let receipt = StoredRecord.receipt(
      Receipt(conversation: "k1", participant: "bob", upTo: .unconfirmed(sequence: 1), readAt: 5))
    #expect(receipt.receipt?.participant == "bob")
    #expect(receipt.message == nil && receipt.conversation == nil && receipt.stream == nil)
    let stream = StoredRecord.stream(StreamRecord(id: "a", token: SyncToken("t")))
    #expect(stream.stream?.id == "a")
    #expect(stream.message == nil && stream.conversation == nil && stream.receipt == nil)
  }
}
