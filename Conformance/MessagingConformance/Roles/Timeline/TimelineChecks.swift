internal import MessagingCore
internal import MessagingModel
internal import MessagingTimeline

/// Checks of the areas OPEN and THREAD in Swift, for what a script cannot express.
enum TimelineChecks {
  typealias Context = RoleContext<any TimelineSubject>

  /// The checks, by `OPEN-001/slug`.
  static let all: [String: @Sendable (Context) async throws -> Void] = [
    "OPEN-022/histories": histories, "THREAD-012/histories": threads,
  ]

  /// Random histories of a conversation, its network and its reader. At rest the screen shows what
  /// is stored, and at no time something that was not stored.
  static func histories(_ context: Context) async throws {
    let histories = try await context.tryHistories("histories of screens", 40) { seed, number in
      try await history(seed, number, nil, context)
    }
    try context.expectMet(TimelineMark.ofConversations, in: histories, enough: 100)
  }

  /// The same for a thread.
  static func threads(_ context: Context) async throws {
    let histories = try await context.tryHistories("histories of threads", 40) { seed, number in
      try await history(seed, number, 1 + number % 5, context)
    }
    try context.expectMet(TimelineMark.ofThreads, in: histories, enough: 100)
  }

  private static func history(
    _ seed: UInt64, _ number: Int, _ root: Int?, _ context: Context
  ) async throws {
    let area = root == nil ? "OPEN" : "THREAD"
    var history = TimelineHistory(
      random: SeededRandom(seed: seed, stream: "\(area)/histories/\(number)"), root: root)
    let lines = history.lines(length: 20 + number * 7 % 60)
    try await RandomHistory(
      kind: .open, name: "seed \(seed), \(number)", lines: lines,
      settings: TimelineHistory.settings, ending: TimelineHistory.ending, opening: "open"
    )
    .tryOut { try await play($0, context) }
  }

  private static func play(_ lines: [String], _ context: Context) async throws {
    let script = try TimelineLanguage.language.script(lines)
    var player = TimelinePlayer(context.subject)
    defer { context.count(steps: script.moments.count) }
    try await player.playToEnd(script, tell: nil)
    for mark in player.world.marksMet { context.count(mark.rawValue, 1) }
  }
}

/// The events that random histories must cover.
enum TimelineMark: String, CaseIterable, Sendable {
  case merged = "merged-updates"
  case jumped = "jumps"
  case paged = "pages-of-a-screen"
  case metadata = "updates-of-metadata"
  case arrivals = "arrivals"
  case filled = "gaps-of-a-screen"
  case read = "readings"
  case failed = "failed-reads-of-a-screen"
  case rootAlone = "roots-that-were-shown-alone"
  case replies = "replies-that-were-collected"

  static let ofConversations = allCases.filter { $0 != .rootAlone && $0 != .replies }
  /// In a thread nothing marks the conversation as read.
  static let ofThreads = allCases.filter { $0 != .read }
}

extension TimelineWorld {
  /// The events since the conversation was last opened.
  var marksMet: Set<TimelineMark> {
    var met: Set<TimelineMark> = []
    for update in screen.updates {
      switch update.reason {
      case .merged: met.insert(.merged)
      case .jump: met.insert(.jumped)
      case .page: met.insert(.paged)
      case .local, .news: break
      }
      if update.kinds == .metadata { met.insert(.metadata) }
      if update.diff.inserts.contains(where: \.isNew) { met.insert(.arrivals) }
    }
    if options.input.isThread {
      if hasAwaitedReplies { met.insert(.rootAlone) }
      if screen.updates.contains(where: { $0.reason == .news && $0.diff.inserts.count > 1 }) {
        met.insert(.replies)
      }
    }
    if fillCount > 0 { met.insert(.filled) }
    if !marks.isEmpty { met.insert(.read) }
    if let failures = rules?.status.diagnostics.failures, failures > 0 { met.insert(.failed) }
    return met
  }
}
