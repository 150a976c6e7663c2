internal import Foundation
internal import MessagingCore
internal import MessagingModel

/// The world around a directory of downloads.
struct KeepingDesk: Sendable {
  typealias Context = RoleContext<any DownloadFolderSubject>

  private(set) var folder: any DownloadFolder
  /// Where the files may lie.
  let directory: URL
  /// The device's clock, in seconds.
  let clock = Locked(1_700_000_000)
  private let context: Context
  /// It is removed with its last user.
  private let environment: ConformanceEnvironment

  init(_ context: Context) {
    self.context = context
    environment = ConformanceEnvironment(seed: context.options.seed)
    directory = environment.file("downloads/d5f1c0")
    folder = KeepingDesk.folder(of: context, directory, clock)
  }

  private static func folder(
    of context: Context, _ directory: URL, _ clock: Locked<Int>
  ) -> any DownloadFolder {
    context.subject.downloadFolder(
      DownloadFolderPorts(
        directory: directory,
        time: { Timestamp(milliseconds: Int64(clock.current) * 1_000) }))
  }

  /// The process dies and begins anew.
  mutating func reopen() { folder = KeepingDesk.folder(of: context, directory, clock) }

  /// The time now, as the directory says when a file was seen.
  var time: Timestamp { Timestamp(milliseconds: Int64(clock.current) * 1_000) }

  /// Moves each file away and back, in a random order. A file system may list files in the order in
  /// which they came; that of a RAM disk, where most runs keep their files, does.
  func placeAnew(_ random: inout SeededRandom) throws {
    let files = FileManager.default
    guard let names = try? files.contentsOfDirectory(atPath: directory.path) else { return }
    let aside = directory.deletingLastPathComponent().appendingPathComponent("aside")
    for name in random.shuffled(names.sorted()) {
      let place = directory.appendingPathComponent(name)
      try files.moveItem(at: place, to: aside)
      try files.moveItem(at: aside, to: place)
    }
  }

  // MARK: Files

  static let photo = FileKey("mxc://a/photo", .whole)
  static let other = FileKey("mxc://a/other", .whole)

  static func bytes(_ text: String) -> Data { Data(text.utf8) }

  /// Stores some bytes of a file, in two pieces, and closes the part.
  func write(_ text: String, to file: FileKey, from offset: Int = 0) async throws {
    let part = try await folder.part(StoredName(file), from: offset)
    let bytes = KeepingDesk.bytes(text)
    let half = bytes.count / 2
    try await part.write(bytes.prefix(half))
    try await part.write(bytes.dropFirst(half))
    part.close()
  }

  /// Stores a whole file.
  func store(_ text: String, as file: FileKey) async throws {
    try await write(text, to: file)
    try await folder.keep(StoredName(file), byteCount: text.utf8.count)
  }

  /// What lies at the place of a whole file; `nil` for nothing.
  func content(of file: FileKey) -> String? {
    (try? Data(contentsOf: folder.url(of: file))).map { String(decoding: $0, as: UTF8.self) }
  }

  /// What is listed of a file: `whole 5`, `part 3` or `nothing`; each line, if there are several.
  func listed(_ file: FileKey) async throws -> String {
    let lines = try await folder.list().filter { $0.name == StoredName(file) }
      .map { "\($0.isWhole ? "whole" : "part") \($0.byteCount)" }
    return lines.isEmpty ? "nothing" : lines.joined(separator: ", ")
  }

  /// The texts of all files in the directory and beside it, in order.
  func bytesLeft() throws -> [String] {
    let parent = directory.deletingLastPathComponent()
    guard let names = FileManager.default.enumerator(atPath: parent.path) else { return [] }
    return names.compactMap { $0 as? String }.compactMap { name in
      (try? Data(contentsOf: parent.appendingPathComponent(name)))
        .map { String(decoding: $0, as: UTF8.self) }
    }.filter { !$0.isEmpty }.sorted()
  }

  /// The error with which a call fails; `nil` if it does not fail.
  func failure(_ call: () async throws -> Void) async throws -> DownloadError? {
    do {
      try await call()
      return nil
    } catch let error as DownloadError {
      return error
    }
  }
}
