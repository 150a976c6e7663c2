public import MessagingModel

/// The state of a scroll anchor as its owner sees it. Lengths are points.
public struct ScrollReading: Hashable, Sendable {
  /// The exact y of the content at the upper edge of the view. While corrections wait for the end
  /// of a gesture (``ScrollOptions/canWriteOffsetWhileScrolling``), this is the offset with them.
  public var offset: Double
  /// ``offset`` in whole pixels of the screen (`SCROLL-047`).
  public var publishedOffset: Double
  /// Whether the end is followed (`SCROLL-029`).
  public var isPinned: Bool
  /// The row that is held; `nil` while the end is followed or nothing can be held.
  public var anchor: RowID?
  /// Messages of others that arrived at the end while it was not followed.
  public var unread: Int
  /// The distance to the end; not negative at rest.
  public var distanceFromEnd: Double
  /// Height of the content, paddings and gaps included.
  public var contentHeight: Double
  /// Whether to offer a way to the end (`SCROLL-051`).
  public var showsJumpButton: Bool

  public init(
    offset: Double = 0, publishedOffset: Double = 0, isPinned: Bool = false, anchor: RowID? = nil,
    unread: Int = 0, distanceFromEnd: Double = 0, contentHeight: Double = 0,
    showsJumpButton: Bool = false
  ) {
    self.offset = offset
    self.publishedOffset = publishedOffset
    self.isPinned = isPinned
    self.anchor = anchor
    self.unread = unread
    self.distanceFromEnd = distanceFromEnd
    self.contentHeight = contentHeight
    self.showsJumpButton = showsJumpButton
  }
}

/// Where the reader was, to be stored between two openings of a conversation (`SCROLL-048`).
public struct SavedScrollPosition: Hashable, Sendable {
  /// The first message that was visible; without any, the nearest one.
  public var row: RowID
  /// The position of the message, to find a neighbour if the row is gone; `nil` if it has none.
  public var position: Position?
  /// From the upper edge of the uncovered part of the view down to the row's upper edge, in points.
  public var distance: Double
  /// How much of the row was hidden above that edge, 0…1.
  public var hiddenFraction: Double
  /// Whether the end was followed.
  public var isPinned: Bool

  public init(
    row: RowID, position: Position?, distance: Double, hiddenFraction: Double, isPinned: Bool
  ) {
    self.row = row
    self.position = position
    self.distance = distance
    self.hiddenFraction = hiddenFraction
    self.isPinned = isPinned
  }
}

/// Where a conversation opens. The first of these that there is wins, in this order (`SCROLL-033`).
public struct OpeningTarget: Hashable, Sendable {
  /// Where the reader was the last time; `nil` for none.
  public var restore: SavedScrollPosition?
  /// The row of the message at which to open; `nil` for none. ``focusPosition`` finds a neighbour
  /// if the row is gone.
  public var focus: RowID?
  public var focusPosition: Position?

  public init(
    restore: SavedScrollPosition? = nil, focus: RowID? = nil, focusPosition: Position? = nil
  ) {
    self.restore = restore
    self.focus = focus
    self.focusPosition = focusPosition
  }
}

/// The options of a scroll anchor. Lengths are points.
public struct ScrollOptions: Hashable, Sendable {
  /// The end is followed from when the content rests within this distance of it.
  public var pinEnter: Double = 5
  /// The end is no longer followed when the user moves further away than this.
  public var pinExit: Double = 50
  /// A button to the end is offered when the end is further away than this.
  public var jumpButton: Double = 200
  /// Pixels per point of the screen: 1, 2 or 3.
  public var scale: Int = 2
  /// Whether the offset of the view can be written while a finger or momentum moves the content.
  public var canWriteOffsetWhileScrolling = true
  /// Which row is held: the first visible one by its top edge, or the last visible one by its
  /// bottom edge (`SCROLL-019`).
  public var preference = Preference.top
  /// Where the conversation opens; by default at the first unread message, or at the end.
  public var opening = OpeningTarget()

  /// Which of the visible rows is held.
  public enum Preference: Hashable, Sendable { case top, bottom }

  public init() {}
}
