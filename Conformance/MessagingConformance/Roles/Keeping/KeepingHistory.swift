internal import Foundation
internal import MessagingCore
internal import MessagingModel

/// One random history of a directory of downloads, with a dictionary as its oracle.
struct KeepingHistory {
  /// What should be there of a file.
  private struct Entry {
    var whole: String?
    var part: String?
    /// When it was seen last, if somebody has said so since it was kept.
    var seen: Timestamp?
  }

  private static let files = [1, 2, 3].flatMap { number in
    [FileKey.Part.whole, .thumbnail].map { FileKey(ExactString("mxc://a/\(number)"), $0) }
  }

  private let context: KeepingDesk.Context
  private var desk: KeepingDesk
  private var random: SeededRandom
  private var entries: [FileKey: Entry] = [:]
  private var written = 0
  private var trail: [String] = []

  init(_ context: KeepingDesk.Context, _ random: SeededRandom) {
    (self.context, self.random) = (context, random)
    desk = KeepingDesk(context)
  }

  mutating func play(_ name: String, steps: Int) async throws {
    do {
      for _ in 1...steps {
        try await step()
        try await expectTruth()
      }
      context.count(steps: steps)
    } catch {
      throw error.asViolation(KeepingChecks.words, after: [name] + trail)
    }
  }

  private mutating func step() async throws {
    let file = KeepingHistory.files[random.below(KeepingHistory.files.count)]
    switch random.below(20) {
    case 0..<8: try await write(file)
    case 8..<13: try await keep(file)
    case 13, 14:
      trail.append("remove \(file.words)")
      try await desk.folder.remove(StoredName(file))
      entries[file] = nil
    case 15..<18: await touch()
    case 18:
      trail.append("opened anew, with its files in another order")
      desk.reopen()
      try desk.placeAnew(&random)
    default:
      guard random.chance(1, of: 3) else { return }
      trail.append("remove all")
      desk.folder.removeAll()
      entries = [:]
    }
  }

  /// Goes on with a part, or begins anew, possibly behind its end.
  private mutating func write(_ file: FileKey) async throws {
    written += 1
    let known = entries[file]?.part ?? ""
    let offset = random.chance(1, of: 3) ? known.utf8.count : random.below(known.utf8.count + 2)
    let isEmpty = random.chance(1, of: 8)
    let text = isEmpty ? "" : "\(written)" + String(repeating: "x", count: random.below(9))
    trail.append("write \(text) to \(file.words) from \(offset)")
    let (desk, isBehind) = (self.desk, offset > known.utf8.count)
    let error = try await desk.failure { try await desk.write(text, to: file, from: offset) }
    try context.expect("the error of the write", error?.kind, is: isBehind ? .offset : nil)
    if isBehind { return }
    entries[file, default: Entry()].part = String(known.prefix(offset)) + text
  }

  private mutating func keep(_ file: FileKey) async throws {
    let part = entries[file]?.part
    let count = (part?.utf8.count ?? 1) + (random.chance(1, of: 4) ? random.number(in: -1...1) : 0)
    trail.append("keep \(count) of \(file.words)")
    let desk = self.desk
    let error = try await desk.failure {
      try await desk.folder.keep(StoredName(file), byteCount: count)
    }
    guard let part, part.utf8.count == count else {
      return try context.expect("the error of keeping it", error?.kind, is: .disk)
    }
    try context.expect("the error of keeping it", error?.kind, is: nil)
    entries[file] = Entry(whole: part)
  }

  private mutating func touch() async {
    let files = random.shuffled(KeepingHistory.files).prefix(random.number(in: 1...6))
    trail.append("touch \(files.map(\.words))")
    desk.clock.withLock { $0 += 1 }
    await desk.folder.touch(files.map { StoredName($0) })
    for file in files where entries[file]?.whole != nil { entries[file]?.seen = desk.time }
  }

  private func expectTruth() async throws {
    let found = try await desk.folder.list()
    var expected: [String] = []
    for file in KeepingHistory.files {
      let entry = entries[file] ?? Entry()
      let isWhole = entry.whole != nil
      try context.expect(
        "whether \(file.words) is there", desk.folder.contains(file), is: isWhole)
      try context.expect(
        "what lies there of \(file.words)", desk.content(of: file), is: entry.whole)
      guard let text = entry.whole ?? entry.part else { continue }
      expected.append("\(StoredName(file)) \(isWhole) \(text.utf8.count)")
      if let seen = entry.seen {
        try context.expect(
          "when \(file.words) was seen", found.first { $0.name == StoredName(file) }?.seen, is: seen
        )
      }
    }
    try context.expect(
      "the list", found.map { "\($0.name) \($0.isWhole) \($0.byteCount)" }.sorted(),
      is: expected.sorted())
  }
}

extension FileKey {
  /// The name of the file in a report.
  fileprivate var words: String { "the \(part) of \(remote.string)" }
}
