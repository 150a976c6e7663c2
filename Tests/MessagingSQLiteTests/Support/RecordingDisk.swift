import Foundation
import GRDBSQLite
import MessagingCore

/// A disk that remembers what would be left after a loss of power: what was synced.
///
/// A shim over SQLite's own file layer. It stands before every file that this process opens, and
/// touches only those in a directory that is recorded: there it counts writes and syncs, and copies
/// a file next to it (`synced/`) each time that file is synced. Whoever opens the copies sees the
/// worst that a loss of power leaves behind: nothing but what SQLite waited for.
enum RecordingDisk {
  /// What happened below a directory.
  struct Record: Sendable {
    var writes = 0
    var syncs = 0
    /// The last part of each synced file's name, in order.
    var synced: [String] = []
  }

  /// Begins to record below a directory; call it before a file is opened there.
  static func record(_ directory: URL) throws {
    precondition(isInstalled, "SQLite did not take the shim")
    try FileManager.default.createDirectory(
      at: directory.appendingPathComponent("synced"), withIntermediateDirectories: true)
    shared.withLock { $0.records[directory.path] = Record() }
  }

  /// What happened below a directory so far.
  static func records(_ directory: URL) -> Record {
    shared.current.records[directory.path] ?? Record()
  }

  /// What a loss of power would leave now, in a directory of its own.
  static func afterPowerLoss(_ file: TemporaryFile, _ name: String) throws -> TemporaryFile {
    let survivor = TemporaryFile(directory: file.directory.appendingPathComponent(name))
    try FileManager.default.copyItem(
      at: file.directory.appendingPathComponent("synced"), to: survivor.directory)
    return survivor
  }

  /// Puts the shim before the default file layer, once.
  private static let isInstalled: Bool = {
    guard let base = sqlite3_vfs_find(nil) else { return false }
    let shim = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
    shim.initialize(to: base.pointee)
    shim.pointee.zName = UnsafePointer(strdup("messaging-recording"))
    shim.pointee.xOpen = { open(path: $1, file: $2, flags: $3, outFlags: $4) }
    shim.pointee.xDelete = { delete(path: $1, syncsDirectory: $2) }
    shared.withLock { $0.base = UInt(bitPattern: base) }
    return sqlite3_vfs_register(shim, 1) == SQLITE_OK
  }()
}

/// What the shim knows; pointers as numbers, so that it may be shared.
private struct Disk: Sendable {
  struct File: Sendable {
    let path: String
    let directory: String
    /// The methods below.
    let methods: UInt
  }

  var base: UInt = 0
  var records: [String: RecordingDisk.Record] = [:]
  var files: [UInt: File] = [:]
}

private let shared = Locked(Disk())

private typealias FilePointer = UnsafeMutablePointer<sqlite3_file>

private func open(
  path: UnsafePointer<CChar>?, file: FilePointer?, flags: CInt,
  outFlags: UnsafeMutablePointer<CInt>?
) -> CInt {
  let base = UnsafeMutablePointer<sqlite3_vfs>(bitPattern: shared.current.base)
  guard let base, let code = base.pointee.xOpen?(base, path, file, flags, outFlags),
    let file, let below = file.pointee.pMethods
  else { return SQLITE_CANTOPEN }
  guard code == SQLITE_OK, let path else { return code }
  let name = String(cString: path)
  shared.withLock { disk in
    let directory = disk.records.keys.first { directory in
      (name as NSString).deletingLastPathComponent == directory
    }
    guard let directory else { return }
    disk.files[UInt(bitPattern: file)] = Disk.File(
      path: name, directory: directory, methods: UInt(bitPattern: below))
    file.pointee.pMethods = UnsafePointer(recordingMethods(over: below))
  }
  return code
}

/// A file whose removal nobody waited for is still there after a loss of power.
private func delete(path: UnsafePointer<CChar>?, syncsDirectory: CInt) -> CInt {
  let base = UnsafeMutablePointer<sqlite3_vfs>(bitPattern: shared.current.base)
  guard let base, let code = base.pointee.xDelete?(base, path, syncsDirectory) else {
    return SQLITE_IOERR
  }
  guard code == SQLITE_OK, syncsDirectory != 0, let path else { return code }
  let name = String(cString: path) as NSString
  guard shared.current.records[name.deletingLastPathComponent] != nil else { return code }
  let folder = name.deletingLastPathComponent as NSString
  try? FileManager.default.removeItem(
    atPath: folder.appendingPathComponent("synced/\(name.lastPathComponent)"))
  return code
}

/// The methods of a file with those replaced that are recorded. Leaks a few hundred bytes a file.
private func recordingMethods(
  over below: UnsafePointer<sqlite3_io_methods>
) -> UnsafeMutablePointer<sqlite3_io_methods> {
  let methods = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
  methods.initialize(to: below.pointee)
  methods.pointee.xWrite = { file, bytes, count, offset in
    let below = recorded(below: file) { $0.writes += 1 }
    return below?.pointee.xWrite?(file, bytes, count, offset) ?? SQLITE_IOERR
  }
  methods.pointee.xSync = { file, flags in
    let below = recorded(below: file) { $0.syncs += 1 }
    let code = below?.pointee.xSync?(file, flags) ?? SQLITE_IOERR
    if code == SQLITE_OK, let file { keep(file) }
    return code
  }
  methods.pointee.xClose = { file in
    let below = recorded(below: file) { _ in }
    if let file { _ = shared.withLock { $0.files.removeValue(forKey: UInt(bitPattern: file)) } }
    return below?.pointee.xClose?(file) ?? SQLITE_IOERR
  }
  return methods
}

/// The methods of a file below the shim, after a note of what happens to it.
private func recorded(
  below file: FilePointer?, _ note: @Sendable (inout RecordingDisk.Record) -> Void
) -> UnsafePointer<sqlite3_io_methods>? {
  let methods = shared.withLock { disk -> UInt in
    guard let known = disk.files[UInt(bitPattern: file)] else { return 0 }
    note(&disk.records[known.directory, default: RecordingDisk.Record()])
    return known.methods
  }
  return UnsafePointer(bitPattern: methods)
}

/// Copies a file that was just synced.
private func keep(_ file: FilePointer) {
  guard let known = shared.current.files[UInt(bitPattern: file)] else { return }
  let name = (known.path as NSString).lastPathComponent
  let copy = (known.directory as NSString).appendingPathComponent("synced/\(name)")
  try? FileManager.default.removeItem(atPath: copy)
  try? FileManager.default.copyItem(atPath: known.path, toPath: copy)
  shared.withLock { $0.records[known.directory]?.synced.append(name) }
}
