internal import MessagingConformance
internal import MessagingCore
internal import MessagingModel

extension MutantCatalogue {
  static let fetching: [Mutant] = [
    Mutant(
      "downloads-twice", kills: "FETCH-001", "Each run has a worker of its own.",
      origin: "a task that began in onAppear",
      .fetching { bent in
        var bent = bent
        bent.runs = { bent, _, running in
          if running == 1 { return await bent.work() }
          await bent.make().run()
        }
        return bent
      }),
    Mutant(
      "downloads-once-in-a-life", kills: "FETCH-002", "A worker that has run does not run again.",
      origin: "a flag that was set at the start and never taken away",
      .fetching { bent in
        var bent = bent
        bent.runs = { bent, number, _ in if number == 1 { await bent.work() } }
        return bent
      }),
    Mutant(
      "hears-wishes-while-it-runs", kills: "FETCH-003", "Wishes before the run are lost.",
      origin: "wishes went into a stream that the run made",
      .fetching(setting: { $0.hearsEarlyWishes = false })),
    Mutant(
      "waits-out-its-pause", kills: "FETCH-004", "An alarm that is not needed any more rings on.",
      origin: "a timer on a queue of its own",
      .fetching { bent in
        let isDeaf = Locked(false)
        var bent = bent.with {
          $0.clock = Stopwatch(DeafClock(watch: $0.clock, isDeaf: isDeaf))
        }
        bent.whenCancelled = { isDeaf.withLock { $0 = true } }
        return bent
      }),
    Mutant(
      "leaves-in-a-hurry", kills: "FETCH-005", "Signing out does not wait for the run.",
      origin: "a message to an actor that nobody awaited",
      .fetching { bent in
        var bent = bent
        bent.waitsToLeave = false
        bent.runs = { bent, _, running in
          if running == 1 { await bent.work() }
        }
        return bent
      }),
    Mutant(
      "signs-out-only-while-it-runs", kills: "FETCH-005",
      "Signing out before the first run is forgotten.", origin: "an optional task that was nil",
      .fetching(setting: { $0.leavesBeforeARun = false })),
    Mutant(
      "tells-no-newcomer", kills: "FETCH-006",
      "A new observer of the status waits for the next one.",
      origin: "a subject without a current value",
      .fetching(setting: { $0.tellsNewcomers = false })),
    Mutant(
      "parts-stay-open", kills: "FETCH-007", "Parts are never closed.",
      origin: "a file handle that ended with its object, and the object never ended",
      .fetching { bent in bent.with { $0.files = OpenParts(files: $0.files) } }),
    Mutant(
      "shows-its-last-moment", kills: "FETCH-009",
      "The status of a cancelled run stays the one of the last moment before.",
      origin: "a progress ring that stood at 40 % until the app was ended",
      .fetching(setting: { $0.keepsLastStatus = true })),
    Mutant(
      "drops-a-piece", kills: "FETCH-008", "The second piece of each download is lost.",
      origin: "a buffer that was replaced while it was written",
      .fetching { bent in
        bent.with { ports in
          ports.downloader = BentDownloader(downloader: ports.downloader, losesSecondPiece: true)
        }
      }),
    Mutant(
      "asks-from-the-start", kills: "FETCH-008",
      "The file is requested from its beginning, and appended to the part.",
      origin: "a server that ignored Range, and a client that did not look at the answer",
      .fetching { bent in
        bent.with { ports in
          ports.downloader = BentDownloader(downloader: ports.downloader, asksFromStart: true)
        }
      }),
  ]
}
