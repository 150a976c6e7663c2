internal import Foundation
internal import MessagingModel

/// A message to the loop of a download worker.
enum DownloadNote: Sendable {
  case event(DownloadEvent)
  /// The wishes of a screen changed.
  case wishes(FileScreen)
  /// A new observer follows the status.
  case status
}

/// Runs the actions of a download worker. Each effect reports its result as an event. Disk
/// operations run in the order in which they were requested.
struct DownloadEffects {
  private let ports: DownloadPorts
  private let mailbox: AsyncStream<DownloadNote>.Continuation
  private let jobs: AsyncStream<DiskJob>.Continuation
  private var transfers: [DownloadTicket: Transfer] = [:]

  private struct Transfer {
    let name: StoredName
    let gate: PartGate
    let stop: Stop
    /// The bytes on the disk that the rules have heard of.
    var byteCount: Int
  }

  private enum DiskJob: Sendable {
    case open(StoredName, offset: Int, PartGate)
    /// Removes what a stopped download has written and the rules have not heard of: they reserve no
    /// room for it (`LOAD-021`).
    case cut(StoredName, to: Int)
    case action(DownloadAction)
  }

  init(
    ports: DownloadPorts, mailbox: AsyncStream<DownloadNote>.Continuation,
    in group: inout DiscardingTaskGroup
  ) {
    self.ports = ports
    self.mailbox = mailbox
    let (jobs, continuation) = AsyncStream<DiskJob>.makeStream()
    self.jobs = continuation
    group.addTask {
      for await job in jobs { await DownloadEffects.perform(job, ports.files, mailbox) }
    }
  }

  mutating func run(_ action: DownloadAction, in group: inout DiscardingTaskGroup) {
    switch action {
    case .list, .keep, .evict, .touch: jobs.yield(.action(action))
    case .abort(let ticket):
      guard let transfer = transfers.removeValue(forKey: ticket) else { return }
      if transfer.gate.close() { jobs.yield(.cut(transfer.name, to: transfer.byteCount)) }
      transfer.stop.finish()
    case .download(let ticket, let request): download(ticket, request, in: &group)
    }
  }

  /// Notes an event that the rules are about to hear.
  mutating func note(_ event: DownloadEvent) {
    switch event {
    case .received(let ticket, let count): transfers[ticket]?.byteCount = count
    case .ended(let ticket, _): transfers[ticket] = nil
    case .online, .clock, .wished, .insisted, .lost, .signedIn, .signedOut, .found, .notFound,
      .kept, .notKept, .evicted, .notEvicted, .began:
      break
    }
  }

  private mutating func download(
    _ ticket: DownloadTicket, _ request: DownloadRequest, in group: inout DiscardingTaskGroup
  ) {
    let (ports, mailbox, gate) = (ports, mailbox, PartGate())
    jobs.yield(.open(request.name, offset: request.offset, gate))
    let stop = group.addStoppable {
      let result = await DownloadEffects.transfer(ticket, request, gate, ports, mailbox)
      gate.close()
      mailbox.yield(.event(.ended(ticket, result)))
    }
    transfers[ticket] = Transfer(
      name: request.name, gate: gate, stop: stop, byteCount: request.offset)
  }

  private static func transfer(
    _ ticket: DownloadTicket, _ request: DownloadRequest, _ gate: PartGate, _ ports: DownloadPorts,
    _ mailbox: AsyncStream<DownloadNote>.Continuation
  ) async -> Result<Int, DownloadError> {
    let count = Locked(request.offset)
    // The error on this side, even if the transport throws another one.
    let fault = Locked<DownloadError?>(nil)
    do throws(DownloadError) {
      let part = try await gate.part()
      try await ports.downloader.download(request.file, from: request.offset) {
        news throws(DownloadError) in
        switch news {
        case .begins(let total): mailbox.yield(.event(.began(ticket, total: total)))
        case .bytes(let bytes):
          do throws(DownloadError) {
            let room = request.limit - count.current
            let fitting = bytes.prefix(max(0, room))
            if !fitting.isEmpty {
              try await part.write(Data(fitting))
              let sum = count.withLock { count in
                count += fitting.count
                return count
              }
              mailbox.yield(.event(.received(ticket, sum)))
            }
            if bytes.count > fitting.count { throw DownloadError(.overlong, code: "overlong") }
          } catch {
            fault.withLock { $0 = error }
            throw error
          }
        }
      }
    } catch {
      return .failure(fault.current ?? error)
    }
    return fault.current.map { .failure($0) } ?? .success(count.current)
  }

  // The disk.

  private static func perform(
    _ job: DiskJob, _ files: any DownloadedFiles,
    _ mailbox: AsyncStream<DownloadNote>.Continuation
  ) async {
    switch job {
    case .open(let name, let offset, let gate):
      guard !gate.isClosed else {
        gate.close()
        return
      }
      do throws(DownloadError) {
        gate.open(.success(try await files.part(name, from: offset)))
      } catch {
        gate.open(.failure(error))
      }
    case .cut(let name, let byteCount):
      // If it fails, the next attempt or the next listing finds what is there.
      guard let part = try? await files.part(name, from: byteCount) else { return }
      part.close()
    case .action(let action):
      guard let event = await perform(action, files) else { return }
      mailbox.yield(.event(event))
    }
  }

  private static func perform(
    _ action: DownloadAction, _ files: any DownloadedFiles
  ) async -> DownloadEvent? {
    switch action {
    case .list(let ticket):
      do throws(DownloadError) {
        return .found(ticket, try await files.list())
      } catch {
        return .notFound(ticket, error)
      }
    case .keep(let ticket, let name, let byteCount):
      do throws(DownloadError) {
        try await files.keep(name, byteCount: byteCount)
        return .kept(ticket)
      } catch {
        return .notKept(ticket, error)
      }
    case .evict(let name):
      do throws(DownloadError) {
        try await files.remove(name)
        return .evicted(name)
      } catch {
        return .notEvicted(name, error)
      }
    case .touch(let names):
      await files.touch(names)
      return nil
    case .download, .abort: return nil
    }
  }
}

/// The part that a download writes to, once it is open. Whoever stops the download closes it.
final class PartGate: Sendable {
  private struct State {
    var part: (any PartialFile)?
    var hasOpened = false
    var isClosed = false
  }

  private let state = Locked(State())
  private let opened: AsyncStream<Result<any PartialFile, DownloadError>>
  private let opening: AsyncStream<Result<any PartialFile, DownloadError>>.Continuation

  init() {
    (opened, opening) = AsyncStream.makeStream()
  }

  var isClosed: Bool { state.current.isClosed }

  func open(_ result: Result<any PartialFile, DownloadError>) {
    let isClosed = state.withLock { state in
      if case .success(let part) = result, !state.isClosed {
        (state.part, state.hasOpened) = (part, true)
      }
      return state.isClosed
    }
    if isClosed, case .success(let part) = result { part.close() }
    opening.yield(result)
    opening.finish()
  }

  func part() async throws(DownloadError) -> any PartialFile {
    for await result in opened {
      let part = try result.get()
      // It may have been closed since: then nothing is requested.
      if !isClosed { return part }
    }
    throw DownloadError(.disk, code: "closed")
  }

  /// Closes the part; nothing is written afterwards.
  ///
  /// - Returns: whether the part was ever open, so that something may be written.
  @discardableResult func close() -> Bool {
    let (part, hasOpened) = state.withLock { state in
      defer { (state.part, state.isClosed) = (nil, true) }
      return (state.part, state.hasOpened)
    }
    part?.close()
    opening.finish()
    return hasOpened
  }
}
