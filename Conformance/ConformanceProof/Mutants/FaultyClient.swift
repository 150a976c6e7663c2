internal import MessagingConformance
internal import MessagingCore
internal import MessagingModel

extension FaultyPart {
  /// A whole client with one fault in its ports, its policies or around it.
  static func client(_ part: @escaping @Sendable (inout BentClient) -> Void) -> FaultyPart {
    FaultyPart(.client) { FaultyClientSubject(name: $0, part: part) }
  }
}

private struct FaultyClientSubject: WholeClientSubject {
  let name: String
  let part: @Sendable (inout BentClient) -> Void

  var roles: Set<Role> { [.client] }

  func wholeClient(_ ports: ClientPorts, policies: ClientPolicies) -> any WholeClient {
    var bent = BentClient(ports, policies)
    part(&bent)
    return bent.begun()
  }
}

/// Our client with one fault around it.
struct BentClient: WholeClient {
  private struct State: Sendable {
    var begun = 0
    var running = 0
    var leaving = 0
  }

  private let state = Locked(State())
  private var client: MessagingClient?
  var ports: ClientPorts
  var policies: ClientPolicies
  /// Whether a run that begins while another one goes on has a client of its own.
  var runsTwice = false
  var runsMax = Int.max
  /// Whether a run that begins beside a cancelled one ends at once.
  var ignoresTheNext = false
  /// Whether a run after a sign-out has a client of its own.
  var comesBack = false
  /// Whether a sign-out before the first run is forgotten.
  var leavesOnlyInRuns = false
  /// How many callers of a sign-out wait for its end.
  var leaversMax = Int.max
  /// What it does when the only run has ended, and nobody has signed out.
  var afterRun: @Sendable () async -> Void = {}
  /// What it does beside a run.
  var besideRun: @Sendable (MessagingClient) async -> Void = { _ in }
  /// What it does for whoever looks at the state of syncing.
  var beforeStatus: @Sendable () async -> Void = {}
  /// Whether a status of syncing is shown.
  var shows: @Sendable (SyncStatus) -> Bool = { _ in true }
  /// The progress that is shown in place of the client's.
  var progress: (@Sendable () -> AsyncStream<SendingProgress?>)?
  /// Whether the sender and the downloads hear of new credentials.
  var tellsAll = true
  /// A sign-out during a run; `nil` for that of the client.
  var leaves: (@Sendable () async -> Void)?

  /// Accepts a message; `nil` for the composer of the client.
  var sends: (@Sendable (Draft, MessageID) async throws(DraftRefusal) -> Void)?

  init(_ ports: ClientPorts, _ policies: ClientPolicies) {
    (self.ports, self.policies) = (ports, policies)
  }

  private func make() -> MessagingClient {
    MessagingClient(owner: "me", ports, policies: policies)
  }

  /// The same with its client, once the fault is set.
  func begun() -> BentClient {
    var bent = self
    bent.client = make()
    return bent
  }

  private var parts: MessagingClient { client ?? make() }

  func run() async {
    let (isAlone, mayRun, hasLeft) = state.withLock { state in
      state.begun += 1
      state.running += 1
      return (state.running == 1, state.begun <= runsMax, state.leaving > 0)
    }
    defer { state.withLock { $0.running -= 1 } }
    guard mayRun, isAlone || !ignoresTheNext else { return }
    let isNew = (runsTwice && !isAlone) || (comesBack && hasLeft)
    let client = isNew ? make() : parts
    await withTaskGroup(of: Void.self) { group in
      let besideRun = besideRun
      group.addTask { await besideRun(client) }
      await client.run()
      group.cancelAll()
    }
    if isAlone, state.current.leaving == 0 { await afterRun() }
  }

  func signedIn() { if tellsAll { parts.signedIn() } else { parts.sync.signedIn() } }

  func signOut() async {
    let (place, isEarly, isRunning) = state.withLock { state in
      state.leaving += 1
      return (state.leaving, state.begun == 0, state.running > 0)
    }
    if leavesOnlyInRuns, isEarly { return }
    guard place <= leaversMax else { return }
    if let leaves, isRunning { await leaves() } else { await parts.signOut() }
  }

  func send(_ draft: Draft, as id: MessageID) async throws(DraftRefusal) {
    if let sends { try await sends(draft, id) } else { try await parts.send(draft, as: id) }
  }

  func want(_ wishes: [FileWish]) { parts.want(wishes) }

  func syncStatuses() -> AsyncStream<SyncStatus> {
    let (statuses, beforeStatus, shows) = (parts.syncStatuses(), beforeStatus, shows)
    return AsyncStream {
      await beforeStatus()
      for await status in statuses where shows(status) { return status }
      return nil
    }
  }

  func downloadStatuses() -> AsyncStream<DownloadStatus> { parts.downloadStatuses() }

  func sendingProgress() -> AsyncStream<SendingProgress?> {
    progress?() ?? parts.sendingProgress()
  }
}

/// Files of which nobody learns what is there.
struct SilentFiles: DownloadedFiles {
  let files: any DownloadedFiles

  func list() async throws(DownloadError) -> [StoredFile] {
    let (never, keep) = AsyncStream<Void>.makeStream()
    for await _ in never {}
    keep.finish()
    return []
  }
  func part(
    _ name: StoredName, from offset: Int
  ) async throws(DownloadError) -> any PartialFile { try await files.part(name, from: offset) }
  func keep(_ name: StoredName, byteCount: Int) async throws(DownloadError) {
    try await files.keep(name, byteCount: byteCount)
  }
  func remove(_ name: StoredName) async throws(DownloadError) { try await files.remove(name) }
  func touch(_ names: [StoredName]) async { await files.touch(names) }
}

/// A server of files that counts its failures since the last download that worked.
struct NotedDownloader: MediaDownloader {
  let downloader: any MediaDownloader
  let failures: Locked<Int>

  func download(
    _ file: FileKey, from offset: Int,
    hear: @escaping @Sendable (DownloadNews) async throws(DownloadError) -> Void
  ) async throws(DownloadError) {
    do throws(DownloadError) {
      try await downloader.download(file, from: offset, hear: hear)
      failures.withLock { $0 = 0 }
    } catch {
      failures.withLock { $0 += 1 }
      throw error
    }
  }
}

/// A way to send that is not always there.
struct BentSending: MessageTransport {
  let transport: any MessageTransport
  /// Whether a request is made.
  let mayAsk: @Sendable (SendRequest) async -> Bool

  func send(_ request: SendRequest) async throws(SendError) -> SendReceipt {
    guard await mayAsk(request) else { throw SendError(.transient, code: "not-now") }
    return try await transport.send(request)
  }
}
