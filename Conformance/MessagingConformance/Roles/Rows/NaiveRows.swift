internal import MessagingCore
package import MessagingModel
package import MessagingTimeline

/// The simplest possible builder: it makes all rows each time, and applies every rule to every
/// message. Where another builder differs from it, one of the two is wrong.
///
/// - Complexity: O(n²), and more.
package struct NaiveRows: TimelineBuilding {
  var rules: RowRules

  package init(rules: RowRules = RowRules()) { self.rules = rules }

  package func timeline(
    of snapshot: Snapshot, _ input: TimelineInput, after previous: Timeline
  ) -> Timeline {
    var now = NaiveRowContext(snapshot: snapshot, input: input, previous: previous)
    let stored = rules.messages(now)
    now.messages = stored.filter { rules.isShown(now, $0) }
    let unread = rules.unread(now)
    let rows = rules.finish(
      now, grouped(rules.top(now) + middle(now, unread) + rules.bottom(now), now))
    return Timeline(
      version: rules.version(now, rows), rows: rows, reachesEnd: rules.reachesEnd(now),
      unread: unread, faults: rules.faults(snapshot))
  }

  /// The messages, and the rows between them.
  private func middle(_ now: NaiveRowContext, _ unread: UnreadPosition) -> [TimelineItem] {
    let days = rules.days(now)
    let divider = rules.divider(now, unread)
    var rows: [TimelineItem] = []
    for (index, message) in now.messages.enumerated() {
      rows += [rules.gap(now, index), rules.separator(now, days, index)].compactMap(\.self)
      if index == divider {
        rows.append(TimelineItem(id: .unreadDivider, content: .unreadDivider))
      }
      let row = MessageRow(
        message: rules.shown(message), quote: rules.quote(now, message).map(rules.shown),
        thread: rules.thread(now, message), readers: rules.readers(now, index),
        derived: rules.derived(message.body))
      rows.append(TimelineItem(id: rules.id(now, index), content: .message(row)))
    }
    return rows + [rules.gap(now, now.messages.count)].compactMap(\.self)
  }

  private func grouped(_ rows: [TimelineItem], _ now: NaiveRowContext) -> [TimelineItem] {
    rows.enumerated().map { index, item in
      guard case .message(var row) = item.content else { return item }
      row.grouping = rules.grouping(rows, index) { rules.joins(now, $0, $1) }
      return TimelineItem(id: item.id, content: .message(row))
    }
  }
}
