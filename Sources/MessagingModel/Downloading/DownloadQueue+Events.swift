// Where each event is handled.
extension DownloadQueue {
  mutating func take(_ event: DownloadEvent) {
    switch event {
    case .online(let isOnline): setOnline(isOnline)
    case .clock: break
    case .wished(let screen, let wishes): wished(wishes, on: screen)
    case .insisted(let file): insisted(StoredName(file))
    case .lost(let file): lost(StoredName(file))
    case .signedIn:
      oldTickets = lastTicket
      session = .running
    case .signedOut:
      dropFlights()
      // Nobody waits for the disk any more.
      flights = [:]
      session = .signedOut
    case .found(let ticket, let files): found(ticket, files)
    case .notFound(let ticket, let error): notFound(ticket, error)
    case .kept(let ticket): kept(ticket)
    case .notKept(let ticket, let error): notKept(ticket, error)
    case .evicted(let name): evicted(name)
    case .notEvicted(let name, let error):
      if evicting.remove(name) != nil { diskFailed(error) }
    case .began(let ticket, let total): began(ticket, total)
    case .received(let ticket, let count): received(ticket, count)
    case .ended(let ticket, let result): ended(ticket, result)
    }
  }

  private mutating func setOnline(_ isOnline: Bool) {
    guard self.isOnline != isOnline else { return }
    self.isOnline = isOnline
    guard isOnline else { return dropFlights() }
    let moment = moment
    records.changeAll { record in
      record.attempts.reconnected(at: moment, after: 0)
      record.offlineUntil = .min
    }
  }

  /// Stops all downloads. What has come stays.
  mutating func dropFlights() {
    for name in flights.keys.sorted() { stop(name) }
  }

  private mutating func insisted(_ name: StoredName) {
    let size = records[name]?.size
    records.forget(name)
    // What has come stays, and with it what the server said of the whole (`LOAD-008`).
    guard size != nil, flights[name] != nil || disk[name] != nil else { return }
    records.change(name) { $0.size = size }
  }

  private mutating func lost(_ name: StoredName) {
    guard disk[name]?.isWhole == true else { return }
    disk[name] = nil
  }

  // Wishes.

  private mutating func wished(_ wishes: [FileWish], on screen: FileScreen) {
    let visible = Set(wanted.values.filter { !$0.rank.isNear }.map(\.name))
    self.wishes[screen] = wishes.isEmpty ? nil : wishes
    collectWishes()
    let visibleNow = Set(wanted.values.filter { !$0.rank.isNear }.map(\.name))
    // Files that leave the screen were visible until now.
    see(visible.symmetricDifference(visibleNow))
    for name in flights.keys.sorted() where isOutdated(name) { stop(name) }
    let wanted = wanted
    records.bound(to: policy.remembered) { wanted[$0] != nil }
  }

  /// Whether nobody wishes for a file in flight any more, or another size is expected of it now
  /// (`LOAD-043`).
  private func isOutdated(_ name: StoredName) -> Bool {
    guard let file = wanted[name] else { return true }
    guard let size = flights[name]?.size else { return self.size(of: file) != nil }
    return size != self.size(of: file) && size != records[name]?.size
  }

  private mutating func collectWishes() {
    var ranks: [FileKey: (rank: FileRank, sizes: Set<Int>)] = [:]
    for (screen, wishes) in wishes {
      for (index, wish) in wishes.enumerated() where !wish.isOwn {
        let rank = FileRank(wish, at: index, on: screen)
        var entry = ranks[wish.file] ?? (rank, [])
        entry.rank = min(entry.rank, rank)
        if let size = wish.byteCount, size != 0 { entry.sizes.insert(size) }
        ranks[wish.file] = entry
      }
    }
    let names = Dictionary(
      wanted.values.map { ($0.file, $0.name) }, uniquingKeysWith: { first, _ in first })
    wanted = [:]
    for (file, entry) in ranks {
      let name = names[file] ?? StoredName(file)
      let sizes = entry.sizes.filter { $0 > 0 }
      // If messages do not agree, the server decides.
      let size = sizes.isEmpty ? entry.sizes.first : sizes.count == 1 ? sizes.first : nil
      wanted[name] = WantedFile(file: file, name: name, rank: entry.rank, byteCount: size)
    }
  }

  /// Notes that these files are on the screen, or were until now.
  mutating func see(_ names: Set<StoredName>) {
    let here = names.filter { disk[$0]?.isWhole == true }.sorted()
    guard !here.isEmpty else { return }
    disk.clock += 1
    let clock = disk.clock
    for name in here { disk[name]?.seen = clock }
    act(.touch(here))
  }

  // The disk.

  private mutating func found(_ ticket: DownloadTicket, _ files: [StoredFile]) {
    guard case .asked(ticket) = disk.reading else { return }
    disk.reading = .known
    disk.attempts = Attempts()
    for file in files.sorted(by: { ($0.seen, $0.name) < ($1.seen, $1.name) }) {
      disk.clock += 1
      disk[file.name] = Known(
        byteCount: max(0, file.byteCount), isWhole: file.isWhole, seen: disk.clock)
    }
    see(Set(wanted.values.filter { !$0.rank.isNear }.map(\.name)))
  }

  private mutating func notFound(_ ticket: DownloadTicket, _ error: DownloadError) {
    guard case .asked(ticket) = disk.reading else { return }
    disk.reading = .unknown
    diskFailed(error)
  }

  private mutating func evicted(_ name: StoredName) {
    guard evicting.remove(name) != nil else { return }
    disk[name] = nil
    // A full disk has room now. Otherwise a removal does not prove that it can be written.
    if disk.isFull { disk.attempts = Attempts() } else { diskWorks() }
  }

  /// Notes that the disk did what it was told. That does not end a wait, and proves nothing if a
  /// file could not be put in its place (`LOAD-026`).
  mutating func diskWorks() {
    guard !disk.hasFailedToKeep, disk.attempts.notBefore <= moment else { return }
    disk.attempts = Attempts()
  }

  /// Notes a failure of the disk. The queue does not use the disk for a while, longer each time.
  ///
  /// - Parameter isOfKeeping: whether it could not put a file in its place.
  mutating func diskFailed(_ error: DownloadError, isOfKeeping: Bool = false) {
    // Operations that were in flight together count as one failure.
    guard disk.attempts.notBefore <= moment else { return }
    disk.isFull = error.kind == .diskFull
    disk.hasFailedToKeep = isOfKeeping
    var attempts = disk.attempts
    failed(&attempts, error)
    disk.attempts = attempts
  }

  /// Counts a failure: the next attempt waits longer each time.
  mutating func failed(_ attempts: inout Attempts, _ error: DownloadError) {
    let error = SendError(.transient, code: error.code, retryAfter: error.retryAfter)
    attempts.failed(error, at: moment, policy.retry, jitter: jitter.next())
  }
}
