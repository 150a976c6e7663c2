import Foundation
import MessagingConformance
import MessagingCore
import MessagingModel
import Testing

/// The shell around the rules of downloading: real tasks, a real directory. What is decided is
/// tested with the rules themselves. A kill drops the worker and keeps the directory.
@Suite("The worker that downloads", .timeLimit(.minutes(10))) final class DownloadWorkerTests {
  private let folder: URL
  private let files: DownloadDirectory
  private let server = ToyFileServer()
  private let network = ManualConnectivity()
  private let clock = ManualClock()
  private let photo = FileKey("photo", .whole)
  private let video = FileKey("video", .whole)

  init() throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("worker-\(ProcessInfo.processInfo.globallyUniqueString)")
    // What was seen is always older than what has just come.
    files = DownloadDirectory(root: folder) { Date(timeIntervalSinceNow: -1_000) }
    server.put(photo, 100)
    server.put(video, 300)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  private func begin(
    _ policy: DownloadPolicy = DownloadPolicy()
  ) -> (worker: DownloadWorker, run: Task<Void, Never>) {
    let worker = DownloadWorker(ports, policy: policy, seed: 1)
    return (worker, Task { await worker.run() })
  }

  private var ports: DownloadPorts {
    DownloadPorts(downloader: server, files: files, connectivity: network, clock: clock)
  }

  private func until(
    _ worker: DownloadWorker, _ holds: (DownloadStatus) -> Bool
  ) async {
    for await status in worker.statuses() where holds(status) { return }
  }

  private func stop(_ run: Task<Void, Never>) async {
    run.cancel()
    await run.value
  }

  private func isLoading(_ file: FileKey, _ percent: Int) -> (DownloadStatus) -> Bool {
    { $0.files[file] == .loading(percent: percent) }
  }

  @Test("what a screen wishes for comes, as the server has it") func comes() async throws {
    let (worker, run) = begin()
    worker.want([FileWish(photo, byteCount: 100), FileWish(video)])
    await until(worker) { $0.files[self.photo] == .here && $0.files[self.video] == .here }
    #expect(try Data(contentsOf: files.url(of: photo)) == ToyFileServer.bytes(photo, 100))
    #expect(try Data(contentsOf: files.url(of: video)) == ToyFileServer.bytes(video, 300))
    #expect(try await files.list().allSatisfy(\.isWhole))
    worker.want([FileWish(photo, byteCount: 100)], on: FileScreen(2))
    await until(worker) { $0.byteCount == 400 }
    #expect(server.requests.sorted() == ["photo@0", "video@0"])
    await stop(run)
  }

  @Test("what came before a kill is not asked for again") func resumed() async throws {
    server.state.withLock { $0.stops[photo] = 40 }
    let (worker, run) = begin()
    worker.want([FileWish(photo, byteCount: 100)])
    await until(worker, isLoading(photo, 40))
    await stop(run)
    #expect(try await files.list().map(\.byteCount) == [40])
    server.state.withLock { $0.stops = [:] }
    let (next, again) = begin()
    next.want([FileWish(photo, byteCount: 100)])
    await until(next) { $0.files[self.photo] == .here }
    #expect(server.requests == ["photo@0", "photo@40"])
    #expect(try Data(contentsOf: files.url(of: photo)) == ToyFileServer.bytes(photo, 100))
    await stop(again)
  }

  @Test("wishes that were told before a run hold for it, and for the next one")
  func early() async throws {
    let worker = DownloadWorker(ports, seed: 1)
    worker.want([FileWish(photo, byteCount: 100)])
    let run = Task { await worker.run() }
    await until(worker) { $0.files[self.photo] == .here }
    await stop(run)
    try FileManager.default.removeItem(at: files.url(of: photo))
    let again = Task { await worker.run() }
    await until(worker) { status in
      self.server.requests.count == 2 && status.files[self.photo] == .here
    }
    #expect(server.requests == ["photo@0", "photo@0"])
    await stop(again)
  }

  @Test("without a network nothing is asked") func offline() async {
    network.set(isOnline: false)
    let (worker, run) = begin()
    worker.want([FileWish(photo, byteCount: 100)])
    await until(worker) { $0.phase == .offline && $0.files[self.photo] == .waiting }
    #expect(server.requests.isEmpty)
    network.set(isOnline: true)
    await until(worker) { $0.files[self.photo] == .here }
    await stop(run)
  }

  @Test("a failure is tried again when its time has come") func retried() async throws {
    server.state.withLock { $0.failures = [DownloadError(.transient, code: "503")] }
    let (worker, run) = begin()
    worker.want([FileWish(photo, byteCount: 100)])
    await until(worker) { status in
      if case .failed("503", _) = status.files[self.photo] { true } else { false }
    }
    try await clock.waitForSleepers(1)
    clock.advance(by: .seconds(2))
    await until(worker) { $0.files[self.photo] == .here }
    #expect(server.requests == ["photo@0", "photo@0"])
    await stop(run)
  }

  @Test("more than was said is never on the disk") func overlong() async throws {
    server.state.withLock { $0.tellsSize = false }
    var policy = DownloadPolicy()
    policy.wrongLengths = 1
    let (worker, run) = begin(policy)
    worker.want([FileWish(photo, byteCount: 45)])
    await until(worker) { $0.files[self.photo] == .refused(.wrongLength) && $0.byteCount == 0 }
    #expect(try await files.list() == [])
    await stop(run)
  }

  @Test("bytes that come after a download was given up are not written") func late() async throws {
    server.state.withLock { state in
      state.stops[photo] = 40
      state.isStubborn = true
    }
    let (worker, run) = begin()
    worker.want([FileWish(photo, byteCount: 100)])
    await until(worker, isLoading(photo, 40))
    worker.want([FileWish(video, byteCount: 300)])
    await until(worker) { $0.files[self.video] == .here }
    // The run waits for whoever was cancelled.
    await stop(run)
    #expect(server.state.current.refusals == 1)
    #expect(try await files.list().map(\.byteCount).sorted() == [40, 300])
  }

  @Test("what was seen least recently goes, over a kill") func evicted() async throws {
    var policy = DownloadPolicy()
    policy.budget = 450
    let old = FileKey("old", .whole)
    server.put(old, 100)
    let (worker, run) = begin(policy)
    worker.want([FileWish(old, byteCount: 100)])
    await until(worker) { $0.files[old] == .here }
    worker.want([FileWish(photo, byteCount: 100)])
    await until(worker) { $0.files[self.photo] == .here }
    await stop(run)
    let (next, again) = begin(policy)
    next.want([FileWish(video, byteCount: 300)])
    await until(next) { $0.files[self.video] == .here }
    #expect(!files.contains(old) && files.contains(photo))
    await stop(again)
  }

  @Test("after a sign-out nothing is asked, and the run is over for good") func left() async {
    server.state.withLock { $0.stops[photo] = 40 }
    let (worker, run) = begin()
    worker.want([FileWish(photo, byteCount: 100)])
    await until(worker, isLoading(photo, 40))
    await worker.signOut()
    await run.value
    worker.want([FileWish(video, byteCount: 300)])
    await worker.run()
    #expect(server.requests == ["photo@0"])
    for await status in worker.statuses() {
      #expect(status.phase == .signedOut)
      break
    }
    await worker.signOut()
  }

  @Test("a second run while one goes on returns at once") func second() async {
    let (worker, run) = begin()
    await until(worker) { $0.phase == .running }
    await worker.run()
    await stop(run)
  }

  @Test("a file that the system removed is fetched again") func lost() async throws {
    let (worker, run) = begin()
    worker.want([FileWish(photo, byteCount: 100)])
    await until(worker) { $0.files[self.photo] == .here }
    try FileManager.default.removeItem(at: files.url(of: photo))
    worker.lost(photo)
    await until(worker) { _ in self.server.requests.count == 2 }
    await until(worker) { $0.files[self.photo] == .here }
    #expect(files.contains(photo))
    await stop(run)
  }

  @Test("a part that the system removed is fetched from the start (LOAD-030)")
  func lostPart() async throws {
    server.state.withLock { $0.stops[photo] = 40 }
    let (worker, run) = begin()
    worker.want([FileWish(photo, byteCount: 100)])
    await until(worker, isLoading(photo, 40))
    network.set(isOnline: false)
    await until(worker) { $0.phase == .offline }
    files.removeAll()
    server.state.withLock { $0.stops = [:] }
    network.set(isOnline: true)
    await until(worker) { status in
      if case .failed("part-is-short", _) = status.files[self.photo] { true } else { false }
    }
    // Other downloads do not wait for it.
    worker.want([FileWish(video, byteCount: 300)], on: FileScreen(2))
    await until(worker) { $0.files[self.video] == .here }
    try await clock.waitForSleepers(1)
    clock.advance(by: .seconds(2))
    await until(worker) { $0.files[self.photo] == .here }
    #expect(try Data(contentsOf: files.url(of: photo)) == ToyFileServer.bytes(photo, 100))
    #expect(server.requests == ["photo@0", "video@0", "photo@0"])
    await stop(run)
  }

  @Test("somebody else may decide") func foreign() async throws {
    let worker = DownloadWorker(ports) { OneAtATime() }
    let run = Task { await worker.run() }
    worker.want([FileWish(photo), FileWish(video)])
    await until(worker) { $0.byteCount == 2 }
    #expect(try Data(contentsOf: files.url(of: video)) == ToyFileServer.bytes(video, 300))
    #expect(server.requests == ["photo@0", "video@0"])
    await stop(run)
  }

  @Test("what lies behind the limit of a request is not written, whoever decides")
  func limited() async throws {
    let worker = DownloadWorker(ports) { OneAtATime(limit: 45) }
    let run = Task { await worker.run() }
    worker.want([FileWish(photo)])
    await until(worker) { $0.phase == .diskFailed("overlong") }
    #expect(try await files.list().map(\.byteCount) == [45])
    await stop(run)
  }
}

/// Rules of somebody else: what was wished for first is fetched, one file after the other.
private struct OneAtATime: DownloadDeciding {
  private let limit: Int
  private var error: ExactString?
  private var waiting: [FileKey] = []
  private var current: FileKey?
  private var tickets: Int64 = 0
  private var done = 0

  var nextDeadline: Int64? { nil }

  init(limit: Int = 1_000) { self.limit = limit }

  var status: DownloadStatus {
    DownloadStatus(phase: error.map { .diskFailed($0) } ?? .running, byteCount: done)
  }

  mutating func handle(_ event: DownloadEvent, at _: Int64) -> [DownloadAction] {
    if case .wished(_, let wishes) = event { waiting += wishes.map(\.file) }
    if case .kept = event { (current, done) = (nil, done + 1) }
    if case .ended(let ticket, .success(let count)) = event, let current {
      return [.keep(ticket, StoredName(current), byteCount: count)]
    }
    if case .ended(_, .failure(let failure)) = event { error = failure.code }
    guard current == nil, !waiting.isEmpty else { return [] }
    let file = waiting.removeFirst()
    current = file
    tickets += 1
    let request = DownloadRequest(file, name: StoredName(file), offset: 0, limit: limit)
    return [.download(DownloadTicket(tickets), request)]
  }
}
