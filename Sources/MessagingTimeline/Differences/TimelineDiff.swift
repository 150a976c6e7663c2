/// The change from one timeline to the next: one atomic step, for every kind of change
/// (`DIFF-023`).
///
/// Coordinates (`DIFF-006`): ``deletes``, and where moves and updates come *from*, are indexes of
/// the old rows. ``inserts``, and where moves and updates go *to*, are indexes of the new rows. A
/// row that moved and changed is in ``moves`` and in ``updates``. Rows that only shift because of
/// their neighbours are in none.
public struct TimelineDiff: Hashable, Sendable {
  /// A row that is only in the new timeline.
  public struct Insert: Hashable, Sendable {
    /// The index in the new rows.
    public var index: Int
    public var item: TimelineItem
    /// Whether the message has just arrived at the end of a conversation that was shown up to
    /// there. Animate it, and count it (`DIFF-012`).
    public var isNew: Bool

    public init(index: Int, item: TimelineItem, isNew: Bool = false) {
      self.index = index
      self.item = item
      self.isNew = isNew
    }
  }

  /// A row that changed its place among those that stay.
  public struct Move: Hashable, Sendable {
    /// The index in the old rows.
    public var from: Int
    /// The index in the new rows.
    public var to: Int

    public init(from: Int, to: Int) {
      self.from = from
      self.to = to
    }
  }

  /// The aspects of a row that changed.
  public struct Aspects: OptionSet, Hashable, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The content of the row. Its height may change.
    public static let content = Aspects(rawValue: 1)
    /// The place of the row in a run of one sender. Its height may change.
    public static let grouping = Aspects(rawValue: 2)
    /// Delivery state, readers, upload progress. The height stays (`DIFF-014`).
    public static let metadata = Aspects(rawValue: 4)
  }

  /// A row that stays and looks different.
  public struct Update: Hashable, Sendable {
    /// The index in the old rows.
    public var from: Int
    /// The index in the new rows.
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

  /// The version that the diff applies to.
  public var base: Int64
  /// The version that the diff leads to.
  public var target: Int64
  /// The indexes of deleted rows in the old rows, descending.
  public var deletes: [Int]
  /// Ascending by ``Insert/index``.
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

  /// Whether the diff changes no row.
  public var isEmpty: Bool {
    deletes.isEmpty && inserts.isEmpty && moves.isEmpty && updates.isEmpty
  }
}
