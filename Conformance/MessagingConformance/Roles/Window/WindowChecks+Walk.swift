internal import MessagingCore
internal import MessagingModel
internal import MessagingTimeline

extension WindowChecks {
  /// Walks from the newest message to the oldest, row by row, while others write.
  static func toTheStart(_ context: Context) throws {
    let kinds: [(isLive: Bool, hasUnsent: Bool)] = [(false, false), (true, false), (true, true)]
    for (seed, kind) in context.seeds.flatMap({ seed in kinds.map { (seed, $0) } }) {
      var random = SeededRandom(seed: seed, stream: "walk")
      var walk = LongWalk(context.subject.listWindow(options()), hasUnsent: kind.hasUnsent)
      try walk.run { walk in
        // A step may take its time where the window is a program.
        context.options.heartbeat.beat()
        if kind.isLive, random.chance(1, of: 5) { walk.receive() }
        return false
      }
      context.count(steps: walk.visited.count)
      try compare(walk, "what was seen on the way up")
    }
  }

  /// The window requests at most twice as many rows as exist, plus one window.
  static func rowsAskedFor(_ context: Context) throws {
    var walk = LongWalk(context.subject.listWindow(options()))
    try walk.run { _ in
      context.options.heartbeat.beat()
      return false
    }
    let asked = walk.world.asked.reduce(0) { $0 + $1.query.limit }
    context.count(steps: walk.visited.count)
    try context.expect(
      asked <= 2 * walk.history.count + 1_000,
      "\(asked) rows were asked for on the way through \(walk.history.count)")
  }

  /// Compares with paging by number: both return the same pages as long as nothing is written.
  /// After that, paging by number repeats rows and the window does not.
  static func offsetAndCursor(_ context: Context) throws {
    for isLive in [false, true] {
      var walk = LongWalk(context.subject.listWindow(options()), hasUnsent: !isLive)
      var mismatches: [PagingMismatch] = []
      var pages = 0
      try walk.run { walk in
        context.options.heartbeat.beat()
        guard walk.world.reads.last?.purpose == .older else { return false }
        if isLive { walk.receive() }
        let expected = walk.compareWithOffset()
        walk.world.answer()
        pages += 1
        let name = "page \(pages), \(isLive ? "while others write" : "undisturbed")"
        try context.expect("the mismatch of \(name)", walk.world.outcome.mismatch, is: expected)
        if let expected { mismatches.append(expected) }
        return true
      }
      context.count(steps: pages)
      try compare(walk, "what was seen beside the old paging")
      try context.expect(pages >= 20, "\(pages) pages were read, expected more than 20")
      let wrong = isLive ? pages : 0
      try context.expect("pages that the old paging got wrong", mismatches.count, is: wrong)
      let counted = walk.world.reading.diagnostics
      try context.expect("the count of compared pages", counted.compared, is: pages)
      try context.expect("the count of mismatches", counted.mismatches, is: wrong)
    }
  }

  /// Checks that the walk saw every message stored at the start, and possibly some that arrived
  /// above the reader: each one once, in the order of the store.
  private static func compare(_ walk: LongWalk, _ what: String) throws {
    let (visited, history) = (Set(walk.visited), Set(walk.history))
    let expected = walk.world.store.rows.map(\.id)
      .filter { visited.contains($0) || history.contains($0) }
    guard walk.visited != expected else { return }
    // Compare from the newest, in the order of the walk.
    let alike = zip(walk.visited.reversed(), expected.reversed()).prefix { $0 == $1 }.count
    throw Violation(
      "\(what) and what is stored part at message \(alike + 1) from the newest; "
        + "\(walk.visited.count) were seen, expected \(expected.count)")
  }
}

/// A walk up through the 5,000 messages, one view at a time.
struct LongWalk {
  var world: WindowWorld
  /// The ids that were visible, oldest first.
  private(set) var visited: [MessageID] = []
  /// The ids that were stored at the start, oldest first.
  let history: [MessageID]
  private let conversation = LongConversation.golden
  private var received = 0
  /// The number of rows that paging by number has read.
  private var skipped = 0

  init(_ window: any ListWindowing, hasUnsent: Bool = true) {
    world = WindowWorld(window)
    let count = conversation.count - (hasUnsent ? 0 : conversation.pendingCount)
    let rows = (0..<count).map { [conversation] index in
      conversation.isPending(index)
        ? WindowRow(
          id: conversation.key(index).id, position: .unconfirmed(sequence: Int64(index)))
        : WindowRow(
          id: MessageID(high: 0x6000, low: UInt64(index)),
          position: .confirmed(conversation.position(index)))
    }
    world.store.put(rows)
    history = rows.map(\.id)
  }

  /// Stores a live message, above all confirmed ones.
  mutating func receive() {
    let time = Timestamp(milliseconds: 1_000_000_000_000 + Int64(received))
    received += 1
    let place = ServerPosition(
      serverTime: time, timestamp: time, remoteID: RemoteID("live \(received)"))
    let id = MessageID(high: 0x7000, low: UInt64(received))
    world.store.put([WindowRow(id: id, position: .confirmed(place))])
    world.tell(.changed)
  }

  /// Reads the page in flight by number, and reports the result to the window.
  ///
  /// - Returns: how the page by number differs from the page of a sorted list; `nil` if it does
  ///   not.
  mutating func compareWithOffset() -> PagingMismatch? {
    guard let request = world.reads.last else { return nil }
    let there = Array(world.store.rows.dropLast(skipped).suffix(request.query.limit))
    skipped += there.count
    let here = world.store.answer(request.query).rows
    world.tell(.compared(request.id, there.map(\.id)))
    return PagingMismatch(request: request.id, here: here.map(\.id), there: there.map(\.id))
  }

  /// Walks up to the first message.
  ///
  /// - Parameter each: called before each answer of the store; returns whether it gave the answer
  ///   itself.
  mutating func run(_ each: (inout LongWalk) throws -> Bool) throws {
    world.tell(.open(at: nil, height: 700))
    world.answer()
    skipped = world.reading.rows.count
    see(upTo: world.reading.rows.count)
    for _ in 0..<20_000 {
      if try !each(&self), !world.reads.isEmpty { world.answer() }
      let rows = world.reading.rows
      guard let top = visited.first, let index = rows.firstIndex(where: { $0.id == top }) else {
        throw Violation("the row that was visible is not loaded any more")
      }
      if index > 0 {
        see(upTo: index)
      } else if world.reads.isEmpty {
        guard world.reading.hasOlder else { return }
        world.layOut()
        if world.reads.isEmpty { throw Violation("at the first row nothing more is read") }
      }
    }
    throw Violation("20,000 steps, and the start is not reached")
  }

  /// Shows the next ten rows.
  private mutating func see(upTo end: Int) {
    let seen = world.reading.rows[max(0, end - 10)..<end].map(\.id)
    guard let first = seen.first, let last = seen.last else { return }
    visited = seen + visited
    // Use the mean height of a row: adding up five thousand heights at each step would be slow.
    let (above, below) = (194 * (end - seen.count), 194 * (world.reading.rows.count - end))
    world.see(
      WindowWorld.Sight(
        first: first, last: last, above: Double(above), below: Double(below), height: 700))
  }
}
