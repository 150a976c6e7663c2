internal import MessagingCore
internal import MessagingModel
internal import MessagingTimeline

/// Plays the lines of a `scroll` block on a subject.
package struct ScrollPlayer: BlockPlayer {
  /// The results of the events of one step.
  struct Outcome: Sendable {
    var commands: [ScrollCommand] = []
    var rejection: ScrollRejection?
    var needsNewest = false
    var isApproximate = false
    var diagnostics = ScrollDiagnostics()
  }

  package typealias Step = ScrollStep

  private let subject: any ScrollSubject
  private var options = ScrollOptions()
  private(set) var model: any ScrollAnchoring
  private(set) var mirror = ScrollMirror()
  private(set) var last = Outcome()
  /// Programmatic scrolls since the list was opened.
  private(set) var programmatic = 0
  private(set) var compensations = 0
  private(set) var stepCount = 0
  /// The line of the last question.
  private var asked = ""
  /// The film, with one frame for each step.
  private(set) var film = Film()

  init(_ subject: any ScrollSubject) {
    self.subject = subject
    model = subject.scrollAnchoring(options)
  }

  package var refusal: String? { last.rejection?.rawValue }

  package mutating func perform(_ moment: Script<ScrollPlayer>.Moment) throws {
    let before = (mirror: mirror, reading: model.reading)
    let step = moment.steps[0]
    switch step {
    case .options(let options):
      self.options = options
      model = subject.scrollAnchoring(options)
      return
    case .frame(let frame) where film.frames.isEmpty:
      // The frame of a list that the next line opens.
      mirror.geometry = frame.applied(to: mirror.geometry)
      return
    case .gesture(let events): handle(events)
    case .change, .frame, .open: try change(moment.steps)
    case .reopen: try reopen(with: moment.steps.dropFirst())
    }
    stepCount += 1
    film.frames.append(
      FilmFrame(
        moment.sources, mirror, model.reading, last, before: step.isChange ? before : nil))
  }

  private mutating func change(_ steps: [ScrollStep]) throws {
    var draft = ScrollDraft(mirror)
    for step in steps { try draft.apply(step) }
    var (transaction, after) = draft.finished()
    if case .open? = steps.first { transaction.geometry = after.geometry }
    handle([.transaction(transaction)])
    if last.rejection == nil { mirror = after }
  }

  /// Closes and reopens the conversation, with the same rows unless the steps give others.
  private mutating func reopen(with steps: ArraySlice<ScrollStep>) throws {
    options.opening = OpeningTarget(restore: model.savedPosition)
    model = subject.scrollAnchoring(options)
    (programmatic, compensations) = (0, 0)
    var draft = ScrollDraft(mirror)
    for step in steps { try draft.apply(step) }
    var (transaction, after) = draft.finished()
    transaction.rows = .replace(after.rows)
    transaction.geometry = after.geometry
    transaction.hasNewer = after.hasNewer
    handle([.transaction(transaction)])
    if last.rejection == nil { mirror = after }
  }

  private mutating func handle(_ events: [ScrollEvent]) {
    last = Outcome()
    for event in events {
      let outcome = model.handle(event)
      switch outcome.command {
      case .compensation?: compensations += 1
      case .programmatic?: programmatic += 1
      case nil: break
      }
      last.commands += [outcome.command].compactMap(\.self)
      last.rejection = last.rejection ?? outcome.rejection
      last.needsNewest = last.needsNewest || outcome.needsNewest
      last.isApproximate = last.isApproximate || outcome.isApproximate
      last.diagnostics = outcome.diagnostics
    }
  }

  /// A summary of the list after a step, on one line.
  package mutating func state() async -> [String] {
    guard stepCount > 0 else { return [] }
    return [seen]
  }

  private var seen: String {
    let reading = model.reading
    let parts = [
      ("command", command), ("offset", Observation(points: reading.offset)), ("anchor", anchor),
      ("pinned", Observation(reading.isPinned)), ("unseen", Observation("\(reading.unread)")),
      ("distance", Observation(points: reading.distanceFromEnd)),
    ]
    return parts.map { "\($0) \($1.text)" }.joined(separator: " · ")
  }

  package mutating func note(
    _ question: Script<ScrollPlayer>.Question, _ observation: Observation, holds: Bool
  ) {
    asked = question.source
    film.expect(question.expectation, observation, holds: holds, mirror, model.reading, last)
  }

  package mutating func explain(_ violation: inout Violation) {
    if violation.comparison == nil {
      film.violate("refused")
    } else {
      violation.notes.append("Seen after the step above: \(seen).")
    }
    violation.picture = film.svg(title: violation.comparison == nil ? "refused" : asked)
  }
}

extension Observation {
  /// The commands to the view.
  init(_ commands: [ScrollCommand]) {
    self.init(
      commands.flatMap { command -> [ObservedWord] in
        switch command {
        case .compensation(_, let delta):
          [ObservedWord("compensation"), ObservedWord(points: delta)]
        case .programmatic(let offset, let reason):
          [ObservedWord("\(reason)"), ObservedWord(points: offset)]
        }
      })
  }
}

// The observations of questions.
extension ScrollPlayer {
  var anchor: Observation { Observation(model.reading.anchor.map { [ScrollNames.name($0)] }) }

  /// The commands of the last step to the view.
  var command: Observation { Observation(last.commands) }

  /// An edge of a row in the view, by the harness's own arithmetic.
  func edge(
    of row: RowID, _ edge: (_ edges: (top: Int, bottom: Int)) -> Int
  ) -> Observation {
    guard let edges = mirror.edges(of: row) else { return Observation("gone") }
    guard let offset = ScrollPoints.units(model.reading.offset) else {
      return Observation(points: model.reading.offset)
    }
    return Observation(points: Double(edge(edges) - offset) / 192)
  }

  var saved: Observation {
    guard let saved = model.savedPosition else { return .nothing }
    return Observation(
      [ObservedWord(ScrollNames.name(saved.row)), ObservedWord(points: saved.distance)]
        + (saved.isPinned ? [ObservedWord("pinned")] : []))
  }
}
