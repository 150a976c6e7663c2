import Foundation
import MessagingConformance
import MessagingCore
import MessagingModel
import Testing

/// Rules that do what the test says: actions for an event, else none. They remember each event.
private struct Scripted: DownloadDeciding {
  let heard = Locked<[String]>([])
  let reaction: @Sendable (String) -> [DownloadAction]

  var nextDeadline: Int64? { nil }
  /// Another status after each event, so that a test can wait for it.
  var status: DownloadStatus { DownloadStatus(phase: .running, byteCount: heard.current.count) }

  mutating func handle(_ event: DownloadEvent, at now: Int64) -> [DownloadAction] {
    let word = Scripted.word(event)
    heard.withLock { $0.append(word) }
    return reaction(word)
  }

  private static func word(_ event: DownloadEvent) -> String {
    switch event {
    case .online(let isOnline): "online \(isOnline)"
    case .clock: "clock"
    case .wished(let screen, let wishes): "wished \(screen.number) \(wishes.map(\.file.remote))"
    case .insisted(let file): "insisted \(file.remote)"
    case .lost(let file): "lost \(file.remote)"
    case .signedIn: "signedIn"
    case .signedOut: "signedOut"
    case .found(let ticket, let files): "found \(ticket.number) \(files.map(\.byteCount))"
    case .notFound(let ticket, let error): "notFound \(ticket.number) \(error.code)"
    case .kept(let ticket): "kept \(ticket.number)"
    case .notKept(let ticket, let error): "notKept \(ticket.number) \(error.code)"
    case .evicted(let name): "evicted \(name.text.string.prefix(2))"
    case .notEvicted(let name, let error): "notEvicted \(name.text.string.prefix(2)) \(error.code)"
    case .began(let ticket, let total): "began \(ticket.number) \(total ?? -1)"
    case .received(let ticket, let count): "received \(ticket.number) \(count)"
    case .ended(let ticket, .success(let count)): "ended \(ticket.number) \(count)"
    case .ended(let ticket, .failure(let error)):
      "failed \(ticket.number) \(error.kind) \(error.code)"
    }
  }
}

/// A server that is told what to do with the one who listens.
private struct Speaker: MediaDownloader {
  typealias Hear = @Sendable (DownloadNews) async throws(DownloadError) -> Void
  let speak: @Sendable (Hear) async throws(DownloadError) -> Void

  func download(
    _ file: FileKey, from offset: Int, hear: @escaping Hear
  ) async throws(DownloadError) {
    try await speak(hear)
  }
}

/// What a worker does with each action, and which events its rules hear: nothing is decided here.
@Suite("Effects of downloads", .timeLimit(.minutes(10))) struct DownloadEffectsTests {
  private let files = MemoryFiles()
  private let photo = FileKey("photo", .whole)
  private let name = StoredName(FileKey("photo", .whole))
  private let full = DownloadError(.diskFull, code: "disk-full")

  private func ticket(_ number: Int64) -> DownloadTicket { DownloadTicket(number) }

  private func download(
    _ number: Int64, from offset: Int = 0, limit: Int = 100
  ) -> DownloadAction {
    .download(ticket(number), DownloadRequest(photo, name: name, offset: offset, limit: limit))
  }

  private func speaker(_ chunks: [Int], total: Int? = nil) -> Speaker {
    Speaker { hear throws(DownloadError) in
      try await hear(.begins(total: total))
      for count in chunks { try await hear(.bytes(Data(repeating: 7, count: count))) }
    }
  }

  /// Runs a worker until its rules have heard `end`, and returns what they heard after the start.
  private func run(
    _ server: any MediaDownloader = ToyFileServer(), until end: String,
    then: @escaping @Sendable (String) -> Void = { _ in },
    _ reaction: @escaping @Sendable (String) -> [DownloadAction]
  ) async -> [String] {
    let ports = DownloadPorts(
      downloader: server, files: files, connectivity: ManualConnectivity(), clock: ManualClock())
    let rules = Scripted { word in
      then(word)
      return reaction(word)
    }
    let worker = DownloadWorker(ports) { rules }
    let run = Task { await worker.run() }
    for await _ in worker.statuses() where rules.heard.current.contains(end) { break }
    run.cancel()
    await run.value
    return rules.heard.current.filter { !$0.hasPrefix("online") }
  }

  private func atStart(
    _ actions: DownloadAction...
  ) -> @Sendable (String) -> [DownloadAction] {
    { $0 == "online true" ? actions : [] }
  }

  @Test("the disk does one thing after the other, and answers each, but a touch") func disk() async
  {
    files.state.withLock { $0.parts[name] = Data([1, 2, 3]) }
    let heard = await run(
      until: "found 3 []",
      atStart(
        .list(ticket(1)), .touch([name]), .keep(ticket(2), name, byteCount: 3), .evict(name),
        .list(ticket(3))))
    #expect(heard == ["found 1 [3]", "kept 2", "evicted w-", "found 3 []"])
    #expect(files.log == ["list", "touch 1", "keep 3", "remove", "list"])
  }

  @Test("the disk fails: each failure is heard") func diskFails() async {
    let error = full
    files.state.withLock { $0.failing = ["list": error, "keep": error, "remove": error] }
    let heard = await run(
      until: "notEvicted w- disk-full",
      atStart(.list(ticket(1)), .keep(ticket(2), name, byteCount: 3), .evict(name)))
    #expect(heard == ["notFound 1 disk-full", "notKept 2 disk-full", "notEvicted w- disk-full"])
  }

  @Test("a part that cannot be opened ends its download, and nothing is requested")
  func notOpened() async {
    let error = full
    files.state.withLock { $0.failing = ["part": error] }
    let server = ToyFileServer()
    server.put(photo, 20)
    let heard = await run(
      server, until: "failed 1 diskFull disk-full", atStart(download(1)))
    #expect(heard == ["failed 1 diskFull disk-full"])
    #expect(server.requests == [])
  }

  @Test("bytes are counted from the offset, and are on the disk when they are heard of")
  func counted() async {
    files.state.withLock { $0.parts[name] = Data(repeating: 1, count: 9) }
    let sizes = Locked<[Int]>([])
    let heard = await run(
      speaker([3, 0, 4], total: 12), until: "ended 1 12",
      then: { word in
        guard word.hasPrefix("received") else { return }
        let size = self.files.state.current.parts[self.name]?.count ?? 0
        sizes.withLock { $0.append(size) }
      }, atStart(download(1, from: 5)))
    #expect(heard == ["began 1 12", "received 1 8", "received 1 12", "ended 1 12"])
    #expect(zip(sizes.current, [8, 12]).allSatisfy { $0 >= $1 } && sizes.current.count == 2)
    #expect(files.state.current.parts[name] == Data([1, 1, 1, 1, 1, 7, 7, 7, 7, 7, 7, 7]))
    #expect(files.log == ["part 5", "close"])
  }

  @Test(
    "nothing is written behind the limit, whatever the server does with the error (LOAD-027)",
    arguments: [
      ([10, 10], 20, 20, false), ([10, 10], 19, 19, true), ([10, 10], 10, 10, true),
      ([10, 10], 11, 11, true), ([1], 0, 0, true), ([1], -5, 0, true), ([30], 20, 20, true),
    ] as [([Int], Int, Int, Bool)])
  func limited(chunks: [Int], limit: Int, written: Int, isOver: Bool) async {
    let end = isOver ? "failed 1 overlong overlong" : "ended 1 \(written)"
    for style in ["throws it", "throws another", "goes on"] {
      files.state.withLock { $0.parts = [:] }
      let server = Speaker { hear throws(DownloadError) in
        for count in chunks {
          do throws(DownloadError) {
            try await hear(.bytes(Data(repeating: 7, count: count)))
          } catch {
            if style == "throws it" { throw error }
            if style == "throws another" { throw DownloadError(.transient, code: "cut") }
          }
        }
      }
      let heard = await run(server, until: end, atStart(download(1, limit: limit)))
      #expect(heard.last == end, "\(style)")
      #expect(files.state.current.parts[name]?.count == written, "\(style)")
    }
  }

  @Test("a disk that is full ends a download as that, not as what the server makes of it")
  func fullDisk() async {
    let error = full
    files.state.withLock { $0.failing = ["write": error] }
    let server = Speaker { hear throws(DownloadError) in
      do throws(DownloadError) {
        try await hear(.bytes(Data([1])))
      } catch { throw DownloadError(.transient, code: "cut") }
    }
    let heard = await run(server, until: "failed 1 diskFull disk-full", atStart(download(1)))
    #expect(heard == ["failed 1 diskFull disk-full"])
  }

  @Test("an error of the server comes as it is") func serverFails() async {
    let server = Speaker { _ throws(DownloadError) in throw DownloadError(.refused, code: "404") }
    let heard = await run(server, until: "failed 1 refused 404", atStart(download(1)))
    #expect(heard == ["failed 1 refused 404"])
    #expect(files.log == ["part 0", "close"])
  }

  @Test("a download that is given up before its part is open is neither opened nor requested")
  func abortedEarly() async {
    files.state.withLock { $0.waiting = ["list"] }
    let server = ToyFileServer()
    server.put(photo, 20)
    let heard = await run(
      server, until: "found 3 []", then: { if $0.hasPrefix("failed") { self.files.release() } },
      atStart(
        .list(ticket(1)), download(2), .abort(ticket(2)), .abort(ticket(9)), .list(ticket(3))))
    #expect(heard == ["failed 2 disk closed", "found 1 []", "found 3 []"])
    #expect(files.log == ["list", "list"] && server.requests == [])
  }

  @Test("a part that opens after its download was given up is closed") func abortedWhileOpening()
    async
  {
    files.state.withLock { $0.waiting = ["part"] }
    let server = ToyFileServer()
    server.put(photo, 20)
    let start = download(2)
    let rules = Scripted { word in
      if word == "failed 2 disk closed" { self.files.release() }
      switch word {
      case "online true": return [start]
      case "signedIn": return [.abort(self.ticket(2)), .list(self.ticket(3))]
      default: return []
      }
    }
    let worker = DownloadWorker(
      DownloadPorts(
        downloader: server, files: files, connectivity: ManualConnectivity(), clock: ManualClock())
    ) { rules }
    let run = Task { await worker.run() }
    for await operation in files.begun.stream where operation == "part" { break }
    worker.signedIn()
    for await _ in worker.statuses() where rules.heard.current.contains("found 3 [0]") { break }
    #expect(
      rules.heard.current == ["online true", "signedIn", "failed 2 disk closed", "found 3 [0]"])
    #expect(files.log == ["part 0", "close", "list"] && server.requests == [])
    run.cancel()
    await run.value
  }

  @Test("what screens and persons say comes to the rules in its order") func told() async {
    let ports = DownloadPorts(
      downloader: ToyFileServer(), files: files, connectivity: ManualConnectivity(isOnline: false),
      clock: ManualClock())
    let rules = Scripted { _ in [] }
    let worker = DownloadWorker(ports) { rules }
    worker.want([FileWish(photo)], on: FileScreen(7))
    worker.want([FileWish(photo)], on: FileScreen(2))
    worker.want([FileWish(photo)], on: FileScreen(4))
    worker.want([], on: FileScreen(4))
    let run = Task { await worker.run() }
    for await _ in worker.statuses() where rules.heard.current.count == 3 { break }
    worker.want([])
    worker.insist(photo)
    worker.lost(photo)
    worker.signedIn()
    await worker.signOut()
    await run.value
    worker.insist(photo)
    let heard = rules.heard.current
    #expect(heard.contains("online false"))
    #expect(
      heard.filter { $0 != "online false" } == [
        "wished 2 [photo]", "wished 7 [photo]", "wished 0 []", "insisted photo", "lost photo",
        "signedIn", "signedOut",
      ])
  }

  @Test("two who sign out together both come back, once the run is over") func bothLeave() async {
    let worker = DownloadWorker(
      DownloadPorts(
        downloader: ToyFileServer(), files: files, connectivity: ManualConnectivity(),
        clock: ManualClock()), seed: 1)
    let run = Task { await worker.run() }
    for await status in worker.statuses() where status.phase == .running { break }
    async let first: Void = worker.signOut()
    async let second: Void = worker.signOut()
    (_, _) = await (first, second)
    await run.value
    let log = files.log
    await worker.signOut()
    await worker.run()
    #expect(files.log == log)
  }
}
