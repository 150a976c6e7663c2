internal import MessagingCore
internal import MessagingModel

/// The rules that hold for every download, in their simplest form, with plain lists: when each file
/// was last seen, which are requested, and what is stored. It does not know how the rules under
/// test decide.
struct NaiveDownloads: Sendable {
  let policy: DownloadPolicy
  /// Each file that was on the disk, and the time at which it was last seen or arrived.
  private var lastSeen: [StoredName: Int64] = [:]
  /// The files that failed in this run.
  private(set) var failed: Set<FileKey> = []
  /// The files that the server refuses in this run.
  private(set) var refused: Set<FileKey> = []
  /// Until when the server told us not to request a file in this run.
  private var ordered: [FileKey: Int64] = [:]
  /// Whether the server rejected the credentials, and there are no new ones.
  private var hasNoCredentials = false
  /// The files that were on their way at the last sign-in, and have not ended.
  private var old: Set<FileKey> = []
  /// Whether the owner has left in this run.
  private(set) var isSignedOut = false
  /// The files that are being removed.
  private var going: Set<StoredName> = []
  private(set) var isListed = false
  /// How often each event occurred that the random histories must cover.
  private(set) var marks: [DownloadMark: Int] = [:]

  init(_ policy: DownloadPolicy) { self.policy = policy }

  /// The byte of a file at an index. Different files have different bytes.
  func byte(_ place: Int, of file: FileKey) -> UInt8 {
    let seed = DownloadNames.word(file).utf8.reduce(7) { ($0 * 31 + Int($1)) % 251 }
    return UInt8(truncatingIfNeeded: seed + place * 13)
  }

  /// - Parameter isAgain: whether the same worker runs again. It remembers that its owner has left.
  mutating func begin(isAgain: Bool = false) {
    mark(.killed)
    (failed, going, isListed) = ([], [], false)
    (refused, ordered, hasNoCredentials) = ([], [:], false)
    if !isAgain { isSignedOut = false }
  }

  /// Notes that the disk of a worker has nothing to do. Until then the worker requests what it
  /// decided before a removal was done.
  mutating func rest() { going = [] }

  mutating func failed(_ file: FileKey) {
    mark(.failed)
    failed.insert(file)
  }

  /// Notes why a download failed, at a time in milliseconds.
  mutating func failed(_ file: FileKey, _ error: DownloadError, at now: Int64) {
    failed(file)
    switch error.kind {
    case .unauthorized:
      mark(.rejected)
      if old.remove(file) == nil { hasNoCredentials = true }
    case .refused:
      mark(.refused)
      refused.insert(file)
    case .transient:
      guard let wait = error.retryAfter else { return }
      ordered[file] = now.addingReportingOverflow(max(0, wait)).partialValue
    case .offline, .offset, .overlong, .disk, .diskFull: break
    }
  }

  /// Notes what a person or the app said.
  ///
  /// - Parameter underWay: the files that are on their way.
  mutating func heard(_ event: DownloadEvent, underWay: Set<FileKey>) {
    switch event {
    case .insisted(let file):
      refused.remove(file)
      ordered[file] = nil
    case .signedIn:
      hasNoCredentials = false
      old = underWay
    case .signedOut:
      mark(.left)
      isSignedOut = true
    case .online, .clock, .wished, .lost, .found, .notFound, .kept, .notKept, .evicted,
      .notEvicted, .began, .received, .ended:
      break
    }
  }

  /// A size that a message names, as far as it can matter: more than the budget is too much.
  func bounded(_ size: Int) -> Int { min(size, policy.budget + 1) }

  /// The rule that what a worker has written breaks.
  func faultOfWritten(_ world: DownloadWorld) -> Law? {
    let sum = world.disk.values.reduce(0) { $0 + $1.bytes.count }
    return sum > policy.budget
      ? Law("all files take \(sum) bytes, more than the budget", of: .downloadBudget) : nil
  }

  private mutating func mark(_ mark: DownloadMark) { marks[mark, default: 0] += 1 }

  /// The files on the disk.
  mutating func listed(_ world: DownloadWorld) -> [StoredFile] {
    isListed = true
    if world.disk.values.contains(where: { !$0.isWhole }) { mark(.parts) }
    for (name, file) in world.disk where lastSeen[name] == nil { lastSeen[name] = file.seen }
    seen(visible(world.wishes), world)
    return world.disk.map { name, file in
      StoredFile(
        name, byteCount: file.bytes.count, isWhole: file.isWhole,
        seen: Timestamp(milliseconds: file.seen))
    }
  }

  func visible(_ wishes: [FileScreen: [FileWish]]) -> Set<FileKey> {
    Set(wishes.values.flatMap(\.self).filter { $0.distance <= 0 && !$0.isOwn }.map(\.file))
  }

  /// Records that these files came onto the screen or left it.
  mutating func seen(_ files: Set<FileKey>, _ world: DownloadWorld) {
    guard isListed else { return }
    for name in files.map(StoredName.init) where world.disk[name]?.isWhole == true {
      lastSeen[name] = world.now
    }
  }

  /// Checks a file that is put in its place, and returns the rule that it breaks.
  mutating func kept(_ name: StoredName, _ world: DownloadWorld) -> Law? {
    mark(.kept)
    lastSeen[name] = world.now
    guard let file = world.file(name), let stored = world.disk[name] else {
      return Law("something is kept that is not a stored file", of: .wholeFile)
    }
    let size = world.server[file, default: .init()].size
    let isRight =
      stored.bytes.count == size
      && stored.bytes.enumerated().allSatisfy { $1 == byte($0, of: file) }
    let word = DownloadNames.word(file)
    return isRight
      ? nil : Law("\(word) is kept, but differs from the server's file", of: .wholeFile)
  }

  /// Checks an action, and returns the rule that it breaks.
  mutating func fault(in action: DownloadAction, _ world: DownloadWorld) -> Law? {
    switch action {
    case .download(_, let request): return fault(in: request, world)
    case .evict(let name):
      defer { going.insert(name) }
      return faultOfEviction(name, world)
    case .abort(let ticket):
      mark(.aborted)
      // After a silent download the next attempt comes later.
      failed.formUnion(world.transfers.filter { $0.ticket == ticket }.map(\.request.file))
      return nil
    case .list, .keep, .touch: return nil
    }
  }

  private mutating func fault(in request: DownloadRequest, _ world: DownloadWorld) -> Law? {
    let word = DownloadNames.word(request.file)
    let stored = world.disk[request.name]
    if world.worker == nil {
      going = going.filter { world.disk[$0] != nil || world.work.contains(.evict($0)) }
    }
    if request.offset > 0 { mark(.resumed) }
    if !world.isOnline {
      return Law("\(word) is requested without a network", of: .networkForDownloads)
    }
    if isSignedOut {
      return Law("\(word) is requested after the owner has left", of: .signedOutDownloads)
    }
    if hasNoCredentials {
      return Law("\(word) is requested without credentials", of: .credentialsForDownloads)
    }
    if refused.contains(request.file) {
      return Law("\(word) is requested although the server refuses it", of: .refusedFile)
    }
    if let wait = ordered[request.file], world.now < wait {
      return Law(
        "\(word) is requested \(wait - world.now) ms before the server allows it",
        of: .orderedDownloadWait)
    }
    if !isListed { return Law("\(word) is requested before the disk has listed its files") }
    if request.name != StoredName(request.file) {
      return Law("\(word) has the name of another file")
    }
    if stored?.isWhole == true { return Law("\(word) is here, but is requested", of: .storedFile) }
    if request.offset > stored?.bytes.count ?? 0 {
      return Law("\(word) begins after the bytes that are here", of: .resumedPart)
    }
    if world.index(of: request.file) != nil {
      return Law("\(word) is in flight twice", of: .oneDownload)
    }
    if world.transfers.count >= policy.atOnce {
      return Law("\(word) exceeds the number of downloads in flight", of: .downloadsAtOnce)
    }
    let all = world.wishes.values.flatMap(\.self).filter { !$0.isOwn }
    guard all.contains(where: { $0.file == request.file }) else {
      return Law("\(word) is requested, but no screen needs it")
    }
    let reserved = world.transfers.reduce(request.limit - (stored?.bytes.count ?? 0)) {
      sum, transfer in
      sum + transfer.request.limit - (world.disk[transfer.request.name]?.bytes.count ?? 0)
    }
    if world.disk.values.reduce(reserved, { $0 + $1.bytes.count }) > policy.budget {
      return Law("with \(word), all files exceed the budget of \(policy.budget) bytes")
    }
    return faultInOrder(request, all, world)
  }

  /// Checks that no file with a better rank could have been requested instead, in the same space.
  private func faultInOrder(
    _ request: DownloadRequest, _ all: [FileWish], _ world: DownloadWorld
  ) -> Law? {
    let ranks = Dictionary(all.map { ($0.file, rank($0)) }, uniquingKeysWith: { a, b in min(a, b) })
    guard let own = ranks[request.file] else { return nil }
    let better = ranks.filter { file, rank in
      guard rank < own, !failed.contains(file), world.index(of: file) == nil else { return false }
      let sizes = all.filter { $0.file == file }.map(\.byteCount)
      let name = StoredName(file)
      guard world.disk[name] == nil, !going.contains(name), Set(sizes).count == 1 else {
        return false
      }
      let size = sizes[0] ?? min(policy.unknownLimit, policy.budget)
      return size > 0 && size <= request.limit - request.offset
    }
    guard let first = better.keys.min() else { return nil }
    return Law(
      "\(DownloadNames.word(request.file)) is asked for before \(DownloadNames.word(first))",
      of: .visibleFirst)
  }

  /// Ranks a wish: visible ones first, then thumbnails, then the closest.
  private func rank(_ wish: FileWish) -> Int {
    let (isNear, isWhole) = (wish.distance > 0 ? 1 : 0, wish.file.part == .whole ? 1 : 0)
    return (isNear * 2 + isWhole) * 1_000 + min(999, max(0, wish.distance))
  }

  private mutating func faultOfEviction(_ name: StoredName, _ world: DownloadWorld) -> Law? {
    guard let file = world.file(name), let stored = world.disk[name] else { return nil }
    let word = DownloadNames.word(file)
    if world.index(of: file) != nil { return Law("\(word) is removed while in flight") }
    // A part may be removed because it is useless.
    guard stored.isWhole else { return nil }
    mark(.evicted)
    if visible(world.wishes).contains(file) {
      return Law("\(word) is removed while it is visible", of: .visibleFile)
    }
    if !isRoomOfUse(world) {
      return Law("\(word) is removed, but no other file may begin", of: .leastRecentlySeen)
    }
    let wishes = world.wishes.values.flatMap(\.self).filter { !$0.isOwn }
    let wished = Set(wishes.map { StoredName($0.file) })
    let older = world.disk.filter { other, file in
      file.isWhole && !going.contains(other) && other != name && !wished.contains(other)
        && (wished.contains(name) || (lastSeen[other] ?? 0) < (lastSeen[name] ?? 0))
    }
    guard let other = older.keys.min(), let first = world.file(other) else { return nil }
    return Law(
      "\(word) is removed before \(DownloadNames.word(first)), which was seen less recently",
      of: .leastRecentlySeen)
  }

  /// Whether room could be of use now: the files exceed the budget, or one more download may begin.
  /// A visible file may take the place of one that is only near. A worker removes later what it
  /// decides now.
  private func isRoomOfUse(_ world: DownloadWorld) -> Bool {
    if world.worker != nil || world.transfers.count < policy.atOnce { return true }
    let stored = world.disk.values.reduce(0) { $0 + $1.bytes.count }
    let all = world.transfers.reduce(stored) { sum, transfer in
      sum + transfer.request.limit - (world.disk[transfer.request.name]?.bytes.count ?? 0)
    }
    if all > policy.budget { return true }
    let visible = visible(world.wishes)
    let isMissing = visible.contains { file in
      world.disk[StoredName(file)]?.isWhole != true && world.index(of: file) == nil
    }
    return isMissing && world.transfers.contains { !visible.contains($0.request.file) }
  }

  /// The fault once nothing fails any more and nothing is left to do; `nil` if there is none.
  func verdict(_ world: DownloadWorld) -> String? {
    let all = world.wishes.values.flatMap(\.self).filter { !$0.isOwn }
    let said = Dictionary(grouping: all, by: \.file).mapValues { Set($0.map(\.byteCount)) }
    let honest = said.filter { file, sizes in
      sizes.allSatisfy { $0 == nil || $0 == world.server[file, default: .init()].size }
    }
    // An upper bound: if messages name a wrong size, it may be any size that a message names.
    let need = { (files: Set<FileKey>) in
      files.reduce(0) { sum, file in
        let sizes = (said[file] ?? []).map { $0 ?? policy.unknownLimit }
        let size = world.server[file, default: .init()].size
        return sum + min(policy.budget, max(size, sizes.max() ?? 0))
      }
    }
    let isHere = { (file: FileKey) in world.disk[StoredName(file)]?.isWhole == true }
    if !world.transfers.isEmpty { return "a download is in flight and does not end" }
    if isSignedOut {
      let phase = world.rules.status.phase
      return phase == .signedOut ? nil : "the owner has left, and downloads are \(phase)"
    }
    for wish in all where (world.rules.status.files[wish.file] == .here) != isHere(wish.file) {
      return "the status of \(DownloadNames.word(wish.file)) does not match the disk"
    }
    // A file with a wrong size may take space for a while, but not in the end.
    let visible = visible(world.wishes)
    let expected: Set<FileKey> =
      if need(Set(said.keys)) <= policy.budget {
        Set(said.keys)
      } else {
        need(visible) <= policy.budget ? visible : []
      }
    return expected.intersection(honest.keys).filter { !isHere($0) }.min().map {
      "\(DownloadNames.word($0)) is not here"
    }
  }
}
