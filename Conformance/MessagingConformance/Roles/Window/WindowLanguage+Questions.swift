internal import MessagingModel
internal import MessagingTimeline

extension WindowLanguage {
  static let shown = ClauseSection<Ask>(
    "What is loaded",
    [
      Clause("? rows", "All rows, oldest first.", example: "? rows = 1-20 o1") { player, _ in
        Observation(WindowNames.words(player.world.reading.rows.map(\.id)))
      },
      Clause(
        "? edges", "What follows both ends: `more`, `gap` or `end`.",
        example: "? edges = more end"
      ) { player, _ in
        let reading = player.world.reading
        return Observation([WindowNames.word(reading.older), WindowNames.word(reading.newer)])
      },
      Clause("? gaps", "The missing ranges.", example: "? gaps = 40..61") { player, _ in
        Observation(player.world.reading.gaps.map(WindowNames.word))
      },
      Clause("? visited", "Everything that was ever loaded.", example: "? visited = 1-100") {
        player, _ in
        Observation(
          WindowNames.words(player.visited.sorted { $0.position < $1.position }.map(\.id)))
      },
      Clause(
        "? older-page",
        "The older page: `idle` `loading` `filling` `failed:TIME` `exhausted`.",
        example: "? older-page = failed:1000"
      ) { player, _ in Observation(WindowNames.word(player.world.reading.olderLoad)) },
      Clause("? newer-page", "The newer page, likewise.", example: "? newer-page = idle") {
        player, _ in Observation(WindowNames.word(player.world.reading.newerLoad))
      },
    ])

  static let requests = ClauseSection<Ask>(
    "What it asks for",
    [
      Clause(
        "? read",
        "The read in flight: `newest N`, `older CURSOR N`, `newer CURSOR N`, `around MESSAGE N`, "
          + "`window FROM TO`.", example: "? read = older 91 20"
      ) { player, _ in Observation(player.world.reads.last.map(WindowNames.words)) },
      Clause("? reads", "How many reads are in flight.", example: "? reads = 1") { player, _ in
        Observation("\(player.world.reads.count)")
      },
      Clause(
        "? fill", "The gap that is requested from the network.", example: "? fill = start..41"
      ) { player, _ in Observation(player.world.fills.map { WindowNames.word($0.gap) }) },
      Clause(
        "? did",
        "What the last line brought about: `read:older` `fill:40..61` `cancel` `evict:HEAD/TAIL` "
          + "`scroll:7` `scroll:end` `missing:7` `wake:2000`.", example: "? did = scroll:7"
      ) { player, _ in Observation(player.world.outcome.actions.map(WindowNames.word)) },
      Clause("? error", "Why it was refused.", example: "? error = bad-length") { player, _ in
        Observation(player.refusal.map { [$0] })
      },
      Clause(
        "? mismatch", "What only the other way of paging has, and what only this one.",
        example: "? mismatch = there none here 71"
      ) { player, _ in
        Observation(
          player.world.outcome.mismatch.map { mismatch in
            ["there"] + named(mismatch.onlyThere) + ["here"] + named(mismatch.onlyHere)
          })
      },
    ])

  private static func named(_ ids: [MessageID]) -> [String] {
    let words = WindowNames.words(ids)
    return words.isEmpty ? ["none"] : words
  }

  static let counters = ClauseSection<Ask>(
    "What is counted since the opening",
    [
      count("started", "Reads that were requested.") { $0.started },
      count("fills", "Requests to the network.") { $0.fills },
      count("dropped", "How often a page was due while one in the same direction was in flight.") {
        $0.dropped
      },
      count("merged", "How often news or a wish joined others that were waiting.") { $0.merged },
      count("cancelled", "Reads that were given up for something more urgent.") { $0.cancelled },
      count("late", "Answers to requests that had been abandoned.") { $0.late },
      count("overlaps", "How often two requests in the same direction were in flight.") {
        $0.overlaps
      },
      count("empty", "Pages that brought nothing new.") { $0.emptyPages },
      count("compared", "Pages that were compared with those of another way of paging.") {
        $0.compared
      },
      count("mismatches", "How many of them were not the same.") { $0.mismatches },
    ])

  private static func count(
    _ name: String, _ summary: String, _ look: @escaping @Sendable (WindowDiagnostics) -> Int
  ) -> Clause<Ask> {
    Clause("? \(name)", summary, example: "? \(name) = 1") { player, _ in
      Observation("\(look(player.world.reading.diagnostics))")
    }
  }
}
