internal import MessagingModel
internal import MessagingTimeline

// The content of the store of a screen with flags, and what the screen reads from it.
extension RolloutLanguage {
  static let list = Placeholder<RolloutScope>(
    "LIST", "`k1` (if nothing is said), `k2`, or `thread`: what answers to `s1` of `k1`"
  ) { RolloutScope($0) }

  static let stores = ClauseSection<Read>(
    "What is stored and read",
    [
      Clause(
        "stores-more N [of=LIST]",
        "So many more messages are stored, newer than all: `s1`, `s2` and so on.",
        example: "stores-more 10"
      ) { a in
        let (count, list) = (try a.first(Words.number), a.named("of", list) ?? .conversation("k1"))
        return { try await $0.store.keep(count, in: list) }
      },
      Clause("takes-away MESSAGE…", "They go, and leave no rows.", example: "takes-away s3") { a in
        let numbers = a.all(word).compactMap(\.remote)
        return { try await $0.store.delete(numbers) }
      },
      Clause(
        "misses-between MESSAGE MESSAGE", "What lies between the two was never told.",
        example: "misses-between s3 s4"
      ) { a in
        let numbers = a.all(word).compactMap(\.remote)
        guard numbers.count == 2 else { throw ScriptError("name two messages of the network") }
        return { try await $0.store.lose(between: numbers[0], and: numbers[1]) }
      },
      Clause(
        "paging-fails", or: ["paging-fails below MESSAGE…"],
        "While the next page is read, the store answers nothing, or does not say what is older "
          + "than those messages.", example: "paging-fails below s5"
      ) { a in
        let numbers = a.has("below") ? a.all(word).compactMap(\.remote) : nil
        return { try await $0.store.fail(below: numbers) }
      },
      Clause(
        "arrives-after-read N",
        "While the next page is read, a message arrives once the store was asked so often.",
        example: "arrives-after-read 1"
      ) { a in
        let reads = try a.first(Words.number)
        return { try await $0.store.arrive(after: reads) }
      },
      Clause(
        "reads-page newest|older N [of=LIST] [up-to-gaps]",
        or: ["reads-page around MESSAGE N [of=LIST] [up-to-gaps]"],
        "The screen reads a page of so many messages, across gaps or up to the next one.",
        example: "reads-page older 4"
      ) { a in
        let (limit, list) = (try a.first(Words.number), a.named("of", list) ?? .conversation("k1"))
        let around = a.all(word).first?.remote
        let purpose: RolloutStore.Purpose =
          a.has("newest") ? .newest : around.map { .around($0) } ?? .older
        let crosses = !a.has("up-to-gaps")
        return { try await $0.store.read(purpose, limit, of: list, crossesGaps: crosses) }
      },
    ])

  static let readings = ClauseSection<Ask>(
    "What a screen with flags has read",
    [
      Clause(
        "? page", "The messages of the page that was read; `failed:CODE` if it could not be.",
        example: "? page = s1 s2"
      ) { player, _ in Observation(player.store.page) },
      Clause(
        "? verdicts", "What was said of that page, read in both ways, each time as a verdict.",
        example: "? verdicts = same"
      ) { player, _ in Observation(player.store.reports.flatMap(\.words)) },
      Clause(
        "? row-frame N", "Where one of the twenty rows begins in the view, and how high it is.",
        example: "? row-frame 5 = 0 100"
      ) { player, a in
        let frame = player.list.frame(of: try a.first(Words.number))
        return Observation(frame.map { [$0.y, $0.height].map(ObservedWord.init(points:)) } ?? [])
      },
      Clause(
        "? saved-row", "Which of the twenty rows is to be restored, and how far below the edge.",
        example: "? saved-row = 5 0"
      ) { player, _ in
        guard let saved = player.list.saved else { return .nothing }
        return Observation([ObservedWord("\(saved.row)"), ObservedWord(points: saved.distance)])
      },
    ])
}
