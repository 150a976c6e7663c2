/// Plays a block line by line and reports what is observed after each step, to help find the cause
/// of a failure.
///
///     let lines = ["receive s7@10 \"a\"", "? timeline = s7"]
///     let holds = try await Replay(on: subject).play(lines: lines) { print($0) }
package struct Replay: Sendable {
  private let subject: any ConformanceSubject
  private let seed: UInt64
  private let variant: Variant

  package init(
    on subject: any ConformanceSubject, seed: UInt64 = RunOptions.defaultSeed,
    variant: Variant = .plain
  ) {
    self.subject = subject
    self.seed = seed
    self.variant = variant
  }

  /// Plays the lines of a scenario, up to the first that does not hold.
  ///
  /// - Parameter tell: called with each line of output.
  /// - Returns: whether every line holds.
  /// - Throws: ``SpecError`` for a line that cannot be read; any error that the subject throws.
  package func play(lines: [String], tell: @escaping (String) -> Void) async throws -> Bool {
    let place = FileLine(file: "replay", line: 1)
    var block = Block(kind: .scenario, slug: "replay", location: place)
    block.lines = lines.enumerated().map { BlockLine(number: $0 + 1, text: $1) }
    let (script, problems) = StoreLanguage.language.read(block.lines)
    guard problems.isEmpty else {
      throw SpecError(
        diagnostics: problems.map {
          Diagnostic(FileLine(file: "replay", line: $0.line), $0.message)
        })
    }
    block.contents.script = script
    return try await play(block, tell: tell)
  }

  /// Plays a block of the Spec, up to the first line that does not hold.
  ///
  /// - Parameter tell: called with each line of output.
  /// - Returns: whether every line holds.
  package func play(_ block: Block, tell: @escaping (String) -> Void) async throws -> Bool {
    do {
      try await run(block, tell)
      return true
    } catch let violation as Violation {
      let line = violation.index.map { block.lines[$0].text.trimmedText } ?? ""
      tell("FAIL \(line)\n    \(violation.message)")
      return false
    }
  }

  /// Whether blocks of a kind can be played line by line.
  package static func tells(_ kind: BlockKind) -> Bool { kind.tell != nil }

  private func run(_ block: Block, _ tell: @escaping (String) -> Void) async throws {
    guard let play = block.kind.tell else {
      throw SubjectError(description: "a \(block.kind.name) block is not played line by line")
    }
    try await play(block, subject, seed, variant, tell)
  }
}
