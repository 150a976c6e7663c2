internal import Foundation
internal import GRDBSQLite
internal import MessagingConformance
internal import MessagingCore

typealias FilePointer = UnsafeMutablePointer<sqlite3_file>

/// The methods of a file, with those that use the disk replaced. There is one table for each table
/// of the layer below.
func watchingMethods(
  over below: UnsafePointer<sqlite3_io_methods>
) -> UnsafePointer<sqlite3_io_methods>? {
  let number = UInt(bitPattern: below)
  let methods = shared.withLock { layer in
    if let known = layer.methods[number] { return known }
    let made = UInt(bitPattern: table(over: below))
    layer.methods[number] = made
    return made
  }
  return UnsafePointer(bitPattern: methods)
}

private func table(
  over below: UnsafePointer<sqlite3_io_methods>
) -> UnsafeMutablePointer<sqlite3_io_methods> {
  let methods = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
  methods.initialize(to: below.pointee)
  // Without xFetch, no read bypasses the shim.
  methods.pointee.iVersion = min(2, below.pointee.iVersion)
  methods.pointee.xRead = { read($0, $1, $2, $3) }
  methods.pointee.xWrite = { write($0, $1, $2, $3) }
  methods.pointee.xTruncate = { file, size in
    announced(file, IOError.truncate) {
      .truncate($0, to: Int(size))
    } below: {
      $0.xTruncate?(file, size)
    }
  }
  methods.pointee.xSync = { sync($0, $1) }
  methods.pointee.xClose = { file in
    let known = shared.withLock { $0.files.removeValue(forKey: UInt(bitPattern: file)) }
    let below = UnsafePointer<sqlite3_io_methods>(bitPattern: known?.methods ?? 0)
    return below?.pointee.xClose?(file) ?? IOError.close
  }
  methods.pointee.xDeviceCharacteristics = { file in
    let below = UnsafePointer<sqlite3_io_methods>(bitPattern: known(file)?.methods ?? 0)
    let promised = below?.pointee.xDeviceCharacteristics?(file) ?? 0
    // A torn write does not damage the bytes before and after it. Nothing else is promised: no
    // atomic write and no order.
    return promised & (SQLITE_IOCAP_POWERSAFE_OVERWRITE | SQLITE_IOCAP_UNDELETABLE_WHEN_OPEN)
  }
  return methods
}

private func known(_ file: FilePointer?) -> FileLayer.File? {
  shared.withLock { $0.files[UInt(bitPattern: file)] }
}

/// Announces a step, and carries it out unless the disk refuses it.
private func announced(
  _ file: FilePointer?, _ failure: CInt, _ step: (String) -> DiskStep,
  below call: (sqlite3_io_methods) -> CInt?
) -> CInt {
  guard let known = known(file),
    let methods = UnsafePointer<sqlite3_io_methods>(bitPattern: known.methods)
  else { return failure }
  if let fault = known.disk.announce(step(known.name)) { return fault.code(failure) }
  return call(methods.pointee) ?? failure
}

private func write(
  _ file: FilePointer?, _ bytes: UnsafeRawPointer?, _ count: CInt, _ offset: sqlite3_int64
) -> CInt {
  announced(file, IOError.write) { name in
    .write(name, at: Int(offset), Array(UnsafeRawBufferPointer(start: bytes, count: Int(count))))
  } below: {
    $0.xWrite?(file, bytes, count, offset)
  }
}

private func read(
  _ file: FilePointer?, _ bytes: UnsafeMutableRawPointer?, _ count: CInt, _ offset: sqlite3_int64
) -> CInt {
  guard let known = known(file),
    let below = UnsafePointer<sqlite3_io_methods>(bitPattern: known.methods)
  else { return IOError.read }
  let fault = known.disk.announce(.read(known.name))
  if let fault, fault.errorNumber != 0 { return fault.code(IOError.read) }
  let code = below.pointee.xRead?(file, bytes, count, offset) ?? IOError.read
  guard fault != nil, code == SQLITE_OK, let bytes else { return code }
  // Nothing was read. SQLite requires that the rest of the buffer is zero.
  memset(bytes, 0, Int(count))
  return IOError.shortRead
}

private func sync(_ file: FilePointer?, _ flags: CInt) -> CInt {
  let code = announced(file, IOError.sync) {
    .sync($0)
  } below: {
    $0.xSync?(file, flags)
  }
  let disk = shared.withLock { layer -> WatchedDisk? in
    let number = UInt(bitPattern: file)
    guard code == SQLITE_OK, let known = layer.files[number], known.syncsName else { return nil }
    layer.files[number]?.syncsName = false
    return known.disk
  }
  return disk?.announce(.syncNames) == nil ? code : IOError.syncFolder
}
