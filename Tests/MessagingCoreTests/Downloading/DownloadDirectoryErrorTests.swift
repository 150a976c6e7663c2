import Foundation
import MessagingModel
import Testing

@testable import MessagingCore

/// What the directory of downloads does where the disk says no, and at the edges of its files.
@Suite("Errors of the directory of downloads") final class DownloadDirectoryErrorTests {
  private let folder: URL
  private let files: DownloadDirectory
  private let photo = FileKey("photo", .whole)
  private let name = StoredName(FileKey("photo", .whole))
  private let broken = DownloadError(.disk, code: "disk")

  init() throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("download-errors-\(ProcessInfo.processInfo.globallyUniqueString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    files = DownloadDirectory(root: folder.appendingPathComponent("files")) {
      Date(timeIntervalSince1970: 1_234.5)
    }
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  private func write(_ bytes: [UInt8], from offset: Int = 0) async throws {
    let part = try await files.part(name, from: offset)
    try await part.write(Data(bytes))
    part.close()
  }

  @Test("a full disk is told from a broken one, by whomever it is said") func full() {
    let full = DownloadError(.diskFull, code: "disk-full")
    let posix = { (code: Int32) in NSError(domain: NSPOSIXErrorDomain, code: Int(code)) }
    let cocoa = { (code: CocoaError.Code, underlying: NSError?) in
      NSError(
        domain: NSCocoaErrorDomain, code: code.rawValue,
        userInfo: underlying.map { [NSUnderlyingErrorKey: $0] } ?? [:])
    }
    #expect(DownloadError(of: CocoaError(.fileWriteOutOfSpace)) == full)
    #expect(DownloadError(of: cocoa(.fileWriteOutOfSpace, nil)) == full)
    #expect(DownloadError(of: POSIXError(.ENOSPC)) == full)
    #expect(DownloadError(of: cocoa(.fileWriteUnknown, posix(ENOSPC))) == full)
    #expect(DownloadError(of: cocoa(.fileWriteUnknown, posix(EIO))) == broken)
    let other = NSError(domain: "elsewhere", code: Int(ENOSPC))
    #expect(DownloadError(of: cocoa(.fileWriteUnknown, other)) == broken)
    #expect(DownloadError(of: cocoa(.fileWriteUnknown, nil)) == broken)
    #expect(DownloadError(of: CocoaError(.fileNoSuchFile)) == broken)
    #expect(DownloadError(of: POSIXError(.EIO)) == broken)
    let own = DownloadError(.offset, code: "416", retryAfter: 5)
    #expect(DownloadError(of: own) == own)
  }

  @Test("where a file stands in the way, nothing can be opened or kept") func noFolder()
    async throws
  {
    try Data([1]).write(to: files.root)
    await #expect(throws: broken) { _ = try await self.files.part(self.name, from: 0) }
    await #expect(throws: broken) { try await self.files.keep(self.name, byteCount: 0) }
    try await files.remove(name)
    #expect(!files.contains(photo))
    #expect(try Data(contentsOf: files.root) == Data([1]))
  }

  @Test("a folder in the place of a file: the file is not kept, its part stays, and both can go")
  func folderInPlace() async throws {
    try await write([1, 2])
    let inner = files.url(of: photo).appendingPathComponent("inner")
    try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: true)
    await #expect(throws: broken) { try await self.files.keep(self.name, byteCount: 2) }
    #expect(try Data(contentsOf: files.part(of: name)) == Data([1, 2]))
    try await files.remove(name)
    #expect(try FileManager.default.contentsOfDirectory(atPath: files.root.path) == [])
  }

  @Test("where files lie: under their names, parts with a suffix") func places() async throws {
    #expect(files.url(of: photo).path == files.root.path + "/" + name.text.string)
    try await write([1])
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: files.root.path)
        == [name.text.string + ".part"])
    #expect(!files.contains(photo))
    try await files.keep(name, byteCount: 1)
    #expect(files.contains(photo))
    files.removeAll()
    files.removeAll()
    #expect(!FileManager.default.fileExists(atPath: files.root.path))
  }

  @Test("a part goes on at its very end, not behind it, and not before its start") func edges()
    async throws
  {
    try await write([1, 2, 3])
    try await write([4], from: 3)
    for offset in [5, -1, .min] {
      await #expect(throws: DownloadError(.offset, code: "part-is-short")) {
        _ = try await self.files.part(self.name, from: offset)
      }
    }
    #expect(try Data(contentsOf: files.part(of: name)) == Data([1, 2, 3, 4]))
    try await write([], from: 0)
    try await files.keep(name, byteCount: 0)
    #expect(try Data(contentsOf: files.url(of: photo)) == Data())
  }

  @Test("a file that is there is replaced in one step: nobody finds it gone (LOAD-009)")
  func replaced() async throws {
    try await write([0])
    try await files.keep(name, byteCount: 1)
    let isOver = Locked(false)
    let files = files
    let photo = photo
    try await withThrowingTaskGroup(of: Int.self) { group in
      group.addTask {
        var misses = 0
        while !isOver.current { if !files.contains(photo) { misses += 1 } }
        return misses
      }
      for round in UInt8(1)...200 {
        try await write([round, round])
        try await files.keep(name, byteCount: 2)
        #expect(try Data(contentsOf: files.url(of: photo)) == Data([round, round]))
      }
      isOver.withLock { $0 = true }
      for try await misses in group { #expect(misses == 0) }
    }
    #expect(try await files.list().map(\.byteCount) == [2])
  }

  @Test("a whole file counts, not the part that a crash left beside it; the list is sorted")
  func both() async throws {
    let keys = (0..<12).map { FileKey(ExactString("file \($0)"), .whole) }
    try FileManager.default.createDirectory(at: files.root, withIntermediateDirectories: true)
    for key in keys {
      try Data(count: 3).write(to: files.part(of: StoredName(key)))
      try Data(count: 5).write(to: files.url(of: key))
    }
    let names = keys.map { StoredName($0) }.sorted { $0.text.string < $1.text.string }
    let found = try await files.list()
    #expect(found.map(\.name) == names)
    #expect(found.allSatisfy { $0.isWhole && $0.byteCount == 5 })
    for key in keys { try FileManager.default.removeItem(at: files.url(of: key)) }
    #expect(try await files.list().map(\.byteCount) == keys.map { _ in 3 })
    #expect(try await files.list().allSatisfy { !$0.isWhole })
  }

  @Test("a touch notes the device's time on whole files, and makes none") func touched()
    async throws
  {
    try await write([1])
    let before = try await files.list().map(\.seen)
    await files.touch([name])
    #expect(try await files.list().map(\.seen) == before)
    try await files.keep(name, byteCount: 1)
    await files.touch([StoredName(FileKey("nowhere", .whole)), name])
    #expect(try await files.list().map(\.seen) == [Timestamp(milliseconds: 1_234_500)])
  }

  #if os(Linux)
    @Test("a device that is always full says so") func device() throws {
      let handle = try FileHandle(forUpdating: URL(fileURLWithPath: "/dev/full"))
      defer { try? handle.close() }
      let error = #expect(throws: (any Error).self) { try handle.write(contentsOf: Data([1])) }
      #expect(error.map { DownloadError(of: $0) } == DownloadError(.diskFull, code: "disk-full"))
    }
  #endif
}
