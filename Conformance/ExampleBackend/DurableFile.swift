package import Foundation
package import MessagingCore
package import MessagingModel

/// One thing that is asked of the disk, about a file by its name.
public enum FileStep: Sendable {
  /// Reads all of it.
  case read(String)
  /// Makes an empty file, or empties the one that is there.
  case create(String)
  /// Writes bytes from an offset on.
  case write(String, at: Int, [UInt8])
  /// Waits until the bytes are on the disk.
  case sync(String)
  /// Gives it another name.
  case rename(String, to: String)
  /// Waits until the names in the folder are on the disk.
  case syncFolder
}

/// A file that is always either as it was before a write or as it is after it.
package struct DurableFile: Sendable {
  private let file: URL
  /// Hears of each step before it is taken; an error number is its end.
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

  /// Writes a file beside it, forces it to the disk, and puts it in its place in one step: a killed
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

  /// The new name is on the disk only once the folder is.
  private func syncFolder() throws(RepositoryError) {
    try allow(.syncFolder, "sync the folder of")
    let folder = open(file.deletingLastPathComponent().path, O_RDONLY)
    guard folder >= 0 else { throw failure("open the folder of") }
    defer { _ = close(folder) }
    guard DurableFile.force(folder) == 0 else { throw failure("sync the folder of") }
  }

  /// Waits until the disk has it; on Apple systems `fsync` alone only reaches the drive's cache.
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
