internal import Foundation
internal import MessagingCore
internal import MessagingModel

// The order of files, and what others do to the directory.
extension KeepingChecks {
  static func orderOfSight(_ context: Context) async throws {
    var desk = KeepingDesk(context)
    let files = (1...3).map { FileKey(ExactString("mxc://a/\($0)"), .whole) }
    for file in files { try await desk.store("x", as: file) }
    let start = desk.time
    var times: [Int: Int64] = [:]
    for index in [2, 0, 1, 2] {
      desk.clock.withLock { $0 += 10 }
      await desk.folder.touch([StoredName(files[index]), StoredName(KeepingDesk.other)])
      times[index] = desk.time.milliseconds - start.milliseconds
    }
    for when in ["at once", "after the directory is opened anew"] {
      let list = try await desk.folder.list()
      for (index, file) in files.enumerated() {
        let seen = list.first { $0.name == StoredName(file) }?.seen
        try context.expect(
          "the milliseconds after which file \(index + 1) was seen, \(when)",
          seen.map { $0.milliseconds - start.milliseconds }, is: times[index])
      }
      desk.reopen()
    }
  }

  static func filesOfOthers(_ context: Context) async throws {
    let desk = KeepingDesk(context)
    try await desk.store("a picture", as: KeepingDesk.photo)
    let names = [
      "notes.txt", ".DS_Store", "w-123.part", "w-123", String(repeating: "w", count: 66),
    ]
    for name in names {
      try KeepingDesk.bytes("theirs").write(to: desk.directory.appendingPathComponent(name))
    }
    try context.expect(
      "what is listed", try await desk.folder.list().map(\.name),
      is: [StoredName(KeepingDesk.photo)])
  }

  static func aFileInItsPlace(_ context: Context) async throws {
    var desk = KeepingDesk(context)
    try FileManager.default.createDirectory(
      at: desk.directory.deletingLastPathComponent(), withIntermediateDirectories: true)
    // A directory may be made when it is opened.
    try? FileManager.default.removeItem(at: desk.directory)
    try KeepingDesk.bytes("theirs").write(to: desk.directory)
    desk.reopen()
    let (folder, place) = (desk.folder, desk.directory.lastPathComponent)
    let name = StoredName(KeepingDesk.photo)
    let calls: [(name: String, call: @Sendable () async throws -> Void)] = [
      ("the list", { _ = try await folder.list() }),
      ("a part", { _ = try await folder.part(name, from: 0) }),
      ("keeping", { try await folder.keep(name, byteCount: 1) }),
    ]
    for (what, call) in calls {
      let error = try await desk.failure(call)
      try context.expect("the error of \(what)", error?.kind, is: .disk)
      let words = error?.code.string ?? ""
      try context.expect(
        !words.contains("/") && !words.contains(place),
        "the error of \(what) names a path")
    }
  }

  /// After every call of a random history, the directory holds what a dictionary holds.
  static func histories(_ context: Context) async throws {
    _ = try await context.tryHistories("histories of a directory", 60) { seed, number in
      var history = KeepingHistory(
        context, SeededRandom(seed: seed, stream: "KEEP/histories/\(number)"))
      try await history.play("seed \(seed), \(number)", steps: 20 + number * 7 % 40)
    }
  }
}
