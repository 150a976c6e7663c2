/// Says how one timeline becomes the next.
///
/// Rows are told apart by their ids. Storage that two timelines share is passed over, so the cost
/// follows what changed (`DIFF-023`):
///
/// 1. Equal ids are matched from both ends.
/// 2. Between them, shared chunks are matched, then what adjoins them, then, by a table of ids, the
///    rest.
/// 3. Matched rows form runs. A longest ascending choice of runs stays; the others move, which is
///    as few rows as possible (`DIFF-008`). Of several such choices it is the one whose rows come
///    first in the new order, so the same two lists give the same moves.
public struct TimelineDiffer: Sendable {
  public init() {}

  /// Everything that has to be done to turn `old` into `new`.
  ///
  /// A row is an insert that is *new* if it is a message that came at the end of what was shown:
  /// `old` reached the end, a message that stays lies before the row, and none that was confirmed
  /// in `old` lies after it (`DIFF-012`).
  ///
  /// - Complexity: O(chunks + k · log k) for `k` rows in chunks that the timelines do not share;
  ///   never quadratic.
  public func diff(from old: Timeline, to new: Timeline) -> TimelineDiff {
    var matching = RowMatching(old.store, new.store)
    matching.match()
    var diff = TimelineDiff(base: old.version, target: new.version)
    let deleted = matching.unmatchedOld()
    diff.deletes = deleted.reversed().flatMap { $0.reversed() }
    let inserted = matching.unmatchedNew()
    if !inserted.isEmpty {
      let arrivals = old.reachesEnd ? matching.placesOfArrivals() : 0..<0
      for range in inserted {
        new.store.forEach(in: range) { index, item in
          let isNew = arrivals.contains(index) && item.id.message != nil
          diff.inserts.append(.init(index: index, item: item, isNew: isNew))
        }
      }
    }
    diff.moves = RowMoves.moves(of: matching.runs)
    diff.updates = matching.updates()
    return diff
  }
}
