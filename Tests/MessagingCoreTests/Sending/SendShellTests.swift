import MessagingConformance
import MessagingCore
import MessagingModel
import Testing

/// The shell of a send worker under a queue that a test writes: what it tells the queue, and what
/// it does for it. A test gives an order by pausing a conversation of that name.
@Suite("The shell of sending", .timeLimit(.minutes(10))) struct SendShellTests {
  private let clock = ManualClock()
  private let world = ToyWorld()
  private let events = AsyncStream<SendEvent>.makeStream()
  private let message = MessageKey("k1", MessageID(high: 0, low: 1))
  private let reset: [Change] = [.resetHistory("k1")]

  private func worker(
    deadline: Int64? = nil, _ orders: [ConversationID: [SendAction]] = [:]
  ) async throws -> OutboxWorker {
    let heard = events.continuation
    let wallClock = Locked<Int64>(0)
    let ports = SendPorts(
      repository: ToyStore(base: try await InMemoryRepository(owner: "me"), world: world),
      transport: world, uploader: world, files: world, connectivity: ManualConnectivity(),
      clock: clock,
      wallClock: {
        Timestamp(
          milliseconds: wallClock.withLock { time in
            time += 1
            return time
          })
      })
    return OutboxWorker(ports) { ToyQueue(orders: orders, heard: heard, nextDeadline: deadline) }
  }

  private func during(
    _ worker: OutboxWorker, _ body: (inout Hearing) async throws -> Void
  ) async throws {
    let run = Task { await worker.run() }
    var hearing = Hearing(events: events.stream.makeAsyncIterator())
    try await body(&hearing)
    run.cancel()
    await run.value
  }

  private func file() throws -> (key: UploadKey, file: OwnedFile) {
    let path = try #require(RelativePath("a/0.jpg"))
    return (UploadKey(message, file: path), OwnedFile(path: path, byteCount: 5))
  }

  @Test("the alarm rings as often as the queue says, also for the same moment again")
  func alarm() async throws {
    try await during(try await worker(deadline: 1_000)) { hearing in
      try await clock.waitForSleepers(1)
      clock.advance(by: .seconds(1))
      for _ in 1...3 { _ = await hearing.until("clock") }
    }
  }

  @Test("the time of the device is told first, and before each event") func time() async throws {
    let worker = try await worker()
    worker.setPaused(true, in: "one")
    worker.setPaused(true, in: "two")
    let run = Task { await worker.run() }
    var times: [Int64] = []
    var wasTime = false
    var others = 0
    for await event in events.stream {
      if case .wallClock(let time) = event {
        times.append(time.milliseconds)
        wasTime = true
        continue
      }
      #expect(wasTime)
      wasTime = false
      others += 1
      if others == 4 { break }
    }
    // The network, the store, and two conversations; and before them the start of the run.
    #expect(times == [1, 2, 3, 4, 5])
    run.cancel()
    await run.value
  }

  @Test("an upload that was stopped is not heard any more, nor taken for the next one")
  func uploads() async throws {
    let (key, file) = try file()
    let worker = try await worker([
      "up": [.upload(key, file)], "stop": [.abort(key)], "again": [.upload(key, file)],
    ])
    try await during(worker) { hearing in
      worker.setPaused(true, in: "up")
      let old = try #require(await world.call())
      old.progress(10)
      #expect(await hearing.until("progressed 10") == ["up", "progressed 10"])
      worker.setPaused(true, in: "stop")
      for await _ in old.ended {}
      old.progress(20)
      worker.setPaused(true, in: "again")
      let new = try #require(await world.call())
      old.progress(30)
      new.progress(40)
      #expect(await hearing.until("progressed 40") == ["stop", "again", "progressed 40"])
      new.stop.finish()
      #expect(await hearing.until("uploaded", "failed") == ["uploaded"])
      new.progress(50)
      worker.setPaused(true, in: "mark")
      #expect(await hearing.until("mark") == ["mark"])
    }
  }

  @Test("a file that is not as it was accepted is not uploaded") func check() async throws {
    let (key, file) = try file()
    world.checks.withLock { $0 = SendError(.permanent, code: "file-changed") }
    let worker = try await worker(["up": [.upload(key, file)]])
    try await during(worker) { hearing in
      worker.setPaused(true, in: "up")
      #expect(await hearing.until("failed file-changed").last == "failed file-changed")
    }
    #expect(world.done.current == [])
  }

  @Test("a request that is given up is cancelled, and the next one goes on") func abandoned()
    async throws
  {
    let request = SendRequest(conversation: "k1", key: message.id, action: .retract)
    let worker = try await worker([
      "send": [.send(request)], "stop": [.abandon(request)], "again": [.send(request)],
    ])
    try await during(worker) { hearing in
      worker.setPaused(true, in: "send")
      let old = try #require(await world.call())
      worker.setPaused(true, in: "stop")
      for await _ in old.ended {}
      worker.setPaused(true, in: "again")
      let new = try #require(await world.call())
      new.stop.finish()
      #expect(await hearing.until("answered").last == "answered")
    }
  }

  @Test("files go before the batch that forgets them, each once") func discarded() async throws {
    let other = MessageKey("k1", MessageID(high: 0, low: 2))
    let worker = try await worker([
      "first": [.discard(message), .discard(other), .commit("k1", reset)],
      "second": [.commit("k1", reset)],
    ])
    try await during(worker) { hearing in
      worker.setPaused(true, in: "first")
      _ = await hearing.until("committed")
      worker.setPaused(true, in: "second")
      _ = await hearing.until("committed")
    }
    #expect(world.done.current == ["discard 1", "discard 2", "apply", "apply"])
  }

  @Test("what the store refuses is told") func refusals() async throws {
    world.isBusy.withLock { $0 = true }
    let worker = try await worker([
      "find": [.find(since: .zero)], "find again": [.find(since: .zero)],
      "load": [.load("k1", limit: 1)], "go": [.commit("k1", reset)],
    ])
    try await during(worker) { hearing in
      for (order, answer) in [
        ("find", "findFailed"), ("load", "loadFailed k1"), ("go", "notCommitted busy"),
      ] {
        worker.setPaused(true, in: ConversationID(ExactString(order)))
        #expect(await hearing.until(answer) == [order, answer])
      }
      world.isBusy.withLock { $0 = false }
      worker.setPaused(true, in: "find again")
      #expect(await hearing.until("found").last == "found")
    }
  }
}

/// What the queue heard.
private struct Hearing {
  var events: AsyncStream<SendEvent>.Iterator

  /// The words for the events up to one of these, without what the worker says of the network, the
  /// store and the time by itself.
  mutating func until(_ last: String...) async -> [String] {
    var words: [String] = []
    while let event = await events.next() {
      words.append(event.word)
      if last.contains(event.word) { break }
    }
    return words.filter { $0 != "" }
  }
}

extension SendEvent {
  fileprivate var word: String {
    switch self {
    case .wallClock, .online, .moved: ""
    case .clock: "clock"
    case .signedIn: "signedIn"
    case .found: "found"
    case .findFailed: "findFailed"
    case .loaded(let conversation, _): "loaded \(conversation.text)"
    case .loadFailed(let conversation): "loadFailed \(conversation.text)"
    case .answered: "answered"
    case .progressed(_, let percent): "progressed \(percent)"
    case .uploaded(_, .success): "uploaded"
    case .uploaded(_, .failure(let error)): "failed \(error.code)"
    case .committed: "committed"
    case .notCommitted(_, let error): "notCommitted \(error.code.rawValue)"
    case .paused(let isPaused, let order):
      (isPaused ? "" : "not ") + (order?.text.string ?? "all")
    }
  }
}

/// A queue that carries out orders, and notes what it hears.
private struct ToyQueue: SendDeciding {
  let orders: [ConversationID: [SendAction]]
  let heard: AsyncStream<SendEvent>.Continuation
  let nextDeadline: Int64?

  mutating func handle(_ event: SendEvent, at _: Int64) -> [SendAction] {
    heard.yield(event)
    if case .paused(true, let order?) = event { return orders[order] ?? [] }
    return []
  }
}

/// A call that goes on until a test stops it, or the caller gives up.
private struct ToyCall: Sendable {
  let progress: @Sendable (Int) -> Void
  let stop: AsyncStream<Void>.Continuation
  let ended: AsyncStream<Void>
}

/// The server, the network of files, and our own files.
private final class ToyWorld: MessageTransport, MediaUploader, OwnedFiles {
  private let calls = AsyncStream<ToyCall>.makeStream()
  let checks = Locked<SendError?>(nil)
  let isBusy = Locked(false)
  let done = Locked<[String]>([])

  func call() async -> ToyCall? {
    for await call in calls.stream { return call }
    return nil
  }

  private func wait(_ progress: @escaping @Sendable (Int) -> Void) async {
    let ((running, stop), (ended, end)) = (
      AsyncStream<Void>.makeStream(), AsyncStream<Void>.makeStream()
    )
    calls.continuation.yield(ToyCall(progress: progress, stop: stop, ended: ended))
    for await _ in running {}
    end.finish()
  }

  func send(_ request: SendRequest) async throws(SendError) -> SendReceipt {
    await wait { _ in }
    return .took(request.key, version: .original)
  }

  func upload(
    _: OwnedFile, key _: UploadKey, progress: @escaping @Sendable (Int) -> Void
  ) async throws(SendError) -> ExactString {
    done.withLock { $0.append("upload") }
    await wait(progress)
    return "https://files/1"
  }

  func check(_: OwnedFile) async throws(SendError) {
    if let error = checks.current { throw error }
  }

  func discard(_ message: MessageKey) async {
    done.withLock { $0.append("discard \(message.id.low)") }
  }
}

/// A store that notes its batches, and can be busy.
private struct ToyStore: MessageRepository {
  let base: any MessageRepository
  let world: ToyWorld

  func apply(_ changes: [Change]) async throws(RepositoryError) -> Commit {
    if world.isBusy.current { throw RepositoryError(.busy, "in a test") }
    world.done.withLock { $0.append("apply") }
    return try await base.apply(changes)
  }

  func read(_ query: Query) async throws(RepositoryError) -> Snapshot {
    if world.isBusy.current { throw RepositoryError(.busy, "in a test") }
    return try await base.read(query)
  }

  func syncTokens() async throws(RepositoryError) -> [StreamID: SyncToken] {
    try await base.syncTokens()
  }

  func commits(in scope: Scope) -> AsyncStream<Commit> { base.commits(in: scope) }
  func close() async { await base.close() }
}
