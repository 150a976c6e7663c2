internal import MessagingModel

/// What turns one list of conversations into the next, in one step.
///
/// Coordinates as in ``TimelineDiff``: ``deletes``, and where moves and updates come *from*, count
/// in the old entries; ``inserts``, and where moves and updates go *to*, count in the new ones. An
/// entry that moved and changed is in both lists.
public struct ConversationListDiff: Hashable, Sendable {
  /// An entry that was not there.
  public struct Insert: Hashable, Sendable {
    /// In the new entries.
    public var index: Int
    public var entry: ConversationEntry

    public init(index: Int, entry: ConversationEntry) {
      self.index = index
      self.entry = entry
    }
  }

  /// An entry that stays and says something else.
  public struct Update: Hashable, Sendable {
    /// In the old entries.
    public var from: Int
    /// In the new entries.
    public var to: Int
    public var entry: ConversationEntry

    public init(from: Int, to: Int, entry: ConversationEntry) {
      self.from = from
      self.to = to
      self.entry = entry
    }
  }

  /// In the old entries, descending.
  public var deletes: [Int]
  /// Ascending.
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

  /// Whether nothing is to be done.
  public var isEmpty: Bool {
    deletes.isEmpty && inserts.isEmpty && moves.isEmpty && updates.isEmpty
  }

  /// How one list becomes another.
  ///
  /// - Parameters:
  ///   - old: each conversation once.
  ///   - new: each conversation once.
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
