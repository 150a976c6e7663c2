import MessagingModel
import MessagingTimeline
import Testing

/// How a list of conversations counts what fails, and which failure it names.
@Suite struct ConversationListRetryTests {
  typealias Samples = TimelineSamples

  /// Answers everything that a list of one conversation asks for.
  ///
  /// - Returns: the numbers of the retries that it plans.
  private static func settle(
    _ state: inout ConversationListState, _ event: ConversationListEvent, upTo revision: Int64,
    fails: Bool
  ) -> [Int] {
    var (open, retries) = (state.handle(event), [Int]())
    let answer = ChangedConversations(
      revision: Revision(revision), conversations: [Samples.chat: Revision(revision)],
      isWhole: true)
    let page = Snapshot(
      revision: Revision(revision), messages: [Samples.message(1)], older: .end, newer: .end)
    while !open.isEmpty {
      switch open.removeFirst() {
      case .ask(let ticket, _): open += state.handle(.changed(ticket, answer))
      case .read(let ticket, _):
        open += state.handle(fails ? .notRead(ticket, .storage) : .read(ticket, page))
      case .retryLater(let attempt): retries.append(attempt)
      case .show: break
      }
    }
    return retries
  }

  /// Waits get longer with each failure in a row. After a success the next failure is the first one
  /// again.
  @Test func `after a success the retries are counted anew`() {
    var state = ConversationListState(ConversationListOptions(owner: Samples.me))
    #expect(Self.settle(&state, .opened, upTo: 1, fails: true) == [1])
    #expect(Self.settle(&state, .retry, upTo: 1, fails: true) == [2])
    #expect(Self.settle(&state, .retry, upTo: 1, fails: false) == [])
    #expect(state.status.phase == .open)
    #expect(Self.settle(&state, .committed(Revision(2)), upTo: 2, fails: true) == [1])
  }

  /// Two conversations fail for two reasons. The one that is named does not depend on chance.
  @Test func `of several failures that of the first conversation is named`() {
    var state = ConversationListState(ConversationListOptions(owner: Samples.me))
    var open = state.handle(.opened)
    let answer = ChangedConversations(
      revision: Revision(1), conversations: ["k1": Revision(1), "k2": Revision(1)], isWhole: true)
    while !open.isEmpty {
      switch open.removeFirst() {
      case .ask(let ticket, _): open += state.handle(.changed(ticket, answer))
      case .read(let ticket, let query):
        let code: RepositoryError.Code = query.conversation == "k1" ? .corrupted : .storage
        open += state.handle(.notRead(ticket, code))
      case .retryLater, .show: break
      }
    }
    #expect(state.status.unreadable == ["k1": .corrupted, "k2": .storage])
    #expect(state.status.problem == .corrupted)
  }
}
