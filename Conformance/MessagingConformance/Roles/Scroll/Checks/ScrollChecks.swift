internal import MessagingCore
internal import MessagingModel
internal import MessagingTimeline

/// Checks of a scroll anchor that scripts cannot express: random lists, and rules that hold for all
/// of them.
enum ScrollChecks {
  typealias Context = RoleContext<any ScrollSubject>

  /// A random list whose user reads: opened, scrolled away from the end, without fractions.
  static func reading(
    _ context: Context, _ scrolling: inout RandomScrolling, rows: ClosedRange<Int> = 8...20
  ) throws -> ScrollStage {
    var stage = ScrollStage(context)
    try stage.tell(scrolling.opening(rows, isPlain: true))
    try readSomewhere(&stage, &scrolling)
    return stage
  }

  /// Scrolls to an offset that is far from both ends.
  static func readSomewhere(_ stage: inout ScrollStage, _ scrolling: inout RandomScrolling) throws {
    let range = Int(stage.reading.distanceFromEnd + stage.reading.offset)
    guard range > 150 else { return }
    // Avoid the edge of a row, and an offset at which a first step would be an echo.
    try stage.tell("scroll \(scrolling.random.number(in: 20...range - 110)).5")
  }

  /// Runs a body with many seeds.
  static func each(
    _ context: Context, _ label: String, _ wanted: Int,
    _ body: (inout RandomScrolling) throws -> Void
  ) throws {
    for seed in context.seeds {
      for number in 0..<context.count(wanted) {
        var scrolling = RandomScrolling(seed &+ UInt64(number) << 20, label, usesFractions: false)
        context.count(steps: 1)
        try body(&scrolling)
      }
    }
  }

  /// A violation with a script that can be pasted into the Spec.
  static func fail(_ message: String, _ lines: [String]) -> Violation {
    var violation = Violation(message)
    violation.notes = ["After these lines:"] + lines.map { "  \($0)" }
    return violation
  }
}

extension ScrollChecks {
  /// Events to a copy do not change the original.
  static func copiesAreApart(_ context: Context) async throws {
    try each(context, "copies", 20) { scrolling in
      var stage = ScrollStage(context)
      try stage.tell(scrolling.opening(4...12))
      for _ in 0..<8 { try stage.tell(scrolling.step([.scroll, .prepend, .content, .arrive])) }
      let before = stage.reading
      var copy = stage.models[0]
      for event in [
        ScrollEvent.scrolled(to: 1), .jumpToEnd, .transaction(.init(rows: .replace([]))),
      ] {
        _ = copy.handle(event)
      }
      try context.expect(
        stage.reading == before && stage.models[0].reading == before,
        "events told to a copy changed the original")
    }
  }

  /// The same events lead to the same answers.
  static func replayed(_ context: Context) async throws {
    let subject = context.subject
    try each(context, "replayed", 20) { scrolling in
      let twice =
        [{ subject.scrollAnchoring($0) }, { subject.scrollAnchoring($0) }]
        as [@Sendable (ScrollOptions) -> any ScrollAnchoring]
      var stage = ScrollStage(twice)
      try stage.tell(scrolling.opening(1...12))
      for _ in 0..<20 {
        // Not-a-number is not equal to itself; another rule covers models that accept it.
        let kinds = RandomScrolling.Kind.allCases.filter { $0 != .bad }
        for step in try ScrollStage.steps(scrolling.step(kinds)) {
          if let difference = try stage.tell(step) {
            throw Violation("after the same events, two models differ: \(difference)")
          }
        }
      }
    }
  }

  /// Compares the subject with the oracle on random histories.
  static func randomHistories(_ context: Context) async throws {
    for seed in context.seeds {
      for number in 0..<context.count(250) {
        var scrolling = RandomScrolling(seed &+ UInt64(number) << 20, "histories")
        let count = number % 4 == 3 ? 30...46 : 0...12
        var lines = scrolling.opening(count)
        for _ in 0..<24 { lines += scrolling.step(RandomScrolling.Kind.allCases) }
        context.count(steps: lines.count)
        try await compare(lines, context)
      }
    }
  }

  /// Compares the subject with the oracle on every history of three steps out of a few.
  static func everyShortHistory(_ context: Context) async throws {
    let opening = ["viewport 320x200", "rows m10:90 m20:120 m30:70 m40:110"]
    let words = [
      "scroll 110", "prepend m5:50", "remove m20", "remove m30 m40", "resize m20:200",
      "resize m10:40 cause=measured", "arrive m50:60", "inset bottom=60", "touch", "rest",
      "drag 60", "jump m20 top", "newer yes", "jump end", "replace m10:80 m30:90 m60:50",
    ]
    let steps = try ScrollStage.steps(words)
    let start = try ScrollStage.steps(opening)
    var opened = ScrollStage.duel(context)
    for step in start { try opened.tell(step) }
    for first in steps {
      var one = opened
      guard try told([first], &one, opening) else { continue }
      for second in steps {
        var two = one
        guard try told([first, second], &two, opening) else { continue }
        for third in steps {
          var three = two
          context.count(steps: 1)
          _ = try told([first, second, third], &three, opening)
        }
      }
    }
  }

  /// Performs the last step, and compares.
  ///
  /// - Returns: whether the step is possible after the others.
  private static func told(
    _ steps: [ScrollStage.Step], _ stage: inout ScrollStage, _ opening: [String]
  ) throws -> Bool {
    let difference: String?
    do {
      difference = try stage.tell(steps[steps.count - 1])
    } catch {
      return false
    }
    if let difference { throw fail(difference, opening + steps.map { $0.sources[0] }) }
    return true
  }

  /// Performs lines on both. If they differ, shortens the lines.
  private static func compare(_ lines: [String], _ context: Context) async throws {
    let steps = try ScrollStage.steps(lines)
    guard difference(steps, context) != nil else { return }
    let shrinker = Shrinker<ScrollStage.Step>(evaluationsMax: 1_500) { step in
      step.steps.indices.dropFirst().map { step.removing(at: $0) }
    }
    let outcome = await shrinker.shrink(steps) { difference($0, context) != nil }
    throw fail(
      difference(outcome.steps, context) ?? "the models differ",
      outcome.steps.flatMap { $0.sources })
  }

  /// How the subject differs from the oracle; `nil` if it does not, or if the steps are not
  /// possible.
  private static func difference(
    _ steps: [ScrollStage.Step], _ context: Context
  ) -> String? {
    var stage = ScrollStage.duel(context)
    do {
      for step in steps {
        if let difference = try stage.tell(step) { return difference }
      }
    } catch {
      return nil
    }
    return nil
  }
}
