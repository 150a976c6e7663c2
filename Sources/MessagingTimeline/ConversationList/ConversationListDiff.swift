internal import MessagingModel

/// The change from one list of conversations to the next, in one step.
///
/// Coordinates as in ``TimelineDiff``: ``deletes``, and where moves and updates come *from*, are
/// indexes of the old entries. ``inserts``, and where moves and updates go *to*, are indexes of the
/// new entries. An entry that moved and changed is in ``moves`` and in ``updates``.
public struct ConversationListDiff: Hashable, Sendable {
  /// An entry that is only in the new list.
  public struct Insert: Hashable, Sendable {
    /// The index in the new entries.
    public var index: Int
    public var entry: ConversationEntry

    public init(index: Int, entry: ConversationEntry) {
      self.index = index
      self.entry = entry
    }
  }

  /// An entry that stays and has changed.
  public struct Update: Hashable, Sendable {
    /// The index in the old entries.
    public var from: Int
    /// The index in the new entries.
    public var to: Int
    public var entry: ConversationEntry

    public init(from: Int, to: Int, entry: ConversationEntry) {
      self.from = from
      self.to = to
      self.entry = entry
    }
  }

  /// The indexes in the old entries, descending.
  public var deletes: [Int]
  /// Ascending by ``Insert/index``.
  public var inserts: [Insert]
  /// Ascending by ``TimelineDiff/Move/to``; as few as possible.
  public var moves: [TimelineDiff.Move]
  /// Ascending by ``Update/to``.
  public var updates: [Update]

  public init(
    deletes: [Int] = [], inserts: [Insert] = [], moves: [TimelineDiff.Move] = [],
    updates: [Update] = []
  ) {
    self.deletes = deletes
    self.inserts = inserts
    self.moves = moves
    self.updates = updates
  }

  /// Whether the diff changes nothing.
  public var isEmpty: Bool {
    deletes.isEmpty && inserts.isEmpty && moves.isEmpty && updates.isEmpty
  }

  /// Computes the diff from one list to another.
  ///
  /// - Parameters:
  ///   - old: the old entries, each conversation once.
  ///   - new: the new entries, each conversation once.
  /// - Complexity: O(entries · log entries).
  public init(from old: [ConversationEntry], to new: [ConversationEntry]) {
    self.init()
    var oldIndexes: [ConversationID: Int] = [:]
    oldIndexes.reserveCapacity(old.count)
    for (index, entry) in old.enumerated() { oldIndexes[entry.id] = index }
    var runs: [RowMatching.Run] = []
    for (index, entry) in new.enumerated() {
      guard let oldIndex = oldIndexes.removeValue(forKey: entry.id) else {
        inserts.append(Insert(index: index, entry: entry))
        continue
      }
      if old[oldIndex] != entry { updates.append(Update(from: oldIndex, to: index, entry: entry)) }
      if let last = runs.last, last.oldEnd == oldIndex, last.newEnd == index {
        runs[runs.count - 1].count += 1
      } else {
        runs.append(RowMatching.Run(old: oldIndex, new: index, count: 1))
      }
    }
    deletes = oldIndexes.values.sorted(by: >)
    moves = RowMoves.moves(of: runs)
  }
}
