internal import MessagingCore
internal import MessagingModel

/// The result of the last step.
struct LastStep {
  var commit: Commit?
  var error: String?
  /// How far the revision moved.
  var delta: Int64 = 0
  /// Whether the batch was applied in pieces, so that its commits differ from those that the script
  /// describes.
  var isSplit = false
}

/// Plays blocks whose steps write to a store.
protocol StorePlayer: BlockPlayer {
  /// The state of the store that questions can observe.
  var observables: Observables { get throws }
  var last: LastStep { get }
}

extension StorePlayer {
  typealias Ask = Script<Self>.Ask

  /// The questions about the stored state and about the last step.
  static var storeQuestions: [ClauseSection<Ask>] {
    let stored = StoreLanguage.looks.sections.map { section in
      section.map { look -> Ask in { try await $0.observables.answer(look, $1) } }
    }
    return stored + [lastStep.taking("[in=CONVERSATION]")]
  }

  /// The questions about the last step.
  private static var lastStep: ClauseSection<Ask> {
    ClauseSection<Ask>(
      "The last step",
      [
        Clause(
          "? revision", "By how much it moved the revision.", example: "? revision = 0"
        ) { player, _ in player.last.isSplit ? nil : Observation("\(player.last.delta)") },
        Clause(
          "? kinds", "What it changed: `structure` `content` `metadata`.",
          example: "? kinds = structure content"
        ) { player, _ in player.last.isSplit ? nil : Observation(player.last.commit?.kinds.names) },
        Clause("? notices", "What the commit had to say.", example: "? notices = none") {
          player, _ in
          let notices = player.last.commit?.notices.map(\.code.rawValue)
          return player.last.isSplit ? nil : Observation(notices)
        },
        Clause("? error", "Why it was refused.", example: "? error = none") { player, _ in
          Observation(player.last.error.map { [$0] })
        },
      ])
  }
}

/// Answers one question about the stored state.
typealias StoreLook = @Sendable (Observables, Arguments) async throws -> Observation

extension StoreLanguage {
  /// The questions about the stored state.
  static let looks = ClauseTable(
    "question",
    [pages.taking("[thread=REF]").taking("[without-replies]"), messages, conversations]
      .map { $0.taking("[in=CONVERSATION]") },
    placeholders)
}

private let pages = ClauseSection<StoreLook>(
  "Pages",
  [
    Clause(
      "? timeline", "The newest 100 messages across gaps, oldest first; a gap is `|`.",
      example: "? timeline = | s3 s7 c1"
    ) { stored, a in
      let query = Query(
        .newest, in: a.conversation, limit: 100, crossesGaps: true, scope: a.scope)
      return Observation(try await stored.repository.read(query).words(edges: false))
    },
    Clause(
      "? newest N",
      "The newest messages, between what lies past each edge: `[start]` `[gap]` `[more]` `[end]`.",
      example: "? newest 2 = [more] s3 s7 [end]"
    ) { stored, a in try await stored.page(.newest, a) },
    Clause(
      "? older REF N", "The page below a message, with its edges.",
      example: "? older s5 2 = [start] s3 s4 [more]"
    ) { stored, a in try await stored.page(.older(than: try await stored.cursor(a)), a) },
    Clause(
      "? newer REF N", "The page above a message, with its edges.",
      example: "? newer s5 2 = [more] s6 s7 [end]"
    ) { stored, a in try await stored.page(.newer(than: try await stored.cursor(a)), a) },
    Clause(
      "? around REF N", "The page around a message, with its edges.",
      example: "? around s5 3 = [more] s4 s5 s6 [more]"
    ) { stored, a in
      try await stored.page(.around(ScriptNames.target(try a.first(Words.reference))), a)
    },
    Clause(
      "? window REF REF", "All messages from one to another, with the edges.",
      example: "? window s2 s4 = [start] s2 s3 s4 [end]"
    ) { stored, a in
      let (lower, upper) = (try await stored.cursor(a), try await stored.cursor(a, last: true))
      return try await stored.page(.window(from: lower, to: upper), a)
    },
    Clause(
      "? root N",
      "The message that began a thread, as the newest page of so many messages tells it.",
      example: "? root 2 thread=s1 = s1"
    ) { stored, a in
      let query = Query(
        .newest, in: a.conversation, limit: try a.first(Words.number), scope: a.scope)
      let root = try await stored.repository.read(query).root
      return root.map { Observation([ObservedWord($0)]) } ?? .nothing
    },
  ])

private let messages = ClauseSection<StoreLook>(
  "Messages",
  [
    Clause("? text REF", "The text of a message.", example: #"? text s7 = "hello""#) { stored, a in
      try await stored.message(a) { message, _ in message.body.observedText }
    },
    Clause(
      "? summary REF", Words.threadSummary, example: "? summary s1 = 3 s9"
    ) { stored, a in try await stored.replies(a) },
    Clause(
      "? state REF", "The delivery state of our own message.", example: "? state c1 = sending"
    ) { stored, a in try await stored.message(a) { message, _ in message.delivery.observation } },
    Clause("? sender REF", "Who wrote it.", example: "? sender s7 = ann") { stored, a in
      try await stored.message(a) { message, _ in Observation(message.sender.text.string) }
    },
    Clause(
      "? id REF", "Whose identity the row has: `c1`, or `derived` from the remote id.",
      example: "? id s7 = c1"
    ) { stored, a in try await stored.message(a) { message, _ in message.identity } },
    Clause(
      "? time REF", "Its timestamp, by the clock of its author, in ms.", example: "? time s7 = 12"
    ) {
      stored, a in
      try await stored.message(a) { message, _ in
        Observation("\(message.timestamp.milliseconds)")
      }
    },
    Clause("? version REF", "Its server version.", example: "? version s7 = 2") { stored, a in
      try await stored.message(a) { message, _ in
        Observation(message.version.map { ["\($0.order)"] })
      }
    },
    Clause("? kind REF", "The kind of body.", example: "? kind s7 = unknown:poll") { stored, a in
      try await stored.message(a) { message, _ in Observation(message.body.kindWord) }
    },
    Clause("? deleted REF", "Whether it was deleted.", example: "? deleted s7 = yes") {
      stored, a in
      try await stored.message(a) { message, _ in Observation(message.body == .redacted) }
    },
    Clause(
      "? echo REF", "Whether the server itself has shown it, or has only taken it from us.",
      example: "? echo s7 = yes"
    ) { stored, a in try await stored.message(a) { message, _ in Observation(message.hasEcho) } },
    Clause(
      "? reactions REF", "The reactions with their counts.", example: "? reactions s7 = 👍×2 ❤×1"
    ) { stored, a in
      try await stored.message(a) { message, _ in
        Observation(message.reactionCounts.map { ObservedWord("\($0.key)×\($0.count)") })
      }
    },
    Clause(
      "? quote REF", "The message that it answers to, with its text.",
      example: #"? quote s9 = s3 "hello""#
    ) { stored, a in
      try await stored.message(a) { message, page in .quote(page.quote(for: message)) }
    },
    Clause(
      "? file REF", "The stored path of its first attachment.",
      example: "? file c1 = photos/a.jpg"
    ) { stored, a in
      try await stored.message(a) { message, _ in
        Observation(message.body.attachments.first?.localPath.map { [$0.text.string] })
      }
    },
    Clause(
      "? files REF", "The stored paths of all of its attachments; `-` for one that is not here.",
      example: "? files c1 = photos/a.jpg -"
    ) { stored, a in
      try await stored.message(a) { message, _ in
        Observation(message.body.attachments.map { $0.localPath?.text.string ?? "-" })
      }
    },
    Clause(
      "? source REF", "Where its attachment is read from: `local` or `remote`.",
      example: "? source c1 = local"
    ) { stored, a in try await stored.message(a) { message, _ in message.body.source } },
    Clause(
      "? readers REF", "Who has read up to here or further.", example: "? readers s7 = bob carol"
    ) { stored, a in
      try await stored.message(a) { message, page in
        Observation(page.readers(of: message).map(\.text.string))
      }
    },
    Clause(
      "? trial REF", or: ["? trial DEPENDENT REF"],
      "What is stored of the attempts to send it, or to take it back.",
      example: "? trial c1 = maybe since:10 until:90"
    ) { stored, a in try await stored.trial(a) },
    Clause(
      "? dependents REF", "Our changes that wait for the server.", example: "? dependents s7 = d1"
    ) { stored, a in
      try await stored.message(a) { message, _ in Observation(message.dependents.map(\.word)) }
    },
  ])

private let conversations = ClauseSection<StoreLook>(
  "Conversations",
  [
    Clause(
      "? conversations", "All conversations of which something is stored.",
      example: "? conversations = k1 k2"
    ) { stored, _ in
      let answer = try await stored.repository.asIndex.conversations(changedAfter: nil)
      return Observation(answer.conversations.keys.sorted().map(\.text.string))
    },
    Clause(
      "? unread", "How many messages are unread; `3+` where a gap hides more.",
      example: "? unread = 3+"
    ) { stored, a in
      let unread = try await stored.everything(in: a.conversation).unread
      return Observation("\(unread.count)\(unread.isLowerBound ? "+" : "")")
    },
    Clause("? gaps", "The missing ranges.", example: "? gaps = start..s5 s7..s9") { stored, a in
      let gaps = try await stored.everything(in: a.conversation).allGaps
      return Observation(
        gaps.map { gap in
          let plain = "\(gap.lowerName)..\(gap.upperName)"
          if gap.isUnavailable { return ObservedWord("\(plain)[unavailable]") }
          return ObservedWord(plain, or: gap.token.map { ["\(plain)[\($0)]"] } ?? [])
        })
    },
    Clause(
      "? deleted-up-to", "The highest message that is deleted.",
      example: "? deleted-up-to = s7"
    ) { stored, a in
      let page = try await stored.everything(in: a.conversation)
      return Observation(page.highestDeleted.map { [$0.remoteID.text.string] })
    },
    Clause(
      "? complete", "Whether history is known from the very start.", example: "? complete = no"
    ) { stored, a in
      let page = try await stored.everything(in: a.conversation)
      return Observation(page.allGaps.isEmpty && page.older == .end)
    },
    Clause(
      "? outbox", "What waits to be sent, in the order of sending.", example: "? outbox = c1 c2"
    ) { stored, a in
      let query = Query(
        .outbox, in: a.named("in", Words.conversation), limit: Limits.page, looksOnly: true)
      return Observation(try await stored.repository.read(query).messages.map(ObservedWord.init))
    },
    Clause(
      "? retractions",
      "The cancelled messages of which the server may not know yet, in the order of their sending.",
      example: "? retractions = c1"
    ) { stored, a in
      let query = Query(.outbox, in: a.conversation, limit: 1, looksOnly: true)
      let retractions = try await stored.repository.read(query).retractions
      return Observation(retractions.map { ScriptNames.name(of: $0.key.id) })
    },
    Clause(
      "? files-to-remove", "The deleted messages whose files may still be on this device.",
      example: "? files-to-remove = c1"
    ) { stored, a in
      let query = Query(.outbox, in: a.conversation, limit: 1, looksOnly: true)
      let deleted = try await stored.repository.read(query).filesToRemove
      return Observation(deleted.map { ScriptNames.name(of: $0.id) })
    },
    Clause(
      "? reading", "How far we have read, if this is not reported to the server yet.",
      example: "? reading = s7"
    ) { stored, a in
      let query = Query(.outbox, in: a.conversation, limit: 1, looksOnly: true)
      let readings = try await stored.repository.read(query).readings
      return Observation(
        readings.map { reading in
          let name = "\(reading.upTo.remoteID)"
          return ObservedWord(name, or: ["\(name)@\(reading.readAt.milliseconds)"])
        })
    },
    Clause(
      "? token [stream=NAME]", "The stored place in the server's stream, or in another one.",
      example: #"? token = "t5""#
    ) { stored, a in
      let stream = a.named("stream", Words.name).map { StreamID($0.text) } ?? .main
      let token = try await stored.repository.syncToken(of: stream)
      return Observation(token.map { [ObservedWord(.string($0.text.string))] } ?? [])
    },
  ])
