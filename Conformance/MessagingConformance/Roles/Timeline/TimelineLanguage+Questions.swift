internal import MessagingCore
internal import MessagingModel
internal import MessagingTimeline

extension TimelineLanguage {
  static let shown = ClauseSection<Ask>(
    "What the screen shows",
    [
      Clause("? rows", "All rows, oldest first.", example: "? rows = start day0 s1 unread s2 c1") {
        player, _ in Observation(player.world.screen.rows.map(\.word))
      },
      Clause("? messages", "The rows of messages alone.", example: "? messages = s1 s2 c1") {
        player, _ in Observation(player.world.screen.rows.filter { $0.message != nil }.map(\.word))
      },
      Clause("? typing", "Whom the typing row names.", example: "? typing = ann bob") {
        player, _ in
        let timeline = player.world.screen.last?.timeline
        return Observation(timeline?.writers.map(\.text.string))
      },
      Clause("? read-by REF", "Who is named on it as a reader.", example: "? read-by s1 = bob") {
        player, a in
        try player.world.row(a) { Observation($0.readers.map(\.text.string)) }
      },
      Clause(
        "? quote REF", "The message that it answers to, with its text.",
        example: #"? quote s5 = s1 "question""#
      ) { player, a in try player.world.row(a) { .quote($0.quote) } },
      Clause(
        "? summary REF", Words.threadSummary, example: "? summary s1 = 3 s9"
      ) { player, a in try player.world.row(a) { $0.thread?.observation ?? .nothing } },
      Clause(
        "? faithful", "Whether what is shown is what is stored; else how it differs.",
        example: "? faithful = yes"
      ) { player, _ in
        player.world.screen.difference(from: player.world).map { Observation($0) }
          ?? Observation("yes")
      },
    ])

  static let told = ClauseSection<Ask>(
    "The updates that it took",
    [
      Clause(
        "? taken",
        "Why there was each, since the opening: `local` `jump` `merged` `page` `news`.",
        example: "? taken = local merged"
      ) { player, _ in
        Observation(player.world.screen.updates.map { "\($0.reason)" })
      },
      Clause(
        "? taken-now", "Those of the last line.", example: "? taken-now = none"
      ) { player, _ in Observation(player.world.updates.map { "\($0.reason)" }) },
      Clause(
        "? update-kinds", "What the last one changed: `structure` `content` `metadata`.",
        example: "? update-kinds = metadata"
      ) { player, _ in Observation(player.world.screen.last?.kinds.names) },
      Clause(
        "? arrivals", "The messages that the last one calls new.", example: "? arrivals = s9"
      ) { player, _ in
        let inserts = player.world.screen.last?.diff.inserts ?? []
        return Observation(inserts.filter(\.isNew).map(\.item.word))
      },
      Clause(
        "? goes-to",
        "Where the last one goes: `end`, a message, or `missing`; `nowhere` if that has no row.",
        example: "? goes-to = s5"
      ) { player, _ in
        let world = player.world
        switch world.screen.last?.destination {
        case nil: return .nothing
        case .end: return Observation("end")
        case .missing: return Observation("missing")
        case .message(let id):
          let row = world.screen.rows.first { $0.id == .message(id) }
          return row.map { Observation([$0.word]) } ?? Observation("nowhere")
        }
      },
      Clause(
        "? shows-sent", "The message that was written on this screen, in the last one.",
        example: "? shows-sent = c1"
      ) { player, _ in
        Observation(player.world.screen.last?.sent.map { [ScriptNames.name(of: $0)] })
      },
    ])

  static let asked = ClauseSection<Ask>(
    "What it asks for, and what it says of itself",
    [
      Clause("? asks", "The gap that is requested from the network.", example: "? asks = gap") {
        player, _ in Observation(player.world.fills.isEmpty ? "none" : "gap")
      },
      Clause(
        "? questions", "The number of reads from the store since the block began.",
        example: "? questions = 1"
      ) { player, _ in Observation("\(player.world.readCount)") },
      Clause(
        "? marked", "Up to where the owner is said to have read, each time.",
        example: "? marked = s5 s9"
      ) { player, _ in
        Observation(
          player.world.marks.map { mark in
            switch mark {
            case .remote(let remote): remote.text.string
            case .id(let id): ScriptNames.name(of: id)
            }
          })
      },
      Clause(
        "? awaits-replies", "Whether the replies of a thread wait for the network.",
        example: "? awaits-replies = yes"
      ) { player, _ in Observation(player.world.rules?.status.awaitsReplies ?? false) },
      Clause(
        "? screen", "`unopened` `opening` `open` `closed`, and the code of what went wrong.",
        example: "? screen = open storage"
      ) { player, _ in
        let status = player.world.rules?.status
        return Observation(
          status.map { ["\($0.phase)"] + ($0.problem.map { [$0.rawValue] } ?? []) })
      },
      Clause(
        "? noted updates|structure|metadata|commits|unchanged|failures|longest-delay",
        "What it counted since the opening: updates, those of rows, those that change no height; "
          + "commits; reads that brought nothing new, or failed; the longest time from a commit to "
          + "the update that shows it.",
        example: "? noted updates = 2"
      ) { player, a in
        guard let noted = player.world.rules?.status.diagnostics else { return .nothing }
        return Observation(
          try a.choice([
            "updates": "\(noted.updates)", "structure": "\(noted.structureUpdates)",
            "metadata": "\(noted.metadataUpdates)", "commits": "\(noted.commits)",
            "unchanged": "\(noted.unchanged)", "failures": "\(noted.failures)",
            "longest-delay": "\(noted.longestDelay)ms",
          ]))
      },
      Clause(
        "? wakes", "In how many milliseconds it has its next deadline.",
        example: "? wakes = 200ms"
      ) { player, _ in
        let world = player.world
        return Observation(world.rules?.nextDeadline.map { ["\($0 - world.now)ms"] })
      },
    ])
}

extension TimelineWorld {
  /// An observation about the row of the message that a line names.
  fileprivate func row(
    _ arguments: Arguments, _ look: (MessageRow) -> Observation
  ) throws -> Observation {
    let name = try arguments.first(Words.reference).name
    let rows = screen.rows.compactMap(\.message)
    let row = rows.first { ScriptNames.names(of: $0.message).contains(name) }
    return row.map(look) ?? .missing
  }
}
