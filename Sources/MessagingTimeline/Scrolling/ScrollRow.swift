public import MessagingModel

/// A row as scrolling needs it: its height, and whether it can be held and counted.
public struct ScrollRow: Hashable, Sendable {
  /// What a row means for the anchor and for counting.
  public enum Kind: Hashable, Sendable {
    /// A message of somebody else. It can be the anchor, and counts as unread.
    case remoteMessage
    /// A message of the owner. It can be the anchor, and counts for following but not as unread.
    case ownMessage
    /// Separators, dividers, markers, spinners, typing, overlays. They are never the anchor and are
    /// never counted (`SCROLL-006`).
    case decoration
  }

  public var id: RowID
  public var kind: Kind
  /// The height in points; finite, not negative.
  public var height: Double
  /// Whether a view measured the height; otherwise it is an estimate.
  public var isMeasured: Bool
  /// The position of the message, to find a neighbour if the row is gone; `nil` for decorations.
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

/// The changes of the rows in one transaction. Coordinates as in ``TimelineDiff``.
public struct RowChanges: Hashable, Sendable {
  public struct Insert: Hashable, Sendable {
    /// The index in the new rows.
    public var index: Int
    public var row: ScrollRow
    /// Whether the message has just arrived at the end, as the diff says. It is followed and
    /// counted.
    public var isNew: Bool

    public init(index: Int, row: ScrollRow, isNew: Bool = false) {
      self.index = index
      self.row = row
      self.isNew = isNew
    }
  }

  /// A new height of a row.
  public struct Resize: Hashable, Sendable {
    /// Why a row is higher or lower than before; it decides which edge stays.
    public enum Cause: Hashable, Sendable {
      /// The content changed: the top edge stays (`SCROLL-014`).
      case content
      /// The estimate was replaced by a measured height (`SCROLL-015`).
      case firstMeasurement
      /// A neighbour came or went, and the row's header changed: the bottom edge stays
      /// (`SCROLL-016`).
      case grouping
      /// The view became wider or narrower (`SCROLL-028`).
      case width
    }

    public var id: RowID
    /// The new height in points; finite, not negative.
    public var height: Double
    public var cause: Cause

    public init(id: RowID, height: Double, cause: Cause) {
      self.id = id
      self.height = height
      self.cause = cause
    }
  }

  /// The indexes of deleted rows in the old rows, descending.
  public var deletes: [Int]
  /// Ascending by ``Insert/index``.
  public var inserts: [Insert]
  /// From old to new coordinates, ascending by the new one.
  public var moves: [TimelineDiff.Move]
  /// New heights of rows that are there afterwards; at most one per row.
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
