public import MessagingConformance
public import MessagingCore
import MessagingModel
import MessagingTimeline

/// The standard library's `CollectionDifference` as a diff of rows, without any other code.
///
/// What it violates is in `Conformance/expectations/collection-difference.txt`.
public struct CollectionDifferenceSubject: DiffSubject {
  public let name = "collection-difference"

  public init() {}

  public func timelineDiffing() -> any TimelineDiffing { StandardDiff() }
}

private struct StandardDiff: TimelineDiffing {
  func diff(from old: Timeline, to new: Timeline) -> TimelineDiff {
    var diff = TimelineDiff(base: old.version, target: new.version)
    for change in new.rows.difference(from: old.rows).inferringMoves() {
      switch change {
      case .remove(let index, _, nil): diff.deletes.append(index)
      case .insert(let index, let row, nil): diff.inserts.append(.init(index: index, item: row))
      case .insert(let index, _, let from?): diff.moves.append(.init(from: from, to: index))
      case .remove(_, _, .some): break
      }
    }
    return diff
  }
}
