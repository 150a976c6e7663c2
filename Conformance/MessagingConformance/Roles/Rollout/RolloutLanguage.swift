internal import MessagingModel
internal import MessagingTimeline

/// The language of `rollout` blocks.
enum RolloutLanguage {
  typealias Read = BlockLanguage<RolloutPlayer>.Read
  typealias Ask = Script<RolloutPlayer>.Ask

  static let language = BlockLanguage<RolloutPlayer>(
    introduction: """
      A screen with the three flags of a rollout, which is open from the beginning; and two pages
      that were read in two ways.

      """,
    placeholders: [
      AnyPlaceholder(Words.number), AnyPlaceholder(Words.length), AnyPlaceholder(word),
      AnyPlaceholder(said), AnyPlaceholder(list),
    ],
    steps: [flags, happens, stores, pages], questions: [seen, readings])

  static let word = Placeholder<RolloutWord>(
    "MESSAGE",
    "`c1` that is not sent, `c1=s4` that is, `s4` of somebody else; `s4:b` with what it says, "
      + "`s4^s2` that answers to another one, and marks: `s4+read` that was read, `+moved` "
      + "elsewhere at the server, `+timed` written at another time, by `+bob` or `+ours`, "
      + "`+edited`, `+liked`, `+threaded` an answer in the thread of `s1`, `+amended` with an "
      + "unsent change"
  ) { RolloutWord($0) }

  private static let said = Placeholder<String>("SAID", "what a message says: one word") { $0 }

  private static let flags = ClauseSection<Read>(
    "The flags of a rollout",
    [
      Clause(
        "switch identity|anchor|paging on|off", "The flag for screens that open from now on.",
        example: "switch paging off"
      ) { a in
        let flag = try a.choice([
          "identity": RolloutFlag.identity, "anchor": .anchorPreserving, "paging": .cursorPaging,
        ])
        let isOn = a.has("on")
        return { $0.set(flag, isOn: isOn) }
      },
      Clause(
        "opens [in-both-ways]",
        "Somebody comes to the conversation, anew; `in-both-ways` if each older page is read in "
          + "both ways.", example: "opens in-both-ways"
      ) { a in
        let isDual = a.has("in-both-ways")
        return { $0.open(isDual: isDual) }
      },
    ])

  private static let happens = ClauseSection<Read>(
    "What happens on a screen with flags",
    [
      Clause("shows MESSAGE…", "The rows that are shown now.", example: "shows s4 c1") { a in
        let words = a.all(word)
        return { $0.show(words) }
      },
      Clause(
        "rows-above N",
        "So many rows of 100 points come in above; somebody reads in the middle of twenty others.",
        example: "rows-above 3"
      ) { a in
        let count = try a.first(Words.number)
        return { $0.addOlder(count) }
      },
      Clause(
        "few-rows N", "The list has so many rows of 100 points, not twenty, and is not scrolled.",
        example: "few-rows 2"
      ) { a in
        let count = try a.first(Words.number)
        return { $0.list.open(count) }
      },
      Clause("scrolls-to LENGTH", "The reader scrolls there.", example: "scrolls-to 600") { a in
        let offset = try a.first(Words.length)
        return { $0.scroll(to: offset) }
      },
      Clause(
        "jumps-to-row N",
        "Somebody jumps to one of the twenty rows, from 0, at the top of the view.",
        example: "jumps-to-row 2"
      ) { a in
        let row = try a.first(Words.number)
        return { $0.jump(to: row) }
      },
    ])

  private static let page = " MESSAGE… [quote=SAID] [revision=N] [last] [gap]"
  private static let pageMeaning =
    " `quote` is what its quoted messages say, `revision` that of the store (1), `last` if nothing"
    + " is older, `gap` if something is missing."

  private static let pages = ClauseSection<Read>(
    "A page that was read in two ways",
    [
      Clause(
        "new-page" + page, or: ["new-page fails"], "As the new way read it." + pageMeaning,
        example: "new-page s1 s2:b"
      ) { a in
        let read = try pageRead(a)
        return { $0.take(new: read) }
      },
      Clause(
        "old-page" + page, or: ["old-page fails"], "As the old way read it." + pageMeaning,
        example: "old-page s1 s2:b"
      ) { a in
        let read = try pageRead(a)
        return { $0.take(old: read) }
      },
    ])

  private static func pageRead(_ a: Arguments) throws -> PageRead {
    guard !a.has("fails") else { return .failed(.storage) }
    var page = RolloutPage(words: a.all(word))
    page.revision = a.named("revision", Words.number) ?? 1
    page.isLast = a.has("last")
    page.hasGap = a.has("gap")
    if let text = a.named("quote", said) {
      for target in page.words.compactMap(\.target) { page.quotes[target] = text }
    }
    return page.read
  }

  private static let seen = ClauseSection<Ask>(
    "What comes of flags and pages",
    [
      Clause(
        "? update",
        "What the last update does: `goes:c1` `comes:c1`, or `arrives:c1` if it "
          + "calls the row new, `moves:c1` `changes:c1`.",
        example: "? update = changes:c1"
      ) { player, _ in Observation(player.changes) },
      Clause(
        "? pushed-by", "How far the row that is read moved, in points.", example: "? pushed-by = 0"
      ) {
        player, _ in player.moved.map { Observation(points: $0) } ?? .nothing
      },
      Clause("? lies-at", "Where the list says that it lies.", example: "? lies-at = 800") {
        player, _ in Observation(points: player.offset)
      },
      Clause(
        "? verdict",
        "What comes of comparing the two pages: `same`, `impossible:REASON`, or `different`, the "
          + "place from 0, the messages of the new and of the old page, and the part.",
        example: "? verdict = different 1 s2 s2 body"
      ) { player, _ in Observation(player.verdict?.words) },
    ])
}

extension PageVerdict {
  /// The script form.
  var words: [String] {
    switch self {
    case .same: return ["same"]
    case .impossible(.moved): return ["impossible:moved"]
    case .impossible(.newFailed): return ["impossible:new-failed"]
    case .impossible(.oldFailed): return ["impossible:old-failed"]
    case .different(let difference):
      let names = [difference.new, difference.old].map { $0.map(RolloutWord.name) ?? "none" }
      return ["different", "\(difference.index)"] + names + [difference.part.rawValue]
    }
  }
}
