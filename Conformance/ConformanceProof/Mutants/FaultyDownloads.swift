internal import Foundation
internal import MessagingConformance
internal import MessagingCore
internal import MessagingModel

extension FaultyPart {
  /// A whole download worker with a fault in it or around it.
  static func fetching(
    _ part: @escaping @Sendable (BentDownloads) -> BentDownloads
  ) -> FaultyPart {
    FaultyPart(.fetching) { FaultyFetchSubject(name: $0, part: part) }
  }
}

extension FaultyPart {
  /// A whole download worker with other settings of what is around it.
  static func fetching(
    setting change: @escaping @Sendable (inout BentDownloads) -> Void
  ) -> FaultyPart {
    fetching { bent in
      var bent = bent
      change(&bent)
      return bent
    }
  }
}

private struct FaultyFetchSubject: DownloadWorkerSubject {
  let name: String
  let part: @Sendable (BentDownloads) -> BentDownloads

  var roles: Set<Role> { [.fetching] }

  func downloadWorker(
    _ ports: DownloadPorts, policy: DownloadPolicy, seed: UInt64
  ) -> any MediaDownloadWorker {
    part(BentDownloads(ports, policy, seed))
  }
}

/// Our download worker with one fault around it.
struct BentDownloads: MediaDownloadWorker {
  private struct State {
    var runs = 0
    var running = 0
  }

  /// The ports, policy and seed of the worker.
  let make: @Sendable () -> DownloadWorker
  private let worker: DownloadWorker
  private let state = Locked(State())
  private let leaving = AsyncStream<Void>.makeStream()

  /// A run; its number, and how many run with it.
  var runs: @Sendable (BentDownloads, _ number: Int, _ running: Int) async -> Void = {
    bent, _, _ in await bent.work()
  }
  var hearsEarlyWishes = true
  var waitsToLeave = true
  var leavesBeforeARun = true
  var tellsNewcomers = true
  /// Whether the status of a cancelled run stays as it was.
  var keepsLastStatus = false
  private let shown = LastShown<DownloadStatus>()
  var whenCancelled: @Sendable () -> Void = {}

  init(_ ports: DownloadPorts, _ policy: DownloadPolicy, _ seed: UInt64) {
    make = { DownloadWorker(ports, policy: policy, seed: seed) }
    (self.ports, self.policy, self.seed) = (ports, policy, seed)
    worker = make()
  }

  private let ports: DownloadPorts
  private let policy: DownloadPolicy
  private let seed: UInt64

  /// The same worker with other ports.
  func with(_ change: (inout DownloadPorts) -> Void) -> BentDownloads {
    var ports = ports
    change(&ports)
    return BentDownloads(ports, policy, seed)
  }

  /// Runs the worker. If the owner does not wait to leave, the run carries that out.
  func work() async {
    if waitsToLeave { return await worker.run() }
    let (worker, leaving) = (worker, leaving.stream)
    await withDiscardingTaskGroup { group in
      group.addTask { for await _ in leaving { await worker.signOut() } }
      await worker.run()
      group.cancelAll()
    }
  }

  func run() async {
    shown.goOn()
    let (number, running) = state.withLock { state in
      state.runs += 1
      state.running += 1
      return (state.runs, state.running)
    }
    await withTaskCancellationHandler {
      await runs(self, number, running)
    } onCancel: {
      shown.stop()
      whenCancelled()
    }
    state.withLock { $0.running -= 1 }
  }

  func want(_ wishes: [FileWish], on screen: FileScreen) {
    if hearsEarlyWishes || state.current.running > 0 { worker.want(wishes, on: screen) }
  }

  func signOut() async {
    guard waitsToLeave else {
      leaving.continuation.yield()
      return
    }
    if leavesBeforeARun || state.current.running > 0 { await worker.signOut() }
  }

  func statuses() -> AsyncStream<DownloadStatus> {
    let statuses = keepsLastStatus ? shown.values(worker.statuses()) : worker.statuses()
    return tellsNewcomers ? statuses : statuses.withoutFirst
  }

  func insist(_ file: FileKey) { worker.insist(file) }
  func lost(_ file: FileKey) { worker.lost(file) }
  func signedIn() { worker.signedIn() }
}

/// Files whose parts are never closed.
struct OpenParts: DownloadedFiles {
  let files: any DownloadedFiles

  private struct Part: PartialFile {
    let part: any PartialFile

    func write(_ bytes: Data) async throws(DownloadError) { try await part.write(bytes) }
    func close() {}
  }

  func part(
    _ name: StoredName, from offset: Int
  ) async throws(DownloadError) -> any PartialFile {
    Part(part: try await files.part(name, from: offset))
  }

  func list() async throws(DownloadError) -> [StoredFile] { try await files.list() }
  func keep(_ name: StoredName, byteCount: Int) async throws(DownloadError) {
    try await files.keep(name, byteCount: byteCount)
  }
  func remove(_ name: StoredName) async throws(DownloadError) { try await files.remove(name) }
  func touch(_ names: [StoredName]) async { await files.touch(names) }
}

/// A connection with a fault in the bytes that it passes on.
struct BentDownloader: MediaDownloader {
  let downloader: any MediaDownloader
  var losesSecondPiece = false
  var asksFromStart = false

  func download(
    _ file: FileKey, from offset: Int,
    hear: @escaping @Sendable (DownloadNews) async throws(DownloadError) -> Void
  ) async throws(DownloadError) {
    let pieces = Locked(0)
    try await downloader.download(file, from: asksFromStart ? 0 : offset) {
      news throws(DownloadError) in
      if case .bytes = news, losesSecondPiece {
        let number = pieces.withLock { pieces in
          pieces += 1
          return pieces
        }
        if number == 2 { return }
      }
      try await hear(news)
    }
  }
}
