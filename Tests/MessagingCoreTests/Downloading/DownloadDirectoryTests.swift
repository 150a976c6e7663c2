import Foundation
import MessagingCore
import MessagingModel
import Testing

/// Where downloaded files lie, on a real disk. A kill is another value over the same directory.
@Suite("The directory of downloads") final class DownloadDirectoryTests {
  private let folder: URL
  private let files: DownloadDirectory

  init() throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("downloads-\(ProcessInfo.processInfo.globallyUniqueString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    files = DownloadDirectory(root: folder.appendingPathComponent("files"))
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  private let photo = FileKey("mxc://a/b", .whole)

  private func store(_ file: FileKey, _ count: Int) async throws {
    let name = StoredName(file)
    let part = try await files.part(name, from: 0)
    try await part.write(ToyFileServer.bytes(file, count))
    part.close()
    try await files.keep(name, byteCount: count)
  }

  private var paths: [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: files.root.path)) ?? []
  }

  private static let hostileNames = [
    "../../outbox/1.jpg", "/etc/passwd", "..", "a/b", "a\u{0}b", "",
    String(repeating: "x", count: 60_000),
  ]

  @Test("a name never leaves the directory", arguments: hostileNames.indices)
  func hostile(index: Int) async throws {
    let name = Self.hostileNames[index]
    let file = FileKey(ExactString(name), .whole)
    try await store(file, 3)
    #expect(paths == [StoredName(file).text.string])
    let plain = Set("tw-0123456789abcdef")
    #expect(paths.allSatisfy { $0.utf8.count == 66 && $0.allSatisfy(plain.contains) })
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["files"])
    #expect(StoredName(StoredName(file).text.string) == StoredName(file))
  }

  @Test("names that differ in a capital, or in what is asked for, are different files")
  func different() async throws {
    let keys = [
      FileKey("mxc://a/B", .whole), FileKey("mxc://a/b", .whole), FileKey("mxc://a/b", .thumbnail),
    ]
    for (index, file) in keys.enumerated() { try await store(file, index + 1) }
    #expect(Set(keys.map { files.url(of: $0).lastPathComponent.lowercased() }).count == 3)
    #expect(try await files.list().map(\.byteCount).sorted() == [1, 2, 3])
  }

  @Test("after a kill the directory says what is there, and what is only a part")
  func listed() async throws {
    try await store(photo, 20)
    let other = StoredName(FileKey("mxc://a/c", .whole))
    let part = try await files.part(other, from: 0)
    try await part.write(Data(repeating: 1, count: 7))
    // What somebody else put there is not ours.
    try Data([1]).write(to: files.root.appendingPathComponent("notes.txt"))
    try Data([1]).write(to: files.root.appendingPathComponent("w-123.part"))
    let found = try await DownloadDirectory(root: files.root).list()
    #expect(Set(found.map(\.name)) == [StoredName(photo), other])
    #expect(found.first { $0.name == other }.map { [$0.byteCount, $0.isWhole ? 1 : 0] } == [7, 0])
    #expect(found.first { $0.name == StoredName(photo) }?.isWhole == true)
    #expect(files.contains(photo) && !files.contains(FileKey("mxc://a/c", .whole)))
    #expect(try await DownloadDirectory(root: folder.appendingPathComponent("none")).list() == [])
  }

  @Test("a part is cut to where it goes on; one that is shorter is not gone on with")
  func cut() async throws {
    let name = StoredName(photo)
    let bytes = ToyFileServer.bytes(photo, 30)
    let first = try await files.part(name, from: 0)
    try await first.write(bytes[..<20])
    first.close()
    let second = try await files.part(name, from: 10)
    try await second.write(bytes[10...])
    second.close()
    await #expect(throws: DownloadError(.offset, code: "part-is-short")) {
      _ = try await self.files.part(name, from: 31)
    }
    try await files.keep(name, byteCount: 30)
    #expect(try Data(contentsOf: files.url(of: photo)) == bytes)
    #expect(paths.count == 1)
  }

  @Test("only a part that is as long as the file is kept") func kept() async throws {
    let name = StoredName(photo)
    let part = try await files.part(name, from: 0)
    try await part.write(Data(repeating: 1, count: 9))
    part.close()
    await #expect(throws: DownloadError(.disk, code: "part-has-changed")) {
      try await self.files.keep(name, byteCount: 10)
    }
    #expect(try await files.list().map(\.isWhole) == [false])
    try await files.remove(name)
    #expect(paths.isEmpty)
    await #expect(throws: DownloadError.self) { try await self.files.keep(name, byteCount: 9) }
    try await files.remove(name)
  }

  @Test("nothing is written after a part was closed") func closed() async throws {
    let part = try await files.part(StoredName(photo), from: 0)
    try await part.write(Data([1, 2]))
    part.close()
    part.close()
    await #expect(throws: DownloadError(.disk, code: "closed")) {
      try await part.write(Data([3]))
    }
    #expect(try await files.list().map(\.byteCount) == [2])
  }

  @Test("when a file was seen last survives") func seen() async throws {
    let other = FileKey("mxc://a/c", .whole)
    try await store(photo, 1)
    try await store(other, 1)
    let later = DownloadDirectory(root: files.root) { Date(timeIntervalSinceNow: 100) }
    await later.touch([StoredName(photo), StoredName(FileKey("not here", .whole))])
    let order = try await files.list().sorted { $0.seen < $1.seen }.map(\.name)
    #expect(order == [StoredName(other), StoredName(photo)])
  }

  @Test("all of it can be removed, and our own files stay") func apart() async throws {
    let own = OwnedDirectory(root: folder.appendingPathComponent("own"))
    let source = folder.appendingPathComponent("a.jpg")
    try Data([1, 2, 3]).write(to: source)
    let message = MessageKey("k1", MessageID(high: 0, low: 1))
    let kept = try own.take(source, for: message, attachment: 0)
    try await store(photo, 3)
    files.removeAll()
    #expect(try await files.list() == [])
    try await own.check(kept)
  }
}
