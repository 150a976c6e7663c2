internal import MessagingCore
internal import MessagingModel

/// Reads and runs `window` blocks.
enum WindowScript {
  static let grammar = BlockGrammar(
    introduction: introduction, sections: [setting, steps, expectations],
    problems: { lines in
      BlockGrammar.problems(in: lines) { text throws(ScriptError) in
        _ = try WindowLineParser.line(text)
      }
    })

  static func run(
    _ block: Block, on subject: any WindowSubject, _ options: RunOptions, _ tally: inout RunTally
  ) async throws {
    var run = WindowRun(subject)
    for (index, line) in block.lines.enumerated() {
      guard let step = try WindowLineParser.line(line.text) else { continue }
      tally.steps += 1
      try run.perform(step, at: index)
    }
  }
}

/// A `window` block that is being run.
private struct WindowRun {
  private let subject: any WindowSubject
  private var options = WindowOptions(conversation: WindowNames.conversation)
  private var store = WindowStore()
  private var made: WindowWorld?
  private var visited: Set<WindowRow> = []

  init(_ subject: any WindowSubject) {
    self.subject = subject
    options.quiet = .zero
  }

  mutating func perform(_ line: WindowLine, at index: Int) throws {
    switch line {
    case .options(let named): for (option, value) in named { set(option, to: value) }
    case .store(let rows, let missing):
      store.put(rows)
      store.miss(missing)
    case .act(let act):
      var world = world
      world.perform(act)
      note(world)
    case .settle:
      var world = world
      let rests = world.settle()
      note(world)
      guard rests else { throw Violation("after 200 answers it still reads", at: index) }
    case .expect(let observable, let expected):
      let actual = observable == .visited ? visitedWords : world.words(observable)
      guard actual != expected else { return }
      throw Violation(
        "\(observable) is \(actual.joined(separator: " ")), expected "
          + expected.joined(separator: " "),
        at: index, comparison: Comparison(expected: expected, actual: actual))
    }
  }

  /// The window is asked for when the first thing happens to it.
  private var world: WindowWorld {
    if let made { return made }
    var world = WindowWorld(subject.listWindow(options))
    world.store = store
    return world
  }

  private mutating func note(_ world: WindowWorld) {
    made = world
    visited.formUnion(world.reading.rows)
  }

  private var visitedWords: [String] {
    WindowNames.words(visited.sorted { $0.place < $1.place }.map(\.id))
  }

  private mutating func set(_ option: WindowLine.Option, to value: Int) {
    switch option {
    case .cap: options.cap = value
    case .interval: options.interval = .milliseconds(value)
    case .quiet: options.quiet = .milliseconds(value)
    case .retry: options.firstRetry = .milliseconds(value)
    case .longest: options.longestRetry = .milliseconds(value)
    }
  }
}
