import MessagingModel
import Testing

@testable import MessagingTimeline

/// How much the list reads of one conversation (`LIST-009`).
@Suite("A round of reads") struct ConversationListRoundTests {
  @Test(
    "few messages first, ten times as many after that; at least one, and at most a page",
    arguments: [
      (10, [10, 100, Limits.page, Limits.page]), (1, [1, 10, 100, Limits.page]), (0, [1, 10]),
      (Limits.page + 1, [Limits.page]),
    ])
  func limits(firstRead: Int, expected: [Int]) throws {
    var round = ConversationListRound()
    round.add(["k1"])
    for (number, limit) in expected.enumerated() {
      let ticket = TimelineTicket(number + 1)
      let query = round.begin(ticket, firstRead: firstRead)
      #expect(query == Query(.newest, in: "k1", limit: limit, crossesGaps: true))
      let reading = round.end(ticket)
      round.lookFurther(try #require(reading))
    }
  }
}
