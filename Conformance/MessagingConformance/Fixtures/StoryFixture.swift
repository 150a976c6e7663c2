internal import MessagingCore
internal import MessagingModel

/// Stories in the form of the blocks of a role, too many or too long for the Spec.
struct StoryFixture<Player: BlockPlayer>: Sendable {
  /// One story, which starts with an empty store.
  struct Case: Sendable {
    let name: String
    /// The expectations at the end, which neighbouring cases share.
    fileprivate let endings: [BlockLine]
    fileprivate var texts: [BlockLine] = []
    /// The script that is played; `nil` until the end of the case was read.
    fileprivate(set) var script: Script<Player>?

    fileprivate init(name: String, endings: [BlockLine]) {
      self.name = name
      self.endings = endings
    }

    /// Returns the line in the file of a line that is played.
    fileprivate func number(of index: Int?) -> Int {
      index.map { texts[$0].number } ?? texts.first?.number ?? 1
    }
  }

  static var words: [String] { ["case", "do", "?", "finally"] }

  let name: String
  private let language: BlockLanguage<Player>
  private(set) var cases: [Case] = []

  /// Reads the lines of a file.
  init(_ file: FixtureFile, in language: BlockLanguage<Player>) throws(FixtureError) {
    name = file.name
    self.language = language
    var endings: [BlockLine] = []
    var areUsed = false
    for line in file.lines {
      switch line.word {
      case "finally":
        // A `finally` line after a case starts a new list.
        if areUsed { (endings, areUsed) = ([], false) }
        guard line.rest.hasPrefix("? ") else {
          throw FixtureError(line.location, "'finally' is followed by an expectation: finally ? …")
        }
        endings.append(BlockLine(number: line.location.line, text: String(line.rest)))
      case "case":
        try end(of: file)
        try begin(line, endings)
        areUsed = true
      case "do", "?": try add(line)
      default:
        let known = Self.words
        throw FixtureError(line.location, Diagnostic.unknown("word", line.word, known: known))
      }
    }
    try end(of: file)
  }

  private mutating func begin(
    _ line: FixtureFile.Line, _ endings: [BlockLine]
  ) throws(FixtureError) {
    let name = String(line.rest)
    try HistoryFixture.check(name, at: line.location)
    guard !cases.contains(where: { $0.name == name }) else {
      throw FixtureError(line.location, "the case \(name) appears twice")
    }
    cases.append(Case(name: name, endings: endings))
  }

  private mutating func add(_ line: FixtureFile.Line) throws(FixtureError) {
    guard !cases.isEmpty else {
      throw FixtureError(line.location, "'\(line.word)' before the first 'case NAME'")
    }
    let number = line.location.line
    guard line.word == "do" else {
      cases[cases.count - 1].texts.append(BlockLine(number: number, text: String(line.text)))
      return
    }
    for step in String(line.rest).split(separator: "; ", omittingEmptySubsequences: false) {
      guard !step.isEmpty, !step.hasPrefix("?") else {
        throw FixtureError(line.location, "'do' is followed by steps: do offline; send c1 \"one\"")
      }
      cases[cases.count - 1].texts.append(BlockLine(number: number, text: String(step)))
    }
  }

  /// Reads the lines of the last case, which ends here.
  private mutating func end(of file: FixtureFile) throws(FixtureError) {
    guard let last = cases.last, last.script == nil else { return }
    let texts = last.texts + last.endings
    guard texts.last?.text.hasPrefix("? ") ?? false else {
      let line = texts.last?.number ?? file.lines.last?.location.line ?? 1
      throw FixtureError(
        FileLine(file: name, line: line), "case \(last.name) does not end with '?' or 'finally'")
    }
    let (script, problems) = language.read(texts)
    if let problem = problems.first {
      throw FixtureError(FileLine(file: name, line: problem.line), problem.message)
    }
    cases[cases.count - 1].texts = texts
    cases[cases.count - 1].script = script
  }

  /// Plays cases, each with an empty store.
  ///
  /// - Parameters:
  ///   - most: the maximum number of cases to play, spread evenly over all.
  ///   - play: plays one case to its end, and returns the number of its steps.
  /// - Returns: the number of all steps.
  /// - Throws: the first difference, with its place.
  @discardableResult
  func play(
    most: Int = .max, _ play: (Script<Player>) async throws -> Int
  ) async throws -> Int {
    let count = min(cases.count, max(1, most))
    var steps = 0
    for number in 0..<count {
      let one = cases[number * cases.count / count]
      do {
        if let script = one.script { steps += try await play(script) }
      } catch let violation as Violation {
        let place = FileLine(file: name, line: one.number(of: violation.index))
        throw FixtureReplay.Failure("\(place), case \(one.name)", violation.message)
      }
    }
    return steps
  }
}

extension StoryFixture<SendPlayer> {
  init(_ file: FixtureFile) throws(FixtureError) { try self.init(file, in: SendLanguage.language) }

  @discardableResult
  func play(on subject: any SendSubject, seed: UInt64, most: Int = .max) async throws -> Int {
    try await play(most: most) { script in
      var player = try await SendPlayer(subject, seed: seed)
      try await player.playToEnd(script)
      return player.stepCount
    }
  }
}

extension StoryFixture<SyncPlayer> {
  init(_ file: FixtureFile) throws(FixtureError) { try self.init(file, in: SyncLanguage.language) }

  /// Plays each case with every family of servers that it does not exclude.
  @discardableResult
  func play(on subject: any SyncSubject, seed: UInt64, most: Int = .max) async throws -> Int {
    try await play(most: most) { script in
      var steps = 0
      for family in SyncPlayer.families(of: script) {
        var player = SyncPlayer(subject, seed: seed, variant: family.variant)
        try await player.playToEnd(script)
        steps += player.stepCount
      }
      return steps
    }
  }
}
