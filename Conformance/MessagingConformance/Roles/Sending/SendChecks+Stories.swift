internal import MessagingCore

/// A short story of sending, which checks play in many ways.
struct SendTale: Sendable {
  let name: String
  let script: Script<SendPlayer>
  private let hasEdits: Bool
  private let hasFiles: Bool

  init(_ name: String, _ text: String) throws {
    self.name = name
    hasEdits = text.contains("amend ")
    hasFiles = text.contains(" file=")
    script = try SendLanguage.language.script(
      text.split(separator: "\n").map(String.init), isWhole: false)
  }

  /// Whether a sender can be expected to tell it.
  func isFor(_ capabilities: Set<Capability>) -> Bool {
    (!hasEdits || capabilities.contains(.sendingEdits))
      && (!hasFiles || capabilities.contains(.sendingFiles))
  }

  /// The script that ends all faults and checks the result.
  static func ending() throws -> Script<SendPlayer> {
    try SendLanguage.language.script(SendHistory.ending)
  }
}

extension SendChecks {
  /// Kills the process after each effect of a story, with requests in flight lost or arriving.
  static func crashAtEachStep(_ context: RoleContext<any SendSubject>) async throws {
    for tale in try crashTales() where tale.isFor(context.subject.capabilities) {
      let length = try await play(tale, crash: nil, context)
      let all = Array(1...max(1, length))
      let most = max(1, context.count(all.count) * context.seeds.count)
      let points = most >= all.count ? all : (0..<most).map { all[$0 * all.count / most] }
      for point in points {
        for isArriving in [false, true] {
          _ = try await play(tale, crash: (point, isArriving), context)
        }
      }
      context.count("crash points of sending", points.count * 2)
    }
  }

  private static func crashTales() throws -> [SendTale] {
    try [
      SendTale("two messages", "send c1 \"one\"\nsend c2 \"two\"\nsend c3 \"three\" in=k2"),
      SendTale("an edit in flight", "hold\nsend c1 \"one\"\namend d1 c1 edit \"two\"\nrelease"),
      SendTale(
        "taken back in flight", "hold\nsend c1 \"one\"\ncancel c1\nsend c2 \"two\"\nrelease"),
      SendTale(
        "a lost answer and an edit",
        "server loses-answer\nsend c1 \"one\"\namend d1 c1 edit \"two\"\nadvance 1s"),
      SendTale(
        "an answer and a reaction",
        "offline\nsend c1 \"one\"\nsend c2 \"two\" reply=c1\namend d1 c1 react \"+\"\nonline"),
      SendTale("a photo", "send c1 \"look\" file=photos/a.jpg\nsend c2 \"there\""),
      SendTale(
        "refused and corrected",
        "server refuses forbidden\nsend c1 \"one\"\namend d1 c1 edit \"two\"\nsend c2 \"three\""),
      SendTale(
        "deleted after an edit",
        "send c1 \"one\"\noffline\namend d1 c1 edit \"two\"\namend d2 c1 delete\nonline"),
    ]
  }

  /// - Returns: the number of effects before the end.
  private static func play(
    _ tale: SendTale, crash: (after: Int, isArriving: Bool)?,
    _ context: RoleContext<any SendSubject>
  ) async throws -> Int {
    var player = try await SendPlayer(context.subject, seed: context.options.seed)
    player.world.crash = crash
    defer { context.count(steps: player.stepCount) }
    do {
      try await player.play(tale.script)
      let length = player.world.effectCount
      // A crash that the story did not reach must not happen later.
      player.world.crash = nil
      try await player.playToEnd(SendTale.ending())
      return length
    } catch var violation as Violation {
      violation.notes.append("story: \(tale.name)")
      if let crash {
        violation.notes.append(
          "the process died after \(crash.after) things; requests on their way "
            + (crash.isArriving ? "arrived" : "were lost"))
      }
      throw violation
    }
  }
}
