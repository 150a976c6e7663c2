internal import MessagingCore
internal import MessagingModel
internal import MessagingTimeline

extension ConversationListLanguage {
  static let shown = ClauseSection<Ask>(
    "What the list shows",
    [
      Clause("? list", "All conversations, the upper one first.", example: "? list = k2 k1") {
        player, _ in Observation(player.world.screen.entries.map(\.id.text.string))
      },
      Clause(
        "? preview CONVERSATION", "The message that it shows, with its text.",
        example: #"? preview k1 = s4 "hello""#
      ) { player, a in
        try player.world.entry(a) { entry in
          guard let preview = entry.preview else { return .nothing }
          return Observation([preview.word] + preview.body.observedText.words)
        }
      },
      Clause(
        "? by CONVERSATION", "Who wrote that, and `edited` if it was.", example: "? by k1 = ann"
      ) { player, a in
        try player.world.entry(a) { entry in
          let edited = entry.preview?.isEdited == true ? ["edited"] : []
          return Observation(entry.preview.map { [$0.sender.text.string] + edited })
        }
      },
      Clause(
        "? delivery CONVERSATION", "How far it is, if it is ours.", example: "? delivery k1 = sent"
      ) { player, a in
        try player.world.entry(a) { $0.preview?.delivery.map(\.observation) ?? .nothing }
      },
      Clause(
        "? unread-in CONVERSATION", "How many are unread; `3+` where a gap hides more.",
        example: "? unread-in k1 = 3+"
      ) { player, a in
        try player.world.entry(a) { entry in
          Observation("\(entry.unread.count)\(entry.unread.isLowerBound ? "+" : "")")
        }
      },
      Clause(
        "? time-of CONVERSATION", "When that was, in milliseconds.", example: "? time-of k1 = 10"
      ) { player, a in
        try player.world.entry(a) { entry in
          Observation(entry.preview.map { ["\($0.time.milliseconds)"] })
        }
      },
      Clause(
        "? up-to", "The newest commit of which the last update says to show everything.",
        example: "? up-to = 3"
      ) { player, _ in
        Observation(player.world.screen.updates.last.map { ["\($0.revision.number)"] })
      },
      Clause(
        "? leads", "Whether the differences lead to what is shown, with as few moves as possible.",
        example: "? leads = yes"
      ) { player, _ in
        let screen = player.world.screen
        return Observation(screen.byDiffs == screen.entries && !screen.movesTooMuch)
      },
      Clause(
        "? of-one-moment", "Whether the list is one that there was at some moment.",
        example: "? of-one-moment = yes"
      ) { player, _ in Observation(player.world.screen.isOfOneMoment) },
      Clause(
        "? faithful", "Whether what is shown is what is stored; else how it differs.",
        example: "? faithful = yes"
      ) { player, _ in
        player.world.difference.map { Observation($0) } ?? Observation("yes")
      },
    ])

  static let asked = ClauseSection<Ask>(
    "What it does, and what it says of itself",
    [
      Clause(
        "? updates-taken", "How many updates the screen took.", example: "? updates-taken = 2"
      ) {
        player, _ in Observation("\(player.world.screen.updates.count)")
      },
      Clause("? updates-now", "Those of the last line.", example: "? updates-now = 0") {
        player, _ in Observation("\(player.world.updatesNow)")
      },
      Clause(
        "? change",
        "What the last update does: `insert` `delete` `move` `update`, each with names.",
        example: "? change = move k2 update k2"
      ) { player, _ in
        Observation(player.world.screen.change)
      },
      Clause(
        "? reads-now", "The conversations that the last line made it read, in their order.",
        example: "? reads-now = k2"
      ) { player, _ in Observation(player.world.readsNow.map(\.text.string)) },
      Clause(
        "? lookups", "How often it asked which conversations changed.", example: "? lookups = 1"
      ) {
        player, _ in Observation("\(player.world.asks)")
      },
      Clause(
        "? reads-at-once", "How many reads were in flight at most.", example: "? reads-at-once = 4"
      ) { player, _ in Observation("\(player.world.mostReadsInFlight)") },
      Clause(
        "? comes-back", "After how many failures in a row it comes back, if it does.",
        example: "? comes-back = 1"
      ) { player, _ in Observation(player.world.attempt.map { ["\($0)"] }) },
      Clause(
        "? list-state", "`unopened` `opening` `open` `closed`, and the code of what went wrong.",
        example: "? list-state = open storage"
      ) { player, _ in
        let status = player.world.rules?.status
        return Observation(
          status.map { ["\($0.phase)"] + ($0.problem.map { [$0.rawValue] } ?? []) })
      },
      Clause(
        "? not-read", "The conversations that could not be read.", example: "? not-read = k2"
      ) { player, _ in
        let names = player.world.rules?.status.unreadable.keys.sorted()
        return Observation(names?.map(\.text.string))
      },
    ])
}

extension ConversationListWorld {
  /// An observation about the conversation that a line names.
  fileprivate func entry(
    _ arguments: Arguments, _ look: (ConversationEntry) -> Observation
  ) throws -> Observation {
    let id = try arguments.first(Words.conversation)
    return screen.entries.first { $0.id == id }.map(look) ?? .missing
  }
}

extension ConversationPreview {
  /// The message, under any of its names.
  fileprivate var word: ObservedWord {
    let client = ScriptNames.name(of: message)
    guard case .confirmed(let place) = position else { return ObservedWord(client) }
    let remote = place.remoteID.text.string
    return client.hasPrefix("c")
      ? ObservedWord(remote, or: [client, "\(remote)=\(client)"]) : ObservedWord(remote)
  }
}

extension NaiveListScreen {
  /// What the last update changes, with names.
  fileprivate var change: [String]? {
    guard let update = updates.last else { return nil }
    let diff = update.diff
    let before = updates.dropLast().last?.entries ?? []
    func name(_ entries: [ConversationEntry], _ index: Int) -> String {
      entries.indices.contains(index) ? entries[index].id.text.string : "?"
    }
    return diff.deletes.flatMap { ["delete", name(before, $0)] }
      + diff.inserts.flatMap { ["insert", $0.entry.id.text.string] }
      + diff.moves.flatMap { ["move", name(update.entries, $0.to)] }
      + diff.updates.flatMap { ["update", $0.entry.id.text.string] }
  }
}
