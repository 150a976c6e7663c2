import Foundation
import MessagingCore
import MessagingModel
import Testing

private func place(_ number: Int64) -> ServerPosition {
  ServerPosition(
    serverTime: Timestamp(milliseconds: number), timestamp: 5, remoteID: RemoteID("s\(number)"))
}

/// What the owner does where others were before, and where the store says no.
@Suite("Verbs among others") struct ReadingAndReactingTests {
  private let foreign = MessageID(high: 0, low: 3)

  private func store() async throws -> InMemoryRepository {
    let store = try await InMemoryRepository(owner: "me")
    _ = try await store.apply(
      [3, 6].map { number in
        .receive(
          ReceivedMessage(
            conversation: "k1", position: place(number),
            id: MessageID(high: 0, low: UInt64(number)), sender: "bob", body: .text("hi")))
      })
    return store
  }

  /// Ann has read further. That says nothing about the owner, whose messages stay unread otherwise.
  @Test("the marker of another reader does not stand in for the owner's") func others()
    async throws
  {
    let store = try await store()
    _ = try await store.apply([
      .relate(
        Relation(
          conversation: "k1", target: .remote("s6"), author: "ann", action: .receipt(7)))
    ])
    let chat = ConversationActions(store, in: "k1", owner: "me")
    #expect(try await chat.markAsRead(upTo: foreign, at: 8) == .done)
    let page = try await store.read(Query(.newest, in: "k1", limit: 9, crossesGaps: true))
    #expect(page.receipts.first { $0.participant == "me" }?.readAt == 8)
    await store.close()
  }

  /// "Not there any more" would be wrong: the message is there, the store is not.
  @Test("a store that is closed is not a message that is gone") func closed() async throws {
    let store = try await store()
    let chat = ConversationActions(store, in: "k1", owner: "me")
    await store.close()
    for react in [chat.react, chat.unreact] {
      let error = await #expect(throws: RepositoryError.self) {
        try await react(foreign, "👍", MessageID(high: 0, low: 20))
      }
      #expect(error?.code == .closed)
    }
  }

  /// Times go to views as dates, and come back unchanged.
  @Test(
    "a time becomes a date and the same time again",
    arguments: [0, 1_500, -250, 86_400_000] as [Int64])
  func dates(milliseconds: Int64) {
    let time = Timestamp(milliseconds: milliseconds)
    #expect(time.date == Date(timeIntervalSince1970: Double(milliseconds) / 1_000))
    #expect(Timestamp(time.date) == time)
  }
}
