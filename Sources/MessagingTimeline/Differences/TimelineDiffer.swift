/// Computes the diff from one timeline to the next.
///
/// Rows are identified by their ids. Storage that two timelines share is skipped, so the cost
/// depends on what changed (`DIFF-023`):
///
/// 1. Equal ids are matched from both ends.
/// 2. Between them, shared chunks are matched, then the rows that adjoin them, then the rest by a
///    table of ids.
/// 3. Matched rows form runs. A longest ascending subsequence of runs stays and the others move, so
///    that as few rows as possible move (`DIFF-008`). Of several such subsequences it is the one
///    whose rows come first in the new order, so the same two lists give the same moves.
public struct TimelineDiffer: Sendable {
  public init() {}

  /// Returns the diff that turns `old` into `new`.
  ///
  /// An insert is *new* if its row is a message that came at the end of what was shown: `old`
  /// reached the end, a message that stays lies before the row, and no message that was confirmed
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
