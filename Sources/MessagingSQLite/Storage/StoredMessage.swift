internal import MessagingModel

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// The columns of a message's row in SQLite's own memory, valid until the next step.
struct StoredMessage {
  let place: UnsafeRawBufferPointer
  let id: UnsafeRawBufferPointer
  let remote: UnsafeRawBufferPointer?
  let outbox: Int64?
  let unread: Int64?
  let record: UnsafeRawBufferPointer
  let thread: UnsafeRawBufferPointer?

  /// The lengths of the columns in bytes; `remote` and `thread` are -1 for `NULL`.
  struct Counts: Equatable {
    let place: Int
    let id: Int
    let remote: Int
    let record: Int
    let thread: Int
  }

  var counts: Counts {
    Counts(
      place: place.count, id: id.count, remote: remote?.count ?? -1, record: record.count,
      thread: thread?.count ?? -1)
  }

  var byteCount: Int {
    place.count + id.count + (remote?.count ?? 0) + record.count + (thread?.count ?? 0)
  }

  /// Writes the bytes of the columns one after the other.
  ///
  /// - Parameter buffer: a buffer with room for ``byteCount`` bytes.
  func copyBytes(to buffer: UnsafeMutableRawBufferPointer) {
    var rest = StoredMessage.copy(place, to: buffer)
    rest = StoredMessage.copy(id, to: rest)
    if let remote { rest = StoredMessage.copy(remote, to: rest) }
    if let thread { rest = StoredMessage.copy(thread, to: rest) }
    _ = StoredMessage.copy(record, to: rest)
  }

  /// Whether a buffer holds these columns as ``copyBytes(to:)`` wrote them, given equal lengths.
  func hasBytes(_ buffer: UnsafeRawBufferPointer) -> Bool {
    guard var rest = buffer.baseAddress else { return byteCount == 0 }
    guard StoredMessage.isNext(place, in: &rest), StoredMessage.isNext(id, in: &rest) else {
      return false
    }
    if let remote, !StoredMessage.isNext(remote, in: &rest) { return false }
    if let thread, !StoredMessage.isNext(thread, in: &rest) { return false }
    return StoredMessage.isNext(record, in: &rest)
  }

  private static func copy(
    _ column: UnsafeRawBufferPointer, to buffer: UnsafeMutableRawBufferPointer
  ) -> UnsafeMutableRawBufferPointer {
    buffer.copyMemory(from: column)
    return UnsafeMutableRawBufferPointer(rebasing: buffer[column.count...])
  }

  /// Whether these bytes come next; advances past them.
  @inline(__always)
  private static func isNext(
    _ column: UnsafeRawBufferPointer, in rest: inout UnsafeRawPointer
  ) -> Bool {
    // An empty column may have no address.
    guard let start = column.baseAddress else { return true }
    defer { rest += column.count }
    return memcmp(start, rest, column.count) == 0
  }

  /// A hash of the position, never negative.
  var hash: Int {
    var hash: UInt64 = 0
    if place.count >= 17 {
      // The server time and the end of the remote id. The parts that differ from message to message
      // must be in the low bits: the multiplication spreads them to the highest ones.
      hash = word(at: 1) &* StoredMessage.spread ^ word(at: place.count - 8)
    } else {
      for byte in place { hash = hash << 8 | UInt64(byte) }
    }
    return Int((hash &* StoredMessage.spread) >> 32)
  }

  private static let spread: UInt64 = 0x9E37_79B9_7F4A_7C15

  private func word(at offset: Int) -> UInt64 {
    UInt64(bigEndian: place.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }
}

extension StoredMessage {
  /// - Returns: `nil` if a required column is `NULL`.
  init?(_ columns: Columns) {
    guard let place = columns.bytes(0), let id = columns.bytes(1), let record = columns.bytes(5)
    else { return nil }
    self.place = place
    self.id = id
    self.record = record
    remote = columns.bytes(2)
    outbox = columns.integer(3)
    unread = columns.integer(4)
    thread = columns.bytes(6)
  }
}

extension MessageRecord {
  /// Whether the columns of a row match this record. The result equals a comparison with
  /// ``MessageColumns``, without creating them.
  func matches(_ row: StoredMessage) -> Bool {
    let position = position
    guard position.hasSortKey(row.place), id.hasBytes(row.id) else { return false }
    switch position {
    case .confirmed(let place):
      guard let remote = row.remote, place.remoteID.text.hasBytes(remote) else { return false }
    case .unconfirmed:
      guard row.remote == nil else { return false }
    }
    guard row.outbox == outboxSequence, row.unread == (countsAsUnread ? 1 : 0) else {
      return false
    }
    guard let thread = row.thread else { return threadRoot == nil }
    return threadRoot.map { thread.elementsEqual($0.canonical) } ?? false
  }
}
