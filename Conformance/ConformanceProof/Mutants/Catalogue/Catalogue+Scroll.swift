internal import MessagingConformance
internal import MessagingCore
internal import MessagingModel
internal import MessagingTimeline

extension MutantCatalogue {
  static let scroll: [Mutant] =
    [sharedBetweenCopies] + scrollKeeping + scrollFollowing + scrollGoing + scrollSight

  private static let sharedBetweenCopies = Mutant(
    "shared-between-copies", kills: "SCROLL-001", "Copies of the model share what they remember.",
    origin: "a list that was tried out on a copy",
    .scroll { options in SharedScroll(NaiveScroll(options)) })
}

/// A model that is a reference in disguise.
private struct SharedScroll: ScrollAnchoring {
  private let state: Locked<NaiveScroll>

  init(_ model: NaiveScroll) { state = Locked(model) }

  mutating func handle(_ event: ScrollEvent) -> ScrollOutcome {
    state.withLock { $0.handle(event) }
  }

  var reading: ScrollReading { state.current.reading }
  var savedPosition: SavedScrollPosition? { state.current.savedPosition }
  var sight: ScrollSight { state.current.sight }

  func frame(of id: RowID) -> RowFrame? { state.current.frame(of: id) }
}
