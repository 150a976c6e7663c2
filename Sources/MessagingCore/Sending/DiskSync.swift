package import Foundation

/// Waits until files are on the disk, so that they survive a loss of power.
package enum DiskSync {
  /// Syncs the bytes of a file, or the names in a folder.
  ///
  /// - Throws: `CocoaError` if it cannot be opened, or if the disk does not take it.
  /// - Complexity: one access to the disk: milliseconds.
  package static func sync(_ url: URL) throws {
    let descriptor = open(url.path, O_RDONLY)
    guard descriptor >= 0 else { throw CocoaError(.fileReadUnknown) }
    defer { _ = close(descriptor) }
    guard force(descriptor) == 0 else { throw CocoaError(.fileWriteUnknown) }
  }

  /// On Apple systems `fsync` alone only reaches the drive's cache.
  private static func force(_ descriptor: CInt) -> CInt {
    #if canImport(Darwin)
      if fcntl(descriptor, F_FULLFSYNC) == 0 { return 0 }
    #endif
    return fsync(descriptor)
  }
}
