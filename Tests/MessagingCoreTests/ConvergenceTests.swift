import MessagingCore
import MessagingModel
import Testing

private let chat: ConversationID = "k1"
private let place = ServerPosition(serverTime: 10, timestamp: 9, remoteID: "s1")
private let own = MessageKey(chat, MessageID(high: 0, low: 1))

/// What the network may say about one message, in any order (`ORDER-012`).
private struct Story: CustomTestStringConvertible, Sendable {
  let testDescription: String
  let events: [Change]
  var begin: [Change] = []

  /// About a message of somebody else.
  static let foreign: [Change] = [
    .page(
      HistoryPage(
        conversation: chat,
        messages: [
          ReceivedMessage(conversation: chat, position: place, sender: "ann", body: .text("old"))
        ], reach: .live, reachesStart: true)),
    relate("ann", 2, .edit(.text("new"))),
    relate("eve", 3, .edit(.text("forged"))),
    relate("bob", 1, .react("+")),
  ]

  /// About a message of the owner, which is pending when they begin.
  static let echoed: [Change] = [
    .acknowledge(own, place),
    .receive(
      ReceivedMessage(conversation: chat, position: place, sender: "me", body: .text("tidied"))),
    .receive(
      ReceivedMessage(
        conversation: chat, position: place, id: own.id, sender: "me", body: .text("tidied"))),
    relate("me", 2, .edit(.text("edited elsewhere"))),
    relate("server", 0, .status(.read)),
  ]

  static let enqueue = Change.enqueue(
    OutgoingMessage(
      key: own, timestamp: 5,
      body: .media(
        .init(kind: .photo, attachments: [Attachment(localPath: RelativePath("a.jpg"))]))))

  static let all = [
    Story(
      testDescription: "a reaction taken back, a receipt",
      events: foreign + [relate("bob", 2, .unreact("+")), relate("bob", 0, .receipt(20))]),
    Story(
      testDescription: "a deletion that leaves a row",
      events: foreign + [relate("ann", 4, .delete(isModerator: false, leavesRow: true))]),
    Story(
      testDescription: "a deletion by a moderator that leaves none, a receipt",
      events: foreign + [
        relate("mod", 4, .delete(isModerator: true, leavesRow: false)),
        relate("bob", 0, .receipt(20)),
      ]),
    Story(
      testDescription: "two echoes, an acknowledgement, a reaction",
      events: echoed + [relate("bob", 1, .react("+"))], begin: [enqueue]),
    Story(
      testDescription: "two echoes, an acknowledgement, a deletion",
      events: echoed + [relate("me", 4, .delete(isModerator: false, leavesRow: true))],
      begin: [enqueue]),
    Story(
      testDescription: "two echoes, an acknowledgement, a deletion that leaves no row",
      events: echoed + [relate("me", 4, .delete(isModerator: false, leavesRow: false))],
      begin: [enqueue]),
  ]
}

@Suite struct ConvergenceTests {
  @Test(arguments: Story.all)
  private func `every order of events ends alike`(_ story: Story) async throws {
    try await expectOneEnd(of: story.events, after: story.begin)
  }

  private func expectOneEnd(of events: [Change], after first: [Change]) async throws {
    var expected: [UInt8]?
    for order in permutations(of: events) {
      let end = try await end(of: first + order)
      if expected == nil { expected = end }
      guard end == expected else {
        Issue.record(
          """
          order \(order.map { String(decoding: $0.canonical, as: UTF8.self) })
          ends as \(String(decoding: end, as: UTF8.self))
          not as  \(String(decoding: expected ?? [], as: UTF8.self))
          """)
        return
      }
    }
  }

  /// The rows that remain, without the revision; each event is a batch, applied twice.
  private func end(of changes: [Change]) async throws -> [UInt8] {
    let repository = try await InMemoryRepository(owner: "me")
    for change in changes {
      _ = try await repository.apply([change])
      let again = try await repository.apply([change])
      #expect(again.kinds == [])
    }
    var snapshot = try await repository.read(
      Query(.newest, in: chat, limit: 10, crossesGaps: true))
    snapshot.revision = .zero
    // What the server showed before it was deleted (`REPO-060`): that is a question of order.
    snapshot.highestDeleted = nil
    return snapshot.canonical
  }
}

private func relate(
  _ author: ParticipantID, _ order: Int64, _ action: Relation.Action
) -> Change {
  .relate(
    Relation(
      conversation: chat, target: .remote("s1"), author: author, version: Version(order: order),
      action: action))
}

private func permutations<Element>(of elements: [Element]) -> [[Element]] {
  guard let last = elements.last else { return [[]] }
  return permutations(of: elements.dropLast()).flatMap { shorter in
    (0...shorter.count).map { index in
      var order = shorter
      order.insert(last, at: index)
      return order
    }
  }
}
