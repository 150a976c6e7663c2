internal import MessagingModel
package import MessagingTimeline

/// What a line of a `scroll` block does.
package enum ScrollStep: Sendable {
  /// How the model is made.
  case options(ScrollOptions)
  /// The rows with which a list opens.
  case open([ScrollRow])
  /// A change of the frame; before the rows, the frame itself.
  case frame(ScrollFrame)
  /// A change of the rows; those of one moment are one transaction.
  case change(@Sendable (inout ScrollDraft) throws -> Void)
  /// What the user does, as the model hears of it.
  case gesture([ScrollEvent])
  /// The conversation is closed and opened again where it was.
  case reopen

  var isChange: Bool {
    switch self {
    case .change, .frame, .open: true
    case .options, .gesture, .reopen: false
    }
  }
}

/// How rows come to the end.
enum ScrollArrival: Hashable, Sendable {
  /// A newer page.
  case page
  /// Just now, from somebody else.
  case live
  /// Just now, from here.
  case sent
}

/// A row by its name, or, to say something wrong, by a bare index.
enum ScrollTarget: Hashable, Sendable {
  case row(RowID)
  case index(Int)
}

/// Where rows go.
enum ScrollPlace: Hashable, Sendable {
  case before(RowID)
  case after(RowID)
  case index(Int)
}

/// The parts of the geometry that a line names.
package struct ScrollFrame: Hashable, Sendable {
  var width: Double?
  var height: Double?
  var top: Double?
  var bottom: Double?
  var gap: Double?
  var topPadding: Double?
  var bottomPadding: Double?
  var alignment: ScrollGeometry.Alignment?

  /// A geometry with these parts.
  func applied(to old: ScrollGeometry) -> ScrollGeometry {
    ScrollGeometry(
      width: width ?? old.width, height: height ?? old.height, topInset: top ?? old.topInset,
      bottomInset: bottom ?? old.bottomInset, gap: gap ?? old.gap,
      topPadding: topPadding ?? old.topPadding, bottomPadding: bottomPadding ?? old.bottomPadding,
      alignment: alignment ?? old.alignment)
  }
}
