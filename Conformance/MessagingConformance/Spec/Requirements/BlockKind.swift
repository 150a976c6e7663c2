/// What a fenced block under a requirement is, and how it is run.
package struct BlockKind: Sendable {
  /// Runs a block on a subject, and counts what it did.
  typealias Run =
    @Sendable (PlannedCase, any ConformanceSubject, RunOptions, inout RunTally) async throws -> Void
  /// Plays a block line by line, and tells what is seen after each.
  typealias Tell =
    @Sendable (Block, any ConformanceSubject, UInt64, Variant, (String) -> Void) async throws ->
    Void
  /// Draws what happens in a block, below a title.
  package typealias Draw = @Sendable (Block, any ConformanceSubject, String) async -> String?

  /// The word behind the fence.
  package let name: String
  /// How its lines are written; `nil` if they are prose.
  package let language: (any BlockReading)?
  let run: Run
  /// `nil` if it is run as a whole.
  var tell: Tell?
  /// `nil` if there is nothing to be drawn.
  package var draw: Draw?
  /// In which variants a block is run, before those are left out that it excludes.
  var variants: @Sendable (Block) -> [Variant] = { _ in [.plain] }
  /// Whether it repeats with many histories what other blocks say with one.
  package var isSweep = false
  /// What a subject has to be able to do for it.
  var needs: [Capability] = []
  /// What of it a subject whose store lies in files (``FileSubject``, ``CommandSubject``)
  /// need not declare.
  var isSparedByFiles: [Capability] = []

  init(_ name: String, _ language: (any BlockReading)?, run: @escaping Run) {
    self.name = name
    self.language = language
    self.run = run
  }

  /// A kind whose lines a player plays.
  ///
  /// - Parameter player: who plays, with the subject in its role; asked once for each run.
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

  /// The same kind, with a drawing of each block that holds.
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

  /// A check written in Swift and registered under `REQ/slug`; its lines are prose.
  package static let check = BlockKind("check", nil) { planned, subject, options, tally in
    guard let check = Checks.all[planned.id.scenario] else {
      throw SubjectError(description: "no Swift check is registered as \(planned.id.scenario)")
    }
    do {
      try await check.run(subject, options, &tally)
    } catch var violation as Violation where tally.shrunk == nil {
      // What it played are lines of its own.
      violation.index = nil
      throw violation
    }
  }

  /// Every kind there is.
  package static let all = Role.all.flatMap(\.kinds) + [.check]

  /// The kind of that name, if there is one.
  package init?(name: String) {
    guard let kind = BlockKind.all.first(where: { $0.name == name }) else { return nil }
    self = kind
  }

  /// Who is asked; `nil` for a check, which asks whoever its area asks.
  package var role: Role? { Role.all.first { $0.kinds.contains(self) } }
}

extension BlockKind: Hashable {
  package static func == (a: BlockKind, b: BlockKind) -> Bool { a.name == b.name }

  package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension BlockKind: CustomStringConvertible {
  package var description: String { name }
}
