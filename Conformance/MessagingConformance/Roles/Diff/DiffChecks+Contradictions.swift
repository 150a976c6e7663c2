internal import MessagingCore
internal import MessagingModel
internal import MessagingTimeline

/// Diffs that do not fit the rows of their base version.
extension DiffChecks {
  /// A diff with one part that contradicts the rows.
  private typealias Contradiction = (words: String, bend: (inout TimelineDiff) -> Void)

  /// Turns `m1 m2 m3 m4` into `m9 m1 m2* m3`, with one part of the diff contradicting the rows.
  static func contradictions(_ context: Context) async throws {
    let differ = context.subject.timelineDiffing()
    let rows = (1...9).map { item($0) }
    let old = Timeline(version: 7, rows: Array(rows[..<4]))
    let right = TimelineDiff(
      base: 7, target: 8, deletes: [3], inserts: [.init(index: 0, item: rows[8])],
      updates: [.init(from: 1, to: 2, item: item(2, "other"), aspects: .content)])
    let new = [rows[8], rows[0], item(2, "other"), rows[2]]
    try context.expect(
      (try? differ.apply(right, to: old))?.rows == new, "a diff that fits is not applied")
    let wrong =
      ofRows(other: item(3, "other"), known: rows[0], new: rows[8]) + ofPlaces(new: rows[7])
    for (words, bend) in wrong {
      var diff = right
      bend(&diff)
      context.count(steps: 1)
      try context.expect(
        (try? differ.apply(diff, to: old)) == nil, "a diff with \(words) is applied")
    }
  }

  private static func item(_ number: Int, _ text: String? = nil) -> TimelineItem {
    let message = DiffRow.message(number, at: Int64(number) * 10, text: text)
    return TimelineItem(id: .message(message.message.id), content: .message(message))
  }

  private static func ofRows(
    other: TimelineItem, known: TimelineItem, new: TimelineItem
  ) -> [Contradiction] {
    [
      ("an update that carries another row", { $0.updates[0].item = other }),
      ("an insert of a row that is there", { $0.inserts[0].item = known }),
      ("one row inserted twice", { $0.inserts.append(.init(index: 1, item: new)) }),
    ]
  }

  private static func ofPlaces(new: TimelineItem) -> [Contradiction] {
    [
      ("an update from where another row is", { $0.updates[0].from = 0 }),
      ("an update where another row comes to be", { $0.updates[0].to = 3 }),
      ("an update where a row is inserted", { $0.updates[0].to = 0 }),
      ("an update beyond the end", { $0.updates[0].to = 4 }),
      ("an update of a deleted row", { $0.updates[0].from = 3 }),
      ("a deletion beyond the end", { $0.deletes = [4] }),
      ("a deletion before the beginning", { $0.deletes = [-1] }),
      ("a row deleted twice", { $0.deletes = [3, 3] }),
      ("deletions out of order", { $0.deletes = [2, 3] }),
      ("an insert beyond the end", { $0.inserts[0].index = 4 }),
      ("an insert before the beginning", { $0.inserts[0].index = -1 }),
      ("inserts out of order", { $0.inserts.insert(.init(index: 1, item: new), at: 0) }),
      ("two inserts in one place", { $0.inserts.append(.init(index: 0, item: new)) }),
      ("a move from beyond the end", { $0.moves = [.init(from: 4, to: 1)] }),
      ("a move to beyond the end", { $0.moves = [.init(from: 0, to: 4)] }),
      ("a move of a deleted row", { $0.moves = [.init(from: 3, to: 1)] }),
      ("a move to where a row is inserted", { $0.moves = [.init(from: 0, to: 0)] }),
    ]
  }
}
