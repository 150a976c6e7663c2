internal import MessagingCore
internal import MessagingModel
internal import MessagingTimeline

/// What must return to its old state, and what must never happen.
extension ScrollChecks {
  /// A change and its inverse lead back to the same state.
  static func thereAndBack(_ context: Context) async throws {
    try each(context, "revert", 80) { scrolling in
      var stage = try reading(context, &scrolling, rows: 4...14)
      guard !stage.reading.isPinned, stage.offset > 0 else { return }
      let (offset, anchor) = (stage.offset, stage.reading.anchor.map(ScrollNames.name))
      var there: [String] = []
      var back: [String] = []
      for row in scrolling.random.shuffled(scrolling.rows).prefix(
        scrolling.random.number(in: 1...3))
      {
        guard let edges = ScrollNames.row(row).flatMap({ stage.mirror.edges(of: $0) }) else {
          continue
        }
        let old = ScrollPoints.text(units: edges.bottom - edges.top)
        there.append("resize \(row):\(scrolling.random.number(in: 1...500))")
        back.insert("resize \(row):\(old)", at: 0)
      }
      if scrolling.random.chance(1, of: 2), let last = scrolling.rows.last, last != anchor,
        !there.contains(where: { $0.hasPrefix("resize \(last):") }), scrolling.rows.count > 1
      {
        there.append("remove \(last)")
        let row = stage.mirror.rows.last.map { ScrollPoints.text($0.height) } ?? "0"
        back.insert("append \(last):\(row)", at: 0)
      }
      for line in there {
        try stage.tell(line)
        if stage.reading.isPinned, stage.wanted == stage.offset { return }
      }
      for line in back {
        try stage.tell(line)
        if stage.reading.isPinned, stage.wanted == stage.offset { return }
      }
      guard stage.offset != offset || stage.reading.isPinned else { return }
      throw fail(
        "the offset is \(ScrollPoints.text(units: stage.offset)), expected "
          + ScrollPoints.text(units: offset), there + back)
    }
  }

  /// Opening and closing the keyboard leads back to the same state.
  static func keyboard(_ context: Context) async throws {
    try each(context, "keyboard", 80) { scrolling in
      var stage = ScrollStage(context)
      try stage.tell(scrolling.opening(1...14, isPlain: true))
      if scrolling.random.chance(3, of: 4) {
        try stage.tell("scroll \(scrolling.random.number(in: 0...1_200))")
      }
      let before = stage.reading
      let first = scrolling.random.number(in: 1...150)
      try stage.tell("inset bottom=\(first)")
      let middle = stage.reading
      for height in [first + 90, first, 0, first] { try stage.tell("inset bottom=\(height)") }
      try context.expect("the offset with the keyboard", stage.reading.offset, is: middle.offset)
      try stage.tell("inset bottom=0")
      try context.expect("the offset afterwards", stage.reading.offset, is: before.offset)
      try context.expect("following afterwards", stage.reading.isPinned, is: before.isPinned)
    }
  }

  /// Nothing that arrives or changes makes the list scroll away from a reader.
  static func passiveReading(_ context: Context) async throws {
    try each(context, "passive", 40) { scrolling in
      var stage = try reading(context, &scrolling, rows: 20...24)
      try stage.tell("scroll 100.5")
      let before = stage.programmatic
      for _ in 0..<12 {
        let kinds: [RandomScrolling.Kind] = [
          .arrive, .arriveOwn, .prepend, .append, .content, .typing, .regroup,
        ]
        try stage.tell(scrolling.step(kinds))
      }
      try context.expect("programmatic scrolls", stage.programmatic - before, is: 0)
    }
  }

  /// After a live message a followed list is at the end; after any other change it keeps its
  /// distance.
  static func distances(_ context: Context) async throws {
    try each(context, "distances", 40) { scrolling in
      var stage = ScrollStage(context)
      try stage.tell(scrolling.opening(14...24, isPlain: true))
      for _ in 0..<8 {
        let range = stage.reading.offset + stage.reading.distanceFromEnd
        if scrolling.random.chance(1, of: 2) {
          try stage.tell("scroll \(range - Double(scrolling.random.below(40)))")
        }
        let before = stage.reading.distanceFromEnd
        let kind =
          scrolling.random.pick(
            from: [.arrive, .prepend, .append] as [RandomScrolling.Kind]) ?? .arrive
        try stage.tell(scrolling.step(kind))
        try context.expect(
          "the distance after \(kind)", stage.reading.distanceFromEnd,
          is: kind == .arrive ? 0 : before)
      }
    }
  }

  /// The unread count equals the size of a set.
  static func counted(_ context: Context) async throws {
    try each(context, "unread", 40) { scrolling in
      var stage = try reading(context, &scrolling, rows: 20...24)
      try stage.tell("scroll 100.5")
      var unseen: Set<String> = []
      for _ in 0..<15 {
        let old = Set(scrolling.rows)
        let kind =
          scrolling.random.pick(
            from: [.arrive, .arriveOwn, .append, .prepend, .remove] as [RandomScrolling.Kind])
          ?? .arrive
        try stage.tell(scrolling.step(kind))
        if kind == .arrive { unseen.formUnion(Set(scrolling.rows).subtracting(old)) }
        unseen.formIntersection(scrolling.rows)
        guard !stage.reading.isPinned else { return }
        try context.expect("what is unseen", stage.reading.unread, is: unseen.count)
      }
    }
  }

  /// The view reports an offset just written, with a small error.
  static func echoes(_ context: Context) async throws {
    try each(context, "echoes", 60) { scrolling in
      var stage = ScrollStage(context)
      try stage.tell(["options scale=2"] + scrolling.opening(8...14, isPlain: true))
      for _ in 0..<4 { try stage.tell(scrolling.step([.scroll, .prepend, .content])) }
      try stage.tell(scrolling.step(.prepend))
      guard stage.outcomes.contains(where: { $0.command != nil }) else { return }
      let (before, saved) = (stage.reading, stage.models[0].savedPosition)
      for pixels in [-1.0, 0, 1] {
        _ = stage.handle([.scrolled(to: before.publishedOffset + pixels / 2)])
        try context.expect(
          stage.outcomes[0].command == nil && stage.reading == before
            && stage.models[0].savedPosition == saved,
          "an echo \(Int(pixels)) pixels off changes something")
      }
    }
  }

  /// Hundreds of pages with fractional heights do not add up rounding errors.
  static func hundredsOfFractions(_ context: Context) async throws {
    for scale in 1...3 {
      var stage = ScrollStage(context)
      try stage.tell(
        "options scale=\(scale)", "viewport 320x300", "rows m1:200 m2:300 m3:300", "scroll 130")
      var exact = stage.offset
      for page in 1...max(20, context.count(300)) {
        try stage.tell("prepend m\(page + 10):\(["0.375", "1.25", "0.125"][page % 3])")
        exact += [72, 240, 24][page % 3]
        let error = (stage.units(stage.reading.publishedOffset) - exact).magnitude
        try context.expect("the exact offset after page \(page)", stage.offset, is: exact)
        try context.expect(
          error <= UInt(96 / scale), "after page \(page) the published offset is \(error)/192 off")
      }
    }
  }

  /// A transaction with one invalid part is refused as a whole.
  static func refused(_ context: Context) async throws {
    let bad = ["resize m997:30", "remove #999", "inset top=nan", "append m998:-1"]
    let good = ["prepend m990:50", "inset bottom=70", "newer yes", "resize m1:90"]
    try each(context, "refused", 30) { scrolling in
      var stage = ScrollStage(context)
      try stage.tell(scrolling.opening(6...12, isPlain: true))
      for _ in 0..<3 { try stage.tell(scrolling.step([.scroll, .prepend, .content])) }
      let before = stage.reading
      guard let wrong = scrolling.random.pick(from: bad),
        let right = scrolling.random.pick(from: good)
      else {
        return
      }
      var twin = stage
      try stage.tell(right, "& \(wrong)")
      try context.expect(stage.outcomes[0].rejection != nil, "'\(wrong)' is accepted")
      try context.expect(
        stage.reading == before, "'\(right) & \(wrong)' is refused, but changes something")
      let after = scrolling.step([.prepend, .content, .keyboard])
      try stage.tell(after)
      try twin.tell(after)
      try context.expect(
        stage.outcomes == twin.outcomes && stage.reading == twin.reading,
        "after a refusal, '\(after[0])' has another answer")
    }
  }

  /// At rest the offset is between the ends of the content.
  static func betweenTheEnds(_ context: Context) async throws {
    try each(context, "ends", 60) { scrolling in
      var stage = ScrollStage(context)
      try stage.tell(scrolling.opening(0...12, isPlain: true))
      let kinds: [RandomScrolling.Kind] = [
        .touch, .drag, .release, .coast, .rest, .rest, .scroll, .prepend, .remove, .content,
      ]
      var isResting = true
      for _ in 0..<20 {
        let lines = scrolling.step(kinds)
        try stage.tell(lines)
        for line in lines {
          if line == "touch" || line == "lift" { isResting = false }
          if line == "rest" || line.hasPrefix("scroll") { isResting = true }
        }
        guard isResting else { continue }
        let reading = stage.reading
        let least = -stage.mirror.geometry.topInset
        try context.expect(
          reading.offset >= least && reading.distanceFromEnd >= 0,
          "at rest the offset is \(reading.offset), \(reading.distanceFromEnd) from the end")
      }
    }
  }
}
