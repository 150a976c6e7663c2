import Foundation
import MessagingCore
import MessagingModel
import Testing

/// A copy survives a loss of power before its message is stored (`DRAFT-001`).
@Suite("Copies on the disk") final class DurableCopyTests {
  private let root: URL
  private let source: URL
  private let message = MessageKey("k1", MessageID(high: 0, low: 1))

  init() throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("durable-\(ProcessInfo.processInfo.globallyUniqueString)")
    root = folder.appendingPathComponent("media")
    source = folder.appendingPathComponent("a.jpg")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(repeating: 7, count: 5).write(to: source)
  }

  deinit { try? FileManager.default.removeItem(at: root.deletingLastPathComponent()) }

  private static func names(below root: URL) -> [String] {
    let found = FileManager.default.enumerator(atPath: root.path)?.compactMap { $0 as? String }
    return (found ?? []).compactMap { $0.split(separator: "/").last.map(String.init) }
  }

  /// The synced URLs in order, each with whether the copy had its name then.
  private func recorded(
    failing number: Int? = nil
  ) -> (files: OwnedDirectory, steps: Locked<[(url: URL, isNamed: Bool)]>) {
    let steps = Locked<[(url: URL, isNamed: Bool)]>([])
    let files = OwnedDirectory(
      root: root,
      syncing: { [root] url in
        let isNamed = Self.names(below: root).contains("0.jpg")
        let count = steps.withLock { steps in
          steps.append((url, isNamed))
          return steps.count
        }
        if count == number { throw CocoaError(.fileWriteUnknown) }
        try DiskSync.sync(url)
      }, waiting: { _ in })
    return (files, steps)
  }

  @Test("a file whose own name ends like a copy under way stays when others are removed")
  func ownPart() async throws {
    for name in ["film.part", "film.copy"] {
      let source = root.deletingLastPathComponent().appendingPathComponent(name)
      try Data(repeating: 7, count: 5).write(to: source)
      let files = OwnedDirectory(root: root)
      let taken = try files.take(source, for: message, attachment: 0)
      #expect(try await files.sweep(unchangedFor: .zero) { _ in true } == 0)
      try await files.check(taken)
    }
  }

  @Test("first the bytes, then the name, then each folder up to the root's parent") func order()
    throws
  {
    let (files, steps) = recorded()
    let taken = try files.take(source, for: message, attachment: 0)
    let folder = files.url(of: taken.path).deletingLastPathComponent()
    let done = steps.current
    #expect(done.map(\.isNamed) == [false, false, true, true, true])
    // The record of whose folder it is: without it a sweep would never remove the folder.
    #expect(done.first?.url.lastPathComponent == "message")
    #expect(done.dropFirst().first?.url.lastPathComponent.hasSuffix(".part-copy") ?? false)
    #expect(
      done.dropFirst(2).map(\.url.lastPathComponent) == [
        folder.lastPathComponent, "media", root.deletingLastPathComponent().lastPathComponent,
      ])
  }

  @Test("a disk that does not take the bytes: an error, and nothing is left", arguments: 1...5)
  func refused(number: Int) throws {
    let (files, _) = recorded(failing: number)
    #expect(throws: SendError(.transient, code: "disk")) {
      try files.take(source, for: message, attachment: 0)
    }
    #expect(!Self.names(below: root).contains { $0.hasSuffix(".part-copy") })
    #expect(Self.names(below: root).contains("0.jpg") == (number > 2))
  }

  @Test("a disk that does not take the names: the copy of an edit is gone again", arguments: 1...5)
  func refusedEdit(number: Int) throws {
    let (files, _) = recorded(failing: number)
    let change = MessageID(high: 0, low: 2)
    #expect(throws: SendError(.transient, code: "disk")) {
      try files.take(source, for: message, change: change, attachment: 0)
    }
    #expect(Self.names(below: root) == [])
  }

  @Test("a sweep removes copies that a dead process left beside a message that stays") func swept()
    async throws
  {
    let files = OwnedDirectory(root: root)
    let taken = try files.take(source, for: message, attachment: 0)
    let left = files.url(of: taken.path).appendingPathExtension("left.part-copy")
    try Data(repeating: 7, count: 3).write(to: left)
    #expect(await files.sweep(unchangedFor: .zero) { _ in true } == 0)
    #expect(!FileManager.default.fileExists(atPath: left.path))
    try await files.check(taken)
  }

  @Test("a file that was synced is not left open, and one that is not there is an error")
  func notLeftOpen() throws {
    for _ in 0..<3 { try DiskSync.sync(source) }
    var wanted = stat()
    #expect(stat(source.path, &wanted) == 0)
    let left = ((0..<4_096) as Range<CInt>).filter { descriptor in
      var found = stat()
      return fstat(descriptor, &found) == 0 && found.st_dev == wanted.st_dev
        && found.st_ino == wanted.st_ino
    }
    #expect(left == [])
    #expect(throws: CocoaError.self) {
      try DiskSync.sync(root.appendingPathComponent("nowhere"))
    }
  }
}
