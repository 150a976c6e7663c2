package import Foundation
package import MessagingCore
package import MessagingModel

/// A file that is always either as it was before a write or as it is after it.
package enum DurableFile {
  /// The bytes of the file; `nil` if there is none.
  package static func contents(of file: URL) throws(RepositoryError) -> [UInt8]? {
    guard FileManager.default.fileExists(atPath: file.path) else { return nil }
    do {
      return Array(try Data(contentsOf: file))
    } catch {
      throw RepositoryError(.storage, "\(file.lastPathComponent) cannot be read", cause: error)
    }
  }

  /// Writes a file beside it, forces it to the disk, and puts it in its place in one step: a killed
  /// process or a loss of power leaves the old bytes or the new ones.
  package static func replace(_ file: URL, with bytes: [UInt8]) throws(RepositoryError) {
    let beside = file.appendingPathExtension("new")
    let descriptor = open(beside.path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    guard descriptor >= 0 else { throw failure("open", beside) }
    defer { _ = close(descriptor) }
    var written = 0
    while written < bytes.count {
      let count = bytes[written...].withUnsafeBytes {
        write(descriptor, $0.baseAddress, $0.count)
      }
      guard count > 0 else { throw failure("write", beside) }
      written += count
    }
    guard force(descriptor) == 0 else { throw failure("sync", beside) }
    guard rename(beside.path, file.path) == 0 else { throw failure("rename", beside) }
    // The new name is on the disk only once the directory is.
    let directory = open(file.deletingLastPathComponent().path, O_RDONLY)
    guard directory >= 0 else { throw failure("open the directory of", file) }
    defer { _ = close(directory) }
    guard force(directory) == 0 else { throw failure("sync the directory of", file) }
  }

  /// Waits until the disk has it; on Apple systems `fsync` alone only reaches the drive's cache.
  private static func force(_ descriptor: CInt) -> CInt {
    #if canImport(Darwin)
      if fcntl(descriptor, F_FULLFSYNC) == 0 { return 0 }
    #endif
    return fsync(descriptor)
  }

  private static func failure(_ step: String, _ file: URL) -> RepositoryError {
    let number = errno
    let code: RepositoryError.Code =
      switch number {
      case ENOSPC, EDQUOT: .diskFull
      case EROFS, EACCES, EPERM: .readOnly
      default: .storage
      }
    return RepositoryError(code, "\(step) \(file.lastPathComponent): error \(number) of the system")
  }
}
