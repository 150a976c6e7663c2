import Foundation
import MessagingConformance
import MessagingCore
import MessagingModel
import Testing

import struct MessagingConformance.SeededRandom

/// A worker between screens, a server and a disk that all fail, and that is killed now and then.
/// Whatever happened: whole files are as the server has them, and once nothing fails any more
/// everything wished for is on the disk (LOAD-030), and stays there without a request.
@Suite("Histories of a worker that downloads", .timeLimit(.minutes(10)))
struct DownloadHistoryTests {
  private static let budget = 280
  /// Seven files of 40 to 100 bytes; those wished for at the end fit into the budget together.
  private static let sizes = Dictionary(
    uniqueKeysWithValues: (0..<7).map { number in
      (FileKey(ExactString("file \(number)"), number < 2 ? .thumbnail : .whole), 40 + number * 10)
    })
  private static let keys = sizes.keys.sorted()

  /// One run of a worker over the same disk and server.
  private struct Life {
    let worker: DownloadWorker
    let run: Task<Void, Never>

    init(_ ports: DownloadPorts, seed: UInt64, wishes: [FileWish] = []) {
      var policy = DownloadPolicy()
      (policy.budget, policy.unknownLimit, policy.atOnce) = (budget, 120, 3)
      policy.progressStep = 1
      let worker = DownloadWorker(ports, policy: policy, seed: seed)
      worker.want(wishes)
      self.worker = worker
      run = Task { await worker.run() }
    }

    func kill() async {
      run.cancel()
      await run.value
    }
  }

  private static func wishes(_ random: inout SeededRandom) -> [FileWish] {
    random.shuffled(keys).prefix(random.below(5)).map { file in
      FileWish(
        file, byteCount: random.chance(1, of: 3) ? nil : sizes[file], distance: random.below(3))
    }
  }

  @Test("what is wished for at the end is there, whatever happened (LOAD-030, LOAD-038)")
  func histories() async {
    var moods: [String: Int] = [:]
    for seed in UInt64(1)...100 {
      let server = await DownloadHistoryTests.history(seed)
      moods.merge(server.state.current.moods, uniquingKeysWith: +)
    }
    // On an idle machine most moods are met: how many depends on how fast the worker is beside the
    // steps of a history. What has to hold at the end holds for all of them.
    #expect(!moods.isEmpty)
  }

  /// - Parameter seed: draws everything; the same number plays the same history again.
  private static func history(_ seed: UInt64) async -> MoodyFileServer {
    var random = SeededRandom(seed: seed, stream: "downloads")
    let files = MemoryFiles()
    let server = MoodyFileServer(sizes, SeededRandom(seed: seed, stream: "moods"))
    let (network, clock) = (ManualConnectivity(), ManualClock())
    let ports = DownloadPorts(
      downloader: server, files: files, connectivity: network, clock: clock)
    var life = Life(ports, seed: seed)
    var steps: [String] = []
    for _ in 0..<(10 + random.below(40)) {
      let step = random.below(10)
      steps.append("\(step)")
      switch step {
      case 0, 1, 2: life.worker.want(wishes(&random), on: FileScreen(random.below(2)))
      case 3: network.set(isOnline: random.chance(2, of: 3))
      case 4: clock.advance(by: .milliseconds(random.below(40_000)))
      case 5: if let file = random.pick(from: keys) { life.worker.insist(file) }
      case 6: life.worker.signedIn()
      case 7:
        let error = DownloadError(random.chance(1, of: 2) ? .disk : .diskFull, code: "broken")
        let operation = ["list", "part", "keep", "remove", "write"][random.below(5)]
        files.state.withLock { $0.failing[operation] = error }
      case 8: files.state.withLock { $0.failing = [:] }
      default:
        guard random.chance(1, of: 4) else { continue }
        await life.kill()
        life = Life(ports, seed: seed)
      }
      // The worker catches up.
      for await _ in life.worker.statuses() { break }
    }
    // From now on nothing fails.
    files.state.withLock { $0.failing = [:] }
    network.set(isOnline: true)
    server.calm()
    let last = Array(random.shuffled(keys).prefix(3))
    life.worker.want(last.map { FileWish($0, byteCount: sizes[$0]) }, on: FileScreen(0))
    life.worker.want([], on: FileScreen(1))
    await end(life.worker, last, clock)
    await life.kill()
    check(files, last, "seed \(seed), steps \(steps)")
    // A worker that is killed may leave what a stopped download wrote last (LOAD-021). A new one
    // finds what is there, and keeps it within the budget (LOAD-005, LOAD-038).
    let requests = server.state.current.requests
    let next = Life(
      ports, seed: seed, wishes: last.map { FileWish($0, byteCount: sizes[$0]) })
    await end(next.worker, last, clock)
    await next.kill()
    #expect(server.state.current.requests == requests, "seed \(seed): steps \(steps)")
    #expect(files.state.current.total <= budget, "seed \(seed): steps \(steps)")
    return server
  }

  /// What was wished for is there, and each whole file is as the server has it.
  private static func check(_ files: MemoryFiles, _ last: [FileKey], _ history: String) {
    let disk = files.state.current
    for file in last {
      #expect(
        disk.whole[StoredName(file)] == MoodyFileServer.bytes(file, sizes[file] ?? 0),
        "\(file.remote), \(history)")
    }
    for (name, bytes) in disk.whole {
      let file = keys.first { StoredName($0) == name }
      #expect(file.map { MoodyFileServer.bytes($0, sizes[$0] ?? 0) } == bytes, "\(history)")
    }
  }

  /// Follows the status until all is here and what has to go is gone, and lets the time come for
  /// which the worker waits.
  private static func end(
    _ worker: DownloadWorker, _ last: [FileKey], _ clock: ManualClock
  ) async {
    for await status in worker.statuses() {
      let isHere = last.allSatisfy { status.files[$0] == .here }
      if status.phase == .running, isHere, status.byteCount <= budget { return }
      if status.phase == .needsSignIn { worker.signedIn() }
      for file in last { if case .refused = status.files[file] { worker.insist(file) } }
      // Who sleeps only afterwards finds that the time has come already.
      guard let next = status.nextAttempt else { continue }
      clock.advance(by: max(.zero, .milliseconds(next) - clock.now.sinceStart))
    }
  }
}
