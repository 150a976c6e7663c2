internal import MessagingModel

/// A cache of the messages that a connection read recently, with the bytes of their rows. When a
/// window is read again after a commit, only the messages that the commit changed are decoded.
///
/// The cache never replaces the file: all columns of a row are compared byte by byte, and only the
/// decoding is saved. An entry is found by a hash of its position. Two messages may share a hash; a
/// third one replaces the one that was used longer ago. A message is cached only when it is read a
/// second time, so pages that are scrolled past cost nothing here.
struct KnownMessages: Sendable {
  /// The maximum number of cached messages. The rest of a longer list is decoded each time.
  static let capacity = 512
  /// The maximum size of the columns of a cached row, in bytes. A longer row is decoded each time.
  static let longestRow = 1024

  /// A cached row.
  private struct Entry {
    let record: MessageRecord
    let outbox: Int64?
    let unread: Int64?
    /// The lengths of its columns, which are stored one after the other.
    let counts: StoredMessage.Counts
  }

  private let isOff: Bool
  /// Empty until the first entry; afterwards two entries for each hash.
  private var entries: [Entry?] = []
  /// For each hash, whether the second of its two entries was used last.
  private var latest: [Bool] = []
  /// ``longestRow`` bytes for each entry.
  private var bytes: [UInt8] = []
  /// Hashes of rows that were read once.
  private var seen: [Int] = []

  init() {
    isOff = false
  }

  private init(isOff: Bool) {
    self.isOff = isOff
  }

  /// A cache that stores nothing.
  static let none = KnownMessages(isOff: true)

  /// The cached record of a row; `nil` if there is none.
  mutating func record(of row: StoredMessage) -> MessageRecord? {
    if entries.isEmpty { return nil }
    let place = row.hash % latest.count
    let first = 2 * place + (latest[place] ? 1 : 0)
    if let known = record(at: first, of: row) { return known }
    guard let known = record(at: first ^ 1, of: row) else { return nil }
    latest[place].toggle()
    return known
  }

  /// Caches the record of a row if the row was read before.
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
