/// The kind of a fenced block under a requirement, and how it runs.
package struct BlockKind: Sendable {
  /// Runs a block on a subject, and counts what it did.
  typealias Run =
    @Sendable (PlannedCase, any ConformanceSubject, RunOptions, inout RunTally) async throws -> Void
  /// Plays a block line by line, and reports what is observed after each line.
  typealias Tell =
    @Sendable (Block, any ConformanceSubject, UInt64, Variant, (String) -> Void) async throws ->
    Void
  /// Draws what happens in a block, with a title; `nil` if the block does not hold.
  package typealias Draw = @Sendable (Block, any ConformanceSubject, String) async -> String?

  /// The word after the opening fence.
  package let name: String
  /// The language of the lines; `nil` if they are prose.
  package let language: (any BlockReading)?
  let run: Run
  /// Plays a block line by line; `nil` if it can only run as a whole.
  var tell: Tell?
  /// Draws a block; `nil` if there is nothing to draw.
  package var draw: Draw?
  /// The variants in which a block runs, before those that it excludes are removed.
  var variants: @Sendable (Block) -> [Variant] = { _ in [.plain] }
  /// Whether it repeats, with many histories, what other blocks check with one.
  package var isSweep = false
  /// The capabilities that a subject needs for it.
  var needs: [Capability] = []
  /// Capabilities that a subject whose store lies in files (``FileSubject``, ``CommandSubject``)
  /// need not declare for it.
  var isSparedByFiles: [Capability] = []

  init(_ name: String, _ language: (any BlockReading)?, run: @escaping Run) {
    self.name = name
    self.language = language
    self.run = run
  }

  /// Creates a kind whose lines are played by a player.
  ///
  /// - Parameter player: creates a player for a subject in its role; called once for each run.
  init<Player: BlockPlayer, Subject>(
    _ name: String, _ language: BlockLanguage<Player>,
    player: @escaping @Sendable (Subject, UInt64, Variant) async throws -> Player
  ) {
    self.init(name, language) { planned, subject, options, tally in
      let script = try planned.block.script(for: Player.self)
      var player = try await player(subject.playing(), options.seed, planned.id.variant)
      defer { tally.steps += player.stepCount(of: script) }
      try await player.playToEnd(script, tell: nil)
    }
    tell = { block, subject, seed, variant, tell in
      var player = try await player(subject.playing(), seed, variant)
      try await withoutActuallyEscaping(tell) { tell in
        try await player.playToEnd(block.script(for: Player.self), tell: tell)
      }
    }
  }

  /// Returns the same kind, with a drawing of each block that holds.
  func drawn<Player: BlockPlayer, Subject>(
    by player: @escaping @Sendable (Subject) -> Player,
    _ draw: @escaping @Sendable (Player, _ title: String) -> String
  ) -> BlockKind {
    var kind = self
    kind.draw = { block, subject, title in
      guard let subject = subject as? Subject, let script = try? block.script(for: Player.self)
      else { return nil }
      var player = player(subject)
      guard (try? await player.play(script)) != nil else { return nil }
      return draw(player, title)
    }
    return kind
  }

  /// A check that is written in Swift and registered under `REQ/slug`. Its lines are prose.
  package static let check = BlockKind("check", nil) { planned, subject, options, tally in
    guard let check = Checks.all[planned.id.scenario] else {
      throw SubjectError(description: "no Swift check is registered as \(planned.id.scenario)")
    }
    do {
      try await check.run(subject, options, &tally)
    } catch var violation as Violation where tally.shrunk == nil {
      // The index is one of the lines that the check played, which are not lines of the block.
      violation.index = nil
      throw violation
    }
  }

  /// All kinds.
  package static let all = Role.all.flatMap(\.kinds) + [.check]

  /// Finds a kind by its name; `nil` if there is none.
  package init?(name: String) {
    guard let kind = BlockKind.all.first(where: { $0.name == name }) else { return nil }
    self = kind
  }

  /// The role that the kind is for; `nil` for a check, whose role is that of its area.
  package var role: Role? { Role.all.first { $0.kinds.contains(self) } }
}

extension BlockKind: Hashable {
  package static func == (a: BlockKind, b: BlockKind) -> Bool { a.name == b.name }

  package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension BlockKind: CustomStringConvertible {
  package var description: String { name }
}
