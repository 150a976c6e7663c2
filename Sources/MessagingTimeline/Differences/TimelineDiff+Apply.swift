/// Why a diff does not fit a timeline. Nothing has been changed.
public struct TimelineDiffError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong, for programs.
  public enum Code: String, Hashable, Sendable, CaseIterable {
    /// The diff starts from another version (`DIFF-019`).
    case otherBase = "other-base"
    /// An index out of bounds, out of order, or taken twice.
    case badIndex = "bad-index"
    /// An update for a row that is not at that place.
    case otherRow = "other-row"
    /// A row would be there twice.
    case duplicateID = "duplicate-id"
  }

  public let code: Code
  /// What is wrong and where, for developers: names of fields and numbers, never what people wrote.
  public let context: String

  public init(code: Code, context: String) {
    self.code = code
    self.context = context
  }

  public var description: String { "\(code.rawValue): \(context)" }
}

extension TimelineDiff {
  /// Returns the timeline that this diff leads to, in one step (`DIFF-024`).
  ///
  /// Whether the rows reach the end of the conversation is not part of a diff. The result has the
  /// value of `old`.
  ///
  /// - Throws: ``TimelineDiffError`` if the diff was made for other rows. There is no partial
  ///   result.
  /// - Complexity: O(rows); the result shares the chunks that did not change.
  public func apply(to old: Timeline) throws(TimelineDiffError) -> Timeline {
    var origins = try origins(in: old)
    try checkIDs(old)
    var rows: [TimelineItem] = []
    rows.reserveCapacity(origins.count)
    var (nextInsert, nextUpdate) = (inserts[...], updates[...])
    for (index, origin) in origins.enumerated() {
      if origin < 0, let insert = nextInsert.popFirst() {
        rows.append(insert.item)
      } else if let update = nextUpdate.first, update.to == index {
        nextUpdate.removeFirst()
        rows.append(update.item)
        origins[index] = -1
      } else {
        rows.append(old[origin])
      }
    }
    return Timeline(
      version: target, store: RowStore(rows, origins: origins, in: old.store),
      reachesEnd: old.reachesEnd, unread: old.unread)
  }

  /// Returns the diff that leads back.
  ///
  /// - Parameter old: the timeline that this diff applies to. The removed rows are only there.
  /// - Throws: ``TimelineDiffError`` as ``apply(to:)`` does, but not for duplicate ids.
  /// - Complexity: O(rows).
  public func inverse(from old: Timeline) throws(TimelineDiffError) -> TimelineDiff {
    _ = try origins(in: old)
    return TimelineDiff(
      base: target, target: base, deletes: inserts.reversed().map(\.index),
      inserts: deletes.reversed().map { Insert(index: $0, item: old[$0]) },
      moves: moves.map { Move(from: $0.to, to: $0.from) }.sorted { $0.to < $1.to },
      updates: updates.map {
        Update(from: $0.to, to: $0.from, item: old[$0.from], aspects: $0.aspects)
      }.sorted { $0.to < $1.to })
  }

  /// For each new row its index in the old rows; −1 for an inserted row.
  private func origins(in old: Timeline) throws(TimelineDiffError) -> [Int] {
    guard base == old.version else {
      throw TimelineDiffError(
        code: .otherBase, context: "made for version \(base), applied to \(old.version)")
    }
    let count = old.count - deletes.count + inserts.count
    guard count >= 0 else { throw bad("\(deletes.count) deletes of \(old.count) rows") }
    // −1 for an inserted row, −2 for a row that is not known yet.
    var origins = [Int](repeating: -2, count: count)
    var isTaken = [Bool](repeating: false, count: old.count)
    for index in deletes { try take(index, &isTaken, "delete") }
    try check(deletes.reversed(), "deletes")
    for insert in inserts { try fill(insert.index, with: -1, &origins, "insert") }
    try check(inserts.map(\.index), "inserts")
    for move in moves {
      try take(move.from, &isTaken, "move from")
      try fill(move.to, with: move.from, &origins, "move to")
    }
    try check(moves.map(\.to), "moves")
    var stays = isTaken.indices.lazy.filter { !isTaken[$0] }.makeIterator()
    for index in origins.indices where origins[index] == -2 {
      guard let next = stays.next() else { throw bad("no row is left for \(index)") }
      origins[index] = next
    }
    try checkUpdates(origins, old)
    return origins
  }

  private func checkUpdates(
    _ origins: [Int], _ old: Timeline
  ) throws(TimelineDiffError) {
    try check(updates.map(\.to), "updates")
    for update in updates {
      guard origins.indices.contains(update.to), origins[update.to] == update.from,
        update.from >= 0
      else { throw bad("update \(update.from) → \(update.to): the row does not come there") }
      guard old[update.from].id == update.item.id else {
        throw TimelineDiffError(
          code: .otherRow, context: "update \(update.from) → \(update.to): another row is there")
      }
    }
  }

  private func checkIDs(_ old: Timeline) throws(TimelineDiffError) {
    guard !inserts.isEmpty else { return }
    var ids = Set(inserts.map(\.item.id))
    var isUnique = ids.count == inserts.count
    for index in deletes { ids.remove(old[index].id) }
    for item in old where isUnique && ids.contains(item.id) { isUnique = false }
    guard isUnique else {
      throw TimelineDiffError(code: .duplicateID, context: "an insert of a row that is there")
    }
  }

  private func take(
    _ index: Int, _ isTaken: inout [Bool], _ name: String
  ) throws(TimelineDiffError) {
    guard isTaken.indices.contains(index), !isTaken[index] else {
      throw bad("\(name) \(index): out of bounds, or taken twice")
    }
    isTaken[index] = true
  }

  private func fill(
    _ index: Int, with origin: Int, _ origins: inout [Int], _ name: String
  ) throws(TimelineDiffError) {
    guard origins.indices.contains(index), origins[index] == -2 else {
      throw bad("\(name) \(index): out of bounds, or taken twice")
    }
    origins[index] = origin
  }

  private func check(_ indexes: [Int], _ name: String) throws(TimelineDiffError) {
    guard zip(indexes, indexes.dropFirst()).allSatisfy({ $0 < $1 }) else {
      throw bad("\(name) are not in order")
    }
  }

  private func bad(_ context: String) -> TimelineDiffError {
    TimelineDiffError(code: .badIndex, context: context)
  }
}
