internal import MessagingCore
internal import MessagingModel

/// Plays the lines of a `scroll` block on a subject.
struct ScrollPlayer {
  /// What the events of one step came to.
  struct Step: Sendable {
    var commands: [ScrollCommand] = []
    var rejection: ScrollRejection?
    var needsNewest = false
    var isApproximate = false
    var diagnostics = ScrollDiagnostics()
  }

  private let subject: any ScrollSubject
  private var options = ScrollOptions()
  private(set) var model: any ScrollAnchoring
  private(set) var mirror = ScrollMirror()
  private(set) var last = Step()
  /// Since the list was opened.
  private(set) var programmatic = 0
  private(set) var compensations = 0
  private(set) var stepCount = 0
  /// One for each step.
  private(set) var film = Film()

  init(_ subject: any ScrollSubject) {
    self.subject = subject
    model = subject.scrollAnchoring(options)
  }

  /// Plays everything; stops at the first line that does not hold.
  ///
  /// - Parameter tell: gets each line with what is seen after it.
  mutating func play(
    _ lines: [ScrollLine], tell: (String) -> Void = { _ in }
  ) throws {
    var rest = lines[...]
    while let line = rest.first {
      if case .expectation(let expectation) = line.content {
        rest.removeFirst()
        try check(expectation, in: line)
        tell("ok   \(line.source)")
        continue
      }
      let step = Array(rest.prefix(1) + rest.dropFirst().prefix(while: \.joinsLineAbove))
      rest.removeFirst(step.count)
      let done = stepCount
      try perform(step)
      for line in step { tell(line.source) }
      if stepCount > done { tell("     \(state)") }
      let asked = rest.prefix { $0.expectation != nil }
      try checkRefusal(of: line, asked: asked.contains { $0.expectation?.observable == .error })
    }
  }

  private mutating func perform(_ lines: [ScrollLine]) throws {
    let before = (mirror: mirror, reading: model.reading)
    switch lines[0].content {
    case .options(let options):
      self.options = options
      model = subject.scrollAnchoring(options)
      return
    case .change(.geometry(let frame), _) where film.frames.isEmpty:
      // The frame around a list that opens in the next line.
      mirror.geometry = frame.applied(to: mirror.geometry)
      return
    case .gesture(let gesture): handle(gesture.events)
    case .change: try change(lines)
    case .reopen: try reopen(with: lines.dropFirst())
    case .expectation: break
    }
    stepCount += 1
    film.frames.append(
      FilmFrame(
        lines.map(\.source), mirror, model.reading, last, before: lines[0].isChange ? before : nil))
  }

  private mutating func change(_ lines: [ScrollLine]) throws {
    var draft = ScrollDraft(mirror)
    var isOpening = false
    for line in lines {
      guard case .change(let change, _) = line.content else { continue }
      if case .open = change { isOpening = true }
      try draft.apply(change)
    }
    var (transaction, after) = draft.finished()
    if isOpening { transaction.geometry = after.geometry }
    handle([.transaction(transaction)])
    if last.rejection == nil { mirror = after }
  }

  /// Closes and opens the conversation; the rows are the same unless others are given.
  private mutating func reopen(with lines: ArraySlice<ScrollLine>) throws {
    options.opening = OpeningTarget(restore: model.savedPosition)
    model = subject.scrollAnchoring(options)
    (programmatic, compensations) = (0, 0)
    var draft = ScrollDraft(mirror)
    for line in lines {
      guard case .change(let change, _) = line.content else { continue }
      try draft.apply(change)
    }
    var (transaction, after) = draft.finished()
    transaction.rows = .replace(after.rows)
    transaction.geometry = after.geometry
    transaction.hasNewer = after.hasNewer
    handle([.transaction(transaction)])
    if last.rejection == nil { mirror = after }
  }

  private mutating func handle(_ events: [ScrollEvent]) {
    last = Step()
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

  private mutating func checkRefusal(of line: ScrollLine, asked: Bool) throws {
    guard let rejection = last.rejection, !asked else { return }
    film.violate("refused")
    var violation = Violation("'\(line.source)' was refused: \(rejection.rawValue)", at: line.index)
    violation.picture = film.svg(title: "refused")
    throw violation
  }

  /// What is seen after a step, on one line.
  var state: String {
    let shown: [ScrollObservable] = [.command, .offset, .anchor, .pinned, .unread, .distance]
    return shown.map { "\($0.rawValue) \(value(of: $0, nil).joined(separator: " "))" }
      .joined(separator: " · ")
  }

  private mutating func check(_ expectation: ScrollExpectation, in line: ScrollLine) throws {
    let actual = value(of: expectation.observable, expectation.row)
    let holds = expectation.alternatives.contains(actual) == expectation.isEqual
    film.expect(expectation, actual, holds: holds, mirror, model.reading, last)
    guard !holds else { return }
    var violation = Violation(expectation, actual, at: line.index)
    violation.notes = ["Seen after the step above: \(state)."]
    violation.picture = film.svg(title: line.source)
    throw violation
  }
}

extension ScrollLine {
  fileprivate var expectation: ScrollExpectation? {
    if case .expectation(let expectation) = content { expectation } else { nil }
  }

  fileprivate var isChange: Bool { if case .change = content { true } else { false } }

  fileprivate var joinsLineAbove: Bool {
    if case .change(_, joins: true) = content { true } else { false }
  }
}
