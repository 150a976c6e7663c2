public import MessagingModel

/// An event of a list that scrolls. Lengths are points; y grows downwards.
public enum ScrollEvent: Hashable, Sendable {
  /// Rows and geometry change together: one layout, one correction (`SCROLL-007`).
  case transaction(ScrollTransaction)
  /// The user or momentum moved the content. The value is the offset that the view reports.
  ///
  /// Offsets on the way of an animated ``ScrollCommand/programmatic(offset:reason:)`` must not be
  /// reported. A touch that interrupts the animation comes first, as ``phase(_:)`` with
  /// ``ScrollPhase/tracking``.
  case scrolled(to: Double)
  /// A finger touched the content or let it go, or the content came to rest.
  case phase(ScrollPhase)
  /// The user asks for a row. `position` finds its neighbour if it is not there (`SCROLL-045`).
  case jump(to: RowID, position: Position?, alignment: JumpAlignment)
  /// The user asks for the end ("jump to latest").
  case jumpToEnd
}

/// One atomic change of rows and geometry.
public struct ScrollTransaction: Hashable, Sendable {
  public enum Rows: Hashable, Sendable {
    case same
    case changes(RowChanges)
    /// All rows are replaced. Rows with the same id count as the same row (`SCROLL-046`).
    case replace([ScrollRow])
  }

  public var rows: Rows
  /// The new geometry; `nil` for no change.
  public var geometry: ScrollGeometry?
  /// Whether there is history after the last row that is not loaded; `nil` for no change.
  public var hasNewer: Bool?
  /// A message that the user has just sent from this device. It is shown once (`SCROLL-032`), and
  /// is never guessed from the rows. `nil` for none.
  public var sent: RowID?

  public init(
    rows: Rows = .same, geometry: ScrollGeometry? = nil, hasNewer: Bool? = nil,
    sent: RowID? = nil
  ) {
    self.rows = rows
    self.geometry = geometry
    self.hasNewer = hasNewer
    self.sent = sent
  }
}

/// The frame around the rows, in points.
public struct ScrollGeometry: Hashable, Sendable {
  /// Where rows lie if they do not fill the view.
  public enum Alignment: Hashable, Sendable { case top, bottom }

  /// The width of the view, for which rows are measured.
  public var width: Double
  /// The height of the view, insets included.
  public var height: Double
  /// The height that is covered at the top: navigation bar, banner.
  public var topInset: Double
  /// The height that is covered at the bottom: input bar, keyboard, safe area.
  public var bottomInset: Double
  /// The space between two rows.
  public var gap: Double
  /// The space above the first row.
  public var topPadding: Double
  /// The space below the last row.
  public var bottomPadding: Double
  /// Where rows lie if they do not fill the view (`SCROLL-026`).
  public var alignment: Alignment

  public init(
    width: Double = 320, height: Double, topInset: Double = 0, bottomInset: Double = 0,
    gap: Double = 0, topPadding: Double = 0, bottomPadding: Double = 0,
    alignment: Alignment = .bottom
  ) {
    self.width = width
    self.height = height
    self.topInset = topInset
    self.bottomInset = bottomInset
    self.gap = gap
    self.topPadding = topPadding
    self.bottomPadding = bottomPadding
    self.alignment = alignment
  }
}

/// The phase of a gesture.
public enum ScrollPhase: Hashable, Sendable {
  case rest
  /// A finger holds the content.
  case tracking
  /// The finger let go, and the content still moves.
  case decelerating
}

/// Where the target of a jump comes to lie in the uncovered part of the view.
public enum JumpAlignment: Hashable, Sendable, CaseIterable {
  case top, center, bottom
  /// The content moves only as far as needed to show the whole row.
  case ifNeeded
}
