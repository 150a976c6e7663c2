/// Which of the rows that stay have to move.
enum RowMoves {
  /// Returns as few moves as possible, ascending by ``TimelineDiff/Move/to``.
  ///
  /// The rows of a run lie side by side in both lists, so a longest ascending subsequence has all
  /// of them or none. It is found over runs, weighted by their lengths.
  ///
  /// - Parameter runs: ascending by their new index.
  /// - Complexity: O(runs · log runs).
  static func moves(of runs: [RowMatching.Run]) -> [TimelineDiff.Move] {
    guard !zip(runs, runs.dropFirst()).allSatisfy({ $0.old < $1.old }) else { return [] }
    let weights = heaviest(runs)
    var wanted = weights.max() ?? 0
    var (last, moves): (Int, [TimelineDiff.Move]) = (-1, [])
    for (run, weight) in zip(runs, weights) {
      if weight == wanted, run.old > last {
        wanted -= run.count
        last = run.old
      } else {
        moves += (0..<run.count).map { .init(from: run.old + $0, to: run.new + $0) }
      }
    }
    return moves
  }

  /// For each run, the most rows that an ascending subsequence can have that begins with it.
  private static func heaviest(_ runs: [RowMatching.Run]) -> [Int] {
    var rank = [Int](repeating: 0, count: runs.count)
    let byOld = runs.indices.sorted { runs[$0].old > runs[$1].old }
    for (place, index) in byOld.enumerated() { rank[index] = place + 1 }
    // A Fenwick tree over the old indexes, the last one first: the greatest weight up to an index.
    var tree = [Int](repeating: 0, count: runs.count + 1)
    var weights = tree
    weights.removeLast()
    for index in runs.indices.reversed() {
      var (place, best) = (rank[index] - 1, 0)
      while place > 0 {
        best = max(best, tree[place])
        place -= place & -place
      }
      let weight = best + runs[index].count
      weights[index] = weight
      place = rank[index]
      while place < tree.count {
        tree[place] = max(tree[place], weight)
        place += place & -place
      }
    }
    return weights
  }
}
