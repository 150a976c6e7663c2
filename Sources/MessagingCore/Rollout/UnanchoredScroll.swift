internal import MessagingTimeline

/// A scroll anchor that corrects nothing: rows that are inserted above the visible ones push them
/// away (`ROLL-004`). Requested scrolls still happen.
struct UnanchoredScroll: ScrollAnchoring {
  private var anchor: any ScrollAnchoring
  /// The last offset that the view reported, in points; 0 before the first report.
  private var offset = 0.0

  init(_ anchor: any ScrollAnchoring) { self.anchor = anchor }

  mutating func handle(_ event: ScrollEvent) -> ScrollOutcome {
    var outcome = anchor.handle(event)
    if case .scrolled(let offset) = event, outcome.rejection == nil { self.offset = offset }
    switch outcome.command {
    case .compensation:
      outcome.command = nil
      // The view did not move, so report its old offset to the anchor. If that offset lies outside
      // the content, the anchor asks for a correction again; ignore it, because the view itself
      // returns.
      _ = anchor.handle(.scrolled(to: offset))
    case .programmatic(let offset, _): self.offset = offset
    case nil: break
    }
    return outcome
  }

  var reading: ScrollReading { anchor.reading }
  var sight: ScrollSight { anchor.sight }
  var savedPosition: SavedScrollPosition? { anchor.savedPosition }

  func frame(of id: RowID) -> RowFrame? { anchor.frame(of: id) }
}
