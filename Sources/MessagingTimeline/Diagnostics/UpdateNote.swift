public import MessagingModel

/// The record of an update that a screen took.
public struct UpdateNote: Hashable, Sendable {
  public var reason: TimelineUpdate.Reason
  /// The newest commit that the update shows.
  public var revision: Revision
  /// Rows that the update marks as new.
  public var arrivals: Int
  /// Rows that had been laid out before and had to be measured again.
  public var measured: Int
  /// Messages that were unsent before and are sent now.
  public var sent: Int
  /// Sent messages whose row was removed, and another one inserted.
  public var replaced: Int
  /// Messages whose position is not greater than that of the message before.
  public var misplaced: Int

  public init(
    _ reason: TimelineUpdate.Reason, upTo revision: Revision, arrivals: Int = 0,
    measured: Int = 0, sent: Int = 0, replaced: Int = 0, misplaced: Int = 0
  ) {
    self.reason = reason
    self.revision = revision
    self.arrivals = arrivals
    self.measured = measured
    self.sent = sent
    self.replaced = replaced
    self.misplaced = misplaced
  }

  /// Makes the record of an update.
  ///
  /// - Parameters:
  ///   - rows: the rows that the screen showed before.
  ///   - measured: how many of them had to be measured again.
  /// - Complexity: O(rows).
  public init(_ update: TimelineUpdate, to rows: [TimelineItem], measured: Int) {
    let removed = Set(update.diff.deletes.filter(rows.indices.contains).map { rows[$0].id })
    var unsent: [MessageID: RowID] = [:]
    for row in rows {
      guard let message = row.message?.message, message.position.confirmed == nil else { continue }
      unsent[message.id] = row.id
    }
    var (sent, replaced, misplaced) = (0, 0, 0)
    var last: Position?
    for row in update.timeline {
      guard let message = row.message?.message else { continue }
      if let last, last >= message.position { misplaced += 1 }
      last = message.position
      guard message.position.confirmed != nil, let before = unsent[message.id] else { continue }
      sent += 1
      if before != row.id || removed.contains(before) { replaced += 1 }
    }
    self.init(
      update.reason, upTo: update.revision, arrivals: update.diff.inserts.count { $0.isNew },
      measured: measured, sent: sent, replaced: replaced, misplaced: misplaced)
  }
}
