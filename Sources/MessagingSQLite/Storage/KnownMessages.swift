internal import MessagingModel

/// The messages that a connection read lately, with the bytes of the rows that they were decoded
/// from: a window that is read again after a commit decodes only what that commit changed.
///
/// A message is never believed without the file: all columns of its row are compared byte by byte,
/// and only their decoding is saved. It is found by a hash of its place, which two messages may
/// have in common; a third one takes the place of the one that was read longer ago. Only what is
/// read a second time is kept: pages that are scrolled past cost nothing here.
struct KnownMessages: Sendable {
  /// How many messages are known at most; of a longer list the rest is decoded each time.
  static let capacity = 512
  /// How many bytes the columns of a row have at most; a longer row is decoded each time.
  static let longestRow = 1024

  /// The row of a message.
  private struct Entry {
    let record: MessageRecord
    let outbox: Int64?
    let unread: Int64?
    /// How many bytes its columns have, which lie one after the other.
    let counts: StoredMessage.Counts
  }

  private let isOff: Bool
  /// Empty before anything is known; afterwards two for each hash.
  private var entries: [Entry?] = []
  /// Which of the two was read last.
  private var latest: [Bool] = []
  /// ``longestRow`` for each entry.
  private var bytes: [UInt8] = []
  /// Hashes of rows that were read.
  private var seen: [Int] = []

  init() {
    isOff = false
  }

  private init(isOff: Bool) {
    self.isOff = isOff
  }

  /// Knows nothing, and learns nothing.
  static let none = KnownMessages(isOff: true)

  /// The record of a row, if it is known.
  mutating func record(of row: StoredMessage) -> MessageRecord? {
    if entries.isEmpty { return nil }
    let place = row.hash % latest.count
    let first = 2 * place + (latest[place] ? 1 : 0)
    if let known = record(at: first, of: row) { return known }
    guard let known = record(at: first ^ 1, of: row) else { return nil }
    latest[place].toggle()
    return known
  }

  /// Knows the record of a row from now on, if it was seen before.
  mutating func learn(_ record: MessageRecord, of row: StoredMessage) {
    guard !isOff, row.byteCount <= KnownMessages.longestRow else { return }
    if seen.isEmpty { seen = Array(repeating: -1, count: KnownMessages.capacity) }
    let hash = row.hash
    guard seen[hash % seen.count] == hash else {
      seen[hash % seen.count] = hash
      return
    }
    if entries.isEmpty { makeRoom() }
    let place = hash % latest.count
    latest[place].toggle()
    let index = 2 * place + (latest[place] ? 1 : 0)
    entries[index] = Entry(
      record: record, outbox: row.outbox, unread: row.unread, counts: row.counts)
    let start = index * KnownMessages.longestRow
    bytes.withUnsafeMutableBytes { bytes in
      row.copyBytes(
        to: UnsafeMutableRawBufferPointer(
          rebasing: bytes[start..<(start + KnownMessages.longestRow)]))
    }
  }

  private func record(at index: Int, of row: StoredMessage) -> MessageRecord? {
    guard let entry = entries[index], entry.outbox == row.outbox, entry.unread == row.unread,
      entry.counts == row.counts
    else { return nil }
    let start = index * KnownMessages.longestRow
    let isSame = bytes.withUnsafeBytes { bytes in
      row.hasBytes(
        UnsafeRawBufferPointer(rebasing: bytes[start..<(start + KnownMessages.longestRow)]))
    }
    return isSame ? entry.record : nil
  }

  private mutating func makeRoom() {
    entries = Array(repeating: nil, count: KnownMessages.capacity)
    latest = Array(repeating: false, count: KnownMessages.capacity / 2)
    bytes = Array(repeating: 0, count: KnownMessages.capacity * KnownMessages.longestRow)
  }
}
