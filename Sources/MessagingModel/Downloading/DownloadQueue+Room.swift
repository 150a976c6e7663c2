// Which downloads begin, and which files are evicted for them.
extension DownloadQueue {
  /// The bytes on the disk, and those reserved for downloads in flight.
  private var used: Int {
    flights.values.reduce(disk.byteCount) { sum, flight in
      let part = disk[flight.name]?.byteCount ?? 0
      return sum.plus(max(flight.byteCount, flight.limit).minus(part))
    }
  }

  /// Returns the size of a file according to the messages, or else the server; `nil` if unknown.
  func size(of file: WantedFile) -> Int? { file.byteCount ?? records[file.name]?.size }

  func refusal(of file: WantedFile) -> FileRefusal? {
    let record = records[file.name]
    // Another message may give another size, or one for a file that was too large without.
    if record?.wrongLengths[size(of: file)] ?? 0 >= max(1, policy.wrongLengths) {
      return .wrongLength
    }
    if let refusal = record?.refusal, refusal != .tooLarge || size(of: file) == nil {
      return refusal
    }
    let length = file.file.remote.byteCount
    if length == 0 || length > Limits.name { return .badName }
    guard let size = size(of: file) else { return nil }
    if size < 0 { return .negativeSize }
    return size > policy.budget ? .tooLarge : nil
  }

  /// Evicts files if they exceed the budget: it may have been greater when they came.
  mutating func trim() {
    let excess = used.minus(policy.budget)
    guard excess > 0 else { return }
    let going = evicting.reduce(0) { $0.plus(disk[$1]?.byteCount ?? 0) }
    _ = evict(excess - going, for: nil)
  }

  /// Begins downloads in the order of their ranks, as long as there are free slots and room.
  mutating func beginFlights() {
    // A download that is stopped for another one leaves room that others may need.
    while beginOnce() {}
  }

  /// - Returns: whether a download was stopped.
  private mutating func beginOnce() -> Bool {
    crowded = []
    var hasStopped = false
    // How many files begin once room is free that is being made.
    var waiting = 0
    var free = policy.budget.minus(used)
    var going = evicting.reduce(0) { $0.plus(disk[$1]?.byteCount ?? 0) }
    for file in wanted.values.sorted(by: { ($0.rank, $0.file) < ($1.rank, $1.file) }) {
      guard mayBegin(file) else { continue }
      let size = size(of: file)
      let part = disk[file.name]?.byteCount ?? 0
      let limit = size ?? limitOfUnknown(part: part)
      if part > limit {
        // The part came when another size was known.
        evicting.insert(file.name)
        act(.evict(file.name))
        going = going.plus(part)
        continue
      }
      let need = limit - part
      if need > free {
        guard mayHavePlace(file, besides: waiting) else { continue }
        // Room that is being freed is reserved for the first file that needs it.
        if need > free.plus(going) {
          let missing = need - free - going
          guard let freed = evict(missing, for: file) else {
            if giveWay(to: file, missing) { return true }
            crowded.insert(file.name)
            continue
          }
          going += freed
        }
        going = going + free - need
        free = 0
        waiting += 1
        continue
      }
      guard hasPlace(for: file, &hasStopped) else { continue }
      begin(file, size)
      free -= need
    }
    return hasStopped
  }

  private func mayBegin(_ file: WantedFile) -> Bool {
    mayAsk && flights[file.name] == nil && !evicting.contains(file.name)
      && disk[file.name]?.isWhole != true && refusal(of: file) == nil
      && (records[file.name]?.notBefore ?? .min) <= moment
  }

  /// Whether a file could begin if it had room, besides those that wait for room already. A visible
  /// file may take the place of a download that is only near.
  private func mayHavePlace(_ file: WantedFile, besides waiting: Int) -> Bool {
    let near = file.rank.isNear ? 0 : nearFlights.count
    return flights.count - near + waiting < max(1, policy.atOnce)
  }

  /// Returns whether one more download may begin. A visible file takes the slot of the last
  /// download that is only near.
  private mutating func hasPlace(for file: WantedFile, _ hasStopped: inout Bool) -> Bool {
    if flights.count < max(1, policy.atOnce) { return true }
    guard !file.rank.isNear, let last = nearFlights.last else { return false }
    stop(last)
    hasStopped = true
    return true
  }

  /// Stops the last download that is only near, if a visible file then can get enough room.
  ///
  /// - Returns: whether a download was stopped.
  private mutating func giveWay(to file: WantedFile, _ missing: Int) -> Bool {
    let near = nearFlights
    guard !file.rank.isNear, let last = near.last else { return false }
    let reserved = near.compactMap { flights[$0]?.limit }
    let removable = disk.files.filter { mayGo($0.key, $0.value, for: file) }.map(\.value.byteCount)
    guard (reserved + removable).reduce(0, { $0.plus($1) }) >= missing else { return false }
    stop(last)
    return true
  }

  /// The downloads in flight that are only near, sorted by rank.
  private var nearFlights: [StoredName] {
    flights.values.filter(\.isLoading).compactMap { wanted[$0.name] }.filter(\.rank.isNear)
      .sorted { ($0.rank, $0.file) < ($1.rank, $1.file) }.map(\.name)
  }

  /// Evicts files: those without a wish first, and of these the least recently seen first.
  ///
  /// - Parameter file: the file that needs the room; `nil` to free as much as possible.
  /// - Returns: how many bytes become free; `nil`, and nothing is evicted, if they are not enough.
  private mutating func evict(_ byteCount: Int, for file: WantedFile?) -> Int? {
    guard byteCount > 0 else { return 0 }
    let all = disk.files.filter { mayGo($0.key, $0.value, for: file) }
    let ordered = all.sorted { left, right in
      let (leftIsWanted, rightIsWanted) = (wanted[left.key] != nil, wanted[right.key] != nil)
      if leftIsWanted != rightIsWanted { return rightIsWanted }
      return (left.value.seen, left.key) < (right.value.seen, right.key)
    }
    var sum = 0
    let chosen = ordered.prefix { _, file in
      guard sum < byteCount else { return false }
      sum = sum.plus(file.byteCount)
      return true
    }
    guard sum >= byteCount || file == nil else { return nil }
    for (name, _) in chosen {
      evicting.insert(name)
      act(.evict(name))
    }
    return sum
  }

  /// Returns whether a file may be evicted for `file`. A download in flight may not. A whole file
  /// with a wish may, if it is only near and `file` is visible. A part with a wish may, if `file`
  /// has a higher rank: otherwise parts could keep each other from becoming whole. If `file` is
  /// `nil`, everything may that is not visible.
  private func mayGo(_ name: StoredName, _ known: Known, for file: WantedFile?) -> Bool {
    guard name != file?.name, flights[name] == nil, !evicting.contains(name) else { return false }
    guard let other = wanted[name] else { return true }
    guard let file else { return other.rank.isNear }
    if !known.isWhole { return (file.rank, file.file) < (other.rank, other.file) }
    return other.rank.isNear && !file.rank.isNear
  }
}

extension Int {
  /// The sum, or the greatest number there is.
  func plus(_ other: Int) -> Int {
    let (sum, isTooMuch) = addingReportingOverflow(other)
    return isTooMuch ? .max : sum
  }

  /// The difference, or the greatest or least number there is.
  func minus(_ other: Int) -> Int {
    let (difference, isTooMuch) = subtractingReportingOverflow(other)
    return isTooMuch ? (self < other ? .min : .max) : difference
  }
}
