internal import MessagingTimeline

/// A list that corrects nothing: rows that come in above what is read push it away (`ROLL-004`).
/// Scrolls that somebody wants are done.
struct UnanchoredScroll: ScrollAnchoring {
  private var anchor: any ScrollAnchoring
  /// Where the view is, as far as it said.
  private var offset: Double?

  init(_ anchor: any ScrollAnchoring) { self.anchor = anchor }

  mutating func handle(_ event: ScrollEvent) -> ScrollOutcome {
    var outcome = anchor.handle(event)
    if case .scrolled(let offset) = event, outcome.rejection == nil { self.offset = offset }
    switch outcome.command {
    case .compensation(let wanted, let delta):
      outcome.command = nil
      stay(at: offset ?? wanted - delta)
    case .programmatic(let offset, _): self.offset = offset
    case nil: break
    }
    return outcome
  }

  /// The view is where it was, and the anchor has to believe it.
  private mutating func stay(at offset: Double) {
    // One at an end of its content may insist; it is not asked for ever.
    for _ in 0..<4 where anchor.handle(.scrolled(to: offset)).command == nil { return }
  }

  var reading: ScrollReading { anchor.reading }
  var sight: ScrollSight { anchor.sight }
  var savedPosition: SavedScrollPosition? { anchor.savedPosition }

  func frame(of id: RowID) -> RowFrame? { anchor.frame(of: id) }
}
