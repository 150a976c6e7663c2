internal import Foundation
internal import MessagingCore
internal import MessagingModel

/// A whole client that runs until it rests after each event.
@available(macOS 15, iOS 18, *)
final class DrivenClient: ClientDriving {
  /// The most jobs that one event may cause.
  private static let most = 100_000

  private struct State: Sendable {
    var runs: [Task<Void, Never>] = []
    var endedRuns = 0
    /// The observers of the client, and the callers that wait for its end.
    var others: [Task<Void, Never>] = []
    var leaving = 0
    var syncing: SyncStatus?
    var downloads: DownloadStatus?
    var progress: [SendingProgress?] = []
    var trouble: String?
  }

  let server: ClientServer
  private let executor = ManualExecutor()
  private let clock = ManualClock()
  private let network = ManualConnectivity()
  private let client: any WholeClient
  private let repository: CountedRepository
  private let state = Locked(State())
  /// It is removed with its last user.
  private let environment: ConformanceEnvironment

  init(
    _ subject: any WholeClientSubject, _ policies: ClientPolicies, seed: UInt64,
    obstacle: @escaping @Sendable (ConversationID) async -> FailureReason?
  ) async throws {
    environment = ConformanceEnvironment(seed: seed)
    // Nothing is announced later, by a clock that nobody drives.
    let announcing = AnnouncementOptions(metadataInterval: .zero)
    repository = CountedRepository(
      try await InMemoryRepository(owner: "me", announcing: announcing))
    let files = OwnedDirectory(root: environment.file("outbox"))
    server = ClientServer(files: files) { [executor] in executor.isMine }
    var ports = ClientPorts(
      repository: repository, sending: server, syncing: server, uploader: server,
      files: files,
      connectivity: network,
      downloading: ClientPorts.Downloading(
        downloader: server, files: DownloadDirectory(root: environment.file("downloads"))))
    (ports.clock, ports.obstacle) = (clock, obstacle)
    ports.wallClock = { Timestamp(milliseconds: 1_700_000_000_000) }
    client = subject.wholeClient(ports, policies: policies)
    follow()
  }

  deinit {
    for task in state.current.runs + state.current.others { task.cancel() }
    rest()
    server.end()
    rest()
  }

  var trouble: String? { state.current.trouble ?? server.trouble }
  var wokeByItself: Bool { executor.hasWork }
  var endedRuns: Int { state.current.endedRuns }
  var leaving: Int { state.current.leaving }
  var sleeperCount: Int { clock.sleeperCount }
  var storeCalls: Int { repository.calls }
  var syncing: SyncStatus? { state.current.syncing }
  var downloads: DownloadStatus? { state.current.downloads }
  var progress: [SendingProgress?] { state.current.progress }

  func begin() {
    let (client, state) = (client, state)
    let task = start {
      await client.run()
      state.withLock { $0.endedRuns += 1 }
    }
    state.withLock { $0.runs.append(task) }
    rest()
  }

  func cancel() {
    for task in state.current.runs { task.cancel() }
    rest()
  }

  func leave() {
    let (client, state) = (client, state)
    state.withLock { $0.leaving += 1 }
    keep(
      start {
        await client.signOut()
        state.withLock { $0.leaving -= 1 }
      })
    rest()
  }

  func closeStore() async {
    await repository.close()
    rest()
  }

  func write(
    _ content: Draft.Content, as number: Int, in conversation: ConversationID
  ) -> DraftRefusal? {
    let (client, answer) = (client, Locked<DraftRefusal?>(nil))
    let isDone = Locked(false)
    keep(
      start {
        do throws(DraftRefusal) {
          try await client.send(
            Draft(content, in: conversation), as: MessageID(high: 7, low: UInt64(number)))
        } catch {
          answer.withLock { $0 = error }
        }
        isDone.withLock { $0 = true }
      })
    rest()
    if !isDone.current {
      complain("the client does not accept a message without waiting for something else")
    }
    return answer.current
  }

  func picked(_ content: String) throws -> Draft.File {
    let folder = environment.file("picked")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let file = folder.appendingPathComponent("photo.jpg")
    try Data(content.utf8).write(to: file)
    return Draft.File(source: file)
  }

  var keptFiles: Int {
    let found = FileManager.default.enumerator(atPath: environment.file("outbox").path)
    return found?.filter { "\($0)".hasSuffix(".jpg") }.count ?? 0
  }

  func setOnline(_ isOnline: Bool) {
    network.set(isOnline: isOnline)
    rest()
  }

  func want(_ wishes: [FileWish]) {
    client.want(wishes)
    rest()
  }

  func advance(_ milliseconds: Int64) {
    clock.advance(by: .milliseconds(milliseconds))
    rest()
  }

  func stored() async throws -> [String] {
    let query = Query(.newest, in: ClientServer.chat, limit: 100, crossesGaps: true)
    return try await repository.base.read(query).messages.map { message in
      guard case .text(let text) = message.body else { return "\(message.delivery)" }
      let state = message.isOutgoing ? " (\(message.delivery.word))" : ""
      return text.string + state
    }
  }

  func rest() {
    guard trouble == nil, !executor.drain(most: DrivenClient.most) else { return }
    complain("the client never rests: \(DrivenClient.most) jobs after one event")
  }

  private func complain(_ trouble: String) {
    state.withLock { $0.trouble = $0.trouble ?? trouble }
  }

  private func follow() {
    let (client, state) = (client, state)
    keep(
      start {
        for await status in client.syncStatuses() { state.withLock { $0.syncing = status } }
      })
    keep(
      start {
        for await status in client.downloadStatuses() { state.withLock { $0.downloads = status } }
      })
    keep(
      start {
        for await progress in client.sendingProgress() {
          state.withLock { $0.progress.append(progress) }
        }
      })
    rest()
  }

  private func start(_ work: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
    Task(executorPreference: executor) { await work() }
  }

  private func keep(_ task: Task<Void, Never>) { state.withLock { $0.others.append(task) } }
}

extension DeliveryState {
  fileprivate var word: String {
    switch self {
    case .sending: "unsent"
    case .sent, .delivered, .read: "sent"
    case .failed: "failed"
    }
  }
}
