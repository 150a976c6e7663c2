internal import MessagingModel

// Events around the rules.
extension DownloadLanguage {
  static let screens = ClauseSection<Read>(
    "Screens that request files",
    [
      Clause(
        "wish WISH… [screen=N]",
        "All that a screen wishes for from now on, the first first; screen 1, unless said.",
        example: "wish t1 p1 p2+3"
      ) { a in
        let (words, screen) = (a.all(wish), FileScreen(a.named("screen", Words.number) ?? 1))
        return happens { try $0.wish(words, on: screen) }
      },
      Clause("wish none [screen=N]", "It is gone, or empty.", example: "wish none") { a in
        let screen = FileScreen(a.named("screen", Words.number) ?? 1)
        return happens { try $0.wish([], on: screen) }
      },
      Clause(
        "own FILE…",
        "This device has a file of its own for these, when they are wished for next.",
        example: "own p1"
      ) { a in
        let files = a.all(file)
        return happens { $0.own.formUnion(files) }
      },
      Clause("insist FILE", "A person requests it again.", example: "insist p1") { a in
        let file = try a.first(file)
        return happens { $0.tell(.insisted(file)) }
      },
      Clause(
        "missing FILE", "Somebody else removed it from the disk, and a screen finds that out.",
        example: "missing p1"
      ) { a in
        let file = try a.first(file)
        return happens { $0.lose(file) }
      },
    ])

  static let server = ClauseSection<Read>(
    "The server of files",
    [
      Clause(
        "gives FILE N", "So many more bytes of it arrive.", example: "gives p1 40"
      ) { a in
        let (file, count) = (try a.first(file), try a.first(Words.number))
        return transfer(file) { $0.give(file, count) }
      },
      Clause(
        "stores FILE N", "So many more bytes of it arrive; rules do not hear of their progress.",
        example: "stores p1 40"
      ) { a in
        let (file, count) = (try a.first(file), try a.first(Words.number))
        return transfer(file) { $0.give(file, count, isReported: false) }
      },
      Clause(
        "gives FILE", "All that is left of it arrives, and the download ends.",
        example: "gives p1"
      ) { a in
        let file = try a.first(file)
        return transfer(file) { $0.give(file, nil) }
      },
      Clause(
        "gives everything", "Everything requested arrives, and everything requested after that.",
        example: "gives everything"
      ) { _ in happens { try $0.giveEverything() } },
      Clause(
        "ends FILE", "The server reports the end of the file.", example: "ends p1"
      ) { a in
        let file = try a.first(file)
        return .world { player in
          // If no size is known for the file, the rules cannot detect this error.
          guard try !player.isLoose || player.world.isSizeKnown(of: file) else { return }
          let step = transfer(file) { world in
            world.end(file, .success(world.disk[StoredName(file)]?.bytes.count ?? 0))
          }
          if case .world(let body) = step { try body(&player) }
        }
      },
      Clause(
        "breaks FILE REASON [CODE] [after=T]",
        "The download comes to nothing: `offline` `transient` `unauthorized` `refused`, or "
          + "`offset` if it is not given from there; the server wants to be left alone for a "
          + "while.",
        example: "breaks p1 transient 503"
      ) { a in
        let file = try a.first(file)
        let error = DownloadError(
          try a.first(failure), code: ExactString(a.all(Words.code).last ?? "scripted"),
          retryAfter: a.named("after", Words.duration))
        return transfer(file) { $0.end(file, .failure(error)) }
      },
    ])

  /// An event of a download. In random histories the download may not exist.
  private static func transfer(
    _ file: FileKey, _ body: @escaping @Sendable (inout DownloadWorld) throws -> Void
  ) -> DownloadPlayer.Step {
    .world { player in
      guard try player.world.index(of: file) != nil else {
        guard player.isLoose else {
          throw Violation("\(DownloadNames.word(file)) is not requested")
        }
        return
      }
      try player.act(body)
    }
  }

  static let device = ClauseSection<Read>(
    "The device that downloads",
    [
      Clause("online", "There is one again.", example: "online") { _ in
        happens { $0.setOnline(true) }
      },
      Clause("offline", "There is no network.", example: "offline") { _ in
        happens { $0.setOnline(false) }
      },
      Clause(
        "killed",
        "The process ends at once and begins anew; what is on the disk stays, and no screen wishes "
          + "for anything.", example: "killed"
      ) { _ in happens { $0.kill() } },
      Clause(
        "disk full|broken|unreadable|slow…",
        "Until it is `fine`: nothing can be written; nothing removed, or put in its place; it does "
          + "not say what is there; it does nothing yet.",
        example: "disk full"
      ) { a in
        let moods = Set(a.given.compactMap { DownloadWorld.DiskMood(rawValue: $0.slot) })
        return happens { $0.moods = moods }
      },
      Clause("disk fine", "It works normally.", example: "disk fine") { _ in
        happens { $0.moods = [] }
      },
      Clause("advance T", "Time passes.", example: "advance 13h") { a in
        let time = try a.first(Words.duration)
        return happens { world in
          try world.settle()
          try world.advance(by: time)
        }
      },
      Clause("tick", "Time passes until somebody waited for it.", example: "tick") { _ in
        .world { player in
          var hasPassed = false
          try player.act { hasPassed = try $0.advanceToDeadline() }
          if !hasPassed, !player.isLoose { throw Violation("no wait is left that time could end") }
        }
      },
      Clause("sign-out", "The owner leaves.", example: "sign-out") { _ in
        happens { $0.tell(.signedOut) }
      },
      Clause("sign-in", "There are new credentials.", example: "sign-in") { _ in
        happens { $0.tell(.signedIn) }
      },
    ])

  static let random = ClauseSection<Read>(
    "Random histories of downloads",
    [
      Clause(
        "loose",
        "From here on nothing happens by itself: for random histories.",
        example: "loose"
      ) { _ in .world { $0.isLoose = true } },
      Clause(
        "leap T", "Time passes at once, whatever should have happened meanwhile.",
        example: "leap 2s"
      ) { a in
        let time = try a.first(Words.duration)
        return happens { try $0.jump(by: time) }
      },
      Clause("works", "The disk completes one pending operation.", example: "works") { _ in
        happens { $0.workOnce() }
      },
      Clause(
        "run-again",
        "A worker is stopped once its disk has nothing to do, and run again; rules alone go on.",
        example: "run-again"
      ) { _ in happens { try $0.runAgain() } },
      Clause(
        "comes",
        "Nothing goes wrong any more: people insist, the server gives everything, and time passes "
          + "until nothing is left to be done.", example: "comes"
      ) { _ in happens { try $0.heal() } },
    ])
}
