import Foundation
import MessagingCore
import MessagingModel
import Testing

/// Copies that fail half-way, and sources that change during a copy, on a real disk.
@Suite("Copies that fail") final class FailedCopyTests {
  private let folder: URL
  private let root: URL
  private let message = MessageKey("k1", MessageID(high: 0, low: 1))

  init() throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("copies-\(ProcessInfo.processInfo.globallyUniqueString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    root = folder.appendingPathComponent("media")
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  private func source(_ name: String, _ bytes: Int) throws -> URL {
    let url = folder.appendingPathComponent(name)
    try Data(repeating: 7, count: bytes).write(to: url)
    return url
  }

  private func directory(
    _ copy: @escaping @Sendable (URL, URL) throws -> Void
  ) -> OwnedDirectory {
    OwnedDirectory(root: root, copying: copy, waiting: { _ in })
  }

  /// All files below the root, without their folders.
  private var onDisk: [String] {
    let found = FileManager.default.enumerator(atPath: root.path)?.compactMap { $0 as? String }
    return (found ?? []).filter { $0.contains("/") }
      .compactMap { $0.split(separator: "/").last.map(String.init) }.sorted()
  }

  /// Writes the first bytes of the copy, then fails.
  @Sendable private static func halfWay(_ source: URL, _ target: URL) throws {
    try Data(contentsOf: source).prefix(3).write(to: target)
    throw CocoaError(.fileWriteOutOfSpace)
  }

  /// The source goes away while it is copied.
  @Sendable private static func vanishing(_ source: URL, _ target: URL) throws {
    try FileManager.default.removeItem(at: source)
    try FileManager.default.copyItem(at: source, to: target)
  }

  @Test("an earlier copy stays as it was, and nothing is left of the new one") func earlier()
    async throws
  {
    let files = OwnedDirectory(root: root)
    let kept = try files.take(try source("a.jpg", 5), for: message, attachment: 0)
    for (copy, error) in [
      (Self.halfWay, SendError(.transient, code: "disk")),
      (Self.vanishing, SendError(.permanent, code: "file-missing")),
    ] {
      let new = try source("b.jpg", 9)
      #expect(throws: error) {
        try directory(copy).take(new, for: message, attachment: 0)
      }
      try await files.check(kept)
      #expect(onDisk == ["0.jpg", "message"])
    }
  }

  @Test("a first copy leaves nothing at all") func first() throws {
    let new = try source("a.jpg", 9)
    #expect(throws: SendError(.transient, code: "disk")) {
      try directory(Self.halfWay).take(new, for: message, attachment: 0)
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: root.path) == [])
  }

  @Test("a source that changes while it is copied: the size is that of the copy") func growing()
    async throws
  {
    let new = try source("a.jpg", 5)
    let files = directory { source, target in
      try Data(repeating: 8, count: 9).write(to: source)
      try FileManager.default.copyItem(at: source, to: target)
    }
    let taken = try files.take(new, for: message, attachment: 0)
    #expect(taken.byteCount == 9)
    try await files.check(taken)
  }

  @Test("a source that is emptied while it is copied is refused, and leaves nothing")
  func emptied() throws {
    let new = try source("a.jpg", 5)
    let files = directory { source, target in
      try Data().write(to: source)
      try FileManager.default.copyItem(at: source, to: target)
    }
    #expect(throws: SendError(.permanent, code: "file-empty")) {
      try files.take(new, for: message, attachment: 0)
    }
    #expect(onDisk == [])
  }
}
