internal import MessagingCore
internal import MessagingModel
internal import MessagingTimeline

extension ScrollLanguage {
  static let place = ClauseSection<Ask>(
    "Where everything is",
    [
      Clause("? offset", "The exact offset.", example: "? offset = 400") { player, _ in
        Observation(points: player.model.reading.offset)
      },
      Clause("? published", "The offset in whole pixels.", example: "? published = 33.5") {
        player, _ in Observation(points: player.model.reading.publishedOffset)
      },
      Clause(
        "? top ROW",
        "Where the upper edge of a row is in the view, worked out by the harness from rows and "
          + "heights of its own and the offset that the subject reports; `gone`.",
        example: "? top m4 = 36"
      ) { player, a in player.edge(of: try a.first(row)) { $0.top } },
      Clause("? bottom ROW", "Where its lower edge is.", example: "? bottom m4 = 96") {
        player, a in player.edge(of: try a.first(row)) { $0.bottom }
      },
      Clause("? distance", "How far the end is away.", example: "? distance = 0") { player, _ in
        Observation(points: player.model.reading.distanceFromEnd)
      },
      Clause("? height", "The height of the content.", example: "? height = 1200") { player, _ in
        Observation(points: player.model.reading.contentHeight)
      },
      Clause("? anchor", "The row that is held.", example: "? anchor = m4") { player, _ in
        player.anchor
      },
      Clause("? pinned", "Whether the end is followed.", example: "? pinned = yes") {
        player, _ in Observation(player.model.reading.isPinned)
      },
    ])

  static let sight = ClauseSection<Ask>(
    "What the anchor says is to be seen",
    [
      Clause(
        "? frame ROW", "Where a row begins in the view, and its height, as the subject reports it.",
        example: "? frame m4 = 36 60"
      ) { player, a in
        let frame = player.model.frame(of: try a.first(row))
        return Observation(frame.map { [$0.y, $0.height] } ?? [])
      },
      Clause(
        "? uncovered", "The visible rows, each with its uncovered height.",
        example: "? uncovered = m4 36 m5 60"
      ) { player, _ in
        Observation(
          player.model.sight.rows.flatMap { row in
            [ObservedWord(ScrollNames.name(row.id)), ObservedWord(points: row.visible)]
          })
      },
      Clause(
        "? lead", "The room above rows that do not fill the view.", example: "? lead = 150"
      ) { player, _ in Observation(points: player.model.sight.lead) },
      Clause(
        "? owed", "The correction that waits for the finger.", example: "? owed = 100"
      ) { player, _ in Observation(points: player.model.sight.owed) },
      Clause(
        "? reaches", "The first and the last visible message, as reported to the paging window.",
        example: "? reaches = m4 m7"
      ) { player, _ in
        let view = player.model.sight.viewport
        return Observation(
          view.map { [ScrollNames.name(.message($0.first)), ScrollNames.name(.message($0.last))] })
      },
      Clause(
        "? hidden", "How much of the rows lies above and below what is uncovered.",
        example: "? hidden = 60 90"
      ) { player, _ in
        let view = player.model.sight.viewport
        return Observation(view.map { [$0.hiddenAbove, $0.hiddenBelow] } ?? [])
      },
    ])

  static let others = ClauseSection<Ask>(
    "What the view and its reader are told",
    [
      Clause(
        "? command",
        "What the step told the view to do: `compensation` and by how much, or `initial` `follow` "
          + "`sent` `jump` `end` and the offset.", example: "? command = compensation 100"
      ) { player, _ in player.command },
      Clause("? writes", "The offset that the command writes.", example: "? writes = 500") {
        player, _ in Observation(player.last.commands.map { ObservedWord(points: $0.offset) })
      },
      Clause("? unseen", "How many messages arrived unseen.", example: "? unseen = 2") {
        player, _ in Observation("\(player.model.reading.unread)")
      },
      Clause("? button", "Whether a way to the end is offered.", example: "? button = no") {
        player, _ in Observation(player.model.reading.showsJumpButton)
      },
      Clause("? error", "Why it was refused.", example: "? error = bad-length") { player, _ in
        Observation(player.last.rejection.map { [$0.rawValue] })
      },
      Clause(
        "? needs-newest", "Whether the newest window has to be loaded first.",
        example: "? needs-newest = yes"
      ) { player, _ in Observation(player.last.needsNewest) },
      Clause(
        "? approximate", "Whether the jump went to a neighbour.", example: "? approximate = yes"
      ) { player, _ in Observation(player.last.isApproximate) },
      Clause(
        "? saved", "The position to be stored: the row and its distance, and `pinned`.",
        example: "? saved = m4 -20"
      ) { player, _ in player.saved },
      Clause(
        "? fraction", "How much of that row is hidden, 0 to 1.", example: "? fraction = 0.25"
      ) { player, _ in
        player.model.savedPosition.map { Observation(points: $0.hiddenFraction) } ?? .nothing
      },
    ])

  static let recorded = ClauseSection<Ask>(
    "What is recorded",
    [
      Clause("? delta", "By how much the held edge moved.", example: "? delta = 0") { player, _ in
        Observation(points: player.last.diagnostics.anchorDelta)
      },
      Clause(
        "? residual", "What of the correction did not fit.", example: "? residual = -20"
      ) { player, _ in Observation(points: player.last.diagnostics.residual) },
      Clause(
        "? before", "The row that was held before the step.", example: "? before = m4"
      ) { player, _ in
        Observation(player.last.diagnostics.anchorBefore.map { [ScrollNames.name($0)] })
      },
      Clause(
        "? programmatic", "How many scrolls somebody wanted, since the opening.",
        example: "? programmatic = 1"
      ) { player, _ in Observation("\(player.programmatic)") },
      Clause(
        "? compensations", "How many corrections there were, since the opening.",
        example: "? compensations = 1"
      ) { player, _ in Observation("\(player.compensations)") },
    ])
}

extension Observation {
  /// Lengths in points.
  fileprivate init(_ lengths: [Double]) { self.init(lengths.map { ObservedWord(points: $0) }) }
}
