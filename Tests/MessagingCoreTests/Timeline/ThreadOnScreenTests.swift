import MessagingCore
import MessagingModel
import MessagingTimeline
import Testing

/// An engine that does nothing but note what it is told of screens.
private final class NotingEngine: SyncEngine {
  private let log = Locked<[String]>([])

  var calls: [String] { log.current }

  func open(_ conversation: ConversationID) {
    log.withLock { $0.append("open \(conversation.text.string)") }
  }
  func close(_ conversation: ConversationID) {
    log.withLock { $0.append("close \(conversation.text.string)") }
  }

  func run() async {}
  func fill(_: Gap, in _: ConversationID) async -> FillOutcome { .unavailable }
  func cleared(_: ConversationID) {}
  func signedIn() {}
  func woke() {}
  func signOut() async {}
  func statuses() -> AsyncStream<SyncStatus> { AsyncStream { $0.finish() } }
}

/// SCREEN-007: what the engine is told of a conversation, and of a thread that lies over it.
@Suite("What the engine is told of a thread", .timeLimit(.minutes(10)))
struct ThreadOnScreenTests {
  /// Opens a screen and closes it again.
  private func show(
    _ thread: MessageReference?, _ repository: any MessageRepository, _ engine: NotingEngine
  ) async {
    let timeline = ConversationTimeline(
      TimelineOptions(owner: "me", conversation: "k1", thread: thread), repository, sync: engine)
    timeline.open(height: 700)
    timeline.close()
    await timeline.run()
  }

  /// The conversation below the thread stays on the screen.
  @Test("a thread that closes does not close its conversation") func thread() async throws {
    let repository = try await InMemoryRepository(owner: "me")
    let engine = NotingEngine()
    engine.open("k1")
    await show(.remote("s1"), repository, engine)
    #expect(engine.calls == ["open k1"])
    await repository.close()
  }

  @Test("a conversation is opened once, and closed once") func conversation() async throws {
    let repository = try await InMemoryRepository(owner: "me")
    let engine = NotingEngine()
    await show(nil, repository, engine)
    #expect(engine.calls == ["open k1", "close k1"])
    await repository.close()
  }
}
