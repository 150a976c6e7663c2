internal import Foundation
internal import MessagingConformance
internal import MessagingCore
internal import MessagingModel

// The golden files: checked, or written again.
extension FixtureFolder {
  /// What is wrong with the files: unreadable, not what their source makes, orphaned, missing, or
  /// not what the reference in memory does. Empty if all is well.
  package func check() async throws -> [String] {
    var wrong: [String] = []
    let found = try names()
    let goldens = GoldenFixtures.all
    for name in found {
      do {
        let file = try file(name)
        guard let golden = goldens.first(where: { $0.name == name }) else {
          wrong.append("\(name):1: error: no source makes this file; delete it, or add its source")
          continue
        }
        if try bytes(name) != golden.bytes {
          wrong.append("\(name):1: error: its source makes other lines; \(Self.howToWrite)")
        }
        try await FixtureReplay.reference.run(file)
      } catch {
        wrong.append("\(error)")
      }
    }
    for golden in goldens where !found.contains(golden.name) {
      wrong.append("\(golden.name):1: error: the file is missing; \(Self.howToWrite)")
    }
    return try wrong + checkFolders()
  }

  private static let howToWrite =
    "run 'messaging-conformance fixtures write --reason \"…\"' to write it"

  /// The databases, one of each released schema; what is in them is checked by who can open them.
  private func checkFolders() throws -> [String] {
    let all = try FileManager.default.contentsOfDirectory(atPath: directory.path)
    let folders = all.filter { !$0.hasPrefix(".") && isFolder($0) }.sorted()
    var wrong = folders.filter { $0 != "databases" }
      .map { "\($0):1: error: unknown folder; known: databases" }
    guard folders.contains("databases") else { return wrong }
    let found = try FileManager.default.contentsOfDirectory(atPath: url("databases").path)
    let expected = found.indices.map { "schema-\($0 + 1).sqlite" }
    for name in found.sorted() where !expected.contains(name) {
      wrong.append("databases/\(name):1: error: not one of \(expected.joined(separator: " "))")
    }
    for name in found.sorted() {
      guard try !bytes("databases/\(name)").starts(with: "SQLite format 3\0".utf8) else { continue }
      wrong.append("databases/\(name):1: error: not a database of SQLite")
    }
    return wrong
  }

  /// Writes the files that differ from their source, once the reference agrees with each.
  ///
  /// - Parameters:
  ///   - reason: why, for `CHANGES.md` beside the folder.
  ///   - isCI: a build server never decides what is right; then nothing is written.
  /// - Returns: the differences, line by line.
  package func write(reason: String, isCI: Bool) async throws -> [FixtureChange] {
    guard !isCI else { throw FixtureWriteError.onBuildServer }
    let words = reason.split(whereSeparator: \.isWhitespace)
    guard !words.isEmpty else { throw FixtureWriteError.noReason }
    let goldens = GoldenFixtures.all
    var changes: [FixtureChange] = []
    for golden in goldens {
      let old =
        FileManager.default.fileExists(atPath: url(golden.name).path)
        ? try bytes(golden.name) : []
      guard old != golden.bytes else { continue }
      try await FixtureReplay.reference.run(
        FixtureFile(name: golden.name, bytes: golden.bytes, known: known))
      changes.append(FixtureChange(golden.name, from: old, to: golden.bytes))
    }
    guard !changes.isEmpty else { return [] }
    for golden in goldens where changes.contains(where: { $0.name == golden.name }) {
      try Data(golden.bytes).write(to: url(golden.name), options: .atomic)
    }
    let summary = changes.map(\.summary).joined(separator: ", ")
    try append("- \(words.joined(separator: " ")): \(summary)\n")
    return changes
  }

  private func append(_ line: String) throws {
    let log = directory.deletingLastPathComponent().appendingPathComponent("CHANGES.md")
    let old =
      FileManager.default.fileExists(atPath: log.path)
      ? try Data(contentsOf: log)
      : Data("# Why the golden files changed\n\nThe newest line is the last.\n\n".utf8)
    try (old + Data(line.utf8)).write(to: log, options: .atomic)
  }
}

/// Why golden files are not written.
package enum FixtureWriteError: Error, Hashable, CustomStringConvertible {
  case onBuildServer
  case noReason

  package var description: String {
    switch self {
    case .onBuildServer:
      "golden files are not written on a build server (CI is set): write them where you can read "
        + "the difference, and commit them"
    case .noReason: "say why the golden files change: --reason \"…\""
    }
  }
}

/// What becomes of one golden file.
package struct FixtureChange: Hashable, Sendable, CustomStringConvertible {
  package let name: String
  /// `- line` and `+ line`, in the order of the file.
  package let lines: [String]

  init(_ name: String, from old: [UInt8], to new: [UInt8]) {
    self.name = name
    let rows = { (bytes: [UInt8]) in
      bytes.split(separator: UInt8(ascii: "\n")).dropFirst().map {
        String(decoding: $0, as: UTF8.self)
      }
    }
    lines = rows(new).difference(from: rows(old)).map { change in
      switch change {
      case .insert(_, let line, _): "+ \(line)"
      case .remove(_, let line, _): "- \(line)"
      }
    }
  }

  /// `seed-001.history (+3 -1)`; `(header)` if no line differs.
  package var summary: String {
    if lines.isEmpty { return "\(name) (header)" }
    let added = lines.count { $0.hasPrefix("+") }
    return "\(name) (+\(added) -\(lines.count - added))"
  }

  /// The summary and the first lines.
  package var description: String {
    let left = lines.count - FixtureChange.shown
    let more = left > 0 ? ["… and \(left) lines more"] : []
    return ([summary] + lines.prefix(FixtureChange.shown) + more).joined(separator: "\n  ")
  }

  private static let shown = 40
}

extension FixtureReplay {
  /// The reference in memory.
  static let reference = FixtureReplay {
    try await InMemoryRepository(owner: HistoryFixture.owner)
  }
}
