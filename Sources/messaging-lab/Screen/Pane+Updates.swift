internal import MessagingModel
internal import MessagingTimeline

/// What the page is told of a difference.
extension Pane {
  /// What happened, in a word, for the diagnostics.
  func reason(of diff: TimelineDiff) -> String {
    if let sent, diff.inserts.contains(where: { $0.item.id == .message(sent) }) { return "sent" }
    if diff.inserts.contains(where: \.isNew) { return "live" }
    let messages = diff.inserts.filter { $0.item.id.message != nil }
    guard let first = messages.first else {
      return diff.updates.isEmpty ? "window" : "update"
    }
    return first.index < glue.timeline.count / 2 ? "older" : "newer"
  }

  mutating func sentRow(in diff: TimelineDiff) -> RowID? {
    guard let sent, diff.inserts.contains(where: { $0.item.id == .message(sent) }) else {
      return nil
    }
    self.sent = nil
    return .message(sent)
  }

  mutating func fill(_ update: inout PageUpdate, from diff: TimelineDiff) {
    for index in diff.deletes { names[glue.timeline[index].id.name] = nil }
    update.deletes = diff.deletes
    update.moves = diff.moves.map { .init(from: $0.from, to: $0.to) }
    update.inserts = diff.inserts.map { insert in
      names[insert.item.id.name] = insert.item.id
      return .init(index: insert.index, row: PageRow(insert.item, lateImages: lateImages))
    }
    update.updates = diff.updates.map {
      .init(index: $0.to, row: PageRow($0.item, lateImages: lateImages))
    }
  }

  func reading(_ start: PageReading) -> PageReading {
    var reading = start
    let window = glue.window.reading
    let scroll = anchor.reading
    reading.rows = glue.timeline.count
    reading.pages = window.diagnostics.started
    reading.overlaps = window.diagnostics.overlaps
    reading.emptyPages = window.diagnostics.emptyPages
    reading.corrections = log.compensations
    reading.programmatic = log.programmatic.values.reduce(0, +)
    reading.unread = scroll.unread
    reading.isPinned = scroll.isPinned
    reading.rejections = rejections
    return reading
  }
}
