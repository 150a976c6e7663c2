internal import MessagingModel

/// Makes random histories of a watch: what is unsent, who follows, runs, and a store that cannot be
/// read at times.
struct WatchHistory {
  /// The number of leading lines that are settings.
  static let settings = 1

  private var random: SeededRandom
  private var followers = 0

  init(_ random: SeededRandom) { self.random = random }

  /// - Parameter outboxes: the lines of a random outbox. The first says what follows a failure.
  mutating func lines(_ outboxes: [String]) -> [String] {
    var lines = Array(outboxes.prefix(1))
    for outbox in outboxes.dropFirst() {
      while random.chance(1, of: 2) { lines.append(event()) }
      lines.append(outbox)
    }
    return lines
  }

  private mutating func event() -> String {
    switch random.below(12) {
    case 0, 1, 2: return "run"
    case 3: return "stop"
    case 4, 5, 6:
      followers += 1
      return "follow"
    case 7, 8: return "leave \(random.below(max(1, followers)))"
    case 9: return "fail"
    default: return "mend"
    }
  }
}

/// The events that random histories of a watch must cover.
enum WatchMark: String, CaseIterable, Sendable {
  case measures = "measures-of-later-observers"
  case pairs = "two-observers-at-once"
  case runs = "runs-after-the-first"
  case nobody = "changes-that-nobody-saw"
}

extension WatchChecks {
  /// Random histories: after each step every observer was shown what the oracle says.
  static func histories(_ context: Context) async throws {
    let histories = try await context.tryHistories("histories of a watch", 200) { seed, number in
      var history = WatchHistory(SeededRandom(seed: seed, stream: "BAR/histories/\(number)"))
      var outboxes = ProgressHistory(
        random: SeededRandom(seed: seed, stream: "BAR/outboxes/\(number)"))
      let lines = history.lines(outboxes.lines(length: 5 + number * 7 % 40))
      try await RandomHistory(
        name: "seed \(seed), \(number)", lines: lines, settings: WatchHistory.settings
      )
      .tryOut { try play($0, context, order: number.isMultiple(of: 2) ? seed : nil) }
    }
    try context.expectMet(WatchMark.allCases, in: histories, enough: 100)
  }

  /// - Parameter order: the seed of the order in which tasks continue; `nil` for the oldest first.
  private static func play(_ lines: [String], _ context: Context, order: UInt64?) throws {
    let skips = lines.first == "failed-are-overtaken"
    let steps = try lines.dropFirst(skips ? 1 : 0).map { try WatchStep($0) }
    var trial = WatchTrial(context, skips ? .skip : .block, order)
    for step in steps { try trial.play(step) }
    context.count(steps: steps.count)
  }
}

/// A watch beside its oracle.
private struct WatchTrial {
  private let context: WatchChecks.Context
  private let watch: any WatchDriving
  private var oracle: NaiveWatch
  private var now: Int64 = 0
  /// The highest measure that somebody saw before the present one began.
  private var lastMeasure = 0
  private var begunRuns = 0

  init(
    _ context: WatchChecks.Context, _ afterFailure: SendPolicy.AfterFailure, _ order: UInt64?
  ) {
    self.context = context
    watch = WatchStage.watch(
      context.subject, afterFailure,
      shuffledBy: order.map { SeededRandom(seed: $0, stream: "BAR/order") })
    oracle = NaiveWatch(afterFailure)
  }

  mutating func play(_ step: WatchStep) throws {
    let (wasLooking, sessions, reads) = (oracle.isLooking, oracle.sessions, watch.reads)
    let known = oracle.shown.indices.map { watch.heard($0).count }
    let highest = known.indices.flatMap { watch.heard($0).compactMap { $0?.measure } }.max() ?? 0
    note(step)
    oracle.hear(step)
    tell(step)
    if let trouble = watch.trouble { throw SubjectError(description: trouble) }
    if oracle.sessions > sessions { lastMeasure = highest }
    for (number, shown) in oracle.shown.enumerated() {
      guard let shown else { continue }
      let heard = watch.heard(number)
      try context.expect(
        "what observer \(number) is shown", heard.last.map(WatchStage.text) ?? "nothing", is: shown)
      for progress in heard.dropFirst(known.indices.contains(number) ? known[number] : 0) {
        try context.expect(
          progress.map { $0.measure > lastMeasure } ?? true,
          "observer \(number) is shown a measure that ended before")
      }
      try expectForward(heard, number)
    }
    try context.expect("the number of runs that ended", watch.endedRuns, is: oracle.endedRuns)
    if !wasLooking, !oracle.isLooking {
      try context.expect("the reads for nobody", watch.reads - reads, is: 0)
    }
  }

  /// Within a measure the number never goes back, and no measure comes back.
  private func expectForward(_ heard: [SendingProgress?], _ number: Int) throws {
    let seen = heard.compactMap(\.self).map { ($0.measure, $0.thousandths) }
    try context.expect(
      zip(seen, seen.dropFirst()).allSatisfy { $0 <= $1 },
      "the progress that observer \(number) is shown goes back")
  }

  private mutating func tell(_ step: WatchStep) {
    switch step {
    case .unsent(let words):
      watch.commit(words.enumerated().map { $1.message(sequence: Int64($0 + 1)) })
    case .advance(let time): pass(time)
    case .follow: watch.follow()
    case .leave(let number): if oracle.shown.indices.contains(number) { watch.unfollow(number) }
    case .run: watch.begin()
    case .stop: watch.cancel()
    case .fail: watch.setBroken(true)
    case .mend:
      watch.setBroken(false)
      for _ in 1...20 { pass(100) }
    }
  }

  private mutating func pass(_ time: Int64) {
    now += time
    watch.advance(to: now)
  }

  private mutating func note(_ step: WatchStep) {
    if oracle.sessions > 1 { context.count(WatchMark.measures.rawValue) }
    if oracle.observers > 1, oracle.isLooking { context.count(WatchMark.pairs.rawValue) }
    if case .unsent = step, !oracle.isLooking { context.count(WatchMark.nobody.rawValue) }
    guard case .run = step, !oracle.isRunning else { return }
    begunRuns += 1
    if begunRuns > 1 { context.count(WatchMark.runs.rawValue) }
  }
}
