import MessagingConformance
import MessagingCore
import MessagingModel
import Testing

/// Rules that only count what they hear, and say the number as their status.
private struct Counting: DownloadDeciding {
  let heard = Locked(0)
  let told: AsyncStream<Int>.Continuation

  mutating func handle(_ event: DownloadEvent, at _: Int64) -> [DownloadAction] {
    told.yield(
      heard.withLock { heard in
        heard += 1
        return heard
      })
    return []
  }

  var nextDeadline: Int64? { nil }
  var status: DownloadStatus { DownloadStatus(phase: .running, byteCount: heard.current) }
}

/// A network that says nothing of itself.
private struct Unknown: Connectivity {
  func states() -> AsyncStream<Bool> { AsyncStream { _ in } }
}

/// What observers hear who come late, or come back.
@Suite("Followers of a download worker", .timeLimit(.minutes(10))) struct DownloadFollowersTests {
  private let photo = FileKey("photo", .whole)

  private func ports(_ network: any Connectivity) -> DownloadPorts {
    DownloadPorts(
      downloader: ToyFileServer(), files: MemoryFiles(), connectivity: network,
      clock: ManualClock())
  }

  /// Follows until so many events were heard, and goes.
  private func follow(_ worker: DownloadWorker, until count: Int) async {
    for await status in worker.statuses() where status.byteCount == count { return }
  }

  /// A screen that comes back shows how downloads stand now, not how they stood when it left.
  @Test("who follows again hears how it stands now") func again() async {
    let told = AsyncStream<Int>.makeStream()
    let worker = DownloadWorker(ports(ManualConnectivity())) {
      Counting(told: told.continuation)
    }
    let run = Task { await worker.run() }
    await follow(worker, until: 1)
    worker.insist(photo)
    worker.insist(photo)
    // Once the third event is handled, the second one is over and nobody follows.
    for await count in told.stream where count == 3 { break }
    var statuses = worker.statuses().makeAsyncIterator()
    #expect(await statuses.next()?.byteCount == 3)
    run.cancel()
    await run.value
  }

  /// Nothing happens, and yet a screen that opens has to show something.
  @Test("who follows while nothing happens hears the status at once") func quiet() async {
    let (begun, begin) = AsyncStream<Void>.makeStream()
    let told = AsyncStream<Int>.makeStream()
    let worker = DownloadWorker(ports(Unknown())) {
      begin.finish()
      return Counting(told: told.continuation)
    }
    let run = Task { await worker.run() }
    for await _ in begun {}
    var statuses = worker.statuses().makeAsyncIterator()
    #expect(await statuses.next() == DownloadStatus(phase: .running))
    run.cancel()
    await run.value
  }
}
