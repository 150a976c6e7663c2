// For stores that keep rows of all kinds in one place.
extension StoredRecord {
  /// The message, if the row is one; `nil` otherwise.
  public var message: MessageRecord? {
    if case .message(let record) = self { record } else { nil }
  }

  /// The record of a conversation, if the row is one; `nil` otherwise.
  public var conversation: ConversationRecord? {
    if case .conversation(let record) = self { record } else { nil }
  }

  /// The receipt, if the row is one; `nil` otherwise.
  public var receipt: Receipt? {
    if case .receipt(let receipt) = self { receipt } else { nil }
  }

  /// The record of a stream, if the row is one; `nil` otherwise.
  public var stream: StreamRecord? {
    if case .stream(let record) = self { record } else { nil }
  }
}

extension RecordKey {
  /// The key as bytes, for a store with one column for keys: two keys have the same bytes if and
  /// only if they are equal. They stay the same in later versions; their order means nothing.
  ///
  /// - Complexity: O(length of its names).
  public var bytes: [UInt8] {
    // Quotes in names are escaped, so the parts cannot run into each other.
    switch self {
    case .store: RecordKey.bytes("store", [])
    case .stream(let id): RecordKey.bytes("stream", [id.canonical])
    case .conversation(let id): RecordKey.bytes("conversation", [id.canonical])
    case .message(let id, let name): RecordKey.bytes("message", [id.canonical, name.canonical])
    case .receipt(let id, let reader): RecordKey.bytes("receipt", [id.canonical, reader.canonical])
    case .tombstone(let id, let name): RecordKey.bytes("tombstone", [id.canonical, name.canonical])
    case .waiting(let id, let name): RecordKey.bytes("waiting", [id.canonical, name.canonical])
    }
  }

  private static func bytes(_ kind: String, _ parts: [[UInt8]]) -> [UInt8] {
    Array(kind.utf8) + parts.joined()
  }
}
