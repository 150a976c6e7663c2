internal import MessagingCore
internal import MessagingModel
internal import MessagingTimeline

// Checks of moves, determinism and size.
extension DiffChecks {
  /// All orders of up to six rows, and random pairs: no more moves than necessary.
  static func fewestMoves(_ context: Context) async throws {
    let differ = context.subject.timelineDiffing()
    for (old, new) in SmallLists.pairs(upTo: context.length(6)) where old.count == new.count {
      let diff = differ.diff(from: SmallLists.timeline(old, 1), to: SmallLists.timeline(new, 2))
      context.count(steps: 1)
      let staying = NaiveDiff.longestAscent(new.filter(old.contains)).count
      let wanted = new.filter(old.contains).count - staying
      try context.expect(
        diff.moves.count <= wanted,
        "\(old) becomes \(new) with \(diff.moves.count) moves, \(wanted) are enough")
    }
    try await eachPair(context, 20_000, [.order, .membership]) { old, new, diff in
      let before = old.rows.map(\.id)
      let places = new.rows.compactMap { row in before.firstIndex(of: row.id) }
      let wanted = places.count - NaiveDiff.longestAscent(places).count
      return diff.moves.count <= wanted
        ? nil
        : "\(old.sketch) becomes \(new.sketch) with \(diff.moves.count) moves, \(wanted) are enough"
    }
  }

  /// The last of five thousand rows becomes the first, and moves back.
  static func oneOfManyMoves(_ context: Context) async throws {
    let differ = context.subject.timelineDiffing()
    let numbers = Array(0..<(context.options.historiesMax == nil ? 5_000 : 500))
    let turned = [numbers.count - 1] + numbers.dropLast()
    for (old, new) in [(numbers, turned), (turned, numbers)] {
      let diff = differ.diff(from: SmallLists.timeline(old, 1), to: SmallLists.timeline(new, 2))
      try context.expect("the number of moves", diff.moves.count, is: 1)
      try context.expect(
        diff.deletes.isEmpty && diff.inserts.isEmpty, "rows are deleted or inserted")
    }
  }

  /// The same lists give the same diff, even if the lists are built again.
  static func sameAgain(_ context: Context) async throws {
    let differ = context.subject.timelineDiffing()
    for (old, new) in SmallLists.pairs(upTo: context.length(4)) {
      let answers = [1, 2].map { _ in
        differ.diff(from: SmallLists.timeline(old, 1), to: SmallLists.timeline(new, 2))
      }
      context.count(steps: 2)
      try context.expect(answers[0] == answers[1], "two diffs of \(old) and \(new) are different")
    }
    for seed in context.seeds {
      var (first, second) = (RandomRows(seed: seed), RandomRows(seed: seed))
      for _ in 0..<context.pure(10_000) {
        let (pair, again) = (first.pair(), second.pair())
        context.count(steps: 2)
        let (one, other) = (
          differ.diff(from: pair.old, to: pair.new), differ.diff(from: again.old, to: again.new)
        )
        try context.expect(
          one == other, "two diffs of \(pair.old.sketch) and \(pair.new.sketch) are different")
      }
    }
  }

  /// Ids that are equal in one half.
  static func alikeIDs(_ context: Context) async throws {
    let differ = context.subject.timelineDiffing()
    let words: [UInt64] = [0, 1, 2, .max, 0xFFFF_FFFF, 0xFFFF_FFFF_0000_0000]
    let ids = words.flatMap { high in words.map { MessageID(high: high, low: $0) } }
    let rows = ids.map { id in
      var row = DiffRow.message(1, at: 10)
      row.message.id = id
      return TimelineItem(id: .message(id), content: .message(row))
    }
    let lists = [
      rows, rows.reversed(), Array(rows[7...] + rows[..<7]), rows.filter { $0.id != rows[1].id },
      rows.filter { $0.id.message?.high == 1 }, rows.filter { $0.id.message?.low == 1 },
      rows.filter { id in id.id.message.map { $0.high == $0.low } ?? false },
    ]
    for old in lists {
      for new in lists {
        let (before, after) = (Timeline(version: 1, rows: old), Timeline(version: 2, rows: new))
        context.count(steps: 1)
        let diff = differ.diff(from: before, to: after)
        try context.expect(
          DiffOracle.apply(diff, to: old)?.map(\.id) == new.map(\.id),
          "\(old.count) rows with ids that are alike in one half do not become \(new.count)")
      }
    }
  }

  /// Reversing twenty thousand rows costs no more per row than reversing a short list.
  static func twentyThousandReversed(_ context: Context) async throws {
    var before = Duration.zero
    for count in [625, 2_500, 10_000, 20_000] {
      let time = try reverse(count, context)
      // The cost is fine unless four times the rows take more than twelve times as long, again and
      // again.
      let isSlow = time > .seconds(1) && time > before * 12
      if isSlow, count != 20_000 {
        // The shortest of three times is the one that other processes disturbed least.
        let few = try (0..<3).map { _ in try reverse(count / 4, context) }.min() ?? .zero
        let many = try (0..<3).map { _ in try reverse(count, context) }.min() ?? .zero
        try context.expect(
          many < few * 12, "the cost of a reversed list grows with the square of its length")
      }
      before = time
    }
  }

  private static func reverse(_ count: Int, _ context: Context) throws -> Duration {
    let differ = context.subject.timelineDiffing()
    let numbers = Array(0..<count)
    let old = SmallLists.timeline(numbers, 1)
    let new = SmallLists.timeline(numbers.reversed(), 2)
    context.count(steps: 1)
    var diff = TimelineDiff(base: 0, target: 0)
    let time = ContinuousClock().measure { diff = differ.diff(from: old, to: new) }
    try context.expect("the number of moves", diff.moves.count, is: count - 1)
    try context.expect(diff.deletes.isEmpty && diff.inserts.isEmpty, "rows come and go")
    return time
  }
}
