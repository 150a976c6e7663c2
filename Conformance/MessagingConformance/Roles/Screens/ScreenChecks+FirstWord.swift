internal import MessagingCore
internal import MessagingTimeline

/// When the store first reports its revision: before its first page, after it, or later.
extension ScreenChecks {
  private static let page = "page s1@10 s2@20 to=live start"

  static func firstWordIsKnown(_ context: Context) async throws {
    for isEarly in [true, false] {
      guard var screen = EarlyScreen(context) else { return }
      try await screen.play([page, "answering slowly", "open"])
      if isEarly { try await screen.hearFirstWord() }
      try await screen.play(["answers"])
      if !isEarly { try await screen.hearFirstWord() }
      try await screen.play(["? messages = s1 s2", "? questions = 1", "? screen = open"])
    }
  }

  static func committedMeanwhile(_ context: Context) async throws {
    for isEarly in [true, false] {
      guard var screen = EarlyScreen(context) else { return }
      try await screen.play([
        page, "pages-say then", "answering slowly", "open", "receive s3@30 \"x\"",
      ])
      if isEarly { try await screen.hearFirstWord() }
      try await screen.play(["answers"])
      if !isEarly { try await screen.hearFirstWord() }
      try await screen.play(["answering at-once", "answers", "? messages = s1 s2 s3"])
    }
    guard var screen = EarlyScreen(context) else { return }
    let more = (3...25).map { "s\($0)@\($0)0 \"m\"" }.joined(separator: " ")
    try await screen.play([
      page, "receive \(more)", "pages-say then", "answering slowly", "open",
      "receive s26@260 \"x\"", "answers",
      // A reading is stored and reported, which would hide what was missed.
      "in-front no", "in-sight s16 s16 above=0",
      "? questions = 2", "answers", "? questions = 2",
    ])
    try await screen.hearFirstWord()
    try await screen.play(["answering at-once", "answers", "at-rest", "? faithful = yes"])
  }

  /// Random histories in which the screen receives the store's first report at some moment. At rest
  /// it shows what is stored.
  static func firstWordAtAnyMoment(_ context: Context) async throws {
    _ = try await context.tryHistories("first words at any moment", 30) { seed, number in
      var random = SeededRandom(seed: seed, stream: "SCREEN-011/\(number)")
      let length = 4 + random.below(28)
      let moment = random.below(length)
      var history = TimelineHistory(random: random, root: nil)
      // Before the first report a screen at rest need not know what is stored.
      var lines = history.lines(length: length).filter { $0 != "at-rest" }
      let opening = (lines.firstIndex { $0.hasPrefix("open") } ?? 0) + 1
      var heard = opening + moment
      if number.isMultiple(of: 2) {
        // No later event makes the screen read everything again.
        lines = Array(lines.prefix(heard))
        lines.insert("in-front no", at: opening)
        heard += 1
      }
      guard var screen = EarlyScreen(context) else { return }
      do {
        try await screen.play(Array(lines.prefix(heard)))
        try await screen.hearFirstWord()
        try await screen.play(Array(lines.dropFirst(heard)))
        // A screen that was opened again has no first report yet.
        try await screen.hearFirstWord()
        try await screen.play(TimelineHistory.ending)
      } catch var violation as Violation {
        violation.notes.append("seed \(seed), history \(number); heard of after line \(heard):")
        violation.notes += lines
        throw violation
      }
    }
  }
}

/// A conversation whose store first reports its revision on request.
private struct EarlyScreen {
  /// Makes screens whose first report is held back.
  private struct Waiting: TimelineSubject {
    let subject: any TimelineScreenSubject
    var name: String { subject.name }

    func timelineDeciding(_ options: TimelineOptions) -> any TimelineDeciding {
      let screen = subject.timelineDeciding(options)
      (screen as? any TimelineDriving)?.holdFirstWord(true)
      return screen
    }
  }

  private var player: TimelinePlayer
  private let context: ScreenChecks.Context

  /// Returns `nil` if the subject has no conversation screen.
  init?(_ context: ScreenChecks.Context) {
    guard let subject = context.subject as? any TimelineScreenSubject else { return nil }
    player = TimelinePlayer(Waiting(subject: subject))
    self.context = context
  }

  mutating func play(_ lines: [String]) async throws {
    try await player.play(TimelineLanguage.language.script(lines))
    context.count(steps: lines.count)
  }

  mutating func hearFirstWord() async throws {
    player.world.whole?.holdFirstWord(false)
    // After any event the screen runs until it rests.
    try await play(["typing none"])
  }
}
