import MessagingConformance
import MessagingCore
import MessagingModel

/// Our worker with ports that are bent as shells around a queue are: each has one outcome.
enum WorkerCanary: String, CaseIterable, SendWorkerSubject {
  /// Reads more than it has to.
  case readsTheScreenToo = "reads-the-screen-too"
  /// Uploads whatever lies at the path.
  case neverLooksAtFiles = "never-looks-at-files"
  /// Uploads in a session of its own, which nobody tells to stop.
  case uploadsElsewhere = "uploads-elsewhere"
  /// Hears of messages and of what they say, not of their states.
  case hearsOfNoStates = "hears-of-no-states"
  /// Wakes a quarter of a second late.
  case oversleeps
  /// Asks again and again whether the answer is there.
  case neverRests = "never-rests"
  /// Waits by a clock of its own.
  case sleepsElsewhere = "sleeps-elsewhere"
  /// Sends in a task that nobody waits for.
  case sendsInALooseTask = "sends-in-a-loose-task"

  var name: String { rawValue }
  var capabilities: Set<Capability> {
    self == .uploadsElsewhere
      ? [.sendingEdits, .sendingFiles, .sendingCredentials]
      : [.sendingEdits, .sendingFiles, .sendingDiagnosis, .sendingCredentials]
  }

  func sendWorker(
    _ ports: SendPorts, policy: SendPolicy, seed: UInt64
  ) -> any SendWorker {
    var bent = ports
    switch self {
    case .readsTheScreenToo: bent.repository = CuriousStore(store: ports.repository)
    case .neverLooksAtFiles: bent.files = BlindFiles(files: ports.files)
    case .uploadsElsewhere:
      let session = UploadSession(ports.uploader)
      bent.uploader = session
      let worker = OutboxWorker(bent, policy: policy, seed: seed)
      return SessionWorker(worker: worker, session: session)
    case .hearsOfNoStates: bent.repository = HalfDeafStore(store: ports.repository)
    case .oversleeps: bent.clock = Stopwatch(LateClock(watch: ports.clock))
    case .sleepsElsewhere: bent.clock = Stopwatch(ContinuousClock())
    case .neverRests: bent.transport = RestlessTransport(transport: ports.transport)
    case .sendsInALooseTask: bent.transport = LooseTransport(transport: ports.transport)
    }
    return OutboxWorker(bent, policy: policy, seed: seed)
  }
}

/// Counts the runs of a worker that have begun and ended.
struct CountingSubject: SendWorkerSubject {
  let name = "counting"
  let capabilities: Set<Capability> = [.sendingEdits, .sendingFiles]
  let runs = Locked((begun: 0, ended: 0))

  func sendWorker(
    _ ports: SendPorts, policy: SendPolicy, seed: UInt64
  ) -> any SendWorker {
    CountingWorker(worker: OutboxWorker(ports, policy: policy, seed: seed), runs: runs)
  }
}

private struct CountingWorker: SendWorker {
  let worker: OutboxWorker
  let runs: Locked<(begun: Int, ended: Int)>

  func run() async {
    runs.withLock { $0.begun += 1 }
    await worker.run()
    runs.withLock { $0.ended += 1 }
  }

  func setPaused(_ isPaused: Bool, in conversation: ConversationID?) {
    worker.setPaused(isPaused, in: conversation)
  }

  func signedIn() { worker.signedIn() }
}

private struct CuriousStore: MessageRepository {
  let store: any MessageRepository

  func apply(_ changes: [Change]) async throws(RepositoryError) -> Commit {
    let before = try await store.apply([]).revision
    let commit = try await store.apply(changes)
    precondition(commit.revision >= before, "a commit went back")
    return commit
  }

  func read(_ query: Query) async throws(RepositoryError) -> Snapshot {
    if let conversation = query.conversation {
      let page = Query(.newest, in: conversation, limit: 5, crossesGaps: true)
      let screen = try await store.read(page)
      precondition(screen.messages.count <= 5, "a page is too long")
    }
    let token = try await store.syncToken()
    precondition(token == nil, "nobody synchronised")
    return try await store.read(query)
  }

  func syncTokens() async throws(RepositoryError) -> [StreamID: SyncToken] {
    try await store.syncTokens()
  }
  func commits(in scope: Scope) -> AsyncStream<Commit> { store.commits(in: scope) }
  func close() async { await store.close() }
}

private struct HalfDeafStore: MessageRepository {
  let store: any MessageRepository

  func apply(_ changes: [Change]) async throws(RepositoryError) -> Commit {
    try await store.apply(changes)
  }

  func read(_ query: Query) async throws(RepositoryError) -> Snapshot {
    try await store.read(query)
  }

  func syncTokens() async throws(RepositoryError) -> [StreamID: SyncToken] {
    try await store.syncTokens()
  }

  func commits(in scope: Scope) -> AsyncStream<Commit> {
    store.commits(in: Scope(conversation: scope.conversation, kinds: [.structure, .content]))
  }

  func close() async { await store.close() }
}

private struct LateClock: Clock {
  let watch: Stopwatch

  var now: ManualClock.Instant { .init(sinceStart: .milliseconds(watch.now)) }
  var minimumResolution: Duration { .zero }

  func sleep(until deadline: ManualClock.Instant, tolerance: Duration?) async throws {
    try await watch.sleep(until: Int64(deadline.sinceStart / .milliseconds(1)) + 250)
  }
}

private struct BlindFiles: OwnedFiles {
  let files: any OwnedFiles

  func check(_ file: OwnedFile) async throws(SendError) {}
  func discard(_ message: MessageKey) async { await files.discard(message) }
}

private struct RestlessTransport: MessageTransport {
  let transport: any MessageTransport

  func send(_ request: SendRequest) async throws(SendError) -> SendReceipt {
    while !Task.isCancelled { await withTaskGroup(of: Void.self) { $0.addTask {} } }
    return try await transport.send(request)
  }
}

private struct LooseTransport: MessageTransport {
  let transport: any MessageTransport

  func send(_ request: SendRequest) async throws(SendError) -> SendReceipt {
    let transport = transport
    let task = Task { () async throws(SendError) in try await transport.send(request) }
    do {
      return try await task.value
    } catch {
      throw error as? SendError ?? SendError(.indeterminate, code: "lost")
    }
  }
}

/// Uploads in tasks of its own: they end when they end.
private final class UploadSession: MediaUploader {
  private typealias Answer = CheckedContinuation<Result<ExactString, SendError>, Never>

  private struct Job: Sendable {
    let file: OwnedFile
    let key: UploadKey
    let progress: @Sendable (Int) -> Void
    let answer: Answer
  }

  private let uploader: any MediaUploader
  private let jobs: AsyncStream<Job>
  private let mailbox: AsyncStream<Job>.Continuation

  init(_ uploader: any MediaUploader) {
    self.uploader = uploader
    (jobs, mailbox) = AsyncStream<Job>.makeStream()
  }

  func upload(
    _ file: OwnedFile, key: UploadKey, progress: @escaping @Sendable (Int) -> Void
  ) async throws(SendError) -> ExactString {
    let result = await withCheckedContinuation { (answer: Answer) in
      mailbox.yield(Job(file: file, key: key, progress: progress, answer: answer))
    }
    return try result.get()
  }

  func serve() async {
    await withDiscardingTaskGroup { group in
      for await job in jobs {
        let uploader = uploader
        group.addTask {
          do throws(SendError) {
            let name = try await uploader.upload(job.file, key: job.key, progress: job.progress)
            job.answer.resume(returning: .success(name))
          } catch {
            job.answer.resume(returning: .failure(error))
          }
        }
      }
    }
  }
}

private struct SessionWorker: SendWorker {
  let worker: OutboxWorker
  let session: UploadSession

  func run() async {
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await session.serve() }
      await worker.run()
      group.cancelAll()
    }
  }

  func setPaused(_ isPaused: Bool, in conversation: ConversationID?) {
    worker.setPaused(isPaused, in: conversation)
  }

  func signedIn() { worker.signedIn() }
}
