internal import Foundation
internal import MessagingCore
internal import MessagingModel

/// A whole client that runs until it rests after each event.
@available(macOS 15, iOS 18, *)
final class DrivenClient: ClientDriving {
  /// What the client is driven with.
  private final class Rig: DriveRig {
    let executor: ManualExecutor
    let clock = ManualClock()
    private let first = Locked<String?>(nil)

    init(_ random: SeededRandom?) { executor = ManualExecutor(shuffledBy: random) }

    var trouble: String? { first.current }
    func complain(_ trouble: String) { first.withLock { $0 = $0 ?? trouble } }
  }

  let server: ClientServer
  private let rig: Rig
  private let tasks: DrivenTasks
  private let network = ManualConnectivity()
  private let client: any WholeClient
  private let repository: CountedRepository
  /// What the client said of itself.
  private struct Shown: Sendable {
    var syncing: SyncStatus?
    var downloads: DownloadStatus?
    /// What the bar showed.
    var progress: [SendingProgress?] = []
  }

  private let shown = Locked(Shown())
  /// It is removed with its last user.
  private let environment: ConformanceEnvironment

  init(
    _ subject: any WholeClientSubject, _ policies: ClientPolicies, seed: UInt64,
    shuffledBy random: SeededRandom?,
    obstacle: @escaping @Sendable (ConversationID) async -> FailureReason?
  ) async throws {
    environment = ConformanceEnvironment(seed: seed)
    let rig = Rig(random)
    (self.rig, tasks) = (rig, DrivenTasks("client", rig))
    // Nothing is announced later, by a clock that nobody drives.
    let announcing = AnnouncementOptions(metadataInterval: .zero)
    repository = CountedRepository(
      try await InMemoryRepository(owner: "me", announcing: announcing))
    let files = OwnedDirectory(root: environment.file("outbox"))
    server = ClientServer(files: files) { rig.executor.isMine }
    var ports = ClientPorts(
      repository: repository, sending: server, syncing: server, uploader: server,
      files: files, connectivity: network,
      downloading: ClientPorts.Downloading(
        downloader: server, files: DownloadDirectory(root: environment.file("downloads"))))
    (ports.clock, ports.obstacle) = (rig.clock, obstacle)
    ports.wallClock = { Timestamp(milliseconds: 1_700_000_000_000) }
    client = subject.wholeClient(ports, policies: policies)
    follow()
  }

  deinit {
    tasks.end()
    server.end()
    tasks.rest()
  }

  var trouble: String? { rig.trouble ?? server.trouble }
  var wokeByItself: Bool { rig.executor.hasWork }
  var endedRuns: Int { tasks.endedRuns }
  var leaving: Int { tasks.leaving }
  var sleeperCount: Int { rig.clock.sleeperCount }
  var storeCalls: Int { repository.calls }
  var syncing: SyncStatus? { shown.current.syncing }
  var downloads: DownloadStatus? { shown.current.downloads }
  var progress: [SendingProgress?] { shown.current.progress }

  func begin() {
    let client = client
    tasks.begin { await client.run() }
    rest()
  }

  func cancel() { tasks.cancel() }

  func restart() {
    let client = client
    tasks.restart { await client.run() }
  }

  func signIn() {
    client.signedIn()
    rest()
  }

  func leave() {
    let client = client
    tasks.leave { await client.signOut() }
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
    tasks.keep {
      do throws(DraftRefusal) {
        try await client.send(
          Draft(content, in: conversation), as: MessageID(high: 7, low: UInt64(number)))
      } catch {
        answer.withLock { $0 = error }
      }
      isDone.withLock { $0 = true }
    }
    rest()
    if !isDone.current {
      rig.complain("the client does not accept a message without waiting for something else")
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
    rig.clock.advance(by: .milliseconds(milliseconds))
    rest()
  }

  func stored() async throws -> [String] {
    let query = Query(.newest, in: ClientServer.chat, limit: 100, crossesGaps: true)
    return try await repository.base.read(query).messages.map { message in
      let text = if case .text(let text) = message.body { text.string } else { "photo" }
      return message.isOutgoing ? "\(text) (\(message.delivery.word))" : text
    }
  }

  func rest() { tasks.rest() }

  private func follow() {
    let (client, shown) = (client, shown)
    tasks.keep {
      for await status in client.syncStatuses() { shown.withLock { $0.syncing = status } }
    }
    tasks.keep {
      for await status in client.downloadStatuses() { shown.withLock { $0.downloads = status } }
    }
    tasks.keep {
      for await progress in client.sendingProgress() {
        shown.withLock { $0.progress.append(progress) }
      }
    }
    rest()
  }
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
