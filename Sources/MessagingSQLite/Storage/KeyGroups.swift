internal import MessagingModel

/// The keys of rows, grouped so that one statement can find each group.
struct KeyGroups {
  /// The keys of one conversation, as bytes.
  struct Group {
    var hasRecord = false
    var ids: [[UInt8]] = []
    var remotes: [[UInt8]] = []
    var participants: [[UInt8]] = []
    var tombstones: [[UInt8]] = []
    var waiting: [[UInt8]] = []

    /// The number of messages.
    var count: Int { ids.count + remotes.count }
  }

  private(set) var hasStore = false
  private(set) var streams: [StreamID] = []
  private(set) var conversations: [ConversationID: Group] = [:]

  mutating func add(_ key: RecordKey) {
    switch key {
    case .store: hasStore = true
    case .stream(let id): streams.append(id)
    case .conversation(let id): conversations[id, default: Group()].hasRecord = true
    case .message(let id, .id(let name)):
      conversations[id, default: Group()].ids.append(name.bytes)
    case .message(let id, .remote(let name)):
      conversations[id, default: Group()].remotes.append(name.bytes)
    case .receipt(let id, let participant):
      conversations[id, default: Group()].participants.append(participant.bytes)
    case .tombstone(let id, let target):
      conversations[id, default: Group()].tombstones.append(target.bytes)
    case .waiting(let id, let target):
      conversations[id, default: Group()].waiting.append(target.bytes)
    }
  }
}

/// How many keys one statement takes. There are few sizes, so that few statements are prepared.
/// Most batches have one message, and for one key SQLite builds no table of keys.
enum Chunk {
  static let sizes = [1, 4, 16, 64, 500]
  static let largest = 500

  /// The smallest size for this number of keys.
  static func size(for count: Int) -> Int {
    sizes.first { count <= $0 } ?? largest
  }
}

/// A statement text for each size, built once.
struct ChunkedStatement: Sendable {
  private let sql: [Int: String]

  init(_ sql: (Int) -> String) {
    self.sql = Dictionary(uniqueKeysWithValues: Chunk.sizes.map { ($0, sql($0)) })
  }

  /// - Parameter size: one of ``Chunk/sizes``.
  subscript(size: Int) -> String { sql[size] ?? "" }
}

extension PreparedStatement {
  /// Binds keys, and fills the remaining parameters with NULL, which matches nothing.
  func bind(_ keys: ArraySlice<[UInt8]>, from first: Int, padding size: Int) {
    var index = first
    for key in keys {
      bind(index, key)
      index += 1
    }
    while index < first + size {
      bind(index, nil as [UInt8]?)
      index += 1
    }
  }
}
