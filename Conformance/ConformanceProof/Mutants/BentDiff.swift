internal import MessagingConformance
internal import MessagingCore
internal import MessagingModel
internal import MessagingTimeline

/// The reference of the role diff with one fault.
struct BentDiff: TimelineDiffing {
  typealias Bend =
    @Sendable (inout TimelineDiff, _ old: [TimelineItem], _ new: [TimelineItem]) -> Void

  /// What is done to each diff.
  var bend: Bend = { _, _, _ in }
  /// Whether rows of any version are taken for the base.
  var trustsItsCaller = false
  /// Diffs that contradict the rows like this are taken for done.
  var passesOver: Set<TimelineDiffError.Code> = []
  /// What is done to each inverse.
  var bendInverse: @Sendable (inout TimelineDiff, _ forth: TimelineDiff) -> Void = { _, _ in }

  private var reference: any TimelineDiffing { TimelineDiffer() }

  func diff(from old: Timeline, to new: Timeline) -> TimelineDiff {
    var diff = reference.diff(from: old, to: new)
    bend(&diff, old.rows, new.rows)
    return diff
  }

  func apply(
    _ diff: TimelineDiff, to old: Timeline
  ) throws(TimelineDiffError) -> Timeline {
    var diff = diff
    if trustsItsCaller { diff.base = old.version }
    do throws(TimelineDiffError) {
      return try diff.apply(to: old)
    } catch {
      guard passesOver.contains(error.code) else { throw error }
      return Timeline(version: diff.target, rows: old.rows)
    }
  }

  func inverse(
    of diff: TimelineDiff, from old: Timeline
  ) throws(TimelineDiffError) -> TimelineDiff {
    var inverse = try diff.inverse(from: old)
    bendInverse(&inverse, diff)
    return inverse
  }
}

extension Mutant {
  /// A difference that is bent.
  init(
    _ name: String, kills: RequirementID, _ summary: String, origin: String,
    bend: @escaping BentDiff.Bend
  ) {
    self.init(name, kills: kills, summary, origin: origin, .diff(BentDiff(bend: bend)))
  }
}

extension TimelineDiff {
  /// The indexes in the new rows of what stays, with where it was.
  func places(_ old: [TimelineItem], _ new: [TimelineItem]) -> [(from: Int, to: Int)] {
    var known: [RowID: Int] = [:]
    for (index, row) in old.enumerated() { known[row.id] = index }
    return new.enumerated().compactMap { index, row in known[row.id].map { ($0, index) } }
  }

  /// Tells some updates as a delete and an insert.
  mutating func replaceUpdates(where isReplaced: (Update) -> Bool) {
    for update in updates where isReplaced(update) {
      deletes.append(update.from)
      inserts.append(.init(index: update.to, item: update.item))
      moves.removeAll { $0.to == update.to }
    }
    updates.removeAll(where: isReplaced)
    deletes.sort(by: >)
    inserts.sort { $0.index < $1.index }
  }

  /// Adds an update for each place that has none.
  mutating func update(
    _ places: some Sequence<(from: Int, to: Int)>, _ new: [TimelineItem]
  ) {
    let known = Set(updates.map(\.to) + moves.map(\.to))
    for (from, to) in places where !known.contains(to) {
      updates.append(.init(from: from, to: to, item: new[to], aspects: .content))
    }
    updates.sort { $0.to < $1.to }
  }

  /// Decides anew which inserts are new.
  mutating func flag(_ isNew: (Insert) -> Bool) {
    for index in inserts.indices { inserts[index].isNew = isNew(inserts[index]) }
  }

  /// Replaces what an update says of itself.
  mutating func aspects(
    _ old: [TimelineItem], _ change: (MessageRow, MessageRow, inout Aspects) -> Void
  ) {
    for index in updates.indices {
      guard old.indices.contains(updates[index].from),
        let before = old[updates[index].from].message, let after = updates[index].item.message
      else { continue }
      change(before, after, &updates[index].aspects)
    }
  }
}

extension [TimelineItem] {
  /// Whether a message is among the rows.
  var hasMessages: Bool { contains { $0.message != nil } }
}
