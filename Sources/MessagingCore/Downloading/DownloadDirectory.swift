public import Foundation
public import MessagingModel

/// The directory of the downloaded files. It holds nothing else: everything in it can be downloaded
/// again, and is evicted when space is needed. Never use the directory of ``OwnedDirectory``.
///
/// File names are derived from the remote names and reveal nothing of them. The modification date
/// of a file is the time at which it was last seen; there is no separate index.
public struct DownloadDirectory: DownloadedFiles {
  /// Where the directory is in this run.
  public let root: URL
  private let time: @Sendable () -> Date

  /// - Parameters:
  /// - root: a directory for this owner alone; created when needed.
  /// - time: the device's clock; used only to order the files.
  public init(root: URL, time: @escaping @Sendable () -> Date = { Date() }) {
    self.root = root
    self.time = time
  }

  /// The URL of a file, whether or not it is downloaded.
  public func url(of file: FileKey) -> URL { url(of: StoredName(file)) }

  /// Whether the whole file is downloaded.
  public func contains(_ file: FileKey) -> Bool {
    FileManager.default.fileExists(atPath: url(of: file).path)
  }

  /// Removes everything after the owner has signed out. Call ``DownloadWorker/signOut()`` first.
  public func removeAll() { try? FileManager.default.removeItem(at: root) }

  func url(of name: StoredName) -> URL {
    root.appendingPathComponent(name.text.string, isDirectory: false)
  }

  func part(of name: StoredName) -> URL {
    root.appendingPathComponent(name.text.string + Self.suffix, isDirectory: false)
  }

  private static let suffix = ".part"

  public func list() async throws(DownloadError) -> [StoredFile] {
    let keys: Set<URLResourceKey> = [.fileSizeKey, .contentModificationDateKey]
    var isDirectory: ObjCBool = false
    guard FileManager.default.fileExists(atPath: root.path, isDirectory: &isDirectory) else {
      return []
    }
    // On Linux, a file has no contents, and no error (`KEEP-010`).
    guard isDirectory.boolValue else { throw DownloadError(.disk, code: "disk") }
    let urls: [URL]
    do {
      urls = try FileManager.default.contentsOfDirectory(
        at: root, includingPropertiesForKeys: Array(keys))
    } catch {
      throw DownloadError(of: error)
    }
    var files: [StoredName: StoredFile] = [:]
    for url in urls {
      let isWhole = !url.lastPathComponent.hasSuffix(Self.suffix)
      let text = url.lastPathComponent.dropLast(isWhole ? 0 : Self.suffix.count)
      guard let name = StoredName(String(text)), let values = try? url.resourceValues(forKeys: keys)
      else { continue }
      // The file is complete: a part beside it is left over from a crash.
      if files[name]?.isWhole == true { continue }
      files[name] = StoredFile(
        name, byteCount: values.fileSize ?? 0, isWhole: isWhole,
        seen: Timestamp(values.contentModificationDate ?? .distantPast))
    }
    return files.values.sorted { $0.name < $1.name }
  }

  public func part(
    _ name: StoredName, from offset: Int
  ) async throws(DownloadError) -> any PartialFile {
    let url = part(of: name)
    do {
      try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
      if !FileManager.default.fileExists(atPath: url.path) {
        guard offset == 0 else { throw DownloadError(.offset, code: "part-is-short") }
        try Data().write(to: url)
      }
      let handle = try FileHandle(forUpdating: url)
      let end = try handle.seekToEnd()
      guard offset >= 0, end >= UInt64(offset) else {
        try handle.close()
        throw DownloadError(.offset, code: "part-is-short")
      }
      try handle.truncate(atOffset: UInt64(offset))
      try handle.seek(toOffset: UInt64(offset))
      return OpenPart(handle)
    } catch {
      throw DownloadError(of: error)
    }
  }

  public func keep(_ name: StoredName, byteCount: Int) async throws(DownloadError) {
    let part = part(of: name)
    do {
      let handle = try FileHandle(forUpdating: part)
      let end = try handle.seekToEnd()
      try handle.close()
      try DiskSync.sync(part)
      guard byteCount >= 0, end == UInt64(byteCount) else {
        throw DownloadError(.disk, code: "part-has-changed")
      }
      // The new file replaces an existing one in one step: there is no moment without a file.
      guard rename(part.path, url(of: name).path) == 0 else {
        throw DownloadError(.disk, code: "disk")
      }
    } catch {
      throw DownloadError(of: error)
    }
  }

  public func remove(_ name: StoredName) async throws(DownloadError) {
    for url in [url(of: name), part(of: name)]
    where FileManager.default.fileExists(atPath: url.path) {
      do {
        try FileManager.default.removeItem(at: url)
      } catch {
        throw DownloadError(of: error)
      }
    }
  }

  public func touch(_ names: [StoredName]) async {
    let date = time()
    for name in names {
      try? FileManager.default.setAttributes(
        [.modificationDate: date], ofItemAtPath: url(of: name).path)
    }
  }
}

/// A part that is open for appending.
private final class OpenPart: PartialFile {
  private let handle: Locked<FileHandle?>

  init(_ handle: FileHandle) { self.handle = Locked(handle) }

  deinit { close() }

  func write(_ bytes: Data) async throws(DownloadError) {
    try handle.withLock { handle throws(DownloadError) in
      guard let handle else { throw DownloadError(.disk, code: "closed") }
      do {
        try handle.write(contentsOf: bytes)
      } catch {
        throw DownloadError(of: error)
      }
    }
  }

  func close() {
    handle.withLock { handle in
      try? handle?.close()
      handle = nil
    }
  }
}

extension DownloadError {
  /// A disk error, without any path in it.
  init(of error: any Error) {
    if let error = error as? DownloadError {
      self = error
      return
    }
    let cocoa = (error as? CocoaError)?.code
    let underlying = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError
    let isFull =
      cocoa == .fileWriteOutOfSpace || (error as? POSIXError)?.code == .ENOSPC
      || underlying?.domain == NSPOSIXErrorDomain && underlying?.code == Int(ENOSPC)
    self = isFull ? DownloadError(.diskFull, code: "disk-full") : DownloadError(.disk, code: "disk")
  }
}
