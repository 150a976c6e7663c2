internal import Foundation
internal import MessagingConformance
internal import MessagingCore
internal import MessagingModel

extension FaultyPart {
  /// A directory of downloads with one fault around it.
  static func keeping(_ part: @escaping @Sendable (inout BentFolder) -> Void) -> FaultyPart {
    FaultyPart(.keeping) { FaultyFolderSubject(name: $0, part: part) }
  }
}

private struct FaultyFolderSubject: DownloadFolderSubject {
  let name: String
  let part: @Sendable (inout BentFolder) -> Void

  var roles: Set<Role> { [.keeping] }

  func downloadFolder(_ ports: DownloadFolderPorts) -> any DownloadFolder {
    var bent = BentFolder(
      directory: DownloadDirectory(root: ports.directory, time: { ports.time().date }))
    part(&bent)
    bent.opens(bent.directory)
    return bent
  }
}

/// Our directory of downloads with one fault around it.
struct BentFolder: DownloadFolder {
  let directory: DownloadDirectory
  /// What happens when the directory is opened.
  var opens: @Sendable (DownloadDirectory) -> Void = { _ in }
  /// The name under which a file is stored.
  var names: @Sendable (StoredName) -> StoredName = { $0 }
  var begins:
    @Sendable (DownloadDirectory, StoredName, _ offset: Int) async throws(DownloadError) ->
      any PartialFile = { directory, name, offset throws(DownloadError) in
        try await directory.part(name, from: offset)
      }
  /// The number of bytes with which a part is kept.
  var counts: @Sendable (DownloadDirectory, StoredName, Int) async -> Int = { $2 }
  var removes: @Sendable (DownloadDirectory, StoredName) async throws(DownloadError) -> Void = {
    directory, name throws(DownloadError) in try await directory.remove(name)
  }
  /// Which of the files are noted as seen.
  var sees: @Sendable ([StoredName]) -> [StoredName] = { $0 }
  var lists: @Sendable (DownloadDirectory) async throws(DownloadError) -> [StoredFile] = {
    directory throws(DownloadError) in try await directory.list()
  }

  /// Where the whole file of a name lies.
  func place(of name: StoredName) -> URL {
    directory.root.appendingPathComponent(name.text.string)
  }

  func url(of file: FileKey) -> URL { place(of: names(StoredName(file))) }

  func contains(_ file: FileKey) -> Bool {
    FileManager.default.fileExists(atPath: url(of: file).path)
  }

  func removeAll() { directory.removeAll() }

  func list() async throws(DownloadError) -> [StoredFile] { try await lists(directory) }

  func part(
    _ name: StoredName, from offset: Int
  ) async throws(DownloadError) -> any PartialFile {
    try await begins(directory, names(name), offset)
  }

  func keep(_ name: StoredName, byteCount: Int) async throws(DownloadError) {
    let name = names(name)
    try await directory.keep(name, byteCount: await counts(directory, name, byteCount))
  }

  func remove(_ name: StoredName) async throws(DownloadError) {
    try await removes(directory, names(name))
  }

  func touch(_ names: [StoredName]) async { await directory.touch(sees(names).map(self.names)) }
}

/// A part that takes bytes after it was closed.
struct UnclosedPart: PartialFile {
  let part: any PartialFile

  func write(_ bytes: Data) async throws(DownloadError) { try await part.write(bytes) }
  func close() {}
}
