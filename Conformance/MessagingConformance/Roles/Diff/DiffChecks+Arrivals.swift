internal import MessagingCore
internal import MessagingModel
internal import MessagingTimeline

// Which rows of random pairs are new, compared with the naive rule.
extension DiffChecks {
  /// No message that existed already is new.
  static func nothingOldIsNew(_ context: Context) async throws {
    try await eachArrival(context) { row, isNew, wanted in
      isNew && !wanted ? "\(row) is new, but it existed already" : nil
    }
  }

  /// Each message that arrived at the end is new.
  static func arrivalsAreNew(_ context: Context) async throws {
    try await eachArrival(context) { row, isNew, wanted in
      !isNew && wanted ? "\(row) arrived at the end, but it is not new" : nil
    }
  }

  /// Diffs random pairs in which some messages are unsent and some old lists do not reach the end.
  /// Asks about each inserted message that the old list did not have, if it had any message.
  private static func eachArrival(
    _ context: Context,
    _ problem: (_ row: String, _ isNew: Bool, _ wanted: Bool) -> String?
  ) async throws {
    let differ = context.subject.timelineDiffing()
    for seed in context.seeds {
      var rows = RandomRows(seed: seed)
      for _ in 0..<context.pure(20_000) {
        let pair = rows.pair([.membership, .content])
        let isWhole = !rows.random.chance(1, of: 6)
        let (unsent, taken) = (rows.random.below(4), rows.random.chance(1, of: 2))
        let old = pair.old.unsent(every: unsent, isWhole: isWhole)
        let new = pair.new.unsent(every: taken ? 0 : unsent, isWhole: true)
        context.count(steps: 1)
        let (before, after) = (old.rows, new.rows)
        guard before.contains(where: { $0.message != nil }) else { continue }
        for insert in differ.diff(from: old, to: new).inserts
        where insert.item.message != nil && after.indices.contains(insert.index)
          && !before.contains(where: { $0.id == insert.item.id })
        {
          let wanted = NaiveDiff.isNew(insert.index, old, new)
          let row = DiffRow(insert.item).name
          guard let problem = problem(row, insert.isNew, wanted) else { continue }
          throw Violation("\(problem): from \(old.sketch) to \(new.sketch)")
        }
      }
    }
  }
}

extension Timeline {
  /// The same rows, with each `step`th message unsent; 0 for none.
  fileprivate func unsent(every step: Int, isWhole: Bool) -> Timeline {
    let rows = rows.map { item -> TimelineItem in
      guard case .message(var row) = item.content, step > 0,
        row.message.id.low % UInt64(step + 1) == 0
      else { return item }
      row.message.position = .unconfirmed(sequence: Int64(row.message.id.low))
      row.message.delivery = .sending
      return TimelineItem(id: item.id, content: .message(row))
    }
    return Timeline(version: version, rows: rows, reachesEnd: isWhole)
  }
}
