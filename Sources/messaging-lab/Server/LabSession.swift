internal import Foundation
internal import MessagingCore
internal import MessagingModel
internal import MessagingTimeline

/// One page with its conversation: what it says and what the store says come to one place, one
/// after the other.
struct LabSession: Sendable {
  enum Note: Sendable {
    case page(PageEvent)
    case moved
    case read(pane: Int, WindowRequest, Snapshot?)
    case filled(pane: Int, WindowRequest.ID, FillOutcome)
    case tick(pane: Int)
    case sent(MessageID)
  }

  let client: LabClient
  let hello: PageHello
  /// The revision of the last status.
  private let told = Locked<Int64>(0)
  /// Sends an order to the page.
  let say: @Sendable (PageOrder) -> Void

  init(_ hello: PageHello, say: @escaping @Sendable (PageOrder) -> Void) async throws {
    self.hello = hello
    self.say = say
    client = try await LabClient(
      messages: min(max(hello.messages, 1), 20_000),
      delay: .milliseconds(min(max(hello.delay, 0), 10_000)))
  }

  /// Lives until the page is gone.
  ///
  /// - Parameter events: what the page says after its hello.
  func run(_ events: AsyncStream<PageEvent>) async {
    let (notes, mailbox) = AsyncStream<Note>.makeStream()
    await withDiscardingTaskGroup { group in
      let client = client
      group.addTask { await client.engine.run() }
      group.addTask { await client.worker.run() }
      group.addTask {
        let scope = Scope(conversation: LabConversation.id)
        for await _ in client.repository.commits(in: scope) {
          mailbox.yield(.moved)
          await tellStatus()
        }
      }
      group.addTask {
        for await event in events { mailbox.yield(.page(event)) }
        mailbox.finish()  // The page is gone.
      }
      var screen = LabScreen(hello)
      let stopwatch = Stopwatch(ContinuousClock())
      perform(screen.open(at: stopwatch.now), stopwatch, mailbox, in: &group)
      for await note in notes {
        if case .page(.knob(let knob)) = note {
          group.addTask { await turn(knob, mailbox) }
        }
        perform(screen.handle(note, at: stopwatch.now), stopwatch, mailbox, in: &group)
      }
      group.cancelAll()
    }
    await client.repository.close()
  }

  private func perform(
    _ outcomes: [(Int, Pane.Outcome)], _ stopwatch: Stopwatch,
    _ mailbox: AsyncStream<Note>.Continuation, in group: inout DiscardingTaskGroup
  ) {
    let client = client
    for (pane, outcome) in outcomes {
      for order in outcome.orders { say(order) }
      for request in outcome.work.reads {
        group.addTask {
          let snapshot = try? await client.repository.read(request.query)
          mailbox.yield(.read(pane: pane, request, snapshot))
        }
      }
      for (id, gap) in outcome.work.fills {
        group.addTask {
          let outcome = await client.engine.fill(gap, in: LabConversation.id)
          mailbox.yield(.filled(pane: pane, id, outcome))
        }
      }
      if let time = outcome.work.wake {
        group.addTask {
          try? await stopwatch.sleep(until: time)
          mailbox.yield(.tick(pane: pane))
        }
      }
    }
  }

  /// Makes something happen in the world behind the lists.
  private func turn(_ knob: LabKnob, _ mailbox: AsyncStream<Note>.Continuation) async {
    let total = client.server.messageCount
    switch knob {
    case .receive(let count):
      for number in 0..<count {
        let words = 3 + (total + number) * 7 % 30
        let sender = LabConversation.others[(total + number) % LabConversation.others.count]
        client.server.write(LabText.sentence(words: words, from: total + number), from: sender)
      }
    case .send(let count):
      for number in 0..<count {
        let text = LabText.sentence(words: 4 + number % 12, from: total + number)
        let id = MessageID(UUID())
        mailbox.yield(.sent(id))  // First: the store may tell the lists at once.
        await client.send(text, as: id)
      }
    case .receipts(let count): client.server.readNewest(by: count)
    case .online(let isOnline): client.set(isOnline: isOnline)
    case .loseAnswer: client.server.loseNextAnswer()
    case .lateImage, .jump, .end: break
    }
    await tellStatus()
  }

  private func tellStatus() async {
    guard let all = try? await client.repository.read(Query(.outbox, in: nil, limit: Limits.page))
    else { return }
    var isOnline = true
    for await state in client.network.states() {
      isOnline = state
      break
    }
    // Two may be on their way: the older one is not told after the newer.
    let isNewest = told.withLock { told in
      defer { told = max(told, all.revision.number) }
      return all.revision.number >= told
    }
    guard isNewest else { return }
    say(
      .status(
        PageStatus(
          isOnline: isOnline, onServer: client.server.messageCount,
          unsent: all.messages.count, revision: all.revision.number)))
  }
}
