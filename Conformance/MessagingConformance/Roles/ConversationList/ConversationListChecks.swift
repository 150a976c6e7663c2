internal import MessagingCore
internal import MessagingModel
internal import MessagingTimeline

/// Checks of the area LIST in Swift, for what a script cannot express.
enum ConversationListChecks {
  typealias Context = RoleContext<any ConversationListSubject>

  /// The checks, by `LIST-001/slug`.
  static let all: [String: @Sendable (Context) async throws -> Void] = [
    "LIST-016/three-of-six": threeOfSix,
    "LIST-025/behind-many-hidden": behindManyHidden,
    "LIST-026/histories": histories,
  ]

  /// Random histories of conversations, a store and a screen. After each event, what is shown was
  /// stored at some moment; at rest it equals what is stored.
  static func histories(_ context: Context) async throws {
    let histories = try await context.tryHistories("histories of lists", 60) { seed, number in
      var history = ConversationListHistory(
        random: SeededRandom(seed: seed, stream: "LIST/histories/\(number)"))
      let lines = history.lines(length: 15 + number * 7 % 70)
      try await RandomHistory(
        kind: .list, name: "seed \(seed), \(number)", lines: lines,
        settings: ConversationListHistory.settings, ending: ConversationListHistory.ending,
        opening: "open-list"
      )
      .tryOut { try await play($0, context) }
    }
    try context.expectMet(ConversationListMark.allCases, in: histories, enough: 100)
  }

  /// Five conversations, and a sixth that comes: up to three of them get a message each, in every
  /// order, in one update.
  static func threeOfSix(_ context: Context) async throws {
    let known = Array(1...5)
    let one = (1...6).map { [$0] }
    let two = one.flatMap { order in (1...6).map { order + [$0] } }
    let three = two.flatMap { order in (1...6).map { order + [$0] } }
    for order in one + two + three where Set(order).count == order.count {
      let places = known.map { "page s1@\($0) to=live start in=k\($0)" }
      let writes = order.enumerated().map { "receive s2@\(10 + $0) \"a\" in=k\($1)" }
      let names = (order.reversed() + known.reversed().filter { !order.contains($0) })
        .map { "k\($0)" }
      let lines =
        places + ["open-list", "screen-asks no", "edit s1 \"b\" version=1 in=k5"] + writes
      // The list at the end is that of these messages: no line may be left out.
      try await RandomHistory(
        kind: .list, name: "messages in \(order.map { "k\($0)" }.joined(separator: " "))",
        lines: lines, settings: lines.count,
        ending: ["screen-asks yes", "? list = \(names.joined(separator: " "))", "? leads = yes"],
        opening: "open-list"
      )
      .tryOut { try await play($0, context) }
    }
  }

  /// Above a message, 900 by somebody who is hidden: the preview is that message.
  static func behindManyHidden(_ context: Context) async throws {
    let hidden = (2...901).map { "s\($0)@\($0) \"a\"" }.joined(separator: " ")
    try await play(
      [
        "page s1@1 to=live start", "receive \(hidden) by=bob", "hides bob", "open-list",
        "? preview k1 = s1 \"s1\"",
      ], context)
  }

  private static func play(_ lines: [String], _ context: Context) async throws {
    let script = try ConversationListLanguage.language.script(lines)
    var player = ConversationListPlayer(context.subject)
    defer { context.count(steps: script.moments.count) }
    try await player.playToEnd(script, tell: nil)
    for mark in player.world.marksMet { context.count(mark.rawValue, 1) }
  }
}

/// What the random histories must cover.
enum ConversationListMark: String, CaseIterable, Sendable {
  case moved = "moves-of-conversations"
  case inserted = "conversations-that-came"
  case deleted = "conversations-that-went"
  case updated = "entries-that-changed"
  case several = "updates-of-several-entries"
  case empty = "entries-without-a-preview"
  case own = "previews-of-own-messages"
  case redacted = "previews-of-deleted-messages"
  case retried = "retries"
}

extension ConversationListWorld {
  /// What happened since the list was last opened.
  var marksMet: Set<ConversationListMark> {
    var met: Set<ConversationListMark> = retries > 0 ? [.retried] : []
    // The first update contains everything.
    for update in screen.updates.dropFirst() {
      let diff = update.diff
      if !diff.moves.isEmpty { met.insert(.moved) }
      if !diff.inserts.isEmpty { met.insert(.inserted) }
      if !diff.deletes.isEmpty { met.insert(.deleted) }
      if !diff.updates.isEmpty { met.insert(.updated) }
      if diff.updates.count > 1 { met.insert(.several) }
      for preview in update.entries.map(\.preview) {
        guard let preview else {
          met.insert(.empty)
          continue
        }
        if preview.isOutgoing { met.insert(.own) }
        if preview.body == .redacted { met.insert(.redacted) }
      }
    }
    return met
  }
}
