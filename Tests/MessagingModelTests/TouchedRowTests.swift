import Testing

@testable import MessagingModel

/// Which rows are loaded before a batch is merged: a row that is left out counts as one that is not
/// there.
@Suite struct TouchedRowTests {
  private func keys(_ message: ReceivedMessage) -> [RecordKey] {
    RecordKeys(touchedBy: [.receive(message)], owner: "me").keys
  }

  /// Something may wait under the id that it gets, or it may have been deleted under it.
  @Test func `a message without an id touches what stands under the id it gets`() {
    let remote = MessageReference.remote("s5")
    let derived = MessageReference.id(MessageID(derivedFrom: "s5", in: "k1"))
    #expect(
      keys(received(5)) == [
        .conversation("k1"), .message("k1", remote), .tombstone("k1", remote),
        .waiting("k1", remote), .tombstone("k1", derived), .waiting("k1", derived),
      ])
  }

  /// It gets the derived id if its own belongs to another message.
  @Test func `a message with an id touches what stands under both of its names and a derived id`() {
    let id = MessageID(high: 0, low: 9)
    let derived = MessageReference.id(MessageID(derivedFrom: "s5", in: "k1"))
    #expect(
      keys(received(5, id: id)) == [
        .conversation("k1"), .message("k1", .remote("s5")), .tombstone("k1", .remote("s5")),
        .waiting("k1", .remote("s5")), .message("k1", .id(id)), .tombstone("k1", .id(id)),
        .waiting("k1", .id(id)), .tombstone("k1", derived), .waiting("k1", derived),
      ])
  }

  /// A receipt may wait for another message than the one it names (`RECEIPT-022`).
  @Test func `a receipt that waits for another message leads to its own`() {
    let receipt = Relation(
      conversation: "k1", target: .remote("s7"), author: "bob", version: Version(order: 1),
      action: .receipt(5))
    let row = StoredRecord.waiting(
      WaitingRecord(conversation: "k1", target: .remote("s5"), relations: [receipt]))
    #expect(
      RecordKeys.following([row]) == [
        .receipt("k1", "bob"), .message("k1", .remote("s7")), .tombstone("k1", .remote("s7")),
        .waiting("k1", .remote("s7")),
      ])
  }

  /// A batch may make both receipts that move with the message, so no stored one is needed
  /// (`RECEIPT-022`).
  @Test func `a message of this device leads to what waits for it, until the server returns it`()
    throws
  {
    var slice = LogSlice(store: StoreRecord(owner: "me"), rows: [])
    let key = MessageKey("k1", MessageID(high: 0, low: 9))
    try slice.apply([
      .enqueue(OutgoingMessage(key: key, timestamp: 5, body: .text("hello"))),
      .acknowledge(key, ServerPosition(serverTime: 50, timestamp: 5, remoteID: "s5")),
    ])
    let message = try #require(slice.messages[key])
    #expect(RecordKeys.following([.message(message)]) == [.waiting("k1", .remote("s5"))])
    let echo = ReceivedMessage(
      conversation: "k1",
      position: ServerPosition(serverTime: 50, timestamp: 5, remoteID: "s5"), id: key.id,
      sender: "me", body: .text("hello"))
    try slice.apply([.receive(echo)])
    let echoed = try #require(slice.messages[key])
    #expect(RecordKeys.following([.message(echoed)]) == [])
  }

  /// Only if receipts may move are all receipts of the conversation read (`RECEIPT-021`).
  @Test func `a new message moves no receipt, unless one waits for it`() throws {
    let receipt = Relation(
      conversation: "k1", target: .remote("s5"), author: "bob", version: Version(order: 1),
      action: .receipt(5))
    var slice = LogSlice(store: StoreRecord(owner: "me"), rows: [])
    try slice.apply([.receive(received(4)), .relate(receipt)])
    #expect(slice.moved == [])
    try slice.apply([.receive(received(5))])
    #expect(slice.moved == ["k1"])
  }
}
