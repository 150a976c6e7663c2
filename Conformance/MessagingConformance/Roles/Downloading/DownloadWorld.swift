internal import MessagingCore
internal import MessagingModel

/// The rules of downloading with simulated screens, disk, server and network. The test drives every
/// step.
struct DownloadWorld: Sendable {
  /// A file on the disk.
  struct DiskFile: Sendable {
    var bytes: [UInt8]
    var isWhole: Bool
    var seen: Int64
  }

  /// A file of the server.
  struct ServerFile: Sendable {
    var size = 100
    var tellsSize = true
  }

  /// A download that has not been aborted.
  struct Transfer: Sendable {
    let ticket: DownloadTicket
    let request: DownloadRequest
    var hasBegun = false
    /// How many bytes of the file a worker has been sent, with those before the offset.
    var sent: Int
    /// How many bytes the rules have heard of, with those before the offset.
    var reported: Int
  }

  /// A fault of the disk.
  enum DiskMood: String, Sendable {
    /// No more bytes can be written.
    case full
    /// No file can be removed or put in place.
    case broken
    /// The list of files cannot be read.
    case unreadable
    /// It carries out its work only when a line makes it.
    case slow
  }

  private let begin: @Sendable () -> any DownloadDeciding
  private(set) var rules: any DownloadDeciding
  private(set) var now: Int64 = 0
  private(set) var isOnline = false
  var disk: [StoredName: DiskFile] = [:]
  private(set) var names: [StoredName: FileKey] = [:]
  var server: [FileKey: ServerFile] = [:]
  /// The device's own files.
  var own: Set<FileKey> = []
  var moods: Set<DiskMood> = []
  private(set) var transfers: [Transfer] = []
  /// The work that the disk has not carried out yet.
  private(set) var work: [DownloadAction] = []
  private(set) var wishes: [FileScreen: [FileWish]] = [:]
  private(set) var oracle: NaiveDownloads
  // Events of the last step.
  private(set) var begun: [DownloadRequest] = []
  private(set) var aborted: [FileKey] = []
  private(set) var evicted: [StoredName] = []
  private(set) var touched: [StoredName] = []
  /// The first rule that was broken; `nil` if none was.
  private(set) var broken: Law?

  init(_ policy: DownloadPolicy, begin: @escaping @Sendable () -> any DownloadDeciding) {
    self.begin = begin
    rules = begin()
    oracle = NaiveDownloads(policy)
  }

  mutating func forgetStep() { (begun, aborted, evicted, touched) = ([], [], [], []) }

  /// Notes a broken law. One that no requirement demands gives way to one that is demanded.
  private mutating func fault(_ law: Law) { broken = broken.orRather(law) }

  func file(_ name: StoredName) -> FileKey? { names[name] }

  mutating func learn(_ file: FileKey) { names[StoredName(file)] = file }

  /// Passes an event to the rules, and carries out their actions.
  mutating func tell(_ event: DownloadEvent) {
    oracle.heard(event, underWay: Set(transfers.map(\.request.file)))
    if let worker {
      worker.setFull(moods.contains(.full))
      take(worker.play(event, at: now))
    } else {
      for action in rules.handle(event, at: now) { take(action) }
    }
    if let broken = oracle.faultOfStatus(self) { fault(broken) }
    if worker != nil { return }
    let law = DeadlineLaw.broken(at: now, deadline: rules.nextDeadline) { moment in
      var copy = rules
      return !copy.handle(.clock, at: moment).isEmpty
    }
    if let law { fault(law) }
  }

  private mutating func take(_ action: DownloadAction) {
    let action = completed(action)
    if let broken = oracle.fault(in: action, self) { fault(broken) }
    switch action {
    case .list, .keep: work.append(action)
    case .evict(let name):
      evicted.append(name)
      work.append(action)
    case .download(let ticket, let request):
      begun.append(request)
      // A worker has opened its part already.
      if worker == nil { cut(request.name, to: request.offset) }
      transfers.append(
        Transfer(
          ticket: ticket, request: request, sent: request.offset, reported: request.offset))
    case .abort(let ticket):
      for transfer in transfers where transfer.ticket == ticket {
        aborted.append(transfer.request.file)
        if worker == nil { cut(transfer.request.name, to: transfer.reported) }
      }
      transfers.removeAll { $0.ticket == ticket }
    case .touch(let files):
      touched += files
      for name in files { disk[name]?.seen = now }
    }
  }

  /// Cuts the stored part off behind the offset of a request.
  private mutating func cut(_ name: StoredName, to offset: Int) {
    var file = disk[name] ?? DiskFile(bytes: [], isWhole: false, seen: now)
    file.bytes = Array(file.bytes.prefix(max(0, offset)))
    disk[name] = file.bytes.isEmpty ? nil : file
  }

  // Screens and the device.

  mutating func setOnline(_ isOnline: Bool) {
    self.isOnline = isOnline
    tell(.online(isOnline))
  }

  mutating func wish(_ words: [WishWord], on screen: FileScreen) throws {
    try letWorkerFinish()
    let list = words.map { word in
      learn(word.file)
      let size: Int? =
        switch word.size {
        case .right: server[word.file, default: ServerFile()].size
        case .unknown: nil
        case .said(let count): count
        }
      return FileWish(
        word.file, byteCount: size, distance: word.distance, isOwn: own.contains(word.file))
    }
    let before = oracle.visible(wishes)
    wishes[screen] = list.isEmpty ? nil : list
    oracle.seen(before.symmetricDifference(oracle.visible(wishes)), self)
    tell(.wished(screen, list))
  }

  /// Ends the process at once, and starts a new one.
  mutating func kill() {
    (work, transfers, wishes) = ([], [], [:])
    rules = begin()
    oracle.begin()
    if isOnline { tell(.online(true)) }
  }

  mutating func jump(by milliseconds: Int64) throws {
    try letWorkerFinish()
    now += milliseconds
    if let next = rules.nextDeadline, next <= now { tell(.clock) }
  }

  /// Lets time pass, deadline by deadline.
  mutating func advance(by milliseconds: Int64) throws {
    let end = now.addingReportingOverflow(milliseconds).partialValue
    for _ in 0..<20_000 {
      guard let next = rules.nextDeadline, next <= end else {
        now = end
        return
      }
      now = max(now, next)
      tell(.clock)
      try settle()
    }
    throw Violation("more than 20,000 deadlines come within \(milliseconds) ms")
  }

  /// Lets time pass until the rules' next deadline.
  ///
  /// - Returns: whether there is a deadline.
  mutating func advanceToDeadline() throws -> Bool {
    try letWorkerFinish()
    guard let next = rules.nextDeadline else { return false }
    try advance(by: max(0, next - now))
    return true
  }

  // The disk.

  /// Carries out all work of the disk, unless it is slow.
  mutating func settle() throws {
    for _ in 0..<3_000 {
      if work.isEmpty, worker != nil { oracle.rest() }
      guard !work.isEmpty, !moods.contains(.slow) else { return }
      workOnce()
    }
    throw Violation("the downloads never come to rest: 3000 steps without time passing")
  }

  /// Carries out the first piece of the disk's work.
  mutating func workOnce() {
    guard !work.isEmpty else { return }
    switch work.removeFirst() {
    case .list(let ticket):
      guard !moods.contains(.unreadable) else {
        return tell(.notFound(ticket, DownloadError(.disk, code: "disk")))
      }
      tell(.found(ticket, oracle.listed(self)))
    case .keep(let ticket, let name, let byteCount): keep(ticket, name, byteCount)
    case .evict(let name):
      if moods.contains(.broken) {
        return tell(.notEvicted(name, DownloadError(.disk, code: "disk")))
      }
      disk[name] = nil
      tell(.evicted(name))
    case .download, .abort, .touch: return
    }
  }

  private mutating func keep(_ ticket: DownloadTicket, _ name: StoredName, _ byteCount: Int) {
    if moods.contains(.full) || moods.contains(.broken) {
      let kind: DownloadError.Kind = moods.contains(.full) ? .diskFull : .disk
      return tell(.notKept(ticket, DownloadError(kind, code: "disk")))
    }
    guard disk[name]?.bytes.count == byteCount else {
      return tell(.notKept(ticket, DownloadError(.disk, code: "changed")))
    }
    disk[name]?.isWhole = true
    disk[name]?.seen = now
    if let broken = oracle.kept(name, self) { fault(broken) }
    tell(.kept(ticket))
  }

  // The server.

  func index(of file: FileKey) -> Int? { transfers.firstIndex { $0.request.file == file } }

  /// Delivers `count` more bytes of a download; all the rest, and its end, if `count` is `nil`.
  mutating func give(_ file: FileKey, _ count: Int?, isReported: Bool = true) {
    guard let index = index(of: file) else { return }
    let (ticket, request) = (transfers[index].ticket, transfers[index].request)
    let source = server[file, default: ServerFile()]
    if !transfers[index].hasBegun {
      transfers[index].hasBegun = true
      tell(.began(ticket, total: source.tellsSize ? source.size : nil))
    }
    guard let place = self.index(of: file) else { return }
    // The rules may have started a new download, now that the size is known.
    if transfers[place].ticket != ticket {
      return give(file, count, isReported: isReported)
    }
    if worker != nil { return deliver(count, of: file, source.size, place) }
    let part = disk[request.name]?.bytes.count ?? 0
    let last = min(count.map { part + $0 } ?? source.size, source.size)
    let room = min(last, request.limit)
    if moods.contains(.full), room > part {
      return end(file, .failure(DownloadError(.diskFull, code: "disk-full")))
    }
    if room > part {
      append((part..<room).map { oracle.byte($0, of: file) }, to: request.name)
      if isReported {
        transfers[place].reported = room
        tell(.received(ticket, room))
      }
    }
    if last > request.limit {
      return end(file, .failure(DownloadError(.overlong, code: "overlong")))
    }
    if count == nil { end(file, .success(disk[request.name]?.bytes.count ?? 0)) }
  }

  /// Tells the rules how many bytes are on the disk, before a download ends.
  private mutating func reportAll(of file: FileKey) {
    guard worker == nil, let index = index(of: file) else { return }
    let transfer = transfers[index]
    let count = disk[transfer.request.name]?.bytes.count ?? 0
    guard count > transfer.reported else { return }
    transfers[index].reported = count
    tell(.received(transfer.ticket, count))
  }

  /// Appends bytes to a part on the disk.
  private mutating func append(_ bytes: [UInt8], to name: StoredName) {
    var stored = disk[name] ?? DiskFile(bytes: [], isWhole: false, seen: now)
    stored.bytes += bytes
    stored.seen = now
    disk[name] = stored
  }

  /// Ends a download.
  mutating func end(_ file: FileKey, _ result: Result<Int, DownloadError>) {
    reportAll(of: file)
    guard let index = index(of: file) else { return }
    let ticket = transfers.remove(at: index).ticket
    if case .failure(let error) = result { oracle.failed(file, error, at: now) }
    if case .success(let count) = result, count != server[file, default: ServerFile()].size {
      oracle.failed(file)
    }
    tell(.ended(ticket, result))
  }
}

// A complete worker. It writes what its server sends.
extension DownloadWorld {
  /// Adds the limit that a worker keeps to itself: what the messages say.
  private func completed(_ action: DownloadAction) -> DownloadAction {
    guard worker != nil, case .download(let ticket, let request) = action else { return action }
    let sizes = wishes.values.flatMap(\.self).filter { $0.file == request.file }.map(\.byteCount)
    let size = Set(sizes).count == 1 ? sizes[0] : nil
    return .download(
      ticket,
      DownloadRequest(
        request.file, name: request.name, offset: request.offset,
        limit: size.map(oracle.bounded) ?? request.offset))
  }

  /// Lets the disk finish before time passes, or wishes change. A worker whose disk stands still
  /// requests later what it has decided now: nobody could say whether its order is right.
  private mutating func letWorkerFinish() throws {
    if worker != nil { try settle() }
  }

  /// Stops a run once the disk has nothing to do, and runs the worker again. Its screens wish for
  /// the same. Rules alone have no runs.
  mutating func runAgain() throws {
    guard let worker, worker.isRunning else { return }
    while !work.isEmpty { workOnce() }
    worker.cancel()
    take(worker.takeDeeds())
    guard !worker.isRunning else { throw Violation("a run goes on although it was cancelled") }
    transfers = []
    oracle.begin(isAgain: true)
    worker.begin()
    take(worker.takeDeeds())
  }

  private mutating func take(_ deeds: [DownloadDeed]) {
    for deed in deeds {
      switch deed {
      case .action(let action): take(action)
      case .opened(let name, let offset): cut(name, to: offset)
      case .wrote(let name, let bytes):
        append(bytes, to: name)
        if let broken = oracle.faultOfWritten(self) { fault(broken) }
      case .ended(let ticket):
        for transfer in transfers where transfer.ticket == ticket {
          oracle.failed(transfer.request.file)
        }
        transfers.removeAll { $0.ticket == ticket }
      }
    }
  }

  /// Sends a worker the next `count` bytes; all the rest, and the end, if `count` is `nil`.
  private mutating func deliver(
    _ count: Int?, of file: FileKey, _ size: Int, _ index: Int
  ) {
    let (ticket, first) = (transfers[index].ticket, transfers[index].sent)
    let last = min(count.map { first + $0 } ?? size, size)
    if last > first {
      transfers[index].sent = last
      worker?.setFull(moods.contains(.full))
      let bytes = (first..<last).map { oracle.byte($0, of: file) }
      take(worker?.deliver(bytes, ticket, at: now) ?? [])
    }
    guard count == nil, self.index(of: file).map({ transfers[$0].ticket }) == ticket else { return }
    end(file, .success(last))
  }
}
