internal import Foundation
internal import MessagingCore
internal import MessagingModel

/// A request of a complete download worker to its disk.
enum DiskCall: Sendable {
  case list
  case keep(StoredName, byteCount: Int)
  case remove(StoredName)
}

/// The answer of the disk.
enum DiskAnswer: Sendable {
  case files([StoredFile])
  case done
  case failed(DownloadError)
}

/// What the server does next in a download.
enum ServerDeed: Sendable {
  case news(DownloadNews)
  case end(Result<Int, DownloadError>)
}

/// The calls of a download worker, and the callers that wait for answers.
struct DownloadDesk: Sendable {
  typealias Waiting = CheckedContinuation<DiskAnswer, Never>
  typealias Server = AsyncStream<ServerDeed>.Continuation

  /// A download that the worker requested and that has not ended.
  struct Download: Sendable {
    /// The number of the part that it writes to; `nil` if none was open.
    let part: Int?
    let server: Server
  }

  private var deeds: [DownloadDeed] = []
  private var waits: [(key: DiskKey, waiting: Waiting)] = []
  private var downloads: [DownloadTicket: Download] = [:]
  private var lastTicket: Int64 = 0
  /// The numbers of the parts that are open.
  private var parts: [Int: StoredName] = [:]
  /// Downloads that the worker stopped, and whose requests have not returned yet.
  private(set) var lingering: Set<DownloadTicket> = []
  private var lastPart = 0
  private(set) var isOver = false
  /// Whether no more bytes can be written.
  var isFull = false
  private(set) var isOnline = false
  private(set) var watchers: [AsyncStream<Bool>.Continuation] = []
  var status = DownloadStatus(phase: .starting)
  /// The reason why the worker cannot be driven; `nil` if it can.
  var trouble: String?

  /// Which call an answer belongs to.
  enum DiskKey: Hashable, Sendable {
    case ticket(DownloadTicket)
    case removal(StoredName)
  }

  mutating func takeTicket() -> DownloadTicket {
    lastTicket += 1
    return DownloadTicket(lastTicket)
  }

  mutating func takeDeeds() -> [DownloadDeed] {
    defer { deeds = [] }
    return deeds
  }

  mutating func note(_ deed: DownloadDeed) {
    if !isOver { deeds.append(deed) }
  }

  mutating func watch(_ stream: AsyncStream<Bool>.Continuation) -> Bool {
    watchers.append(stream)
    return isOnline
  }

  mutating func setOnline(_ isOnline: Bool) { self.isOnline = isOnline }

  // The disk.

  mutating func take(_ call: DiskCall, _ ticket: DownloadTicket, _ waiting: Waiting) {
    switch call {
    case .list:
      note(.action(.list(ticket)))
      waits.append((.ticket(ticket), waiting))
    case .keep(let name, let byteCount):
      note(.action(.keep(ticket, name, byteCount: byteCount)))
      waits.append((.ticket(ticket), waiting))
    case .remove(let name):
      note(.action(.evict(name)))
      waits.append((.removal(name), waiting))
    }
  }

  mutating func answered(_ key: DiskKey) -> Waiting? {
    guard let index = waits.firstIndex(where: { $0.key == key }) else { return nil }
    return waits.remove(at: index).waiting
  }

  // The server.

  mutating func begin(_ ticket: DownloadTicket, _ request: DownloadRequest, _ server: Server) {
    note(.action(.download(ticket, request)))
    let part = parts.filter { $0.value == request.name }.keys.max()
    downloads[ticket] = Download(part: part, server: server)
  }

  func server(of ticket: DownloadTicket) -> Server? { downloads[ticket]?.server }

  /// Notes that a download has ended as the server said.
  mutating func finish(_ ticket: DownloadTicket) { downloads[ticket] = nil }

  /// Notes that the worker ended a download, because its bytes cannot be stored.
  mutating func end(_ ticket: DownloadTicket) {
    if downloads.removeValue(forKey: ticket) != nil { note(.ended(ticket)) }
  }

  /// Notes that the worker stopped a download.
  mutating func stop(_ ticket: DownloadTicket) {
    guard downloads.removeValue(forKey: ticket) != nil else { return }
    lingering.insert(ticket)
    note(.action(.abort(ticket)))
  }

  /// Notes that a request has returned.
  mutating func returned(_ ticket: DownloadTicket) { lingering.remove(ticket) }

  var openParts: Int { parts.count }

  func isOpen(_ part: Int) -> Bool { parts[part] != nil }

  mutating func openPart(_ name: StoredName, from offset: Int) -> Int {
    note(.opened(name, offset: offset))
    lastPart += 1
    parts[lastPart] = name
    return lastPart
  }

  /// Notes that a part was closed: a download that goes on writes nothing any more.
  mutating func closePart(_ part: Int) {
    guard parts.removeValue(forKey: part) != nil else { return }
    for ticket in downloads.filter({ $0.value.part == part }).keys.sorted() { stop(ticket) }
  }

  mutating func end() -> (waits: [Waiting], servers: [Server]) {
    isOver = true
    defer { (waits, downloads) = ([], [:]) }
    return (waits.map(\.waiting), downloads.values.map(\.server))
  }
}
