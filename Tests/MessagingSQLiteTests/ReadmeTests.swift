import Foundation
import MessagingCore
import MessagingModel
import MessagingSQLite
import MessagingTimeline
import Testing

/// A server that takes everything.
private struct Server: MessageTransport, MediaUploader {
  func send(_ request: SendRequest) async throws(SendError) -> SendReceipt {
    switch request.action {
    case .publish(_, let timestamp, _, _):
      .published(
        request.key,
        at: ServerPosition(
          serverTime: timestamp, timestamp: timestamp, remoteID: RemoteID("s-\(request.key)")))
    case .edit, .delete, .react, .unreact: .took(request.key, version: Version(order: 1))
    case .retract: .retracted(request.key)
    }
  }

  func upload(
    _ file: OwnedFile, key: UploadKey, progress: @escaping @Sendable (Int) -> Void
  ) async throws(SendError) -> ExactString { "https://files/1" }
}

/// It has nothing to tell.
extension Server: SyncTransport {
  var server: SyncServer { SyncServer() }

  func connect(hear: @escaping @Sendable (ConnectionNews) -> Void) async throws(SyncError) {
    hear(.opened)
    await Self.untilCancelled()
  }

  func news(_ question: SyncQuestion) async throws(SyncError) -> SyncAnswer {
    if question.since != nil, question.wait > 0 { await Self.untilCancelled() }
    return SyncAnswer(
      stream: question.stream, parts: [], next: SyncToken(number: 1), isComplete: true)
  }

  func history(_ question: HistoryQuestion) async throws(SyncError) -> HistoryAnswer {
    HistoryAnswer(conversation: question.conversation, messages: [], below: .start)
  }

  func report(_ reading: Reading) async throws(SyncError) {}

  func tellTyping(_ isTyping: Bool, in conversation: ConversationID) async {}

  private static func untilCancelled() async {
    let (never, keep) = AsyncStream<Void>.makeStream()
    for await _ in never {}
    keep.finish()
  }
}

/// The lines that the README shows to people who build an app; a house rule compares the texts.
@Suite("The lines of the README") struct ReadmeTests {
  private let server = Server()
  private let media = Server()

  private func client(
    of repository: SQLiteRepository, in file: TemporaryFile, isOnline: Bool = true
  ) -> MessagingClient {
    MessagingClient(
      owner: "me",
      ClientPorts(
        repository: repository, sending: server, syncing: server, uploader: media,
        files: OwnedDirectory(root: file.directory),
        connectivity: ManualConnectivity(isOnline: isOnline)))
  }

  @Test("a message is written, sent, shown, edited, and too late to be cancelled") func app()
    async throws
  {
    try await TemporaryFile.with { file in
      let folder = file.directory.appendingPathComponent("media")
      let (screens, screen) = AsyncStream<[Message]>.makeStream()
      @Sendable func show(_ messages: [Message]) { screen.yield(messages) }
      let told = Locked<[String]>([])
      @Sendable func tell(_ sentence: String) { told.withLock { $0.append(sentence) } }

      let repository = try await SQLiteRepository(path: file.path, owner: "me")
      let files = OwnedDirectory(root: folder)
      let network = ManualConnectivity()  // SystemConnectivity() on Apple systems
      let client = MessagingClient(
        owner: "me",
        ClientPorts(
          repository: repository, sending: server, syncing: server, uploader: media, files: files,
          connectivity: network))
      let working = Task { await client.run() }  // until it is cancelled, or the owner signs out

      let reading = Task {
        for await _ in repository.commits(in: Scope(conversation: chat)) {
          let page = try await repository.read(Query(.newest, in: chat, limit: 50))
          show(page.messages)
        }
      }

      let id = MessageID(UUID())
      try await client.composer.send(Draft(.text("on my way"), in: chat), as: id)

      for await messages in screens where messages.first?.delivery == .sent { break }

      let actions = client.actions(in: chat)
      try await actions.edit(id, to: "on my way, five minutes")
      try await actions.react(to: id, with: "👍")
      let outcome = try await actions.cancel(id)  // .tooLate: it is sent, and stays
      if let sentence = outcome.userMessage { tell(sentence) }

      #expect(told.current == ["This has been sent already, or is on its way."])
      for await messages in screens where messages.first?.dependents.isEmpty == true {
        #expect(messages.map(\.body) == [.text("on my way, five minutes")])
        #expect(messages.map(\.reactions) == [[Reaction(participant: "me", key: "👍")]])
        break
      }
      reading.cancel()
      working.cancel()
      await working.value
      await repository.close()
    }
  }

  @Test("the list of conversations shows what was written") func list() async throws {
    try await TemporaryFile.with { file in
      let repository = try await SQLiteRepository(path: file.path, owner: "me")
      let client = client(of: repository, in: file)

      let list = client.conversations(by: repository)
      let listing = Task { await list.run() }

      try await client.composer.send(Draft(.text("hello"), in: chat), as: MessageID(UUID()))
      for await update in list.updates {
        if update.entries.map(\.preview?.body) == [.text("hello")] { break }
      }
      list.close()
      await listing.value
      await repository.close()
    }
  }

  @Test("a bar shows how far sending is as a whole") func bar() async throws {
    struct Bar: Sendable {
      let shown: AsyncStream<Double?>.Continuation
      func show(_ fraction: Double?) { shown.yield(fraction) }
    }
    try await TemporaryFile.with { file in
      let (fractions, shown) = AsyncStream<Double?>.makeStream()
      let bar = Bar(shown: shown)
      let repository = try await SQLiteRepository(path: file.path, owner: "me")
      let client = client(of: repository, in: file, isOnline: false)
      let working = Task { await client.run() }

      let showing = Task {
        for await progress in client.sending.values() {
          bar.show(progress?.fraction)  // nil while nothing is on its way
        }
      }

      try await client.composer.send(Draft(.text("hello"), in: chat), as: MessageID(UUID()))
      for await fraction in fractions where fraction == 0 { break }
      showing.cancel()
      working.cancel()
      await working.value
      await repository.close()
    }
  }

  @Test("a photo that is not there any more is refused with a sentence") func refused()
    async throws
  {
    try await TemporaryFile.with { file in
      let told = Locked<[String]>([])
      @Sendable func tell(_ sentence: String) { told.withLock { $0.append(sentence) } }
      let repository = try await SQLiteRepository(path: file.path, owner: "me")
      let composer = MessageComposer(
        repository: repository, files: OwnedDirectory(root: file.directory))
      let nowhere = file.directory.appendingPathComponent("nowhere.jpg")
      let photo = Draft(.files([.init(source: nowhere)], kind: .photo), in: chat)

      do throws(DraftRefusal) {
        try await composer.send(photo, as: MessageID(UUID()))
      } catch {
        tell(error.userMessage)  // "File 1 is not there any more. Add it again."
      }

      #expect(told.current == ["File 1 is not there any more. Add it again."])
      await repository.close()
    }
  }

  @Test("a screen takes one update after another") func screen() async throws {
    try await TemporaryFile.with { file in
      let repository = try await SQLiteRepository(path: file.path, owner: "me")
      _ = try await repository.apply([outgoing(1)])
      let (screens, screen) = AsyncStream<TimelineDiff>.makeStream()
      @Sendable func apply(_ diff: TimelineDiff) { screen.yield(diff) }

      let client = client(of: repository, in: file)

      let timeline = client.timeline(of: chat)
      let watching = Task { await timeline.run() }
      timeline.open(at: .firstUnread, height: 700)

      let applying = Task {
        for await update in timeline.updates {
          apply(update.diff)
        }
      }

      var arriving = screens.makeAsyncIterator()
      let first = await arriving.next()
      #expect(first?.inserts.filter { $0.item.message != nil }.count == 1)
      _ = try await repository.apply([outgoing(2)])
      let second = await arriving.next()
      #expect(second?.inserts.filter { $0.item.message != nil }.count == 1)
      timeline.close()
      await watching.value
      await applying.value
      await repository.close()
    }
  }

  @Test("a thread is a screen of its own") func thread() async throws {
    try await TemporaryFile.with { file in
      let repository = try await SQLiteRepository(path: file.path, owner: "me")
      let ids = (0..<3).map { _ in MessageID(UUID()) }
      let root = ids[0]
      for (index, id) in ids.enumerated() {
        let message = OutgoingMessage(
          key: MessageKey(chat, id), timestamp: Timestamp(milliseconds: Int64(index)),
          body: .text(ExactString("t\(index)")), threadRoot: index == 1 ? .id(root) : nil)
        _ = try await repository.apply([.enqueue(message)])
      }
      let client = client(of: repository, in: file, isOnline: false)

      let thread = client.timeline(of: chat, thread: .id(root))

      let watching = Task { await thread.run() }
      thread.open(at: .end, height: 700)
      var shown: Set<MessageID> = []
      for await update in thread.updates {
        shown.formUnion(update.diff.inserts.compactMap { $0.item.message?.message.id })
        if shown.count == 2 { break }
      }
      #expect(shown == [ids[0], ids[1]])
      thread.close()
      await watching.value
      await repository.close()
    }
  }

  @Test("what waits is told with the reason") func watched() async throws {
    try await TemporaryFile.with { file in
      let (logged, logging) = AsyncStream<SendDiagnosis.Conversation>.makeStream()
      @Sendable func log(_ waiting: SendDiagnosis.Conversation) { logging.yield(waiting) }
      let repository = try await SQLiteRepository(path: file.path, owner: "me")
      let client = client(of: repository, in: file, isOnline: false)
      let working = Task { await client.run() }
      let watching = Task {
        for await diagnosis in client.worker.diagnoses() {
          for waiting in diagnosis.conversations where waiting.obstacle != nil { log(waiting) }
        }
      }
      _ = try await repository.apply([outgoing(1)])
      for await waiting in logged {
        #expect(waiting.messages == 1 && waiting.obstacle == .offline)
        break
      }
      watching.cancel()
      working.cancel()
      await repository.close()
    }
  }
}
