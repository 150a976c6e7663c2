/// The labels of rows, by id: a hash trie of small buckets whose parts are shared between copies.
///
/// Labels stay the same when rows are inserted or removed elsewhere, so a prepend writes only its
/// own rows.
struct RowIndex: Sendable {
  private var root = Bucket()

  /// - Complexity: O(log n).
  subscript(id: RowID) -> Int64? { label(of: id, hash: id.scatter) }

  /// - Parameter hash: the hash of the id, so that a caller computes it only once.
  func label(of id: RowID, hash: UInt64) -> Int64? { root.label(of: id, hash: hash, depth: 0) }

  /// Sets the label of a row, new or known.
  ///
  /// - Complexity: O(log n); copies O(log n) buckets if another copy shares them.
  mutating func set(_ label: Int64, of id: RowID, hash: UInt64) {
    root.set(label, of: id, hash: hash, depth: 0)
  }

  /// - Complexity: O(log n).
  mutating func remove(_ id: RowID) {
    root.remove(id, hash: id.scatter, depth: 0)
  }
}

extension RowIndex {
  fileprivate struct Entry: Sendable {
    var hash: UInt64
    var label: Int64
    var id: RowID
  }

  /// Either entries, or one bucket for each value of the next bits of the hash.
  fileprivate struct Bucket: Sendable {
    static let bits = 4
    static let capacity = 24
    /// The greatest depth: below it, no bits of the hash are left.
    static let depthMax = UInt64.bitWidth / bits - 1

    var entries: [Entry] = []
    var buckets: [Bucket] = []

    static func slot(_ hash: UInt64, _ depth: Int) -> Int {
      Int(truncatingIfNeeded: hash >> UInt64(depth * bits)) & ((1 << bits) - 1)
    }

    func label(of id: RowID, hash: UInt64, depth: Int) -> Int64? {
      guard buckets.isEmpty else {
        return buckets[Bucket.slot(hash, depth)].label(of: id, hash: hash, depth: depth + 1)
      }
      for entry in entries where entry.hash == hash && entry.id == id { return entry.label }
      return nil
    }

    mutating func set(_ label: Int64, of id: RowID, hash: UInt64, depth: Int) {
      guard buckets.isEmpty else {
        return buckets[Bucket.slot(hash, depth)].set(label, of: id, hash: hash, depth: depth + 1)
      }
      if let place = entries.firstIndex(where: { $0.hash == hash && $0.id == id }) {
        entries[place].label = label
        return
      }
      entries.append(Entry(hash: hash, label: label, id: id))
      if entries.count > Bucket.capacity, depth < Bucket.depthMax { split(depth) }
    }

    mutating func remove(_ id: RowID, hash: UInt64, depth: Int) {
      guard buckets.isEmpty else {
        return buckets[Bucket.slot(hash, depth)].remove(id, hash: hash, depth: depth + 1)
      }
      guard let place = entries.firstIndex(where: { $0.hash == hash && $0.id == id }) else {
        return
      }
      entries.swapAt(place, entries.count - 1)
      entries.removeLast()
    }

    private mutating func split(_ depth: Int) {
      buckets = Array(repeating: Bucket(), count: 1 << Bucket.bits)
      for entry in entries { buckets[Bucket.slot(entry.hash, depth)].entries.append(entry) }
      entries = []
    }
  }
}
