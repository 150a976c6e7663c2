/// What is remembered about a file: its failures, and the size from the server.
struct FileRecord: Sendable {
  var attempts = Attempts()
  /// Until when to wait after an attempt that ended as offline although the queue was online.
  var offlineUntil = Int64.min
  /// The number of wrong lengths in a row, for each size that was expected (`LOAD-035`).
  var wrongLengths: [Int?: Int] = [:]
  var refusal: FileRefusal?
  /// The size from the server.
  var size: Int?
  /// The most bytes that were dropped because the server did not go on from there.
  var dropped = 0
  fileprivate var order: Int64 = 0

  var notBefore: Int64 { max(attempts.notBefore, offlineUntil) }
}

/// The records of the files with a wish, and of the last ones that had one.
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

  /// Forgets the oldest records of files without a wish, if there are too many.
  ///
  /// - Complexity: O(1), as long as there are not.
  mutating func bound(to limit: Int, besides isWanted: (StoredName) -> Bool) {
    // The margin keeps the records from being sorted each time.
    guard records.count > limit + limit / 2 + 64 else { return }
    let old = records.filter { !isWanted($0.key) }.sorted { $0.value.order > $1.value.order }
    for (name, _) in old.dropFirst(limit) { records[name] = nil }
  }
}
