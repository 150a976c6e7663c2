package import MessagingTimeline

/// How the naive model decides, one rule each; a mutant replaces one of them.
package struct ScrollRules: Sendable {
  // What is held.

  /// Whether a row can be held (`SCROLL-006`, `SCROLL-050`).
  package var isEligible: @Sendable (NaiveRow) -> Bool = \.isEligible
  /// How much of the top of the view is covered (`SCROLL-004`).
  package var bandTop: @Sendable (NaiveLayout) -> Int = \.frame.top
  /// Whether a row that ends there is seen below the top of the band (`SCROLL-004`).
  package var isBelowTop: @Sendable (_ bottom: Int, _ top: Int) -> Bool = { $0 > $1 }
  /// What is held while the rows change, given what would be chosen now (`SCROLL-005`).
  package var held: @Sendable (NaiveScroll, NaiveStep, NaiveScroll.Hold?) -> NaiveScroll.Hold? = {
    model, _, chosen in model.hold ?? chosen
  }
  /// What is held once the user has moved the content (`SCROLL-041`).
  package var heldAfterScroll: @Sendable (NaiveScroll) -> NaiveScroll.Hold? = { _ in nil }
  /// Whether the held row may be covered now, and is then released (`SCROLL-069`).
  package var isReframed: @Sendable (NaiveStep) -> Bool = \.isReframed

  // What stands in for a row that is gone.

  /// Whether a row changed places, and cannot hold any more (`SCROLL-013`).
  package var isMoved: @Sendable (NaiveStep, RowID) -> Bool = { $0.rows.moved.contains($1) }
  /// The rows in whose place others may stand: those in sight, then the rest (`SCROLL-012`).
  package var substitutes: @Sendable (NaiveScroll, NaiveStep, Int) -> (seen: [Int], rest: [Int]) = {
    $0.substitutes(of: $2, $1)
  }
  /// The row of a new list that stands in for one that it does not have (`SCROLL-046`).
  package var successor: @Sendable (NaiveStep, Int) -> Int? = { step, index in
    step.old.rows[index].position.flatMap(step.new.nearest)
  }

  // Where it stays.

  /// By how much the content has to be scrolled (`SCROLL-010` to `SCROLL-018`).
  package var shift:
    @Sendable (NaiveScroll, NaiveScroll.Candidate?, _ base: Int, NaiveStep) -> Int = {
      $0.shift(of: $1, base: $2, $3)
    }
  /// How much of a row is above the band when the view is turned (`SCROLL-028`).
  package var hidden: @Sendable (NaiveStep, _ row: Int, _ base: Int) -> Int = { step, row, base in
    base + step.old.frame.top - step.old.tops[row]
  }
  /// What a banner takes from rows that lie right below it (`SCROLL-027`).
  package var banner: @Sendable (NaiveStep) -> Int = {
    $0.banner(isAtTop: $0.offset == $0.old.lowest)
  }
  /// Where the content comes to be, and where it is wanted (`SCROLL-020`, `SCROLL-021`,
  /// `SCROLL-039`).
  package var landing:
    @Sendable (NaiveScroll, NaiveStep, _ base: Int, _ target: Int) -> (offset: Int, wanted: Int) = {
      $0.landing($1, base: $2, target: $3)
    }
  /// What is remembered of an offset that was written (`SCROLL-047`).
  package var remembered: @Sendable (NaiveScroll, Int) -> Int = { $1 }
  /// What is owed while the offset cannot be written (`SCROLL-037`).
  package var owed: @Sendable (_ pending: Int, _ delta: Int) -> Int = { $0 + $1 }
  /// What is still owed after going somewhere (`SCROLL-038`).
  package var owedAfterGoing: @Sendable (NaiveScroll) -> Int = { _ in 0 }
  /// Where the content comes to rest (`SCROLL-058`).
  package var rest: @Sendable (NaiveLayout, Int) -> Int = { $0.clamp($1) }
  /// How far a report may be from what was written (`SCROLL-040`).
  package var echoTolerance: @Sendable (NaiveScroll) -> Int = { 3 * $0.pixel / 2 }

  // The end.

  /// Whether the end is followed (`SCROLL-030`, `SCROLL-036`).
  package var followsEnd: @Sendable (NaiveScroll, NaiveStep) -> Bool = { $0.followsEnd($1) }
  /// Whether the end that is followed is gone to, or kept at its distance (`SCROLL-031`).
  package var goesToEnd: @Sendable (NaiveScroll, NaiveStep) -> Bool = { $1.hasArrivals }
  /// The distance at which it is kept (`SCROLL-022`).
  package var keptDistance: @Sendable (NaiveStep) -> Int = \.distance
  /// How the end is followed after a transaction (`SCROLL-029`, `SCROLL-060`).
  package var pin: @Sendable (NaiveScroll, NaiveStep) -> NaiveScroll.Pin = { $0.pin(after: $1) }
  /// Whether the list goes to what the user sent (`SCROLL-032`).
  package var goesToSent: @Sendable (NaiveScroll) -> Bool = { _ in true }
  /// Whether somebody may want to know of a row that arrived (`SCROLL-034`).
  package var isCounted: @Sendable (NaiveRow) -> Bool = { $0.kind == .remoteMessage }
  /// Whether what arrives is not seen at once (`SCROLL-065`).
  package var counts: @Sendable (NaiveScroll) -> Bool = { !$0.isPinned || $0.phase != .rest }
  /// Whether what is gone is not counted any more (`SCROLL-034`).
  package var forgetsGone: @Sendable (NaiveScroll) -> Bool = { !$0.hasNewer }

  // Opening and going.

  /// Whether rows can be positioned (`SCROLL-066`).
  package var hasRoom: @Sendable (NaiveLayout) -> Bool = { $0.frame.band > 0 }
  /// What is looked for first when nothing was saved (`SCROLL-033`).
  package var openingOrder: [NaiveScroll.Opening] = [.focus, .divider]
  /// What is at the top of the band when a row is shown in the middle of it (`SCROLL-042`).
  package var centred: @Sendable (NaiveLayout, Int) -> Int = { $0.centred($1) }
  /// What the distance of a saved place is measured from, in the view (`SCROLL-048`).
  package var savedFrom: @Sendable (NaiveLayout) -> Int = \.frame.top
  /// Whether a transaction names two rows alike (`SCROLL-054`).
  package var isAmbiguous: @Sendable (NaiveScroll, ScrollTransaction, [RowID]) -> Bool = {
    $0.isAmbiguous($1, $2)
  }

  package init() {}
}
