public import MessagingModel

/// A row as scrolling sees it: how high it is, and what it is good for.
public struct ScrollRow: Hashable, Sendable {
  /// What a row means for anchor and counting.
  public enum Kind: Hashable, Sendable {
    /// A message of somebody else: holds the reader's eye, counts as unread.
    case remoteMessage
    /// A message of the owner: holds the reader's eye, counts for following, not as unread.
    case ownMessage
    /// Separators, dividers, markers, spinners, typing, overlays: never an anchor, never counted
    /// (`SCROLL-006`).
    case decoration
  }

  public var id: RowID
  public var kind: Kind
  /// In points; not negative, finite.
  public var height: Double
  /// Whether a view measured the height; otherwise it is an estimate.
  public var isMeasured: Bool
  /// The message's position, by which a row is found that is not there any more; `nil` for
  /// decorations.
  public var position: Position?

  public init(
    id: RowID, kind: Kind, height: Double, isMeasured: Bool = true, position: Position? = nil
  ) {
    self.id = id
    self.kind = kind
    self.height = height
    self.isMeasured = isMeasured
    self.position = position
  }
}

/// What becomes of the rows in one transaction; coordinates as in ``TimelineDiff``.
public struct RowChanges: Hashable, Sendable {
  public struct Insert: Hashable, Sendable {
    /// In the new rows.
    public var index: Int
    public var row: ScrollRow
    /// Whether it arrived just now at the end, as the diff says: followed and counted.
    public var isNew: Bool

    public init(index: Int, row: ScrollRow, isNew: Bool = false) {
      self.index = index
      self.row = row
      self.isNew = isNew
    }
  }

  /// A row has another height.
  public struct Resize: Hashable, Sendable {
    /// Why a row is higher or lower than before; it decides which edge stays.
    public enum Cause: Hashable, Sendable {
      /// It says something else: the top edge stays (`SCROLL-014`).
      case content
      /// The estimate was replaced by a measured height (`SCROLL-015`).
      case firstMeasurement
      /// A neighbour came or went, so that its header changed: the bottom edge stays
      /// (`SCROLL-016`).
      case grouping
      /// The view became wider or narrower (`SCROLL-028`).
      case width
    }

    public var id: RowID
    /// In points; finite, not negative.
    public var height: Double
    public var cause: Cause

    public init(id: RowID, height: Double, cause: Cause) {
      self.id = id
      self.height = height
      self.cause = cause
    }
  }

  /// In the old rows, descending.
  public var deletes: [Int]
  /// Ascending.
  public var inserts: [Insert]
  /// From old to new coordinates, ascending by the new one.
  public var moves: [TimelineDiff.Move]
  /// By id; for rows that are there afterwards. One per row.
  public var resizes: [Resize]

  public init(
    deletes: [Int] = [], inserts: [Insert] = [], moves: [TimelineDiff.Move] = [],
    resizes: [Resize] = []
  ) {
    self.deletes = deletes
    self.inserts = inserts
    self.moves = moves
    self.resizes = resizes
  }
}
