internal import MessagingConformance
internal import MessagingCore
internal import MessagingModel
internal import MessagingTimeline

extension MutantCatalogue {
  static let scroll: [Mutant] =
    [sharedBetweenCopies] + scrollKeeping + scrollFollowing + scrollGoing

  /// The naive model with one fault.
  static func faulty(
    _ name: String, _ fault: NaiveFault, kills: RequirementID, _ summary: String, origin: String
  ) -> Mutant {
    Mutant(
      name, kills: kills, summary, origin: origin,
      .scroll { options in NaiveScroll(options, fault: fault) })
  }

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
}
