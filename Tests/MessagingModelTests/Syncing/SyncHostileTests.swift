import MessagingConformance
import MessagingModel
import Testing

/// Servers and stores that answer at once and lead nowhere: however they do it, an engine does not
/// do one thing over and over without time passing, and says what is the matter.
@Suite("Sync: no loop without a pause") struct SyncHostileTests {
  /// What somebody answers, always.
  struct Hostile: Sendable {
    var answer: @Sendable (SyncQuestion, Int) -> Result<SyncAnswer, SyncError>
    var page: @Sendable (HistoryQuestion, Int) -> Result<HistoryAnswer, SyncError> = {
      question, _ in
      .failure(SyncError(.transient, code: "503"))
    }
    var commit: RepositoryError? = nil
    var stored: [StreamID: SyncToken]? = [.main: "a"]
    var isAccepted = true
    /// What the store says is to be told of the owner's reading, whatever was told, and what the
    /// server says to that.
    var reading: Reading? = nil
    var report: SyncError? = nil
  }

  /// Answers everything at once for `duration` milliseconds.
  ///
  /// - Returns: how often the outside was asked, and the state in the end.
  private func run(
    _ hostile: Hostile, _ traits: StreamTraits = .polled, for duration: Int64 = 600_000,
    isReading: Bool = false
  ) -> (count: Int, state: SyncState) {
    var policy = SyncPolicy()
    policy.quickAnswers = 20
    var state = SyncState(
      owner: "me", server: SyncServer(streams: [.main: traits]), policy: policy, seed: 3)
    var now: Int64 = 0
    var count = 0
    var todo = state.handle(.online(true), at: now)
    if isReading { todo += state.handle(.opened("k1"), at: now) }
    while count < 5_000 {
      guard !todo.isEmpty else {
        guard let next = state.nextDeadline, next > now, next <= duration else { break }
        now = next
        todo += state.handle(.clock, at: now)
        continue
      }
      count += 1
      guard let event = answer(todo.removeFirst(), hostile, count) else { continue }
      todo += state.handle(event, at: now)
    }
    return (count, state)
  }

  private func answer(_ action: SyncAction, _ hostile: Hostile, _ count: Int) -> SyncEvent? {
    switch action {
    case .readTokens(let ticket):
      hostile.stored.map { .tokens(ticket, $0) }
        ?? .notRead(ticket, RepositoryError(.storage, "broken"))
    case .read(let ticket, _): .read(ticket, snapshot(hostile))
    case .report(let ticket, _): .reported(ticket, hostile.report)
    case .connect(let ticket):
      hostile.isAccepted
        ? .connected(ticket) : .disconnected(ticket, SyncError(.transient, code: "closed"))
    case .ask(let ticket, let question): .answered(ticket, hostile.answer(question, count))
    case .fetch(let ticket, let question): .fetched(ticket, hostile.page(question, count))
    case .commit(let ticket, _):
      hostile.commit.map { .notCommitted(ticket, $0) } ?? .committed(ticket)
    case .disconnect, .abandon, .reply, .tellTyping: nil
    }
  }

  private func snapshot(_ hostile: Hostile) -> Snapshot {
    var snapshot = page([], older: .gap(.everything))
    snapshot.readings = [hostile.reading].compactMap(\.self)
    return snapshot
  }

  private func moved(_ parts: [ConversationPart], _ count: Int, isComplete: Bool = true)
    -> SyncAnswer
  {
    .of(parts, next: SyncToken("t\(count)"), isComplete: isComplete)
  }

  @Test("polls that come back at once with nothing") func emptyPolls() {
    let (count, _) = run(Hostile { _, _ in .success(.of(next: "a")) })
    #expect((5...60).contains(count))
    let (moving, _) = run(Hostile { _, count in .success(self.moved([], count)) })
    #expect((5...100).contains(moving))
  }

  @Test("an answer with the same token and the same messages") func sameAnswer() {
    for isComplete in [true, false] {
      let (count, state) = run(
        Hostile { _, _ in
          .success(.of([.messages([1])], next: "a", isComplete: isComplete))
        })
      #expect((5...100).contains(count))
      #expect(state.status.problems.contains { $0.kind == .endless && $0.code == "no-progress" })
    }
  }

  @Test("answers that are always limited, and a catch-up that never ends") func neverEnding() {
    for isComplete in [true, false] {
      let (count, state) = run(
        Hostile { _, count in
          .success(
            self.moved([.messages([Int64(count)], .limited("t"))], count, isComplete: isComplete))
        }, for: 100_000)
      // Three things for each: asked, read, stored; 20 at once, then one a second.
      #expect((300...400).contains(count))
      #expect(state.status.problems.contains { $0.kind == .endless && $0.code == "always-more" })
    }
  }

  @Test("a store that always knows better, or never stores") func stores() {
    for code in [RepositoryError.Code.staleToken, .diskFull, .corrupted, .malformedChange] {
      let (count, state) = run(
        Hostile(
          answer: { _, count in .success(self.moved([.messages([1])], count)) },
          commit: RepositoryError(code, "always", conversation: "k1")))
      #expect((5...120).contains(count), "\(code)")
      #expect(state.status.problems.contains { $0.kind == .store })
      #expect(state.status.phase != .live)
    }
    let (count, state) = run(Hostile(answer: { _, _ in .success(.of(next: "a")) }, stored: nil))
    #expect((5...20).contains(count))
    #expect(state.status.phase == .connecting)
  }

  @Test("a server that refuses, forgets, or talks nonsense") func refusals() {
    for kind in [SyncError.Kind.transient, .offline, .malformed, .refused, .unknownToken] {
      let (count, _) = run(Hostile { _, _ in .failure(SyncError(kind, code: "no")) })
      #expect((2...60).contains(count), "\(kind)")
    }
    let (count, _) = run(Hostile { _, _ in .failure(SyncError(.unauthorized, code: "401")) })
    #expect(count == 2)
    let (backward, state) = run(
      Hostile(
        answer: { question, _ in
          .success(.of(next: question.since == nil ? "10" : "5"))
        }, stored: [.main: "10"]), .numbered)
    #expect((3...400).contains(backward))
    _ = state
  }

  @Test("a connection that is accepted and brings nothing") func connections() {
    let (refused, _) = run(
      Hostile(answer: { _, _ in .success(.of(next: "a")) }, isAccepted: false), .pushed)
    #expect((5...30).contains(refused))
    let (silent, _) = run(
      Hostile { _, _ in .failure(SyncError(.transient, code: "503")) }, .pushed)
    #expect((5...80).contains(silent))
  }

  @Test("a conversation on the screen whose history leads nowhere") func history() {
    let pages: [@Sendable (HistoryQuestion, Int) -> Result<HistoryAnswer, SyncError>] = [
      { _, _ in .failure(SyncError(.transient, code: "503")) },
      { _, _ in .failure(SyncError(.refused, code: "403")) },
      { _, _ in .success(HistoryAnswer(conversation: "k2", messages: [], below: .start)) },
    ]
    for page in pages {
      let (count, state) = run(
        Hostile(
          answer: { _, _ in .success(.of(next: "a")) }, page: page), .pushed, for: 100_000,
        isReading: true)
      #expect((5...40).contains(count))
      #expect(state.status.problems.contains { $0.conversation == "k1" })
    }
  }

  @Test("a reading that is to be told for ever") func readings() {
    let answers: [SyncError?] = [
      nil, SyncError(.transient, code: "503"), SyncError(.refused, code: "403"),
      SyncError(.malformed, code: "json"),
    ]
    for answer in answers {
      let (count, _) = run(
        Hostile(
          answer: { _, _ in .success(.of(next: "a")) },
          reading: Reading(conversation: "k1", upTo: .at(7), readAt: 1), report: answer), .pushed,
        for: 100_000)
      // Once a second: the report, its commit, and what the store is asked before and after it.
      #expect((5...500).contains(count))
    }
  }

  @Test("what went wrong is kept bounded") func problems() {
    let (_, state) = run(
      Hostile { _, count in
        .success(
          self.moved(
            [ConversationPart(ConversationID("c\(count)"), items: [.unreadable("x")])], count))
      })
    #expect(state.status.problems.count <= 64)
    #expect(state.status.problems.contains { $0.kind == .unreadable })
  }
}
