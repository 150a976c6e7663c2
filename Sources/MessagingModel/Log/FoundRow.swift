/// A row of a damaged conversation as a storage found it, for ``Salvage/init(of:from:)``.
public struct FoundRow: Hashable, Sendable {
  /// The address under which the storage keeps the row; `nil` if it cannot be read.
  public let key: RecordKey?
  /// What the bytes say; `nil` if they cannot be read.
  public let record: StoredRecord?
  /// Whether the record belongs to the address, and to everything else that the storage has beside
  /// it.
  public let isSound: Bool
  /// Whether the row may be a message with something unsent, although its bytes cannot be read.
  public let mayBeUnsent: Bool
  /// The bytes of the record.
  public let bytes: [UInt8]

  /// A row of a storage with columns of its own.
  public init(
    key: RecordKey?, record: StoredRecord?, isSound: Bool, mayBeUnsent: Bool, bytes: [UInt8]
  ) {
    self.key = key
    self.record = record
    self.isSound = isSound
    self.mayBeUnsent = mayBeUnsent
    self.bytes = bytes
  }

  /// A row of a storage that keeps the canonical form of each row under ``RecordKey/bytes``.
  ///
  /// - Parameters:
  ///   - name: the bytes under which the row is kept.
  ///   - canonical: the canonical form, which may be damaged.
  ///   - isInOutbox: whether the storage lists the row among unsent messages.
  /// - Complexity: O(bytes); a row that cannot be read is searched for two marks.
  public init(name: [UInt8], canonical: [UInt8], isInOutbox: Bool) {
    let record = try? StoredRecord(canonical: canonical)
    self.init(
      key: RecordKey(bytes: name), record: record,
      isSound: record.map {
        $0.key.bytes == name && ($0.message?.outboxSequence != nil) == isInOutbox
      } ?? false,
      mayBeUnsent: isInOutbox || MessageRecord.unsentMarks.contains(where: canonical.contains),
      bytes: canonical)
  }
}

extension MessageRecord {
  /// Bytes that the canonical form of an unconfirmed message contains, and that no text in it can
  /// contain, because quotes in texts are escaped.
  public static let unconfirmedMark = Array(#""position":{"local":"#.utf8)
  /// The same for a message with local changes.
  public static let dependentsMark = Array(#""dependents":["#.utf8)

  fileprivate static let unsentMarks = [unconfirmedMark, dependentsMark]
}

extension RecordKey {
  /// Reads ``bytes``; `nil` if they are damaged.
  ///
  /// - Complexity: O(length of its names).
  public init?(bytes: [UInt8]) {
    func parts<Name: CanonicalCodable>(
      after kind: String, _ key: (ConversationID, Name) -> RecordKey
    ) -> RecordKey? {
      try? CanonicalReader.read(Array(bytes.dropFirst(kind.utf8.count))) {
        reader throws(CanonicalError) in
        let key = key(try ConversationID(from: &reader), try Name(from: &reader))
        try reader.end()
        return key
      }
    }
    func part<Name: CanonicalCodable>(after kind: String) -> Name? {
      try? Name(canonical: Array(bytes.dropFirst(kind.utf8.count)))
    }
    let kinds = ["store", "stream", "conversation", "message", "receipt", "tombstone", "waiting"]
    let kind = kinds.first { bytes.starts(with: $0.utf8) }
    let key: RecordKey? =
      switch kind {
      case "store": bytes.count == 5 ? .store : nil
      case "stream": part(after: "stream").map(RecordKey.stream)
      case "conversation": part(after: "conversation").map(RecordKey.conversation)
      case "message": parts(after: "message", RecordKey.message)
      case "receipt": parts(after: "receipt", RecordKey.receipt)
      case "tombstone": parts(after: "tombstone", RecordKey.tombstone)
      case "waiting": parts(after: "waiting", RecordKey.waiting)
      default: nil
      }
    guard let key else { return nil }
    self = key
  }
}
