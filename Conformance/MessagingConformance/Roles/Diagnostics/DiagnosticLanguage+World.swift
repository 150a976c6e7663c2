internal import MessagingModel
internal import MessagingTimeline

extension DiagnosticLanguage {
  private static func notes(_ event: DiagnosticEvent) -> DiagnosticPlayer.Step {
    { $0.note(event) }
  }

  static let pages = ClauseSection<Read>(
    "What the window asks for",
    [
      Clause(
        "asks-page N older|newer|same", "A page is asked for, under a number.",
        example: "asks-page 1 older"
      ) { a in
        let purpose = try a.choice([
          "older": WindowRequest.Purpose.older, "newer": .newer, "same": .same,
        ])
        return notes(.asked(page: try a.first(Words.number), purpose))
      },
      Clause(
        "page-comes N rows=N", "It comes, with so many new rows.", example: "page-comes 1 rows=50"
      ) { a in
        let rows = a.named("rows", Words.number) ?? 0
        return notes(.answered(page: try a.first(Words.number), .rows(rows)))
      },
      Clause("page-fails N", "It fails.", example: "page-fails 1") { a in
        notes(.answered(page: try a.first(Words.number), .failed))
      },
      Clause("page-unwanted N", "Nobody waits for it any more.", example: "page-unwanted 1") { a in
        notes(.answered(page: try a.first(Words.number), .cancelled))
      },
      Clause(
        "pages-compared same|different|impossible",
        "The contents of a page that was read in two ways are compared, or cannot be.",
        example: "pages-compared same"
      ) { a in
        notes(
          .compared(
            try a.choice([
              "same": PageComparison.same, "different": .different, "impossible": .impossible,
            ])))
      },
    ])

  static let updates = ClauseSection<Read>(
    "Commits and updates",
    [
      Clause(
        "commit-of N [metadata]",
        "There is a commit with this revision; of metadata alone, or of anything.",
        example: "commit-of 3 metadata"
      ) { a in
        let kinds = a.has("metadata") ? ChangeKinds.metadata : .all
        return notes(.committed(Revision(Int64(try a.first(Words.number))), kinds))
      },
      Clause(
        "looks-the-same N", "The commits up to this revision were read, and looked as before.",
        example: "looks-the-same 3"
      ) { a in notes(.unchanged(Revision(Int64(try a.first(Words.number))))) },
      Clause(
        "update-of N local|jump|merged|page|news [arrivals=N] [measured=N] [sent=N]"
          + " [replaced=N] [misplaced=N]",
        "The screen takes an update that shows all up to this revision: `arrivals` rows that it "
          + "calls new, `measured` again, `sent` now and unsent before, `replaced` of those, "
          + "`misplaced` out of order.",
        example: "update-of 3 news arrivals=1"
      ) { a in
        func count(_ key: String) -> Int { a.named(key, Words.number) ?? 0 }
        let reason = try a.choice([
          "local": TimelineUpdate.Reason.local, "jump": .jump, "merged": .merged, "page": .page,
          "news": .news,
        ])
        return notes(
          .updated(
            UpdateNote(
              reason, upTo: Revision(Int64(try a.first(Words.number))),
              arrivals: count("arrivals"), measured: count("measured"), sent: count("sent"),
              replaced: count("replaced"), misplaced: count("misplaced"))))
      },
      Clause(
        "log-loses N", "So many of the first records have no room any more.",
        example: "log-loses 10"
      ) { a in
        let count = try a.first(Words.number)
        return { $0.lose(count) }
      },
      Clause(
        "another-log",
        "The log of another screen follows, whose times begin anew; all are read as one.",
        example: "another-log"
      ) { _ in { $0.startAnew() } },
      Clause(
        "log-keeps N",
        "So many records have room, and for a while a quarter more; the first line, if at all.",
        example: "log-keeps 8"
      ) { a in
        let limit = try a.first(Words.number)
        return { $0.keep(limit) }
      },
    ])
}
