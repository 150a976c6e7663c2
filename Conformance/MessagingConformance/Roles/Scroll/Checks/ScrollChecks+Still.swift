internal import MessagingModel
internal import MessagingTimeline

/// What must not move.
extension ScrollChecks {
  /// The content height is the sum of the row heights, in any order of changes.
  static func anyOrder(_ context: Context) async throws {
    try each(context, "sums", 20) { scrolling in
      var stage = ScrollStage(context)
      try stage.tell(scrolling.opening(4...12, isPlain: true))
      for row in scrolling.random.shuffled(scrolling.rows) {
        try stage.tell("resize \(row):\(scrolling.random.number(in: 0...600)).333")
        let height = stage.units(stage.reading.contentHeight)
        try context.expect("the height of the content", height, is: stage.mirror.contentHeight)
      }
    }
  }

  /// One transaction, its parts, and its parts in another order lead to the same offset.
  static func anySplit(_ context: Context) async throws {
    try each(context, "split", 60) { scrolling in
      let stage = try reading(context, &scrolling)
      guard let anchor = stage.reading.anchor.map(ScrollNames.name) else { return }
      var parts: [String] = []
      var free = scrolling.random.shuffled(scrolling.rows.filter { $0 != anchor })
      for _ in 0..<scrolling.random.number(in: 2...4) {
        guard let row = free.popLast() else { break }
        switch scrolling.random.below(4) {
        case 0: parts.append("remove \(row)")
        case 1: parts += scrolling.step([.prepend])
        case 2 where !parts.contains { $0.hasSuffix("measured") }:
          parts.append("resize \(row):\(scrolling.height()) cause=measured")
        default: parts.append("resize \(row):\(scrolling.height())")
        }
      }
      parts.append("resize \(anchor):\(scrolling.height()) cause=grouping")
      let joined = [parts[0]] + parts.dropFirst().map { "& \($0)" }
      let ends = [joined, parts, scrolling.random.shuffled(parts)].map { outcome(stage, $0) }
      guard let first = ends[0] else { return }
      for (lines, end) in zip([parts, parts], ends.dropFirst()) {
        guard let end, end != first else { continue }
        throw fail("one by one the offset is \(end), together \(first)", lines)
      }
    }
  }

  /// The offset after these lines; `nil` if the list followed the end at some point.
  private static func outcome(_ stage: ScrollStage, _ lines: [String]) -> String? {
    var stage = stage
    for line in (try? ScrollStage.steps(lines)) ?? [] {
      do { try stage.tell(line) } catch { return nil }
      if stage.reading.isPinned, stage.wanted == stage.offset { return nil }
    }
    return ScrollPoints.text(units: stage.offset)
  }

  /// Empty transactions change nothing, also when repeated.
  static func emptyTransactions(_ context: Context) async throws {
    try each(context, "empty", 30) { scrolling in
      var stage = ScrollStage(context)
      try stage.tell(scrolling.opening(1...12, isPlain: true))
      for _ in 0..<6 { try stage.tell(scrolling.step([.scroll, .prepend, .content, .remove])) }
      let before = stage.reading.offset
      for _ in 0..<2 {
        _ = stage.handle([.transaction(ScrollTransaction())])
        try context.expect(
          stage.outcomes.allSatisfy { $0.command == nil },
          "a transaction without content leads to a command")
        try context.expect("the offset after nothing", stage.reading.offset, is: before)
      }
    }
  }

  /// Pages above move no visible row.
  static func everyRowInSight(_ context: Context) async throws {
    try each(context, "prepends", 60) { scrolling in
      var stage = try reading(context, &scrolling)
      if scrolling.random.chance(1, of: 4) { try stage.tell("scroll 0") }
      for _ in 0..<3 {
        let before = stage.seen.map { ($0, stage.y($0)) }
        let page = scrolling.step([.prepend])
        try stage.tell(page)
        for (row, y) in before {
          try context.expect(
            "the y of \(ScrollNames.name(row)) after \(page[0])", stage.y(row), is: y)
        }
      }
    }
  }

  /// A page above that is loaded and removed again leaves the offset unchanged.
  static func takenAndPutBack(_ context: Context) async throws {
    try each(context, "evictions", 40) { scrolling in
      var stage = try reading(context, &scrolling)
      let (offset, old) = (stage.offset, Set(scrolling.rows))
      try stage.tell(scrolling.step([.prepend]))
      let page = scrolling.rows.filter { !old.contains($0) }
      try stage.tell("remove " + page.joined(separator: " "))
      try context.expect("the offset after a page came and went", stage.offset, is: offset)
    }
  }

  /// Random heights above the anchor do not move it.
  static func sumsAbove(_ context: Context) async throws {
    try each(context, "above", 40) { scrolling in
      var stage = try reading(context, &scrolling, rows: 14...24)
      // Read further down, so that rows above can shrink.
      guard let anchor = stage.reading.anchor, let y = stage.y(anchor) else { return }
      let above = scrolling.rows.prefix { ScrollNames.row($0) != anchor }
      let grown = above.map { "\($0):\(scrolling.random.number(in: 200...900))" }
      guard !grown.isEmpty else { return }
      if scrolling.random.chance(1, of: 2) {
        try stage.tell("resize " + grown.joined(separator: " "))
      } else {
        for one in scrolling.random.shuffled(grown) { try stage.tell("resize \(one)") }
      }
      let moved = stage.wanted - stage.offset
      try context.expect("the y of the anchor", stage.y(anchor), is: y + moved)
    }
  }

  /// Any subset of eight rows around the reader is removed; the next remaining row holds.
  static func everySubset(_ context: Context) async throws {
    let names = (1...28).map { "m\($0)" }
    var opened = ScrollStage(context)
    try opened.tell(
      "viewport 320x300", "rows " + names.map { "\($0):100" }.joined(separator: " "), "scroll 1030")
    // The visible rows from the top down, then older ones, the nearest first.
    let chain = ["m11", "m12", "m13", "m14"] + (1...10).reversed().map { "m\($0)" }
    for subset in 1..<256 {
      let some = chain.prefix(8).enumerated().filter { subset >> $0.offset & 1 == 1 }
      let gone = some.map(\.element)
      guard let holder = chain.first(where: { !gone.contains($0) }),
        let row = ScrollNames.row(holder)
      else { continue }
      var stage = opened
      let y = stage.y(row)
      try stage.tell("remove " + gone.joined(separator: " "))
      context.count(steps: 1)
      try context.expect(
        "the y of \(holder) after \(gone.joined(separator: " ")) vanished", stage.y(row), is: y)
    }
  }

  /// Measured heights replace estimates, in any batches, with the same result.
  static func anyBatching(_ context: Context) async throws {
    try each(context, "batches", 40) { scrolling in
      let stage = try reading(context, &scrolling)
      let sizes = scrolling.rows.map { "\($0):\(scrolling.random.number(in: 120...300))" }
      let cut = scrolling.random.below(sizes.count)
      let mixed = scrolling.random.shuffled(sizes)
      let ways = [
        ["resize \(sizes.joined(separator: " ")) cause=measured"],
        mixed.map { "resize \($0) cause=measured" },
        [mixed[..<cut], mixed[cut...]].filter { !$0.isEmpty }
          .map { "resize \($0.joined(separator: " ")) cause=measured" },
      ]
      let ends = ways.map { outcome(stage, $0) }
      guard ends.allSatisfy({ $0 != nil }) else { return }
      try context.expect("the offsets of three ways to measure", Set(ends).count, is: 1)
    }
  }
}
