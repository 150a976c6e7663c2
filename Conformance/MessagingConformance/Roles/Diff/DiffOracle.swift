internal import MessagingModel
internal import MessagingTimeline

/// Applies a diff to an array, step by step.
enum DiffOracle {
  /// The rows that a diff leads to; `nil` if its indices do not fit.
  static func apply(_ diff: TimelineDiff, to old: [TimelineItem]) -> [TimelineItem]? {
    let count = old.count - diff.deletes.count + diff.inserts.count
    guard count >= 0 else { return nil }
    var gone = Set(diff.deletes)
    var rows = [TimelineItem?](repeating: nil, count: count)
    for insert in diff.inserts {
      guard rows.indices.contains(insert.index) else { return nil }
      rows[insert.index] = insert.item
    }
    for move in diff.moves {
      guard rows.indices.contains(move.to), old.indices.contains(move.from) else { return nil }
      rows[move.to] = old[move.from]
      gone.insert(move.from)
    }
    var rest = old.indices.filter { !gone.contains($0) }[...]
    for index in rows.indices where rows[index] == nil {
      guard let next = rest.popFirst() else { return nil }
      rows[index] = old[next]
    }
    for update in diff.updates {
      guard rows.indices.contains(update.to) else { return nil }
      rows[update.to] = update.item
    }
    return rest.isEmpty ? rows.compactMap(\.self) : nil
  }

  /// Describes how a diff fails to lead to the ids of `new` in their order; `nil` if it leads
  /// there.
  static func problem(_ diff: TimelineDiff, _ old: Timeline, _ new: Timeline) -> String? {
    guard let rows = apply(diff, to: old.rows) else {
      return "the diff of \(old.sketch) and \(new.sketch) names rows that are not there"
    }
    guard rows.map(\.id) != new.rows.map(\.id) else { return nil }
    let found = rows.map { DiffRow.name(of: $0.id) }.joined(separator: " ")
    return "the diff of \(old.sketch) and \(new.sketch) gives \(found.isEmpty ? "nothing" : found)"
  }
}

extension Timeline {
  /// The names of all rows on one line.
  var sketch: String { "[\(names.joined(separator: " "))]" }
}
