/// What turns one timeline into the next: one atomic step, for every change there is (`DIFF-023`).
///
/// Coordinates (`DIFF-006`): ``deletes``, and where moves and updates come *from*, count in the old
/// rows; ``inserts``, and where moves and updates go *to*, count in the new rows. A row that moved
/// and changed is in both lists. Rows that merely shift because of their neighbours are in none.
public struct TimelineDiff: Hashable, Sendable {
  /// A row that was not there.
  public struct Insert: Hashable, Sendable {
    /// In the new rows.
    public var index: Int
    public var item: TimelineItem
    /// Whether it arrived just now, at the end of a conversation that was shown already: animate
    /// it, count it (`DIFF-012`).
    public var isNew: Bool

    public init(index: Int, item: TimelineItem, isNew: Bool = false) {
      self.index = index
      self.item = item
      self.isNew = isNew
    }
  }

  /// A row that changed its place among those that stay.
  public struct Move: Hashable, Sendable {
    /// In the old rows.
    public var from: Int
    /// In the new rows.
    public var to: Int

    public init(from: Int, to: Int) {
      self.from = from
      self.to = to
    }
  }

  /// What about a row changed.
  public struct Aspects: OptionSet, Hashable, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// What it says; its height may change.
    public static let content = Aspects(rawValue: 1)
    /// Its place in a run of one sender; its height may change.
    public static let grouping = Aspects(rawValue: 2)
    /// Delivery state, readers, upload progress; its height stays (`DIFF-014`).
    public static let metadata = Aspects(rawValue: 4)
  }

  /// A row that stays and looks different.
  public struct Update: Hashable, Sendable {
    /// In the old rows.
    public var from: Int
    /// In the new rows.
    public var to: Int
    public var item: TimelineItem
    public var aspects: Aspects

    public init(from: Int, to: Int, item: TimelineItem, aspects: Aspects) {
      self.from = from
      self.to = to
      self.item = item
      self.aspects = aspects
    }
  }

  /// The version that it applies to.
  public var base: Int64
  /// The version that it leads to.
  public var target: Int64
  /// In the old rows, descending.
  public var deletes: [Int]
  /// Ascending.
  public var inserts: [Insert]
  /// Ascending by ``Move/to``; as few as possible (`DIFF-008`).
  public var moves: [Move]
  /// Ascending by ``Update/to``.
  public var updates: [Update]

  public init(
    base: Int64, target: Int64, deletes: [Int] = [], inserts: [Insert] = [], moves: [Move] = [],
    updates: [Update] = []
  ) {
    self.base = base
    self.target = target
    self.deletes = deletes
    self.inserts = inserts
    self.moves = moves
    self.updates = updates
  }

  /// Whether nothing is to be done.
  public var isEmpty: Bool {
    deletes.isEmpty && inserts.isEmpty && moves.isEmpty && updates.isEmpty
  }
}
