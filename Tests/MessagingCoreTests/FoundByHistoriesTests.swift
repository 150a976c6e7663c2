import MessagingCore
import MessagingModel
import Testing

private let chat: ConversationID = "k1"
private let own = MessageKey(chat, MessageID(high: 0, low: 1))
private let place = ServerPosition(serverTime: 10, timestamp: 10, remoteID: "s1")

/// Faults that random histories against the oracle found once, each as short as it became.
@Suite struct FoundByHistoriesTests {
  @Test func `a reset drops what the same batch received`() async throws {
    let end = try await snapshot(of: [[.receive(received("s1")), .resetHistory(chat)]])
    #expect(end.messages == [])
    #expect(end.unread == Unread(count: 1, isLowerBound: true))
  }

  @Test func `a conversation that began in the batch is forgotten, too`() async throws {
    #expect(try await snapshot(of: [[send, .forget(chat)]]).messages == [])
  }

  @Test func `of two receipts for one place the later time stays, in either order`() async throws {
    let receipts = [relate("bob", .receipt(100)), relate("bob", .receipt(101))]
    for order in [receipts, receipts.reversed()] {
      let end = try await snapshot(of: [[.receive(received("s1"))], order])
      #expect(end.receipts.map(\.readAt) == [101])
    }
  }

  @Test func `a receipt counts although what else waited deletes the message`() async throws {
    let deletion = Change.relate(
      Relation(
        conversation: chat, target: .id(own.id), author: "ann",
        action: .delete(isModerator: false, leavesRow: false)))
    let end = try await snapshot(
      of: [[relate("bob", .receipt(100)), deletion], [.receive(received("s1", id: own.id))]])
    #expect(end.messages == [])
    #expect(end.receipts.map(\.participant) == ["bob"])
  }

  @Test func `a moderator's deletion waits beside one that is not entitled`() async throws {
    let deletions = [(1, false), (0, true)].map { order, isModerator in
      relate("zoe", .delete(isModerator: isModerator, leavesRow: true), version: order)
    }
    let end = try await snapshot(of: [deletions, [.receive(received("s1"))]])
    #expect(end.messages.map(\.body) == [.redacted])
  }

  @Test func `a replayed send does not bring back what was deleted under its remote id`()
    async throws
  {
    let end = try await snapshot(
      of: [
        [send], [.receive(received("s1", by: "me"))],
        [relate("me", .delete(isModerator: false, leavesRow: false))],
        [.acknowledge(own, place)], [send],
      ])
    #expect(end.messages == [])
  }

  @Test func `a local deletion beats a local edit behind it`() async throws {
    let end = try await snapshot(
      of: [
        [send], [.amend(own, id: MessageID(high: 1, low: 1), .delete)],
        [.amend(own, id: MessageID(high: 1, low: 2), .edit(.text("again")))],
      ])
    #expect(end.messages.map(\.body) == [.redacted])
  }

  @Test func `local reactions stand in the documented order`() async throws {
    let end = try await snapshot(
      of: [
        [.receive(received("s1", id: own.id)), relate("zoe", .react("+"))],
        [.amend(own, id: MessageID(high: 1, low: 1), .react("+"))],
      ])
    #expect(end.messages.first?.reactions.map(\.participant) == ["me", "zoe"])
  }

  @Test func `nothing is missing between a message and itself`() async throws {
    let above = ServerPosition(serverTime: 20, timestamp: 20, remoteID: "s2")
    let repository = try await InMemoryRepository(owner: "me")
    _ = try await repository.apply([.receive(received("s2", at: above)), .receive(received("s1"))])
    let here = PageCursor(conversation: chat, position: .confirmed(place))
    let window = try await repository.read(
      Query(.window(from: here, to: here), in: chat, limit: 10))
    #expect(window.messages.count == 1)
    #expect(window.gaps == [])
  }

  private func snapshot(of batches: [[Change]]) async throws -> Snapshot {
    let repository = try await InMemoryRepository(owner: "me")
    for batch in batches { _ = try await repository.apply(batch) }
    return try await repository.read(Query(.newest, in: chat, limit: 10, crossesGaps: true))
  }
}

private let send = Change.enqueue(OutgoingMessage(key: own, timestamp: 1, body: .text("mine")))

private func received(
  _ name: RemoteID, id: MessageID? = nil, by sender: ParticipantID = "ann",
  at position: ServerPosition = place
) -> ReceivedMessage {
  ReceivedMessage(
    conversation: chat, position: position, id: id, sender: sender, body: .text("a"))
}

private func relate(
  _ author: ParticipantID, _ action: Relation.Action, version: Int = 0
) -> Change {
  .relate(
    Relation(
      conversation: chat, target: .remote("s1"), author: author,
      version: Version(order: Int64(version)), action: action))
}
