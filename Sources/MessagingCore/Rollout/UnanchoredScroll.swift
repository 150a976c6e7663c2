internal import MessagingTimeline

/// A list that corrects nothing: rows that come in above what is read push it away (`ROLL-004`).
/// Scrolls that somebody wants are done.
struct UnanchoredScroll: ScrollAnchoring {
  private var anchor: any ScrollAnchoring
  /// Where the view is, as far as it said, in points; a view that said nothing lies at 0.
  private var offset = 0.0

  init(_ anchor: any ScrollAnchoring) { self.anchor = anchor }

  mutating func handle(_ event: ScrollEvent) -> ScrollOutcome {
    var outcome = anchor.handle(event)
    if case .scrolled(let offset) = event, outcome.rejection == nil { self.offset = offset }
    switch outcome.command {
    case .compensation:
      outcome.command = nil
      // The view is where it was, and the anchor has to believe it. One outside of its content
      // insists: that is for the view, which does not stay there by itself.
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
