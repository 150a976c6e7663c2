internal import MessagingModel

extension TimelineUpdate {
  /// Returns the same update for a list that names rows by the remote ids of their messages: where
  /// a message got one, a row is removed and another one inserted (`ROLL-003`).
  ///
  /// - Parameter taken: the timeline that the screen took last.
  /// - Complexity: O(rows).
  public func replacingRowsOfSent(from taken: Timeline) -> TimelineUpdate {
    let unnamed = Set(
      taken.lazy.filter { $0.message.map { $0.message.remoteID == nil } ?? false }.map(\.id))
    var renamed: [RowID: TimelineItem] = [:]
    let rows = timeline.map { row in
      guard unnamed.contains(row.id), let message = row.message?.message, message.remoteID != nil
      else { return row }
      // Any other id will do: it only makes the list forget the row that it had.
      let id = RowID.message(MessageID(high: ~message.id.high, low: ~message.id.low))
      renamed[id] = row
      return TimelineItem(id: id, content: row.content)
    }
    guard !renamed.isEmpty else { return self }
    let other = Timeline(
      version: timeline.version, rows: rows, reachesEnd: timeline.reachesEnd,
      unread: timeline.unread)
    var replacing = TimelineDiffer().diff(from: taken, to: other)
    let arrivals = Set(diff.inserts.lazy.filter(\.isNew).map(\.item.id))
    for index in replacing.inserts.indices {
      let id = replacing.inserts[index].item.id
      replacing.inserts[index].isNew = arrivals.contains(id)
      if let row = renamed[id] { replacing.inserts[index].item = row }
    }
    return TimelineUpdate(
      timeline: timeline, diff: replacing, reason: reason, revision: revision,
      destination: destination, sent: sent)
  }
}
