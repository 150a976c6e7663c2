public import MessagingConformance
public import MessagingCore
import MessagingModel
import MessagingTimeline

/// The diff of rows that most apps use: Myers over ids, and an update for each row that stays but
/// is not equal.
///
/// It declares no capability: `Conformance/expectations/by-id-difference.txt` says what it leaves
/// out.
public struct ByIDDifferenceSubject: DiffSubject {
  public let name = "by-id-difference"

  public init() {}

  public func timelineDiffing() -> any TimelineDiffing { ByIDDiff() }
}

private struct ByIDDiff: TimelineDiffing {
  func diff(from old: Timeline, to new: Timeline) -> TimelineDiff {
    let (before, after) = (Array(old.rows), Array(new.rows))
    var diff = TimelineDiff(base: old.version, target: new.version)
    for change in after.map(\.id).difference(from: before.map(\.id)).inferringMoves() {
      switch change {
      case .remove(let index, _, nil): diff.deletes.append(index)
      case .insert(let index, _, nil):
        diff.inserts.append(.init(index: index, item: after[index]))
      case .insert(let index, _, let from?): diff.moves.append(.init(from: from, to: index))
      case .remove(_, _, .some): break
      }
    }
    let places = Dictionary(
      before.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
    for (index, row) in after.enumerated() {
      guard let place = places[row.id], before[place] != row else { continue }
      // It does not check which aspect changed.
      diff.updates.append(.init(from: place, to: index, item: row, aspects: .content))
    }
    return diff
  }
}
