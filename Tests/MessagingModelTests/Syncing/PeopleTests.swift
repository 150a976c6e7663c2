import Testing

@testable import MessagingModel

/// Who is typing, at the limit (`SYNC-070`).
@Suite struct PeopleTests {
  private static let limited: SyncPolicy = {
    var policy = SyncPolicy()
    policy.typingLimit = 1
    return policy
  }()

  private static func types(_ person: ParticipantID) -> PersonNews {
    .typing("k1", person, isTyping: true)
  }

  @Test func `who is shown already goes on typing, and who comes beyond the limit is left out`() {
    var board = PeopleBoard()
    board.hear(Self.types("ann"), at: 0, Self.limited)
    board.hear(Self.types("bob"), at: 1_000, Self.limited)
    board.hear(Self.types("ann"), at: 5_000, Self.limited)
    _ = board.step(at: 8_000, Self.limited)
    #expect(board.shown.typing == ["k1": ["ann"]])
    _ = board.step(at: 12_000, Self.limited)
    #expect(board.shown.typing.isEmpty)
  }
}
