package import MessagingCore
internal import MessagingModel
package import MessagingTimeline

/// Models that get the same events, and the harness's own list.
package struct ScrollStage {
  /// A line and the lines that join it.
  package typealias Step = Script<ScrollPlayer>.Moment

  private let make: [@Sendable (ScrollOptions) -> any ScrollAnchoring]
  private(set) var models: [any ScrollAnchoring]
  private(set) var mirror = ScrollMirror()
  private var options = ScrollOptions()
  private var isOpen = false
  /// The first model's answers to the last step.
  package private(set) var outcomes: [ScrollOutcome] = []
  private(set) var programmatic = 0

  package init(_ make: [@Sendable (ScrollOptions) -> any ScrollAnchoring]) {
    self.make = make
    models = make.map { $0(ScrollOptions()) }
  }

  init(_ context: RoleContext<any ScrollSubject>) {
    let subject = context.subject
    self.init([{ subject.scrollAnchoring($0) }])
  }

  /// The subject and the oracle side by side.
  static func duel(_ context: RoleContext<any ScrollSubject>) -> ScrollStage {
    let subject = context.subject
    return ScrollStage([{ subject.scrollAnchoring($0) }, { NaiveScroll($0) }])
  }

  var reading: ScrollReading { models[0].reading }
  var offset: Int { units(reading.offset) }
  /// The offset if the ends of the content did not limit it.
  var wanted: Int { offset + units(outcomes.last?.diagnostics.residual ?? 0) }

  func units(_ points: Double) -> Int { ScrollPoints.units(points) ?? 0 }

  /// The top of a row in the view.
  func y(_ row: RowID) -> Int? { mirror.edges(of: row).map { $0.top - offset } }

  /// The rows that are at least partly visible.
  var seen: [RowID] {
    let top = offset + units(mirror.geometry.topInset)
    let floor = offset + units(mirror.geometry.height - mirror.geometry.bottomInset)
    return mirror.placed.filter { $0.bottom > top && $0.top < floor && $0.bottom > $0.top }
      .map(\.row.id)
  }

  /// Reads lines. Lines with `& ` join the line above.
  package static func steps(_ lines: [String]) throws -> [Step] {
    try ScrollLanguage.language.script(lines, isWhole: false).moments
  }

  mutating func tell(_ lines: String...) throws { try tell(lines) }

  mutating func tell(_ lines: [String]) throws {
    for step in try ScrollStage.steps(lines) { try tell(step) }
  }

  /// Performs one step on all models.
  ///
  /// - Returns: how their answers differ; `nil` if they do not.
  @discardableResult
  package mutating func tell(_ step: Step) throws -> String? {
    switch step.steps[0] {
    case .options(let options):
      self.options = options
      models = make.map { $0(options) }
    case .frame(let frame) where !isOpen:
      mirror.geometry = frame.applied(to: mirror.geometry)
    case .gesture(let events): return handle(events)
    case .change, .frame, .open: return try change(step, isOpening: !isOpen)
    case .reopen:
      let saved = models.map(\.savedPosition)
      for index in models.indices {
        options.opening = OpeningTarget(restore: saved[index])
        models[index] = make[index](options)
      }
      return try change(step, isOpening: true)
    }
    return nil
  }

  private mutating func change(_ step: Step, isOpening: Bool) throws -> String? {
    var draft = ScrollDraft(mirror)
    if case .reopen = step.steps[0] { draft.replace(mirror.rows) }
    for change in step.steps { try draft.apply(change) }
    var (transaction, after) = draft.finished()
    if isOpening {
      transaction.geometry = after.geometry
      transaction.hasNewer = after.hasNewer
      isOpen = true
    }
    let difference = handle([.transaction(transaction)])
    if outcomes.last?.rejection == nil { mirror = after }
    return difference
  }

  /// Passes events to all models, and compares the answers.
  mutating func handle(_ events: [ScrollEvent]) -> String? {
    outcomes = []
    for event in events {
      let answers = models.indices.map { models[$0].handle(event) }
      outcomes.append(answers[0])
      if case .programmatic? = answers[0].command { programmatic += 1 }
      guard models.count > 1 else { continue }
      if answers[0] != answers[1] {
        return ScrollStage.difference("answer", answers[0], answers[1])
      }
      let readings = models.map(\.reading)
      if readings[0] != readings[1] {
        return ScrollStage.difference("reading", readings[0], readings[1])
      }
      if let difference = differenceInSight { return difference }
      let saved = models.map(\.savedPosition)
      if saved[0] != saved[1] {
        return "the saved position is \(text(saved[0])), expected \(text(saved[1]))"
      }
    }
    return nil
  }

  /// How the models differ in what is visible. It also compares the frames of the first and the
  /// last row.
  private var differenceInSight: String? {
    let sights = models.map(\.sight)
    if sights[0] != sights[1] {
      return ScrollStage.difference("sight", sights[0], sights[1])
    }
    for row in [mirror.rows.first, mirror.rows.last].compactMap(\.self) {
      let frames = models.map { $0.frame(of: row.id) }
      if frames[0] != frames[1] {
        return "the frame of \(ScrollNames.name(row.id)) differs between the models"
      }
    }
    return nil
  }

  private func text(_ saved: SavedScrollPosition?) -> String {
    saved.map { "\(ScrollNames.name($0.row)) \(ScrollPoints.text($0.distance))" } ?? "none"
  }

  /// The names and values of the members that differ.
  private static func difference<Value>(_ what: String, _ actual: Value, _ expected: Value)
    -> String
  {
    let parts = zip(flat(actual, ""), flat(expected, "")).filter { $0 != $1 }
      .map { "\($0.name) is \($0.value), expected \($1.value)" }
    return parts.isEmpty ? "the \(what) differs between the models" : parts.joined(separator: "; ")
  }

  private static func flat(_ value: Any, _ name: String) -> [(name: String, value: String)] {
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .struct else { return [(name, word(value))] }
    return mirror.children.flatMap { child -> [(name: String, value: String)] in
      let label = child.label ?? ""
      guard Mirror(reflecting: child.value).displayStyle == .struct else {
        return [(label, word(child.value))]
      }
      return flat(child.value, label)
    }
  }

  private static func word(_ value: Any) -> String {
    let mirror = Mirror(reflecting: value)
    if mirror.displayStyle == .optional {
      return mirror.children.first.map { word($0.value) } ?? "none"
    }
    if let row = value as? RowID { return ScrollNames.name(row) }
    if let points = value as? Double { return ScrollPoints.text(points) }
    guard let command = value as? ScrollCommand else { return "\(value)" }
    return Observation([command]).text
  }
}
