import Foundation
import MessagingCore
import MessagingModel
import Testing

/// What lies behind the place where a part goes on.
@Suite("The directory of downloads: cut parts") final class DownloadDirectoryCutTests {
  private let folder: URL
  private let files: DownloadDirectory
  private let photo = FileKey("mxc://a/b", .whole)

  init() {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("cut-\(ProcessInfo.processInfo.globallyUniqueString)")
    files = DownloadDirectory(root: folder)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// The rules heard of 50 bytes, 80 were written, and the file has 60.
  @Test("bytes behind the place where a part goes on are cut off, also if fewer follow")
  func shorter() async throws {
    let name = StoredName(photo)
    let bytes = ToyFileServer.bytes(photo, 80)
    let first = try await files.part(name, from: 0)
    try await first.write(bytes)
    first.close()
    let second = try await files.part(name, from: 50)
    #expect(try await files.list().map(\.byteCount) == [50])
    try await second.write(bytes[50..<60])
    second.close()
    try await files.keep(name, byteCount: 60)
    #expect(try Data(contentsOf: files.url(of: photo)) == bytes[..<60])
  }
}
