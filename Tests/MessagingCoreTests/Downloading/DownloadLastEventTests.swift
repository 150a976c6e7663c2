import MessagingConformance
import MessagingCore
import MessagingModel
import Testing

/// Rules that remember the last event that they heard.
private struct Remembering: DownloadDeciding {
  let last: Locked<String>

  var nextDeadline: Int64? { nil }
  var status: DownloadStatus { DownloadStatus(phase: .running) }

  mutating func handle(_ event: DownloadEvent, at _: Int64) -> [DownloadAction] {
    var word = "something else"
    if case .online(let isOnline) = event { word = isOnline ? "online" : "offline" }
    if case .signedOut = event { word = "signed out" }
    let heard = word
    last.withLock { $0 = heard }
    return []
  }
}

/// What the rules of downloads hear last.
@Suite("The last event of a download worker", .timeLimit(.minutes(10)))
struct DownloadLastEventTests {
  /// Either may come first, and the rules know in both cases that nothing is in flight any more.
  @Test("a run that is cancelled while the owner leaves ends offline or signed out")
  func cancelledWhileLeaving() async {
    let ports = DownloadPorts(
      downloader: ToyFileServer(), files: MemoryFiles(), connectivity: ManualConnectivity(),
      clock: ManualClock())
    for _ in 0..<200 {
      let last = Locked("")
      let worker = DownloadWorker(ports) { Remembering(last: last) }
      let run = Task { await worker.run() }
      for await _ in worker.statuses() { break }
      run.cancel()
      await worker.signOut()
      await run.value
      #expect(["offline", "signed out"].contains(last.current))
    }
  }
}
