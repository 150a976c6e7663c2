internal import Foundation
internal import MessagingCore
internal import MessagingModel

/// All ports of a download worker. It records each call as the action that rules would return.
@available(macOS 15, iOS 18, *)
final class DownloadRig: DriveRig {
  let executor = ManualExecutor()
  let clock = ManualClock()
  private let desk = Locked(DownloadDesk())

  /// The reason why the worker cannot be driven; `nil` if it can.
  var trouble: String? { desk.current.trouble }

  func complain(_ trouble: String) {
    desk.withLock { $0.trouble = $0.trouble ?? trouble }
  }

  var status: DownloadStatus { desk.current.status }

  func show(_ status: DownloadStatus) { desk.withLock { $0.status = status } }

  /// Returns what the worker did since the previous call.
  func takeDeeds() -> [DownloadDeed] { desk.withLock { $0.takeDeeds() } }

  func note(_ deed: DownloadDeed) { desk.withLock { $0.note(deed) } }

  // MARK: What the worker asks

  /// Records a call to the disk, and waits for its answer. Cancelling does not end it: a disk
  /// carries out what it was told.
  func ask(_ call: DiskCall) async -> DiskAnswer {
    guard isDriven() else { return .over }
    let ticket = desk.withLock { $0.takeTicket() }
    return await withCheckedContinuation { continuation in
      let isWaiting = desk.withLock { desk in
        guard !desk.isOver else { return false }
        desk.take(call, ticket, continuation)
        return true
      }
      if !isWaiting { continuation.resume(returning: .over) }
    }
  }

  /// Plays the server of one download until it ends, or until the task is cancelled.
  func download(
    _ file: FileKey, from offset: Int,
    hear: @Sendable (DownloadNews) async throws(DownloadError) -> Void
  ) async throws(DownloadError) {
    guard isDriven() else { throw .over }
    let (deeds, server) = AsyncStream<ServerDeed>.makeStream()
    let ticket = desk.withLock { desk in
      let ticket = desk.takeTicket()
      // The worker keeps its limit to itself.
      let request = DownloadRequest(
        file, name: StoredName(file), offset: offset, limit: .max)
      if desk.isOver { server.finish() } else { desk.begin(ticket, request, server) }
      return ticket
    }
    defer { desk.withLock { $0.returned(ticket) } }
    for await deed in deeds {
      switch deed {
      case .news(let news):
        do throws(DownloadError) {
          try await hear(news)
        } catch {
          desk.withLock { $0.end(ticket) }
          throw error
        }
      case .end(let result):
        desk.withLock { $0.finish(ticket) }
        _ = try result.get()
        return
      }
    }
    desk.withLock { $0.stop(ticket) }
    throw .over
  }

  /// Opens a part.
  func part(_ name: StoredName, from offset: Int) throws(DownloadError) -> DownloadRigPart {
    guard isDriven() else { throw .over }
    let number = desk.withLock { $0.openPart(name, from: offset) }
    return DownloadRigPart(number: number, name: name, rig: self)
  }

  func write(_ bytes: Data, _ part: DownloadRigPart) throws(DownloadError) {
    guard isDriven() else { throw .over }
    guard desk.current.isOpen(part.number) else { throw DownloadError(.disk, code: "closed") }
    if desk.current.isFull { throw DownloadError(.diskFull, code: "disk-full") }
    note(.wrote(part.name, Array(bytes)))
  }

  func close(_ part: DownloadRigPart) {
    desk.withLock { $0.closePart(part.number) }
  }

  /// Whether a download that the worker stopped still waits for the server.
  var lingers: Bool { !desk.current.lingering.isEmpty }

  var openParts: Int { desk.current.openParts }

  func connections() -> AsyncStream<Bool> {
    let (stream, continuation) = AsyncStream<Bool>.makeStream()
    continuation.yield(desk.withLock { $0.watch(continuation) })
    return stream
  }

  private func isDriven() -> Bool {
    if executor.isMine { return true }
    complain(
      "the worker called a port in a task that is not a child of its run(), which the suite "
        + "cannot drive: Spec/decisions/workers-on-an-executor-of-our-own.md")
    return false
  }

  // MARK: What the world says

  /// Answers a call to the disk. Does nothing if nobody waits for it.
  func answer(_ key: DownloadDesk.DiskKey, _ answer: DiskAnswer) {
    desk.withLock { $0.answered(key) }?.resume(returning: answer)
  }

  /// Lets the server go on with a download. Does nothing if the worker has stopped it.
  func serve(_ ticket: DownloadTicket, _ deed: ServerDeed) {
    desk.current.server(of: ticket)?.yield(deed)
  }

  func setFull(_ isFull: Bool) { desk.withLock { $0.isFull = isFull } }

  func setOnline(_ isOnline: Bool) {
    let streams = desk.withLock { desk in
      desk.setOnline(isOnline)
      return desk.watchers
    }
    for stream in streams { stream.yield(isOnline) }
  }

  /// Ends all answers.
  func end() {
    let (waits, servers) = desk.withLock { $0.end() }
    for wait in waits { wait.resume(returning: .over) }
    for server in servers { server.finish() }
    for stream in desk.current.watchers { stream.finish() }
  }
}

extension DiskAnswer {
  fileprivate static let over = DiskAnswer.failed(.over)
}

extension DownloadError {
  /// The process has ended, or the caller was cancelled.
  fileprivate static let over = DownloadError(.offline, code: "process-ended")
}
