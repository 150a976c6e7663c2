internal import MessagingModel
package import MessagingTimeline

/// The effect of a line of a `scroll` block.
package enum ScrollStep: Sendable {
  /// The options of the model.
  case options(ScrollOptions)
  /// The rows of a list that opens.
  case open([ScrollRow])
  /// A change of the frame. Before the rows, it sets the frame.
  case frame(ScrollFrame)
  /// A change of the rows. The changes of one moment are one transaction.
  case change(@Sendable (inout ScrollDraft) throws -> Void)
  /// An action of the user, as the model's events.
  case gesture([ScrollEvent])
  /// The conversation is closed, and opened again at the saved position.
  case reopen

  var isChange: Bool {
    switch self {
    case .change, .frame, .open: true
    case .options, .gesture, .reopen: false
    }
  }
}

/// How rows arrive at the end.
enum ScrollArrival: Hashable, Sendable {
  /// In a newer page.
  case page
  /// Live, from somebody else.
  case live
  /// Sent by the user.
  case sent
}

/// A row by name, or by index, which can also be an invalid one.
enum ScrollTarget: Hashable, Sendable {
  case row(RowID)
  case index(Int)
}

/// The place of inserted rows.
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

  /// Returns the old geometry with these parts replaced.
  func applied(to old: ScrollGeometry) -> ScrollGeometry {
    ScrollGeometry(
      width: width ?? old.width, height: height ?? old.height, topInset: top ?? old.topInset,
      bottomInset: bottom ?? old.bottomInset, gap: gap ?? old.gap,
      topPadding: topPadding ?? old.topPadding, bottomPadding: bottomPadding ?? old.bottomPadding,
      alignment: alignment ?? old.alignment)
  }
}
