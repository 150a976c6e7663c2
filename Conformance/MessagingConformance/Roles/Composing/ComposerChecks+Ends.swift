internal import Foundation
internal import MessagingCore
internal import MessagingModel

// What becomes of files later: they change, are swept, or are discarded.
extension ComposerChecks {
  static func missingEmptyShorter(_ context: Context) async throws {
    let desk = try ComposerDesk(context)
    let photo = try desk.picked("a.jpg", "a long photo")
    try await desk.send(.files([photo], kind: .photo), as: 1)
    guard let stored = try await desk.files(of: 1).first, let path = stored.localPath else {
      throw Violation("a message with a photo is stored without a name of a file")
    }
    let file = OwnedFile(path: path, byteCount: stored.byteCount)
    func checked() async -> String {
      do throws(SendError) {
        try await desk.composer.check(file)
        return "fine"
      } catch {
        return "\(error.code.string) \(error.kind)"
      }
    }
    let url = desk.composer.url(of: path)
    try context.expect("the check of a file as it was stored", await checked(), is: "fine")
    for (name, content) in [("longer", "a longer photo than before"), ("shorter", "a long")] {
      try Data(content.utf8).write(to: url)
      try context.expect(
        "the check of a \(name) file", await checked(), is: "file-changed permanent")
    }
    try Data().write(to: url)
    try context.expect("the check of an empty file", await checked(), is: "file-empty permanent")
    try FileManager.default.removeItem(at: url)
    try context.expect(
      "the check of a missing file", await checked(), is: "file-missing permanent")
  }

  static func neededUnneededNew(_ context: Context) async throws {
    let desk = try ComposerDesk(context)
    let photos = [try desk.picked("a.jpg", "one"), try desk.picked("b.jpg", "two")]
    // A photo of long ago is a new file of the app.
    let old: Date = .init(timeIntervalSince1970: 86_400)
    for photo in photos {
      try FileManager.default.setAttributes(
        [.modificationDate: old], ofItemAtPath: photo.source.path)
    }
    try await desk.send(.files([try desk.picked("c.jpg", "other")], kind: .photo), as: 1, in: "k2")
    for (index, photo) in photos.enumerated() {
      try await desk.send(.files([photo], kind: .photo), as: index + 1)
    }
    let notes = desk.directory.appendingPathComponent("notes", isDirectory: true)
    try FileManager.default.createDirectory(at: notes, withIntermediateDirectories: true)
    try Data("not ours".utf8).write(to: notes.appendingPathComponent("notes.txt"))
    let isNeeded: @Sendable (MessageKey) async -> Bool = { $0 == ComposerDesk.key(1) }
    await desk.composer.sweep(unchangedFor: .seconds(3_600), keeping: isNeeded)
    try desk.expectCopies(
      [("one", 1), ("two", 1)], "after a sweep of what has not changed for an hour")
    await desk.composer.sweep(unchangedFor: .zero, keeping: isNeeded)
    try desk.expectCopies(
      [("one", 1), ("two", 0), ("other", 0), ("not ours", 1)], "after a sweep of everything")
    try context.expect("the needed file", await desk.contents(of: 1), is: ["one"])
  }

  static func oldAndNew(_ context: Context) async throws {
    let desk = try ComposerDesk(context)
    for number in 1...2 {
      let photo = try desk.picked("\(number).jpg", "photo \(number)")
      try await desk.send(.files([photo], kind: .photo), as: number)
    }
    try desk.age(by: 7_200)
    try await desk.send(.files([try desk.picked("3.jpg", "photo 3")], kind: .photo), as: 3)
    await desk.composer.sweep(unchangedFor: .seconds(3_600)) { $0 == ComposerDesk.key(1) }
    try desk.expectCopies(
      [("photo 1", 1), ("photo 2", 0), ("photo 3", 1)],
      "after a sweep of what has not changed for an hour")
  }

  /// While the sweep asks the store, another process begins to accept the message, which the store
  /// does not know yet.
  static func begunMeanwhile(_ context: Context) async throws {
    let desk = try ComposerDesk(context)
    try await desk.send(.files([try desk.picked("1.jpg", "photo 1")], kind: .photo), as: 1)
    try desk.age(by: 7_200)
    let trouble = Locked<(any Error)?>(nil)
    await desk.composer.sweep(unchangedFor: .seconds(3_600)) { _ in
      do { try desk.age(by: -7_200) } catch { trouble.withLock { $0 = error } }
      return false
    }
    if let trouble = trouble.current { throw trouble }
    try desk.expectCopies([("photo 1", 1)], "after a sweep during which its date changed")
  }

  static func afterACrash(_ context: Context) async throws {
    let photos = ["one", "two"]
    for isSentAgain in [false, true] {
      let desk = try ComposerDesk(context)
      let files = try photos.map { try desk.picked("\($0).jpg", $0) }
      desk.watchForCrash()
      try await desk.send(.files(files, kind: .photo), as: 1)
      let next = try desk.crashed()
      if isSentAgain {
        let again = try await next.send(.files(files, kind: .photo), as: 1)
        try context.expect("the outcome in the next process", again, is: .done)
        try context.expect("the files", await next.contents(of: 1), is: photos)
      } else {
        await next.composer.sweep(unchangedFor: .zero) { _ in false }
      }
      let count = isSentAgain ? 1 : 0
      let when = isSentAgain ? "after the draft was sent again" : "after a sweep"
      try next.expectCopies(photos.map { ($0, count) }, when)
    }
  }

  static func withThoseOfEdits(_ context: Context) async throws {
    let desk = try ComposerDesk(context)
    let photos = try (1...3).map { try desk.picked("\($0).jpg", "photo \($0)") }
    try await desk.send(.files([photos[0]], kind: .photo), as: 1)
    try await desk.edit(1, [.added(photos[1])], as: 11)
    try await desk.send(.files([photos[2]], kind: .photo), as: 2)
    let other = try desk.picked("4.jpg", "photo 4")
    try await desk.send(.files([other], kind: .photo), as: 1, in: "k2")
    let edit = OutboxKey(ComposerDesk.key(1), dependent: ComposerDesk.id(11))
    _ = try await desk.store.apply([.cancel(edit)])
    for _ in 1...2 {
      await desk.composer.discard(ComposerDesk.key(1))
      try desk.expectCopies(
        [("photo 1", 0), ("photo 2", 0), ("photo 3", 1), ("photo 4", 1)],
        "after the first message was discarded")
    }
  }
}
