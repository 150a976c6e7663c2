public import MessagingModel

/// What there is to see of a scroll anchor's state, in points.
public struct ScrollReading: Hashable, Sendable {
  /// The y of the content at the upper edge of the view; exact. While corrections wait for the
  /// finger (``ScrollOptions/canWriteOffsetWhileScrolling``) it is where the content would be.
  public var offset: Double
  /// ``offset`` in whole pixels of the screen (`SCROLL-047`).
  public var publishedOffset: Double
  /// Whether the end is followed (`SCROLL-029`).
  public var isPinned: Bool
  /// The row that is held; `nil` while the end is followed or nothing can be held.
  public var anchor: RowID?
  /// Messages of others that arrived at the end while it was not followed.
  public var unread: Int
  /// How far the end is away; not negative at rest.
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

/// Where somebody was, to be stored between two openings of a conversation (`SCROLL-048`).
public struct SavedScrollPosition: Hashable, Sendable {
  /// The row that was held.
  public var row: RowID
  /// The message's position, in case the row is gone.
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

/// Where a conversation opens; the first that there is wins, in this order (`SCROLL-033`).
public struct OpeningTarget: Hashable, Sendable {
  /// Where somebody was the last time.
  public var restore: SavedScrollPosition?
  /// A message that somebody came for, and its position in case it is gone.
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

/// How a scroll anchor behaves where tastes differ; lengths in points.
public struct ScrollOptions: Hashable, Sendable {
  /// Follows the end when it comes to rest this near to it.
  public var pinEnter: Double = 5
  /// Stops following when the user goes further away than this.
  public var pinExit: Double = 50
  /// Offers a way to the end when it is further away than this.
  public var jumpButton: Double = 200
  /// Pixels per point of the screen: 1, 2 or 3.
  public var scale: Int = 2
  /// Whether the view lets its offset be written while a finger or momentum moves it.
  public var canWriteOffsetWhileScrolling = true
  /// Which row holds: the first visible by its top edge, or the last visible by its bottom edge
  /// (`SCROLL-019`).
  public var preference = Preference.top
  /// Where the conversation opens; by default at the first unread message, or at the end.
  public var opening = OpeningTarget()

  /// Which of the visible rows holds.
  public enum Preference: Hashable, Sendable { case top, bottom }

  public init() {}
}
