import ConformanceProof
import FixtureCorpus
import Foundation
import MessagingCore
import Testing

@testable import MessagingConformance

@Suite struct FixtureFolderTests {
  /// A copy of the golden files, in a folder of its own.
  private func withCopy(_ body: (URL, FixtureFolder) async throws -> Void) async throws {
    let parent = FileManager.default.temporaryDirectory
      .appendingPathComponent("fixtures-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: parent) }
    let copy = parent.appendingPathComponent("golden")
    try FileManager.default.copyItem(at: FixtureCorpus.directory, to: copy)
    try await body(copy, FixtureFolder(copy))
  }

  @Test func `orphans, lost files and edited ones are found`() async throws {
    try await withCopy { directory, folder in
      for name in try folder.names() where name != "seed-001.history" && name != "pages.history" {
        try FileManager.default.removeItem(at: directory.appendingPathComponent(name))
      }
      let pages = directory.appendingPathComponent("pages.history")
      let copy = directory.appendingPathComponent("copy.history")
      try FileManager.default.copyItem(at: pages, to: copy)
      try Data(contentsOf: pages).dropLast().write(to: pages)
      let databases = directory.appendingPathComponent("databases")
      try Data("SQLite".utf8).write(to: databases.appendingPathComponent("schema-x.sqlite"))
      let poems = directory.appendingPathComponent("poems")
      try FileManager.default.createDirectory(at: poems, withIntermediateDirectories: false)
      let wrong = try await folder.check()
      #expect(wrong.count == 16)
      #expect(wrong.contains { $0.hasPrefix("poems:1: error: unknown folder") })
      #expect(wrong.contains { $0.hasPrefix("databases/schema-x.sqlite:1: error: not one of") })
      #expect(wrong.contains { $0.hasPrefix("databases/schema-x.sqlite:1: error: not a database") })
      #expect(wrong.contains { $0.hasPrefix("copy.history:1: error: no source makes this file") })
      #expect(wrong.contains { $0.hasPrefix("pages.history:") && $0.contains("newline") })
      #expect(wrong.contains { $0.hasPrefix("equal-times.history:1: error: the file is missing") })
      #expect(!wrong.contains { $0.hasPrefix("seed-001.history") })
    }
  }

  @Test func `a build server and a missing reason write nothing`() async throws {
    try await withCopy { directory, folder in
      let file = directory.appendingPathComponent("pages.history")
      try FileManager.default.removeItem(at: file)
      await #expect(throws: FixtureWriteError.onBuildServer) {
        try await folder.write(reason: "because", isCI: true)
      }
      await #expect(throws: FixtureWriteError.noReason) {
        try await folder.write(reason: " \n", isCI: false)
      }
      #expect(!FileManager.default.fileExists(atPath: file.path))
    }
  }

  @Test func `what differs is written, shown and noted, and nothing is written twice`() async throws
  {
    try await withCopy { directory, folder in
      let file = directory.appendingPathComponent("seed-001.history")
      let right = try Data(contentsOf: file)
      let text = String(decoding: right, as: UTF8.self)
      try Data(text.replacing("test3", with: "test4").utf8).write(to: file)
      let changes = try await folder.write(reason: "the third\nmessage", isCI: false)
      #expect(changes.map(\.summary) == ["seed-001.history (+4 -4)"])
      #expect(changes.first?.lines.first?.hasPrefix("- ") ?? false)
      #expect(try Data(contentsOf: file) == right)
      let log = directory.deletingLastPathComponent().appendingPathComponent("CHANGES.md")
      let note = try String(contentsOf: log, encoding: .utf8)
      #expect(note.hasSuffix("\n- the third message: seed-001.history (+4 -4)\n"))
      #expect(try await folder.write(reason: "again", isCI: false).isEmpty)
      #expect(try String(contentsOf: log, encoding: .utf8) == note)
    }
  }
}
