public import MessagingTimeline

/// Holds the row that the user reads in its place: event in, at most one command out. Pure: no
/// clock, no screen. The laws of this role are the area SCROLL of the Spec.
public protocol ScrollAnchoring: Sendable {
  /// Handles an event and returns the outcome. A rejected event changes nothing.
  mutating func handle(_ event: ScrollEvent) -> ScrollOutcome

  /// The observable part of the state.
  var reading: ScrollReading { get }

  /// The frame of a row in the view; `nil` if there is no such row (`SCROLL-070`).
  func frame(of id: RowID) -> RowFrame?

  /// The visible part of the content (`SCROLL-071`…`SCROLL-073`).
  var sight: ScrollSight { get }

  /// The position to store so that `OpeningTarget.restore(_:)` shows the same rows again; `nil`
  /// while nothing is shown.
  var savedPosition: SavedScrollPosition? { get }
}

extension ScrollAnchor: ScrollAnchoring {}
