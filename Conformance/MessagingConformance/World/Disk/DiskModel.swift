/// The durable content of a disk, and the pending changes that it may still lose.
///
/// It guarantees what POSIX guarantees and no more: the bytes of a file are durable once the file
/// was synced, its name once the folder was synced. Before that, each write and each name may be
/// kept or lost, in any combination, and a write may be kept in part.
struct DiskModel {
  /// A change of the bytes of a file since its last sync.
  fileprivate enum Change {
    case write(at: Int, [UInt8])
    case truncate(to: Int)
  }

  /// A change of the names since the last sync of the folder.
  private enum Naming {
    case link(String, Int)
    case rename(String, String)
    case unlink(String)
  }

  private struct File {
    var durable: [UInt8] = []
    var pending: [(order: Int, change: Change)] = []
  }

  private var files: [File] = []
  private var names: [String: Int] = [:]
  private var durableNames: [String: Int] = [:]
  private var pendingNames: [(order: Int, naming: Naming)] = []
  private var order = 0

  init() {}

  /// A disk with durable files.
  init(_ contents: [String: [UInt8]]) {
    for (name, bytes) in contents.sorted(by: { $0.key < $1.key }) {
      names[name] = files.count
      files.append(File(durable: bytes))
    }
    durableNames = names
  }

  /// Applies a step.
  mutating func apply(_ step: DiskStep) {
    order += 1
    switch step {
    case .read: break
    case .create(let name):
      if let file = names[name] {
        files[file].pending.append((order, .truncate(to: 0)))
      } else {
        names[name] = files.count
        pendingNames.append((order, .link(name, files.count)))
        files.append(File())
      }
    case .write(let name, let offset, let bytes):
      if let file = names[name] { files[file].pending.append((order, .write(at: offset, bytes))) }
    case .truncate(let name, let count):
      if let file = names[name] { files[file].pending.append((order, .truncate(to: count))) }
    case .sync(let name):
      guard let file = names[name] else { break }
      for (_, change) in files[file].pending { files[file].durable.apply(change, .whole) }
      files[file].pending = []
    case .rename(let name, let other):
      pendingNames.append((order, .rename(name, other)))
      if let file = names.removeValue(forKey: name) { names[other] = file }
    case .remove(let name):
      pendingNames.append((order, .unlink(name)))
      names[name] = nil
    case .syncNames:
      durableNames = names
      pendingNames = []
    }
  }

  /// The files after a loss of power.
  ///
  /// - Complexity: O(bytes of all files).
  func survivors(of loss: PowerLoss) -> [String: [UInt8]] {
    var fate = loss.fates(of: pendingCount)
    var left = durableNames
    // In the order of the steps, across bytes and names.
    var bytes = files.map(\.durable)
    var all = pendingNames.map { ($0.order, -1, $0.naming as Naming?, nil as Change?) }
    for (number, file) in files.enumerated() {
      all += file.pending.map { ($0.order, number, nil, $0.change) }
    }
    for (_, file, naming, change) in all.sorted(by: { $0.0 < $1.0 }) {
      if let change { bytes[file].apply(change, fate.ofBytes()) }
      guard let naming, fate.ofName() else { continue }
      switch naming {
      case .link(let name, let file): left[name] = file
      case .unlink(let name): left[name] = nil
      case .rename(let name, let other):
        if let file = left.removeValue(forKey: name) { left[other] = file }
      }
    }
    return left.mapValues { bytes[$0] }
  }

  private var pendingCount: Int {
    files.reduce(pendingNames.count) { $0 + $1.pending.count }
  }
}

extension [UInt8] {
  fileprivate mutating func apply(_ change: DiskModel.Change, _ fate: WriteFate) {
    switch (change, fate) {
    case (_, .lost): break
    case (.truncate(let count), _):
      if self.count > count { removeLast(self.count - count) } else { fill(to: count) }
    case (.write(let offset, let bytes), .whole): put(bytes[...], at: offset)
    case (.write(let offset, let bytes), .torn(var random)):
      // The sectors of the disk, not those of the write.
      var start = 0
      while start < bytes.count {
        let end = Swift.min(bytes.count, start + 512 - (offset + start) % 512)
        if random.chance(1, of: 2) { put(bytes[start..<end], at: offset + start) }
        start = end
      }
    case (.write(let offset, let bytes), .trashed(var random)):
      put(bytes.map { _ in UInt8(truncatingIfNeeded: random.next()) }[...], at: offset)
    }
  }

  private mutating func put(_ bytes: ArraySlice<UInt8>, at offset: Int) {
    fill(to: offset + bytes.count)
    replaceSubrange(offset..<(offset + bytes.count), with: bytes)
  }

  private mutating func fill(to count: Int) {
    if self.count < count { append(contentsOf: repeatElement(0, count: count - self.count)) }
  }
}
