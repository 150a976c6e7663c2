import Foundation
import MessagingConformance
import MessagingCore
import MessagingModel
import MessagingTimeline
import Testing

/// A server that answers nothing before it is cancelled.
private struct Silent: MessageTransport, MediaUploader {
  func send(_: SendRequest) async throws(SendError) -> SendReceipt {
    let (silence, end) = AsyncStream<Void>.makeStream()
    for await _ in silence {}
    end.finish()
    throw SendError(.indeterminate, code: "cancelled")
  }

  func upload(
    _: OwnedFile, key _: UploadKey, progress _: @escaping @Sendable (Int) -> Void
  ) async throws(SendError) -> ExactString { throw SendError(.permanent, code: "unused") }
}

/// What screens get from a client: the options that they set, their thread, and the bar.
@Suite("Screens of a client", .timeLimit(.minutes(10))) struct ClientScreensTests {
  private let chat: ConversationID = "k1"

  private func makeClient(
    _ repository: any MessageRepository, clock: ManualClock = ManualClock()
  ) -> MessagingClient {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("screens-\(UUID().uuidString)")
    var ports = ClientPorts(
      repository: repository, sending: Silent(), syncing: ToySyncServer(messages: 0),
      uploader: Silent(), files: OwnedDirectory(root: folder),
      connectivity: ManualConnectivity())
    ports.clock = clock
    return MessagingClient(owner: "me", ports)
  }

  private func received(
    _ number: Int64, by sender: ParticipantID, thread: MessageReference? = nil
  ) -> ReceivedMessage {
    let time = Timestamp(milliseconds: number)
    return ReceivedMessage(
      conversation: chat,
      position: ServerPosition(
        serverTime: time, timestamp: time, remoteID: RemoteID("s\(number)")),
      sender: sender, body: .text(ExactString("m\(number)")), threadRoot: thread)
  }

  /// s1 and s3 by Ann, s2 by Bob; s3 answers in the thread of s1.
  private func store() async throws -> InMemoryRepository {
    let repository = try await InMemoryRepository(owner: "me")
    let messages = [
      received(1, by: "ann"), received(2, by: "bob"),
      received(3, by: "ann", thread: .remote("s1")),
    ]
    _ = try await repository.apply([
      .page(
        HistoryPage(conversation: chat, messages: messages, reach: .live, reachesStart: true))
    ])
    return repository
  }

  /// The names of the messages that a timeline shows first.
  private func shown(_ timeline: ConversationTimeline) async -> [String] {
    let run = Task { await timeline.run() }
    timeline.open(height: 700)
    var updates = timeline.updates.makeAsyncIterator()
    let first = await updates.next()
    timeline.close()
    await run.value
    return first?.timeline.compactMap { $0.message?.message.remoteID?.text.string } ?? []
  }

  /// Somebody whom the owner blocked has no rows on a screen that says so.
  @Test("a conversation is shown with the options that its screen sets") func options()
    async throws
  {
    let client = makeClient(try await store())
    #expect(await shown(client.timeline(of: chat)).contains("s2"))
    let names = await shown(client.timeline(of: chat) { $0.input.hidden = ["bob"] })
    #expect(names.contains("s1") && !names.contains("s2"))
    await client.repository.close()
  }

  /// A screen of a thread shows the root and its replies, and nothing of the conversation around.
  @Test("a thread is shown as that thread") func thread() async throws {
    let client = makeClient(try await store())
    #expect(await shown(client.timeline(of: chat, thread: .remote("s1"))) == ["s1", "s3"])
    await client.repository.close()
  }

  /// The preview in the list follows the same options: a blocked person is not quoted there.
  @Test("a list is shown with the options that its screen sets") func list() async throws {
    let repository = try await InMemoryRepository(owner: "me")
    _ = try await repository.apply([
      .receive(received(1, by: "ann")), .receive(received(2, by: "bob")),
    ])
    let client = makeClient(repository)
    let list = client.conversations(by: repository) { $0.input.hidden = ["bob"] }
    let run = Task { await list.run() }
    var updates = list.updates.makeAsyncIterator()
    #expect(await updates.next()?.entries.map(\.preview?.body) == [.text("m1")])
    list.close()
    await run.value
    await repository.close()
  }

  /// Reads that failed are tried again as time passes on the clock of the ports, and on no other.
  @Test("screens wait on the clock of the client") func clock() async throws {
    let clock = ManualClock()
    let repository = WatchedRepository(try await store())
    let client = makeClient(repository, clock: clock)
    repository.failing = [chat]

    let timeline = client.timeline(of: chat)
    let screen = Task { await timeline.run() }
    timeline.open(height: 700)
    try await clock.waitForSleepers(1)
    repository.failing = []
    clock.advance(by: .seconds(60))
    var shown = timeline.updates.makeAsyncIterator()
    while let update = await shown.next(), update.timeline.allSatisfy({ $0.message == nil }) {}
    timeline.close()
    await screen.value

    repository.failing = [chat]
    let list = client.conversations(by: repository)
    let home = Task { await list.run() }
    try await clock.waitForSleepers(1)
    repository.failing = []
    clock.advance(by: .seconds(60))
    var entries = list.updates.makeAsyncIterator()
    while let update = await entries.next(), update.entries.isEmpty {}
    list.close()
    await home.value
    await repository.close()
  }

  /// A running client also moves the bar; nobody has to run it apart.
  @Test("while a client runs, its bar shows what is being sent") func bar() async throws {
    let client = makeClient(try await InMemoryRepository(owner: "me"))
    let run = Task { await client.run() }
    try await client.composer.send(Draft(.text("mine"), in: chat), as: MessageID(UUID()))
    for await progress in client.sending.values() where progress?.remaining == 1 { break }
    run.cancel()
    await run.value
    await client.repository.close()
  }
}
