public import MessagingTimeline

/// Keeps the row that somebody reads where it is: an event in, at most one command out. Pure: no
/// clock, no screen. The laws of this role are the area SCROLL of the Spec.
public protocol ScrollAnchoring: Sendable {
  /// Takes an event. A rejected event leaves everything as it was.
  mutating func handle(_ event: ScrollEvent) -> ScrollOutcome

  /// What there is to see of the state.
  var reading: ScrollReading { get }

  /// Where a row lies in the view; `nil` if it is not there (`SCROLL-070`).
  func frame(of id: RowID) -> RowFrame?

  /// What is to be seen of the content (`SCROLL-071`…`SCROLL-073`).
  var sight: ScrollSight { get }

  /// What has to be stored so that `OpeningTarget.restore(_:)` shows the same again; `nil` while
  /// nothing is shown.
  var savedPosition: SavedScrollPosition? { get }
}

extension ScrollAnchor: ScrollAnchoring {}
