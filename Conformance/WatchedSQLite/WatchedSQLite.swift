public import Foundation
internal import GRDBSQLite
public import MessagingConformance
internal import MessagingCore

/// A file layer of SQLite that announces each step to the disk of a test case.
///
/// A shim over SQLite's default layer. It is used for every file that this process opens from then
/// on, and affects only those in a watched folder. With it, any store over the same SQLite can be
/// tested for a loss of power (`power-loss`):
///
///     if environment.disk.isWatched {
///       try WatchedSQLite.watch(environment.directory, telling: environment.disk)
///     }
///
/// What other processes and connections see through the shared memory (`-shm`) is not on the disk:
/// a loss of power discards it.
public enum WatchedSQLite {
  /// SQLite refused the shim, or the folder does not exist.
  public struct Unavailable: Error {}

  /// Starts to announce the steps on files in a folder. Call it before a file is opened there.
  public static func watch(_ folder: URL, telling disk: WatchedDisk) throws {
    guard isInstalled, let path = realpath(folder.path, nil) else { throw Unavailable() }
    defer { free(path) }
    let name = String(cString: path)
    shared.withLock { layer in
      layer.folders = layer.folders.filter { $0.value.disk != nil }
      layer.folders[name] = Watched(disk: disk)
    }
  }

  /// Installs the shim over the default layer, once.
  private static let isInstalled: Bool = {
    guard let base = sqlite3_vfs_find(nil) else { return false }
    let shim = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
    shim.initialize(to: base.pointee)
    shim.pointee.zName = UnsafePointer(strdup("messaging-watched"))
    shim.pointee.xOpen = { open(path: $1, file: $2, flags: $3, outFlags: $4) }
    shim.pointee.xDelete = { delete(path: $1, syncsFolder: $2) }
    shared.withLock { $0.base = UInt(bitPattern: base) }
    return sqlite3_vfs_register(shim, 1) == SQLITE_OK
  }()
}

/// A weak reference to a disk.
struct Watched {
  weak var disk: WatchedDisk?
}

/// The state of the shim. Pointers are stored as numbers, so that it is `Sendable`.
struct FileLayer: Sendable {
  struct File: Sendable {
    let name: String
    let disk: WatchedDisk
    /// The methods of the layer below.
    let methods: UInt
    /// Whether the first sync also syncs the name, as the layer below does for journals.
    var syncsName: Bool
  }

  var base: UInt = 0
  var folders: [String: Watched] = [:]
  var files: [UInt: File] = [:]
  /// The methods of the shim, by the methods of the layer below.
  var methods: [UInt: UInt] = [:]

  /// The disk that watches a path, and the name of the file there.
  func watcher(of path: String) -> (disk: WatchedDisk, name: String)? {
    guard let slash = path.lastIndex(of: "/"),
      let disk = folders[String(path[..<slash])]?.disk
    else { return nil }
    return (disk, String(path[path.index(after: slash)...]))
  }
}

let shared = Locked(FileLayer())

private func open(
  path: UnsafePointer<CChar>?, file: UnsafeMutablePointer<sqlite3_file>?, flags: CInt,
  outFlags: UnsafeMutablePointer<CInt>?
) -> CInt {
  let base = UnsafeMutablePointer<sqlite3_vfs>(bitPattern: shared.current.base)
  guard let base, let openBelow = base.pointee.xOpen else { return SQLITE_CANTOPEN }
  let watcher = path.flatMap { shared.current.watcher(of: String(cString: $0)) }
  guard let path, let file, let (disk, name) = watcher else {
    return openBelow(base, path, file, flags, outFlags)
  }
  if flags & SQLITE_OPEN_CREATE != 0, access(path, F_OK) != 0,
    disk.announce(.create(name)) != nil
  {
    // SQLite closes a file only if it has methods.
    file.pointee.pMethods = nil
    return SQLITE_CANTOPEN
  }
  let code = openBelow(base, path, file, flags, outFlags)
  guard code == SQLITE_OK, let below = file.pointee.pMethods else { return code }
  let journals = SQLITE_OPEN_MAIN_JOURNAL | SQLITE_OPEN_SUPER_JOURNAL | SQLITE_OPEN_WAL
  let known = FileLayer.File(
    name: name, disk: disk, methods: UInt(bitPattern: below),
    syncsName: flags & SQLITE_OPEN_CREATE != 0 && flags & journals != 0)
  shared.withLock { $0.files[UInt(bitPattern: file)] = known }
  file.pointee.pMethods = watchingMethods(over: below)
  return code
}

private func delete(path: UnsafePointer<CChar>?, syncsFolder: CInt) -> CInt {
  let base = UnsafeMutablePointer<sqlite3_vfs>(bitPattern: shared.current.base)
  guard let base, let path, let deleteBelow = base.pointee.xDelete else {
    return IOError.delete
  }
  let watcher = shared.current.watcher(of: String(cString: path))
  guard let (disk, name) = watcher, access(path, F_OK) == 0 else {
    return deleteBelow(base, path, syncsFolder)
  }
  if let fault = disk.announce(.remove(name)) { return fault.code(IOError.delete) }
  let code = deleteBelow(base, path, syncsFolder)
  if code == SQLITE_OK, syncsFolder != 0, disk.announce(.syncNames) != nil {
    return IOError.syncFolder
  }
  return code
}

extension DiskFault {
  /// The result code for SQLite.
  ///
  /// - Parameter failure: the code for a device that fails in such a call.
  func code(_ failure: CInt) -> CInt {
    switch errorNumber {
    case ENOSPC: SQLITE_FULL
    case EROFS: SQLITE_READONLY
    default: failure
    }
  }
}

/// The extended codes of a failing device. Swift does not import those macros.
enum IOError {
  static let read = SQLITE_IOERR | 1 << 8
  static let shortRead = SQLITE_IOERR | 2 << 8
  static let write = SQLITE_IOERR | 3 << 8
  static let sync = SQLITE_IOERR | 4 << 8
  static let syncFolder = SQLITE_IOERR | 5 << 8
  static let truncate = SQLITE_IOERR | 6 << 8
  static let delete = SQLITE_IOERR | 10 << 8
  static let close = SQLITE_IOERR | 16 << 8
}
