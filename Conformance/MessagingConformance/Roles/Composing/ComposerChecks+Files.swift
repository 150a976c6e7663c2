internal import Foundation
internal import MessagingCore
internal import MessagingModel

// The files of a message, from the picker to the end of the message.
extension ComposerChecks {
  static func beforeItIsStored(_ context: Context) async throws {
    let desk = try ComposerDesk(context)
    let photos = [try desk.picked("a.jpg", "one"), try desk.picked("b.jpg", "two")]
    try await expectCopies(of: ["one", "two"], of: desk, context) {
      try await desk.send(.files(photos, kind: .photo), as: 1)
    }
    for photo in photos {
      try context.expect(
        FileManager.default.fileExists(atPath: photo.source.path), "a file of the picker is moved")
    }
    try desk.takeBack(photos)
    try context.expect("the stored files", await desk.contents(of: 1), is: ["one", "two"])
  }

  static func throughALink(_ context: Context) async throws {
    let desk = try ComposerDesk(context)
    let photo = try desk.picked("a.jpg", "one")
    let link = try desk.link("link.jpg", to: photo)
    try await desk.send(.files([link], kind: .photo), as: 1)
    try desk.takeBack([photo])
    try context.expect("the stored file", await desk.contents(of: 1), is: ["one"])
    let other = try desk.picked("b.jpg", "two")
    try await desk.edit(1, [.added(try desk.link("link-2.jpg", to: other))], as: 11)
    try desk.takeBack([other])
    try context.expect("the file of an edit", await desk.contents(of: 1), is: ["two"])
  }

  static func beforeAnEditIsStored(_ context: Context) async throws {
    let desk = try ComposerDesk(context)
    try await desk.send(.text("hello"), as: 1)
    let photo = try desk.picked("a.jpg", "one")
    try await expectCopies(of: ["one"], of: desk, context) {
      try await desk.edit(1, [.added(photo)], as: 2)
    }
    try desk.takeBack([photo])
    try context.expect("the stored file", await desk.contents(of: 1), is: ["one"])
  }

  /// Each content has a copy at the moment at which the store is written to.
  private static func expectCopies(
    of contents: [String], of desk: ComposerDesk, _ context: Context,
    when call: () async throws -> ActionOutcome
  ) async throws {
    let found = Locked<[Int]?>(nil)
    desk.store.whenWritten {
      found.withLock { found in
        if found == nil { found = contents.map { min(desk.copies(of: $0), 1) } }
      }
    }
    try context.expect("the outcome", try await call(), is: .done)
    desk.store.whenWritten {}
    try context.expect(
      "which of \(contents) have a copy when the store is written to", found.current ?? [],
      is: contents.map { _ in 1 })
  }

  static func afterAnUpdate(_ context: Context) async throws {
    var desk = try ComposerDesk(context)
    let photo = try desk.picked("a.jpg", "one")
    try await desk.send(.files([photo], kind: .photo), as: 1)
    let other = try desk.picked("b.jpg", "two")
    try await desk.edit(1, try await desk.kept(of: 1) + [.added(other)], as: 11)
    try desk.takeBack([photo, other])
    try desk.move()
    try context.expect(
      "the files after the directory moved", await desk.contents(of: 1), is: ["one", "two"])
    for file in try await desk.files(of: 1) {
      guard let path = file.localPath else { continue }
      try await desk.composer.check(OwnedFile(path: path, byteCount: file.byteCount))
    }
  }

  /// What a picker can hand out that is no file, and what a refusal calls it.
  private static func badFiles(
    _ desk: ComposerDesk
  ) throws -> [(file: Draft.File, code: String)] {
    [
      (desk.removed("gone.jpg"), "file-missing"), (try desk.picked("empty.jpg", ""), "file-empty"),
      (try desk.picked("folder.jpg", nil), "file-kind"),
    ]
  }

  static func secondOfTwo(_ context: Context) async throws {
    let desk = try ComposerDesk(context)
    let photos = [try desk.picked("a.jpg", "one"), try desk.picked("b.jpg", "two")]
    try await desk.send(.files([try desk.picked("c.jpg", "other")], kind: .photo), as: 1, in: "k2")
    for (file, code) in try badFiles(desk) {
      let refusal = try await desk.refusal {
        try await desk.send(.files([photos[0], file, photos[1]], kind: .photo), as: 1)
      }
      try context.expect(refusal != nil, "a draft with a \(code) is accepted")
      try context.expect("the message of a refused draft", try await desk.message(1), is: nil)
      try desk.expectCopies(
        [("one", 0), ("two", 0), ("other", 1)], "after a draft with a \(code)")
    }
    try context.expect(
      "the outcome without the bad file",
      try await desk.send(.files(photos, kind: .photo), as: 1), is: .done)
    try context.expect("its files", await desk.contents(of: 1), is: ["one", "two"])
  }

  static func whichAndWhy(_ context: Context) async throws {
    let desk = try ComposerDesk(context)
    let photo = try desk.picked("a.jpg", "one")
    try await desk.send(.files([photo], kind: .photo), as: 9)
    let kept = try await desk.kept(of: 9)
    for (number, bad) in try badFiles(desk).enumerated() {
      let calls: [(name: String, call: () async throws -> ActionOutcome)] = [
        (
          "a draft",
          { try await desk.send(.files([photo, bad.file], kind: .photo), as: 20 + number) }
        ),
        ("an edit", { try await desk.edit(9, kept + [.added(bad.file)], as: 30 + number) }),
      ]
      for (name, call) in calls {
        let refusal = try await desk.refusal(of: call)
        var found = "\(refusal.map { "\($0)" } ?? "nothing")"
        if case .file(let index, let error) = refusal {
          found = "file \(index) \(error.code.string) \(error.kind)"
        }
        try context.expect("the refusal of \(name)", found, is: "file 1 \(bad.code) permanent")
      }
    }
  }

  static func refusedByTheStore(_ context: Context) async throws {
    let desk = try ComposerDesk(context)
    let photos = [try desk.picked("a.jpg", "one"), try desk.picked("b.jpg", "two")]
    try await desk.send(.files([try desk.picked("c.jpg", "other")], kind: .photo), as: 1, in: "k2")
    desk.store.plan(.refusal)
    let refusal = try await desk.refusal {
      try await desk.send(.files(photos, kind: .photo), as: 1)
    }
    desk.store.plan(nil)
    try context.expect(refusal != nil, "a message that the store refused counts as accepted")
    try desk.expectCopies(
      [("one", 0), ("two", 0), ("other", 1)], "after the store refused the message")
    try context.expect(
      "the outcome of the same draft later",
      try await desk.send(.files(photos, kind: .photo), as: 1), is: .done)
    try context.expect("its files", await desk.contents(of: 1), is: ["one", "two"])
  }

  static func whenThePickerIsGone(_ context: Context) async throws {
    let desk = try ComposerDesk(context)
    let photo = try desk.picked("a.jpg", "one")
    try await desk.send(.files([photo], kind: .photo, caption: "look"), as: 1)
    let stored = try await desk.message(1)
    try desk.takeBack([photo])
    // The button is tapped again a moment later.
    let again = try await desk.send(
      .files([photo], kind: .photo, caption: "look"), as: 1, at: 6)
    try context.expect("the outcome of the same draft again", again, is: .unchanged)
    try await desk.send(.text("hello"), as: 2)
    try context.expect(
      "the outcome of the same text again", try await desk.send(.text("hello"), as: 2, at: 6),
      is: .unchanged)
    try context.expect("the message after that", try await desk.message(1), is: stored)
    try context.expect("its file", await desk.contents(of: 1), is: ["one"])
  }

  static func withAnotherFile(_ context: Context) async throws {
    let desk = try ComposerDesk(context)
    let photo = try desk.picked("a.jpg", "one")
    try await desk.send(.files([photo], kind: .photo), as: 1)
    try desk.takeBack([photo])
    let other = try desk.picked("a.jpg", "other")
    func expectUnchanged(_ when: String) async throws {
      let outcome = try await desk.send(.files([other], kind: .photo), as: 1)
      try context.expect("the outcome \(when)", outcome, is: .unchanged)
      try context.expect("the file \(when)", await desk.contents(of: 1), is: ["one"])
      try desk.expectCopies([("other", 0)], when)
    }
    try await expectUnchanged("while the message waits")
    let place = ServerPosition(serverTime: 1, timestamp: 5, remoteID: "s1")
    _ = try await desk.store.apply([.acknowledge(ComposerDesk.key(1), place)])
    try await expectUnchanged("once the server has the message")
  }

  static func twoAtOnce(_ context: Context) async throws {
    for number in 1...8 {
      let desk = try ComposerDesk(context)
      let photo = try desk.picked("a.jpg", "one")
      async let first = desk.send(.files([photo], kind: .photo), as: number)
      async let second = desk.send(.files([photo], kind: .photo), as: number)
      let outcomes = try await [first, second].map { "\($0)" }.sorted()
      try context.expect("the outcomes of two calls at once", outcomes, is: ["done", "unchanged"])
      try context.expect("the stored file", await desk.contents(of: number), is: ["one"])
      try desk.expectCopies([("one", 1)], "after two calls at once")
      let other = try desk.picked("b.jpg", "two")
      async let third = desk.edit(number, [.added(other)], as: 11)
      async let fourth = desk.edit(number, [.added(other)], as: 11)
      let edits = try await [third, fourth].map { "\($0)" }.sorted()
      try context.expect("the outcomes of two edits at once", edits, is: ["done", "unchanged"])
      try context.expect("the edited file", await desk.contents(of: number), is: ["two"])
      try desk.expectCopies([("two", 1)], "after two edits at once")
    }
  }

  static func sentAfterItWasCancelled(_ context: Context) async throws {
    let desk = try ComposerDesk(context)
    let photo = try desk.picked("a.jpg", "one")
    try await desk.send(.files([photo], kind: .photo), as: 1)
    _ = try await desk.store.apply([.cancel(OutboxKey(ComposerDesk.key(1)))])
    await desk.composer.discard(ComposerDesk.key(1))
    try context.expect(
      "the outcome of the draft of a cancelled message",
      try await desk.send(.files([photo], kind: .photo), as: 1), is: .gone)
    try context.expect("the cancelled message", try await desk.message(1), is: nil)
    try desk.expectCopies([("one", 0)], "after that")
  }

  static func beforeItWasDiscarded(_ context: Context) async throws {
    let desk = try ComposerDesk(context)
    let (photo, other) = (try desk.picked("a.jpg", "one"), try desk.picked("b.jpg", "two"))
    try await desk.send(.files([photo], kind: .photo), as: 1)
    try await desk.send(.files([other], kind: .photo), as: 1, in: "k2")
    _ = try await desk.store.apply([.cancel(OutboxKey(ComposerDesk.key(1)))])
    let outcome = try await desk.send(.files([photo], kind: .photo), as: 1)
    try context.expect("the outcome", outcome, is: .gone)
    try desk.expectCopies([("one", 0), ("two", 1)], "after that")
  }

  static func sameNames(_ context: Context) async throws {
    let desk = try ComposerDesk(context)
    let photos = try (1...6).map { try desk.picked("\($0)/IMG_0001.jpg", "photo \($0)") }
    try await desk.send(.files([photos[0], photos[1]], kind: .photo), as: 1)
    try await desk.send(.files([photos[2]], kind: .photo), as: 1, in: "k2")
    // Both edits add their file at index 0.
    try await desk.edit(1, [.added(photos[3])] + desk.kept(of: 1), as: 11)
    try await desk.edit(1, [.added(photos[4])] + desk.kept(of: 1), as: 12)
    try context.expect(
      "the file of the other message", await desk.contents(of: 1, in: "k2"), is: ["photo 3"])
    try await desk.edit(1, [.added(photos[5])], as: 11, in: "k2")
    try context.expect(
      "the files of the edited message", await desk.contents(of: 1),
      is: ["photo 5", "photo 4", "photo 1", "photo 2"])
    try context.expect(
      "the file of the other message", await desk.contents(of: 1, in: "k2"), is: ["photo 6"])
  }

  static func storedAllTheSame(_ context: Context) async throws {
    for trouble in [TroubledRepository.Trouble.lostAnswer, .lostAnswerAndReads] {
      let desk = try ComposerDesk(context)
      let photos = [try desk.picked("a.jpg", "one"), try desk.picked("b.jpg", "two")]
      desk.store.plan(trouble)
      // The screen calls again while the store still has its trouble, with another photo.
      for photo in [photos[0], try desk.picked("c.jpg", "other")] {
        _ = try await desk.refusal { try await desk.send(.files([photo], kind: .photo), as: 1) }
      }
      desk.store.plan(nil)
      try context.expect(
        "the file of a message that is stored although its answer was lost",
        await desk.contents(of: 1), is: ["one"])
      let kept = try await desk.kept(of: 1)
      desk.store.plan(trouble)
      for _ in 1...2 {
        _ = try await desk.refusal { try await desk.edit(1, kept + [.added(photos[1])], as: 11) }
      }
      desk.store.plan(nil)
      try context.expect(
        "the files after an edit that is stored although its answer was lost",
        await desk.contents(of: 1), is: ["one", "two"])
    }
  }
}
