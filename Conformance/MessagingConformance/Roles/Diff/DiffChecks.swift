internal import MessagingCore
internal import MessagingModel
internal import MessagingTimeline

/// Checks of which rows a diff names, and at which indices.
enum DiffChecks {
  typealias Context = RoleContext<any DiffSubject>

  /// A hundred thousand random pairs: the diff leads to the right ids in the right order.
  static func randomPairs(_ context: Context) async throws {
    try await eachPair(context, 100_000, [.order, .membership]) { old, new, diff in
      DiffOracle.problem(diff, old, new)
    }
  }

  /// All pairs of lists of up to six rows, without pairs that differ only in the names of the rows.
  static func allSmallPairs(_ context: Context) async throws {
    let differ = context.subject.timelineDiffing()
    for (old, new) in SmallLists.pairs(upTo: context.length(6)) {
      let (before, after) = (SmallLists.timeline(old, 1), SmallLists.timeline(new, 2))
      context.count(steps: 1)
      if let problem = DiffOracle.problem(differ.diff(from: before, to: after), before, after) {
        throw Violation(problem)
      }
    }
  }

  /// All kinds of changes at once: the diff leads to the new rows with all their fields.
  static func everythingAtOnce(_ context: Context) async throws {
    try await eachPair(context, 100_000, .all) { old, new, diff in
      let rows = DiffOracle.apply(diff, to: old.rows)
      return rows == new.rows
        ? nil : "the diff of \(old.sketch) and \(new.sketch) does not give the new rows"
    }
  }

  /// All pairs of lists of up to six rows, with each remaining row either equal or changed.
  static func everythingSmall(_ context: Context) async throws {
    let differ = context.subject.timelineDiffing()
    for (old, new) in SmallLists.pairs(upTo: context.length(6)) {
      let common = new.filter(old.contains)
      for mask in 0..<(1 << common.count) {
        let changed = common.indices.filter { mask >> $0 & 1 == 1 }.map { common[$0] }
        let before = SmallLists.timeline(old, 1)
        let after = SmallLists.timeline(new, 2, changed: changed)
        context.count(steps: 1)
        let diff = differ.diff(from: before, to: after)
        guard DiffOracle.apply(diff, to: before.rows) != after.rows else { continue }
        throw Violation(
          "the diff of \(before.sketch) and \(after.sketch) does not give the new rows")
      }
    }
  }

  /// Only the content of rows changes: exactly the rows that differ are updates.
  static func contentOfRandomPairs(_ context: Context) async throws {
    try await eachPair(context, 20_000, [.content]) { old, new, diff in
      let (before, after) = (old.rows, new.rows)
      let wanted = after.indices.filter { before[$0] != after[$0] }
      let found = diff.updates.map(\.to)
      guard Set(wanted).isSubset(of: found) else {
        let missing = wanted.filter { !found.contains($0) }.map { DiffRow(after[$0]).name }
        return "\(missing.joined(separator: " ")) changed in \(new.sketch), and no update says so"
      }
      return diff.updates.contains { $0.item != after[$0.to] }
        ? "an update of \(new.sketch) does not have the new row" : nil
    }
  }

  /// The diff names no row that is equal to its old value.
  static func nothingElse(_ context: Context) async throws {
    try await eachPair(context, 20_000, [.membership, .content]) { old, new, diff in
      let before = old.rows
      for update in diff.updates
      where before.first(where: { $0.id == update.item.id }) == update.item {
        return "\(DiffRow(update.item).name) is an update in \(new.sketch), but it is as it was"
      }
      return nil
    }
  }

  /// A row that is in both lists is neither deleted nor inserted.
  static func neverBoth(_ context: Context) async throws {
    try await eachPair(context, 20_000, .all) { old, new, diff in
      let (before, after) = (old.rows, new.rows)
      let deleted = diff.deletes.filter(before.indices.contains).map { before[$0].id }
      if let id = deleted.first(where: { id in after.contains { $0.id == id } }) {
        return "\(DiffRow.name(of: id)) is deleted, but it is in \(new.sketch)"
      }
      let inserted = diff.inserts.map(\.item.id)
      if let id = inserted.first(where: { id in before.contains { $0.id == id } }) {
        return "\(DiffRow.name(of: id)) is inserted, but it was in \(old.sketch)"
      }
      return nil
    }
  }

  /// The `from` index of an update or a move is the row's index in the old list.
  static func oldCoordinates(_ context: Context) async throws {
    try await eachPair(context, 20_000, .all) { old, new, diff in
      let (before, after) = (old.rows, new.rows)
      for (from, to) in diff.updates.map({ ($0.from, $0.to) })
        + diff.moves.map({ ($0.from, $0.to) })
      {
        guard before.indices.contains(from), after.indices.contains(to),
          before[from].id == after[to].id
        else {
          return
            "\(from)>\(to) in the diff of \(old.sketch) and \(new.sketch) are two different rows"
        }
      }
      return nil
    }
  }

  /// Each list of the diff is in its documented order.
  static func listsInOrder(_ context: Context) async throws {
    try await eachPair(context, 20_000, .all) { old, new, diff in
      let lists = [
        ("deletes", Array(diff.deletes.reversed())), ("inserts", diff.inserts.map(\.index)),
        ("moves", diff.moves.map(\.to)), ("updates", diff.updates.map(\.to)),
      ]
      let wrong = lists.first { _, list in zip(list, list.dropFirst()).contains { $0 > $1 } }
      return wrong.map { "the \($0.0) of \(old.sketch) and \(new.sketch) are not in order" }
    }
  }

  /// No list names a row twice, and the counts match.
  static func namedOnce(_ context: Context) async throws {
    try await eachPair(context, 20_000, .all) { old, new, diff in
      let lists = [
        ("deletes", diff.deletes), ("inserts", diff.inserts.map(\.index)),
        ("moves", diff.moves.map(\.to)), ("updates", diff.updates.map(\.to)),
      ]
      if let twice = lists.first(where: { Set($0.1).count < $0.1.count }) {
        return "the \(twice.0) of \(old.sketch) and \(new.sketch) name a row twice"
      }
      return old.rows.count - diff.deletes.count + diff.inserts.count == new.rows.count
        ? nil : "the diff of \(old.sketch) and \(new.sketch) does not add up"
    }
  }

  /// Diffs random pairs, and reports the first problem.
  static func eachPair(
    _ context: Context, _ wanted: Int, _ changes: RandomRows.Changes,
    _ problem: (Timeline, Timeline, TimelineDiff) -> String?
  ) async throws {
    let differ = context.subject.timelineDiffing()
    for seed in context.seeds {
      var rows = RandomRows(seed: seed)
      for _ in 0..<context.pure(wanted) {
        let (old, new) = rows.pair(changes)
        context.count(steps: 1)
        if let problem = problem(old, new, differ.diff(from: old, to: new)) {
          throw Violation(problem)
        }
      }
    }
  }
}

/// All pairs of small lists. The old list is always 0, 1, 2 …; other names would only repeat the
/// same pairs.
enum SmallLists {
  static func pairs(upTo length: Int) -> [(old: [Int], new: [Int])] {
    (0...length).flatMap { size in
      arrangements(of: Array(0..<size), upTo: length).map { (Array(0..<size), $0) }
    }
  }

  /// Lists of some of the numbers, in every order, with new rows in between.
  private static func arrangements(of numbers: [Int], upTo length: Int) -> [[Int]] {
    var lists: [[Int]] = [[]]
    var shorter: [[Int]] = [[]]
    for place in 0..<length {
      shorter = shorter.flatMap { list in
        (numbers.filter { !list.contains($0) } + [100 + place]).map { list + [$0] }
      }
      lists += shorter
    }
    return lists
  }

  static func timeline(_ numbers: [Int], _ version: Int64, changed: [Int] = []) -> Timeline {
    Timeline(
      version: version,
      rows: numbers.map { number in
        var row = DiffRow.message(number, at: Int64(number))
        if changed.contains(number) { row.message.delivery = .read }
        return TimelineItem(id: .message(row.message.id), content: .message(row))
      })
  }
}
