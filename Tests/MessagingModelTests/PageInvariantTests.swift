import MessagingModel
import Testing

/// A page that is wrong in one way is said to be wrong in exactly this way.
@Suite struct PageInvariantTests {
  private struct Wrong {
    let invariant: PageInvariant
    let page: Snapshot

    init(
      _ invariant: PageInvariant, _ messages: [Message],
      _ change: (inout Snapshot) -> Void = { _ in }
    ) {
      var page = Snapshot(revision: Revision(1), messages: messages, older: .end, newer: .end)
      change(&page)
      (self.invariant, self.page) = (invariant, page)
    }
  }

  private static func place(_ number: Int64) -> ServerPosition {
    ServerPosition(
      serverTime: Timestamp(milliseconds: number), timestamp: Timestamp(milliseconds: number),
      remoteID: RemoteID("s\(number)"))
  }

  private static func confirmed(
    _ number: Int64, _ change: (inout Message) -> Void = { _ in }
  ) -> Message {
    var message = Message(
      id: MessageID(high: 1, low: UInt64(number)), conversation: "k1", sender: "ann",
      isOutgoing: false, position: .confirmed(place(number)), timestamp: 1, body: .text("hello"),
      delivery: .sent)
    change(&message)
    return message
  }

  private static func unsent(
    _ number: Int64, _ change: (inout Message) -> Void = { _ in }
  ) -> Message {
    var message = Message(
      id: MessageID(high: 2, low: UInt64(number)), conversation: "k1", sender: "me",
      isOutgoing: true, position: .unconfirmed(sequence: number), timestamp: 1,
      body: .text("hello"), delivery: .sending)
    change(&message)
    return message
  }

  private static var wrong: [Wrong] { wrongPlaces + wrongParts }

  private static var wrongPlaces: [Wrong] {
    let between = Gap(after: place(1), before: place(5))
    return [
      Wrong(.orderOfConfirmed, [confirmed(2), confirmed(1)]),
      Wrong(.unsentAfterConfirmed, [unsent(1), confirmed(1)]),
      Wrong(.orderOfUnsent, [unsent(2), unsent(1)]),
      Wrong(.oneRow, [confirmed(1), unsent(1) { $0.id = confirmed(1).id }]),
      Wrong(
        .oneRow,
        [
          confirmed(1),
          confirmed(2) {
            $0.position = .confirmed(
              ServerPosition(serverTime: 2, timestamp: 2, remoteID: place(1).remoteID))
          },
        ]),
      Wrong(.oneConversation, [confirmed(1), confirmed(2) { $0.conversation = "k2" }]),
      Wrong(.separateGaps, [confirmed(1), confirmed(5)]) { $0.gaps = [between, between] },
      // Nothing lies above a gap up to the live end, nor below one from the start.
      Wrong(.separateGaps, [confirmed(1)]) {
        $0.gaps = [Gap(after: place(1), before: nil), Gap(after: place(5), before: nil)]
      },
      Wrong(.separateGaps, [confirmed(5)]) {
        $0.gaps = [Gap(after: nil, before: place(1)), Gap(after: nil, before: place(5))]
      },
      Wrong(.placeOfGap, [confirmed(1), confirmed(2)]) {
        $0.gaps = [Gap(after: place(1), before: place(2)), Gap(after: place(3), before: place(2))]
      },
      Wrong(.placeOfGap, [confirmed(3)]) {
        $0.older = .gap(Gap(after: place(5), before: place(9)))
      },
      Wrong(.placeOfGap, [confirmed(9)]) { $0.newer = .gap(between) },
    ]
  }

  private static var wrongParts: [Wrong] {
    let reaction = Reaction(participant: "bob", key: "+")
    let change = Dependent(id: MessageID(high: 3, low: 1), action: .delete, sequence: 1)
    return [
      Wrong(.quotes, [confirmed(1)]) { $0.quotes = [.remote("s9"): confirmed(9)] },
      Wrong(.quotes, [confirmed(1) { $0.replyTo = .remote("s8") }]) {
        $0.quotes = [.remote("s8"): confirmed(9)]
      },
      Wrong(.orderOfReceipts, []) { $0.receipts = [receipt("ann", 2), receipt("bob", 1)] },
      Wrong(.oneReceipt, []) { $0.receipts = [receipt("ann", 1), receipt("ann", 2)] },
      Wrong(.unreadCount, []) { $0.unread = Unread(count: -1, isLowerBound: false) },
      Wrong(.placedIsTaken, [confirmed(1) { $0.delivery = .sending }]),
      Wrong(.takenIsPlaced, [unsent(1) { $0.delivery = .sent }]),
      Wrong(.unconfirmedIsOwn, [unsent(1) { $0.isOutgoing = false }]),
      Wrong(.confirmedIsDone, [confirmed(1) { $0.trial = SendTrial(mayBeTaken: true) }]),
      Wrong(
        .deletedIsEmpty, [confirmed(1) { ($0.body, $0.reactions) = (.redacted, [reaction]) }]),
      Wrong(.oneReaction, [confirmed(1) { $0.reactions = [reaction, reaction] }]),
      Wrong(.oneLocalChange, [confirmed(1) { $0.dependents = [change, change] }]),
      Wrong(
        .localChangesWait,
        [
          confirmed(1) {
            $0.dependents = [
              Dependent(id: change.id, action: .delete, sequence: 1, state: .sent)
            ]
          }
        ]),
    ]
  }

  private static func receipt(_ participant: ParticipantID, _ number: Int64) -> Receipt {
    Receipt(
      conversation: "k1", participant: participant, upTo: .confirmed(place(number)), readAt: 1)
  }

  @Test func `each invariant is named where it alone does not hold`() {
    for wrong in Self.wrong {
      let found = wrong.page.faults()
      #expect(Set(found.map(\.invariant)) == [wrong.invariant], "\(found.map(\.sentence))")
      #expect(wrong.page.violations() == found.map(\.sentence))
    }
    #expect(Set(Self.wrong.map(\.invariant)) == Set(PageInvariant.allCases))
  }

  @Test func `a sound page has no faults`() {
    var page = Snapshot(
      revision: Revision(1),
      messages: [
        Self.confirmed(1), Self.confirmed(5) { $0.replyTo = .remote("s1") }, Self.unsent(1),
        Self.unsent(2),
      ], older: .end, newer: .end)
    page.quotes = [.remote("s1"): Self.confirmed(1)]
    page.gaps = [Gap(after: Self.place(1), before: Self.place(5))]
    page.receipts = [Self.receipt("ann", 1), Self.receipt("bob", 5)]
    #expect(page.violations() == [])
  }
}
