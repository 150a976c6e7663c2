import Foundation
import Testing

@testable import MessagingConformanceTesting

/// Relative paths of a suite start at the folder of the package of its source file.
struct PackageFolderTests {
  @Test func `a manifest beside the file and one two levels up are found`() throws {
    try inFolder { folder in
      let file = folder.appendingPathComponent("Tests/MyChatTests/MyChat.swift")
      try write(folder.appendingPathComponent("Package.swift"))
      #expect(ConformanceSettings.packageFolder(above: file.path).path == folder.path)
      let beside = folder.appendingPathComponent("MyChat.swift")
      #expect(ConformanceSettings.packageFolder(above: beside.path).path == folder.path)
    }
  }

  @Test func `of packages inside each other the inner one counts`() throws {
    try inFolder { folder in
      let inner = folder.appendingPathComponent("Packages/Chat")
      try write(folder.appendingPathComponent("Package.swift"))
      try write(inner.appendingPathComponent("Package.swift"))
      let file = inner.appendingPathComponent("Tests/MyChat.swift")
      #expect(ConformanceSettings.packageFolder(above: file.path).path == inner.path)
      let outer = folder.appendingPathComponent("Tests/MyChat.swift")
      #expect(ConformanceSettings.packageFolder(above: outer.path).path == folder.path)
    }
  }

  @Test func `without a manifest it is the folder in which the process runs`() {
    let found = ConformanceSettings.packageFolder(above: "/no-such-folder/Tests/MyChat.swift")
    #expect(found.path == FileManager.default.currentDirectoryPath)
  }

  private func inFolder(_ body: (URL) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("package-folder-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder)
  }

  private func write(_ file: URL) throws {
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data("// swift-tools-version: 6.2".utf8).write(to: file)
  }
}
