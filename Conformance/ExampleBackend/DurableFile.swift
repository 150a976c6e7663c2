package import Foundation
internal import MessagingCore
package import MessagingModel

/// One operation on the disk. Files are named without their folder.
public enum FileStep: Sendable {
  /// Reads the whole file.
  case read(String)
  /// Creates an empty file, or empties an existing one.
  case create(String)
  /// Writes bytes from an offset on.
  case write(String, at: Int, [UInt8])
  /// Waits until the bytes are on the disk.
  case sync(String)
  /// Renames the file.
  case rename(String, to: String)
  /// Waits until the names in the folder are on the disk.
  case syncFolder
}

/// A file that is replaced atomically: it holds the bytes before a write or those after it.
package struct DurableFile: Sendable {
  private let file: URL
  /// Called before each step. If it returns an error number, the step fails with it.
  private let before: @Sendable (FileStep) -> CInt?

  package init(_ file: URL, before: @escaping @Sendable (FileStep) -> CInt? = { _ in nil }) {
    (self.file, self.before) = (file, before)
  }

  var name: String { file.lastPathComponent }

  /// The bytes of the file; `nil` if there is none.
  package func contents() throws(RepositoryError) -> [UInt8]? {
    guard FileManager.default.fileExists(atPath: file.path) else { return nil }
    try allow(.read(name), "read")
    do {
      return Array(try Data(contentsOf: file))
    } catch {
      throw RepositoryError(.storage, "\(name) cannot be read", cause: error)
    }
  }

  /// Writes a second file, syncs it to the disk, and renames it over this one in one step: a killed
  /// process or a loss of power leaves the old bytes or the new ones.
  package func replace(with bytes: [UInt8]) throws(RepositoryError) {
    let beside = file.appendingPathExtension("new")
    try allow(.create(beside.lastPathComponent), "open")
    let descriptor = open(beside.path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    guard descriptor >= 0 else { throw failure("open") }
    defer { _ = close(descriptor) }
    try allow(.write(beside.lastPathComponent, at: 0, bytes), "write")
    var written = 0
    while written < bytes.count {
      let count = bytes[written...].withUnsafeBytes {
        write(descriptor, $0.baseAddress, $0.count)
      }
      guard count > 0 else { throw failure("write") }
      written += count
    }
    try allow(.sync(beside.lastPathComponent), "sync")
    guard DurableFile.force(descriptor) == 0 else { throw failure("sync") }
    try allow(.rename(beside.lastPathComponent, to: name), "rename")
    guard rename(beside.path, file.path) == 0 else { throw failure("rename") }
    try syncFolder()
  }

  /// Syncs the folder: until then the new name may not be on the disk.
  private func syncFolder() throws(RepositoryError) {
    try allow(.syncFolder, "sync the folder of")
    let folder = open(file.deletingLastPathComponent().path, O_RDONLY)
    guard folder >= 0 else { throw failure("open the folder of") }
    defer { _ = close(folder) }
    guard DurableFile.force(folder) == 0 else { throw failure("sync the folder of") }
  }

  /// Waits until the bytes are on the disk. On Apple systems `fsync` alone only reaches the drive's
  /// cache.
  private static func force(_ descriptor: CInt) -> CInt {
    #if canImport(Darwin)
      if fcntl(descriptor, F_FULLFSYNC) == 0 { return 0 }
    #endif
    return fsync(descriptor)
  }

  private func allow(_ step: FileStep, _ words: String) throws(RepositoryError) {
    if let number = before(step) { throw failure(words, number) }
  }

  private func failure(_ step: String, _ number: CInt = errno) -> RepositoryError {
    let code: RepositoryError.Code =
      switch number {
      case ENOSPC, EDQUOT: .diskFull
      case EROFS, EACCES, EPERM: .readOnly
      default: .storage
      }
    return RepositoryError(code, "\(step) \(name): error \(number) of the system")
  }
}
