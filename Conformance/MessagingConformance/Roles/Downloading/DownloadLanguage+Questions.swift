internal import MessagingCore
internal import MessagingModel

extension DownloadLanguage {
  static let asked = ClauseSection<Ask>(
    "What is asked of the server",
    [
      Clause(
        "? coming", "What is on its way, in the order in which it was begun.",
        example: "? coming = p1 t2"
      ) { player, _ in
        Observation(try player.world.transfers.map { DownloadNames.word($0.request.file) })
      },
      Clause(
        "? starts",
        "The downloads that the last step began, in their order; with where they begin: `p1@40`.",
        example: "? starts = p1@40"
      ) { player, _ in
        Observation(
          try player.world.begun.map { request in
            let word = DownloadNames.word(request.file)
            return ObservedWord(word, or: ["\(word)@\(request.offset)"])
          })
      },
      Clause(
        "? stops", "The downloads that the last step gave up.", example: "? stops = p1"
      ) { player, _ in Observation(try player.world.aborted.map(DownloadNames.word)) },
    ])

  static let disk = ClauseSection<Ask>(
    "What is on the disk",
    [
      Clause("? here", "The files that are whole.", example: "? here = p1 t1") { player, _ in
        let world = try player.world
        return Observation(world.words { $0.isWhole ? "" : nil })
      },
      Clause(
        "? parts", "Those that are not, with their bytes.", example: "? parts = p1:40"
      ) { player, _ in
        let world = try player.world
        return Observation(world.words { $0.isWhole ? nil : ":\($0.bytes.count)" })
      },
      Clause(
        "? evicts", "The files that the last step removed, in their order.",
        example: "? evicts = p1"
      ) { player, _ in
        let world = try player.world
        return Observation(world.evicted.compactMap(world.file).map(DownloadNames.word))
      },
      Clause("? bytes", "What all of them take.", example: "? bytes = 140") { player, _ in
        Observation("\(try player.world.disk.values.reduce(0) { $0 + $1.bytes.count })")
      },
    ])

  static let status = ClauseSection<Ask>(
    "What is said of downloads",
    [
      Clause(
        "? shows FILE",
        "`waiting` `no-room` `loading` `loading:40` `here` `failed:503` `refused:404`, or "
          + "`nothing` if nobody wishes for it.", example: "? shows p1 = loading:40"
      ) { player, a in
        let state = try player.world.rules.status.files[a.first(file)]
        return state.map { Observation([DownloadNames.word($0)]) } ?? Observation("nothing")
      },
      Clause(
        "? downloads",
        "`starting` `running` `offline` `disk-failed` `needs-sign-in` or `signed-out`.",
        example: "? downloads = running"
      ) { player, _ in
        Observation([DownloadNames.word(try player.world.rules.status.phase)])
      },
      Clause("? retry", "When it tries again.", example: "? retry = 1000ms") { player, _ in
        let world = try player.world
        return Observation(world.rules.status.nextAttempt.map { ["\($0 - world.now)ms"] })
      },
      Clause(
        "? outcome",
        "`well` if everything is here that should be, and nothing is that should not; else what is "
          + "wrong.", example: "? outcome = well"
      ) { player, _ in
        let world = try player.world
        return Observation(world.oracle.verdict(world) ?? "well")
      },
    ])
}

extension DownloadWorld {
  /// The files on the disk that `suffix` returns a word for, by name.
  fileprivate func words(_ suffix: (DiskFile) -> String?) -> [String] {
    disk.compactMap { name, stored in
      guard let file = file(name), let suffix = suffix(stored) else { return nil }
      return (file, DownloadNames.word(file) + suffix)
    }.sorted { (left: (FileKey, String), right: (FileKey, String)) in left.0 < right.0 }.map(\.1)
  }
}
