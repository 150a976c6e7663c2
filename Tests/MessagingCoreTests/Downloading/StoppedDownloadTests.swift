import Foundation
import MessagingConformance
import MessagingModel
import Testing

@testable import MessagingCore

/// What a stopped download leaves on the disk: what the rules have heard of, and no byte more.
@Suite("A download that is stopped", .timeLimit(.minutes(10))) struct StoppedDownloadTests {
  private let files = MemoryFiles()
  private let photo = FileKey("photo", .whole)
  private let name = StoredName(FileKey("photo", .whole))
  private let ticket = DownloadTicket(1)

  /// Downloads 20 bytes, stops when the rules have heard of `heard` of them, and returns what a
  /// listing finds.
  private func left(
    hearing heard: Int, from offset: Int = 0, cutFails: Bool = false
  ) async -> [Int] {
    let server = ToyFileServer()
    server.put(photo, 20)
    let (notes, mailbox) = AsyncStream<DownloadNote>.makeStream()
    let ports = DownloadPorts(
      downloader: server, files: files, connectivity: ManualConnectivity(), clock: ManualClock())
    let ticket = ticket
    let request = DownloadRequest(photo, name: name, offset: offset, limit: 20)
    return await withDiscardingTaskGroup { group in
      var effects = DownloadEffects(ports: ports, mailbox: mailbox, in: &group)
      effects.run(.download(ticket, request), in: &group)
      var events = notes.makeAsyncIterator()
      // All bytes are on the disk, and the download is over, before the rules hear of them.
      while case .event(let event)? = await events.next() {
        if case .received(_, let count) = event, count <= heard { effects.note(event) }
        if case .ended = event { break }
      }
      let error = DownloadError(.disk, code: "broken")
      files.state.withLock { $0.failing = cutFails ? ["part": error] : [:] }
      effects.run(.abort(ticket), in: &group)
      effects.run(.list(DownloadTicket(2)), in: &group)
      defer { group.cancelAll() }
      while case .event(let event)? = await events.next() {
        if case .found(_, let files) = event { return files.map(\.byteCount) }
      }
      return []
    }
  }

  @Test("bytes that the rules have not heard of are removed: no room is reserved (LOAD-021)")
  func removed() async {
    #expect(await left(hearing: 10) == [10])
    #expect(await left(hearing: 0) == [0])
  }

  @Test("bytes that the rules have heard of stay, and those from before") func kept() async {
    #expect(await left(hearing: 20) == [20])
    files.state.withLock { $0.parts[name] = Data(repeating: 1, count: 8) }
    #expect(await left(hearing: 0, from: 8) == [8])
  }

  @Test("what cannot be removed is found by the next listing") func notRemoved() async {
    #expect(await left(hearing: 10, cutFails: true) == [20])
  }

  @Test("when its run is cancelled it waits, and after a sign-out it says so") func over() async {
    let server = ToyFileServer()
    server.put(photo, 20)
    server.state.withLock { $0.stops = [photo: 10] }
    let worker = DownloadWorker(
      DownloadPorts(
        downloader: server, files: files, connectivity: ManualConnectivity(), clock: ManualClock()),
      seed: 1)
    worker.want([FileWish(photo, byteCount: 20)])
    let run = Task { await worker.run() }
    for await status in worker.statuses() where status.files[photo] == .loading(percent: 50) {
      break
    }
    run.cancel()
    await run.value
    var statuses = worker.statuses().makeAsyncIterator()
    let cancelled = DownloadStatus(phase: .offline, files: [photo: .waiting], byteCount: 10)
    #expect(await statuses.next() == cancelled)
    await worker.signOut()
    let over = DownloadStatus(phase: .signedOut, files: [photo: .waiting], byteCount: 10)
    #expect(await statuses.next() == over)
  }
}
