public import MessagingModel

/// What can happen to a list that scrolls. Lengths are points; y grows downwards.
public enum ScrollEvent: Hashable, Sendable {
  /// Rows and geometry change together: one layout, one correction (`SCROLL-007`).
  case transaction(ScrollTransaction)
  /// The user, or momentum, moved the content: the offset that the view reports.
  case scrolled(to: Double)
  /// A finger touched, let go, or the content came to rest.
  case phase(ScrollPhase)
  /// Show a row. `position` finds its neighbour if it is not there (`SCROLL-045`).
  case jump(to: RowID, position: Position?, alignment: JumpAlignment)
  /// Show the end ("jump to latest").
  case jumpToEnd
}

/// One atomic change of what is laid out.
public struct ScrollTransaction: Hashable, Sendable {
  public enum Rows: Hashable, Sendable {
    case same
    case changes(RowChanges)
    /// Everything anew; rows are recognised by their ids (`SCROLL-046`).
    case replace([ScrollRow])
  }

  public var rows: Rows
  /// `nil` leaves it as it is.
  public var geometry: ScrollGeometry?
  /// Whether there is history after the last row that is not loaded; `nil` leaves it as it is.
  public var hasNewer: Bool?
  /// A message that the user sent right now, from this device: shown once (`SCROLL-032`). Never
  /// guessed from the rows.
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
  /// Where rows lie that do not fill the view.
  public enum Alignment: Hashable, Sendable { case top, bottom }

  /// Of the view; rows are measured for it.
  public var width: Double
  /// Of the view, insets included.
  public var height: Double
  /// Covered at the top: navigation bar, banner.
  public var topInset: Double
  /// Covered at the bottom: input bar, keyboard, safe area.
  public var bottomInset: Double
  /// Between two rows.
  public var gap: Double
  /// Above the first row.
  public var topPadding: Double
  /// Below the last row.
  public var bottomPadding: Double
  /// What rows do that do not fill the view (`SCROLL-026`).
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

/// What the user's finger does.
public enum ScrollPhase: Hashable, Sendable {
  case rest
  /// A finger holds the content.
  case tracking
  /// It was let go and still moves.
  case decelerating
}

/// Where a row that is jumped to comes to lie in the uncovered part of the view.
public enum JumpAlignment: Hashable, Sendable, CaseIterable {
  case top, center, bottom
  /// Only as far as needed to show all of it.
  case ifNeeded
}
