internal import MessagingCore
internal import MessagingModel
internal import MessagingTimeline

/// Checks of the window over random histories, with a sorted list as the store.
enum WindowChecks {
  typealias Context = RoleContext<any WindowSubject>

  /// However the reader scrolls and the store answers, only one read is in flight at a time.
  static func oneAtATime(_ context: Context) throws {
    try histories(context, stream: "one-at-a-time", .troubles) { world, _ in
      guard world.readsAtOnce > 1 else { return }
      throw Violation("\(world.readsAtOnce) reads are in flight together")
    }
  }

  /// The visible rows, and those within two pages of them, stay loaded.
  static func nearbyStays(_ context: Context) throws {
    try histories(context, stream: "nearby", .troubles) { world, before in
      guard let sight = world.sight,
        let first = before.firstIndex(where: { $0.id == sight.first }),
        let last = before.firstIndex(where: { $0.id == sight.last })
      else { return }
      let near = before[max(0, first - 40)...min(before.count - 1, last + 40)]
      let loaded = Set(world.reading.rows.map(\.id))
      guard let lost = near.first(where: { !loaded.contains($0.id) }) else { return }
      throw Violation(
        "\(WindowNames.name(lost.id)) was evicted, while \(WindowNames.name(sight.first)) to "
          + "\(WindowNames.name(sight.last)) are visible")
    }
  }

  /// While the reader does not scroll, no side is read and evicted in turn.
  static func comesToRest(_ context: Context) throws {
    for seed in context.seeds {
      for number in 0..<context.count(12) {
        var random = SeededRandom(seed: seed &+ UInt64(number), stream: "rest")
        let heights = (0..<1_000).map { _ in random.pick(from: [2.0, 30, 60, 400]) ?? 2 }
        var world = WindowWorld(context.subject.listWindow(options(cap: 150)))
        world.height = { row in heights[Int(row.id.low) % heights.count] }
        world.store.put((1...800).map(WindowNames.row))
        world.tell(.open(at: .id(WindowNames.row(400).id), height: 350))
        world.answer()
        for _ in 0..<30 {
          guard let sight = world.nearbySight(&random) else { break }
          world.see(sight)
          try restless(&world)
          context.count(steps: 1)
        }
      }
    }
  }

  /// Answers until nothing is in flight, and throws if a side was both read and evicted.
  private static func restless(_ world: inout WindowWorld) throws {
    var (evicted, read) = (Set<WindowRequest.Purpose>(), Set<WindowRequest.Purpose>())
    for _ in 0..<100 {
      for action in world.outcome.actions {
        switch action {
        case .evict(let head, let tail):
          if head > 0 { evicted.insert(.older) }
          if tail > 0 { evicted.insert(.newer) }
        case .read(let request) where evicted.contains(request.purpose):
          throw Violation("rows were evicted on one side, and read again before anybody moved")
        case .read(let request): read.insert(request.purpose)
        case .fill, .cancel, .scroll, .scrollToEnd, .missing, .wake: break
        }
      }
      guard !world.reads.isEmpty else { return }
      world.answer()
      world.layOut()
    }
    throw Violation("100 answers, and it still reads: \(read)")
  }

  /// At rest the window is a contiguous range of the store, and knows what is missing in it.
  static func rangeOfTheStore(_ context: Context) throws {
    try histories(context, stream: "range", [.changes, .troubles]) { world, _ in
      guard world.reads.isEmpty, world.isHeard else { return }
      let (window, store) = (world.reading, world.store.rows)
      guard let lowest = window.rows.first, let highest = window.rows.last else { return }
      guard let first = store.firstIndex(where: { $0.id == lowest.id }),
        let last = store[first...].firstIndex(where: { $0.id == highest.id })
      else { throw Violation("the first or the last row of the window is not stored") }
      try compare(words(window.rows), with: words(Array(store[first...last])))
      let range = Query.Kind.window(from: cursor(lowest), to: cursor(highest))
      let stored = world.store.answer(query(range))
      try compare(window.gaps.map(WindowNames.word), with: stored.gaps.map(WindowNames.word))
      // What lies past an end may be unknown, but not the contrary of what is stored there.
      if window.older == .end, stored.older != .end {
        throw Violation("the window says that nothing is older, but something is")
      }
      // Unsent messages past the end are the matter of `WINDOW-019`.
      if window.newer == .end, stored.newer != .end, !store.contains(where: \.isUnsent) {
        throw Violation("the window says that nothing is newer, but something is")
      }
    }
  }

  private static func compare(_ found: [String], with wanted: [String]) throws {
    guard wanted != found else { return }
    throw Violation(
      "the window has \(found.joined(separator: " ")), the store has "
        + wanted.joined(separator: " "), comparison: Comparison(expected: wanted, actual: found))
  }

  private static func cursor(_ row: WindowRow) -> PageCursor {
    PageCursor(conversation: WindowNames.conversation, position: row.position)
  }

  private static func query(_ kind: Query.Kind) -> Query {
    Query(kind, in: WindowNames.conversation, limit: Limits.page)
  }

  private static func words(_ rows: [WindowRow]) -> [String] {
    WindowNames.words(rows.map(\.id))
  }

  static func options(cap: Int = 500) -> WindowOptions {
    var options = WindowOptions(conversation: WindowNames.conversation)
    options.cap = cap
    options.quiet = .zero
    return options
  }

  /// Runs random histories with these events; every second one has no troubles. `law` checks the
  /// world after each step, together with the rows before it; `end` is called after the last step.
  static func histories(
    _ context: Context, stream: String, _ events: WindowHistory.Events,
    law: (WindowWorld, [WindowRow]) throws -> Void,
    end: (inout WindowWorld) throws -> Void = { _ in }
  ) throws {
    for seed in context.seeds {
      for number in 0..<context.count(24) {
        var random = SeededRandom(seed: seed &+ UInt64(number), stream: stream)
        let options = number.isMultiple(of: 2) ? options(cap: 140) : options(&random)
        let subject = context.subject
        var history = WindowHistory(
          number.isMultiple(of: 2) ? events.subtracting(.troubles) : events, &random
        ) { subject.listWindow(options) }
        var steps: [String] = []
        do {
          for _ in 0..<60 {
            let before = history.world.reading.rows
            steps.append(history.step(&random))
            context.count(steps: 1)
            try law(history.world, before)
          }
          var world = history.world
          try end(&world)
        } catch let violation as Violation {
          throw violation.noting(
            ["history \(number) of seed \(seed), after these steps:"] + steps)
        }
      }
    }
  }

  /// Any cap; sometimes pages wait, for each other or after the opening.
  private static func options(_ random: inout SeededRandom) -> WindowOptions {
    var options = options(cap: 40 + random.below(160))
    if random.chance(1, of: 4) { options.interval = 300 }
    if random.chance(1, of: 4) { options.quiet = 2_000 }
    return options
  }
}

extension Violation {
  fileprivate func noting(_ notes: [String]) -> Violation {
    var violation = self
    violation.notes += notes
    return violation
  }
}
