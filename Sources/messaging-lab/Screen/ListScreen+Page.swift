internal import MessagingModel
internal import MessagingTimeline

/// What the page is told of an update, and of how the list is.
extension ListScreen {
  /// - Parameter update: from the rows that are shown.
  func page(_ update: TimelineUpdate) -> PageUpdate {
    let diff = update.diff
    var page = PageUpdate(reason: word(for: update))
    for index in diff.deletes { names[rows[index].id.name] = nil }
    page.deletes = diff.deletes
    page.moves = diff.moves.map { .init(from: $0.from, to: $0.to) }
    page.inserts = diff.inserts.map { insert in
      names[insert.item.id.name] = insert.item.id
      return .init(index: insert.index, row: PageRow(insert.item, lateImages: lateImages))
    }
    page.updates = diff.updates.map {
      .init(index: $0.to, row: PageRow($0.item, lateImages: lateImages))
    }
    if anchor == nil { page.goal = goal(of: update) }
    return page
  }

  /// Where a list has to go that keeps its place by itself.
  private func goal(of update: TimelineUpdate) -> PageGoal? {
    switch update.destination {
    case .message(let id)?: .row(RowID.message(id).name)
    case .end?: .end
    case .missing?, nil: update.sent == nil ? nil : .end
    }
  }

  /// What happened, in a word.
  private func word(for update: TimelineUpdate) -> String {
    if update.reason == .local { return "open" }
    if update.sent != nil { return "sent" }
    switch update.destination {
    case .message?, .end?: return "jump"
    case .missing?, nil: break
    }
    if update.diff.inserts.contains(where: \.isNew) { return "live" }
    guard let first = update.diff.inserts.first(where: { $0.item.id.message != nil }) else {
      return update.diff.updates.isEmpty ? "window" : "update"
    }
    return first.index < rows.count / 2 ? "older" : "newer"
  }

  var reading: PageReading {
    var reading = PageReading()
    reading.rows = rows.count
    if let status {
      reading.pages = status.paging.started
      reading.overlaps = status.paging.overlaps
      reading.emptyPages = status.paging.emptyPages
      reading.updates = status.diagnostics.updates
      reading.longestDelay = Int(status.diagnostics.longestDelay)
    }
    guard let anchor else { return reading }
    let scroll = anchor.reading
    reading.corrections = counts.corrections
    reading.programmatic = counts.programmatic
    reading.unread = scroll.unread
    reading.isPinned = scroll.isPinned
    reading.modelDelta = diagnostics.anchorDelta
    reading.residual = diagnostics.residual
    reading.rejections = counts.rejections
    return reading
  }
}
