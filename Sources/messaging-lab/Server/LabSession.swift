internal import Foundation
internal import MessagingCore
internal import MessagingModel

/// One page: a client with its server, and the lists that show a conversation of it.
struct LabSession: Sendable {
  let lab: LabClient
  private let screens: [ListScreen]
  /// In the conversation, when the page was opened.
  private let messages: Int
  /// The revision of the last status.
  private let told = Locked<Int64>(0)
  /// Sends an order to the page.
  private let say: @Sendable (PageOrder) -> Void

  init(_ hello: PageHello, say: @escaping @Sendable (PageOrder) -> Void) async throws {
    self.say = say
    messages = min(max(hello.messages, 1), 20_000)
    let lab = try await LabClient(
      messages: messages, delay: .milliseconds(min(max(hello.delay, 0), 10_000)))
    self.lab = lab
    screens = hello.keepers.indices.prefix(3).map { ListScreen($0, hello, lab.client, say: say) }
  }

  /// Lives until the page is gone.
  ///
  /// - Parameter events: what the page says after its hello.
  func run(_ events: AsyncStream<PageEvent>) async {
    let client = lab.client
    await withDiscardingTaskGroup { group in
      group.addTask { await client.run() }
      group.addTask {
        let scope = Scope(conversation: LabConversation.id)
        for await _ in client.repository.commits(in: scope) { await tellStatus() }
      }
      group.addTask {
        for await progress in client.sending.values() {
          say(.progress(progress?.fraction))
        }
      }
      for screen in screens { group.addTask { await screen.run() } }
      for await event in events { await hear(event) }
      for screen in screens { await screen.end() }
      group.cancelAll()
    }
    await client.repository.close()
  }

  private func hear(_ event: PageEvent) async {
    switch event {
    case .hello: break
    case .measured(let pane, let turn, let heights):
      await screen(pane)?.measured(turn, heights)
    case .applied(let pane, let turn, let view): await screen(pane)?.applied(turn, view)
    case .scrolled(let pane, let turn, let view): await screen(pane)?.scrolled(turn, view)
    case .phase(let pane, let phase): await screen(pane)?.moved(phase)
    case .wantsEnd(let pane): screen(pane)?.timeline.jumpToEnd()
    case .geometry(let geometry): for screen in screens { await screen.resize(to: geometry) }
    case .knob(let knob): await turn(knob)
    }
  }

  /// `nil` for what a page makes up.
  private func screen(_ pane: Int) -> ListScreen? {
    screens.indices.contains(pane) ? screens[pane] : nil
  }

  // MARK: - What a person makes happen

  private func turn(_ knob: LabKnob) async {
    switch knob {
    case .receive(let count): receive(count)
    case .send(let count): await send(count)
    case .receipts(let count): lab.server.readNewest(by: count)
    case .online(let isOnline): lab.set(isOnline: isOnline)
    case .loseAnswer: lab.server.loseNextAnswer()
    case .lateImage: for screen in screens { await screen.loadPicture() }
    case .jump:
      // Stored since the page opened, and far from its end.
      let target = LabConversation.position(at: 0, messages - LabClient.stored + 20).remoteID
      for screen in screens { screen.timeline.jump(to: .remote(target)) }
    case .end: for screen in screens { screen.timeline.jumpToEnd() }
    }
    await tellStatus()
  }

  private func receive(_ count: Int) {
    let total = lab.server.messageCount
    for number in 0..<count {
      let words = 3 + (total + number) * 7 % 30
      let sender = LabConversation.others[(total + number) % LabConversation.others.count]
      lab.server.write(LabText.text(words: words, from: total + number), from: sender)
    }
  }

  private func send(_ count: Int) async {
    let total = lab.server.messageCount
    for number in 0..<count {
      let text = LabText.text(words: 4 + number % 12, from: total + number)
      let id = MessageID(UUID())
      for screen in screens { screen.timeline.sent(id) }
      try? await lab.client.composer.send(Draft(.text(text), in: LabConversation.id), as: id)
    }
  }

  private func tellStatus() async {
    guard
      let all = try? await lab.client.repository.read(
        Query(.outbox, in: nil, limit: Limits.page, looksOnly: true))
    else { return }
    var isOnline = true
    for await state in lab.network.states() {
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
          isOnline: isOnline, onServer: lab.server.messageCount, unsent: all.messages.count,
          revision: all.revision.number)))
  }
}
