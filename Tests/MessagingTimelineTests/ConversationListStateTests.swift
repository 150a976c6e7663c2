import MessagingConformance
import MessagingModel
import MessagingTimeline
import Testing

/// What nobody means, told to a list of conversations.
@Suite("A list of conversations that is told nonsense") struct ConversationListStateTests {
  private let chats: [ConversationID] = ["k1", "k2", "", "k\0"]

  private func message(_ name: String, _ time: Int64, in chat: ConversationID) -> Message {
    let place = ServerPosition(
      serverTime: Timestamp(milliseconds: time), timestamp: 0, remoteID: RemoteID(name))
    return Message(
      id: MessageID(derivedFrom: place.remoteID, in: chat), conversation: chat, sender: "ann",
      isOutgoing: false, position: .confirmed(place), timestamp: 0, body: .text("x"),
      delivery: .sent)
  }

  @Test("a difference of lists is empty only if nothing changes") func emptyDiff() {
    let (first, second) = (ConversationEntry("k1"), ConversationEntry("k2"))
    let changed = ConversationEntry("k1", unread: Unread(count: 1, isLowerBound: false))
    #expect(ConversationListDiff(from: [first, second], to: [first, second]).isEmpty)
    #expect(!ConversationListDiff(from: [first], to: [first, second]).isEmpty)
    #expect(!ConversationListDiff(from: [first, second], to: [first]).isEmpty)
    #expect(!ConversationListDiff(from: [first, second], to: [second, first]).isEmpty)
    #expect(!ConversationListDiff(from: [first], to: [changed]).isEmpty)
  }

  private func page(_ random: inout SeededRandom) -> Snapshot {
    let revisions: [Int64] = [.min, -1, 0, 1, 5, .max]
    let messages = (0..<random.below(4)).map { _ in
      message(
        "s\(random.below(3))", [.min, 0, 1, .max][random.below(4)], in: chats[random.below(4)])
    }
    return Snapshot(
      revision: Revision(revisions[random.below(6)]), messages: messages,
      older: random.chance(1, of: 2) ? .more : .end, newer: .end,
      unread: Unread(count: random.below(3), isLowerBound: false))
  }

  private func event(_ random: inout SeededRandom) -> ConversationListEvent {
    let ticket = TimelineTicket(random.below(30) - 3)
    let revision = Revision([Int64.min, -1, 0, 1, 2, .max][random.below(6)])
    switch random.below(12) {
    case 0: return .opened
    case 1: return .ready
    case 2: return .shown(TimelineInput(owner: "me", hidden: random.below(2) == 0 ? [] : ["ann"]))
    case 3: return .retry
    case 4: return .committed(revision)
    case 5, 6:
      let named = (0..<random.below(4)).map { _ in (chats[random.below(4)], revision) }
      return .changed(
        ticket,
        ChangedConversations(
          revision: revision, conversations: Dictionary(named, uniquingKeysWith: { $1 }),
          isWhole: random.chance(1, of: 2)))
    case 7: return .notChanged(ticket, .storage)
    case 8, 9, 10: return .read(ticket, page(&random))
    default: return .notRead(ticket, .corrupted)
    }
  }

  @Test(
    "asks one thing, reads few, and shows when it may", arguments: 1...20 as ClosedRange<UInt64>)
  func nonsense(seed: UInt64) {
    var random = SeededRandom(seed: seed, stream: "nonsense")
    var options = ConversationListOptions(owner: "me")
    (options.firstRead, options.readsAtOnce) = (random.below(3) - 1, random.below(4) - 1)
    var state = ConversationListState(options)
    var inFlight: Set<TimelineTicket> = []
    var (questions, isReady): (Set<TimelineTicket>, Bool) = ([], false)
    for _ in 0..<400 {
      let event = event(&random)
      if event == .ready { isReady = true }
      for ticket in event.tickets {
        inFlight.remove(ticket)
        questions.remove(ticket)
      }
      for action in state.handle(event) {
        switch action {
        case .ask(let ticket, _): questions.insert(ticket)
        case .read(let ticket, let query):
          inFlight.insert(ticket)
          #expect((1...Limits.page).contains(query.limit))
        case .show(let update):
          #expect(isReady)
          isReady = false
          let ids = update.entries.map(\.id)
          #expect(Set(ids).count == ids.count)
          #expect(zip(update.entries, update.entries.dropFirst()).allSatisfy { $0.isAbove($1) })
        case .retryLater: break
        }
      }
      #expect(questions.count <= 1)
    }
    #expect(state.handle(.closed).isEmpty)
    #expect(state.handle(.opened).isEmpty)
    #expect(state.status.phase == .closed)
  }

  @Test("takes no message of another conversation") func foreign() {
    var state = ConversationListState(ConversationListOptions(owner: "me"))
    #expect(state.handle(.opened) == [.ask(TimelineTicket(1), changedAfter: nil)])
    let answer = ChangedConversations(
      revision: Revision(1), conversations: ["k1": Revision(1)], isWhole: true)
    let reads = state.handle(.changed(TimelineTicket(1), answer))
    guard case .read(let ticket, _)? = reads.first else {
      Issue.record("nothing is read")
      return
    }
    _ = state.handle(.ready)
    let page = Snapshot(
      revision: Revision(1),
      messages: [message("s1", 1, in: "k1"), message("s2", 2, in: "k2")], older: .end, newer: .end)
    let shown = state.handle(.read(ticket, page))
    guard case .show(let update)? = shown.first else {
      Issue.record("nothing is shown")
      return
    }
    #expect(update.entries.map(\.preview?.position.confirmed?.remoteID) == ["s1"])
    // The same answer again is nobody's.
    #expect(state.handle(.read(ticket, page)).isEmpty)
  }
}

extension ConversationListEvent {
  fileprivate var tickets: [TimelineTicket] {
    switch self {
    case .changed(let ticket, _), .notChanged(let ticket, _), .read(let ticket, _),
      .notRead(let ticket, _):
      [ticket]
    case .opened, .ready, .shown, .retry, .closed, .committed, .storeClosed: []
    }
  }
}
