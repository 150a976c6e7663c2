/// What is remembered of files that came to nothing.
struct FileRecord: Sendable {
  var attempts = Attempts()
  /// While the network was said to be there and was not.
  var offlineUntil = Int64.min
  /// In a row.
  var wrongLengths = 0
  /// What it was said to have when its length was wrong.
  var wrongSize: Int?
  var refusal: FileRefusal?
  /// What the server said, where the message said nothing.
  var size: Int?
  fileprivate var order: Int64 = 0

  var notBefore: Int64 { max(attempts.notBefore, offlineUntil) }
}

/// The records of the files that are wished for, and of the last ones that were.
struct FileRecords: Sendable {
  private var records: [StoredName: FileRecord] = [:]
  private var lastOrder: Int64 = 0

  subscript(name: StoredName) -> FileRecord? { records[name] }

  mutating func change(_ name: StoredName, _ change: (inout FileRecord) -> Void) {
    lastOrder += 1
    var record = records[name] ?? FileRecord()
    change(&record)
    record.order = lastOrder
    records[name] = record
  }

  mutating func changeAll(_ change: (inout FileRecord) -> Void) {
    records = records.mapValues { record in
      var changed = record
      change(&changed)
      return changed
    }
  }

  mutating func forget(_ name: StoredName) { records[name] = nil }

  /// Forgets the oldest, as long as there are too many that nobody wishes for.
  ///
  /// - Complexity: O(1), as long as there are not.
  mutating func bound(to limit: Int, besides isWanted: (StoredName) -> Bool) {
    // Room to grow, so that it is not sorted each time.
    guard records.count > limit + limit / 2 + 64 else { return }
    let old = records.filter { !isWanted($0.key) }.sorted { $0.value.order > $1.value.order }
    for (name, _) in old.dropFirst(limit) { records[name] = nil }
  }
}
