package import MessagingTimeline

/// The rules by which the naive model decides. A mutant replaces one of them.
package struct ScrollRules: Sendable {
  // The held row.

  /// Whether a row can be held (`SCROLL-006`, `SCROLL-050`).
  package var isEligible: @Sendable (NaiveRow) -> Bool = \.isEligible
  /// How much of the top of the view is covered (`SCROLL-004`).
  package var bandTop: @Sendable (NaiveLayout) -> Int = \.frame.top
  /// Whether a row with this bottom is visible below the top of the band (`SCROLL-004`).
  package var isBelowTop: @Sendable (_ bottom: Int, _ top: Int) -> Bool = { $0 > $1 }
  /// The hold during a change of the rows, given the one that would be chosen now (`SCROLL-005`).
  package var held: @Sendable (NaiveScroll, NaiveStep, NaiveScroll.Hold?) -> NaiveScroll.Hold? = {
    model, _, chosen in model.hold ?? chosen
  }
  /// The hold after the user moved the content (`SCROLL-041`).
  package var heldAfterScroll: @Sendable (NaiveScroll) -> NaiveScroll.Hold? = { _ in nil }
  /// Whether the held row may now be covered, so that it is released (`SCROLL-069`).
  package var isReframed: @Sendable (NaiveStep) -> Bool = \.isReframed

  // Substitutes for a removed row.

  /// Whether a row moved, and can no longer be held (`SCROLL-013`).
  package var isMoved: @Sendable (NaiveStep, RowID) -> Bool = { $0.rows.moved.contains($1) }
  /// The possible substitutes for a row: the visible ones, then the rest (`SCROLL-012`).
  package var substitutes: @Sendable (NaiveScroll, NaiveStep, Int) -> (seen: [Int], rest: [Int]) = {
    $0.substitutes(of: $2, $1)
  }
  /// The row of a new list that replaces one that it does not contain (`SCROLL-046`).
  package var successor: @Sendable (NaiveStep, Int) -> Int? = { step, index in
    step.old.rows[index].position.flatMap(step.new.nearest)
  }

  // Keeping it in place.

  /// How far the content has to scroll (`SCROLL-010` to `SCROLL-018`).
  package var shift:
    @Sendable (NaiveScroll, NaiveScroll.Candidate?, _ base: Int, NaiveStep) -> Int = {
      $0.shift(of: $1, base: $2, $3)
    }
  /// How much of a row is above the band when the device is rotated (`SCROLL-028`).
  package var hidden: @Sendable (NaiveStep, _ row: Int, _ base: Int) -> Int = { step, row, base in
    base + step.old.frame.top - step.old.tops[row]
  }
  /// How much of the rows directly below a banner it covers (`SCROLL-027`).
  package var banner: @Sendable (NaiveStep) -> Int = {
    $0.banner(isAtTop: $0.offset <= $0.old.lowest)
  }
  /// The offset after a change, and the wanted offset (`SCROLL-020`, `SCROLL-021`, `SCROLL-039`).
  package var landing:
    @Sendable (NaiveScroll, NaiveStep, _ base: Int, _ target: Int) -> (offset: Int, wanted: Int) = {
      $0.landing($1, base: $2, target: $3)
    }
  /// The offset that is stored after a write (`SCROLL-047`).
  package var remembered: @Sendable (NaiveScroll, Int) -> Int = { $1 }
  /// The correction that is owed while the offset cannot be written (`SCROLL-037`).
  package var owed: @Sendable (_ pending: Int, _ delta: Int) -> Int = { $0 + $1 }
  /// The correction that is still owed after a programmatic scroll (`SCROLL-038`).
  package var owedAfterGoing: @Sendable (NaiveScroll) -> Int = { _ in 0 }
  /// The offset at which the content comes to rest (`SCROLL-058`).
  package var rest: @Sendable (NaiveLayout, Int) -> Int = { $0.clamp($1) }
  /// How far a report may differ from the written offset (`SCROLL-040`).
  package var echoTolerance: @Sendable (NaiveScroll) -> Int = { 3 * $0.pixel / 2 }

  // The end.

  /// Whether the end is followed (`SCROLL-030`, `SCROLL-036`).
  package var followsEnd: @Sendable (NaiveScroll, NaiveStep) -> Bool = { $0.followsEnd($1) }
  /// Whether a followed end is scrolled to, instead of kept at its distance (`SCROLL-031`).
  package var goesToEnd: @Sendable (NaiveScroll, NaiveStep) -> Bool = { $1.hasArrivals }
  /// The distance that is kept (`SCROLL-022`).
  package var keptDistance: @Sendable (NaiveStep) -> Int = \.distance
  /// How the end is followed after a transaction (`SCROLL-029`, `SCROLL-060`).
  package var pin: @Sendable (NaiveScroll, NaiveStep) -> NaiveScroll.Pin = { $0.pin(after: $1) }
  /// Whether the list scrolls to what the user sent (`SCROLL-032`).
  package var goesToSent: @Sendable (NaiveScroll) -> Bool = { _ in true }
  /// Whether a row that arrived counts as unread (`SCROLL-034`).
  package var isCounted: @Sendable (NaiveRow) -> Bool = { $0.kind == .remoteMessage }
  /// Whether arriving rows are not visible at once (`SCROLL-065`).
  package var counts: @Sendable (NaiveScroll) -> Bool = { !$0.isPinned || $0.phase != .rest }
  /// Whether a removed row no longer counts (`SCROLL-034`).
  package var forgetsGone: @Sendable (NaiveScroll) -> Bool = { !$0.hasNewer }

  // Opening and jumping.

  /// Whether rows can be positioned (`SCROLL-066`).
  package var hasRoom: @Sendable (NaiveLayout) -> Bool = { $0.frame.band > 0 }
  /// The order of targets if nothing was saved (`SCROLL-033`).
  package var openingOrder: [NaiveScroll.Opening] = [.focus, .divider]
  /// The y at the top of the band if a row is in the middle of it (`SCROLL-042`).
  package var centred: @Sendable (NaiveLayout, Int) -> Int = { $0.centred($1) }
  /// The y in the view from which the distance of a saved position is measured (`SCROLL-048`).
  package var savedFrom: @Sendable (NaiveLayout) -> Int = \.frame.top
  /// Whether a transaction gives two rows the same id (`SCROLL-054`).
  package var isAmbiguous: @Sendable (NaiveScroll, ScrollTransaction, [RowID]) -> Bool = {
    $0.isAmbiguous($1, $2)
  }

  package init() {}
}
