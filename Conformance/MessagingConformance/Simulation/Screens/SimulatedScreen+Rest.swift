internal import MessagingCore
internal import MessagingModel
internal import MessagingTimeline

// What a screen shows at rest.
extension SimulatedScreen {
  /// How what is shown differs from what is stored; `nil` if it does not.
  ///
  /// - Parameter all: everything that is stored of the conversation, across gaps.
  func difference(from all: Snapshot) -> String? {
    guard status.phase == .open else { return "is \(status.phase)" }
    guard let last = rows.last else { return "shows nothing" }
    if let problem = status.problem { return "says \(problem.rawValue)" }
    if status.unread != all.unread { return "says that \(status.unread.count) are unread" }
    if status.revision < announcedRevision { return "has not read the newest commit" }
    if status.revision > all.revision { return "names a commit that does not exist" }
    if owesJump, !all.messages.isEmpty { return "did not go where somebody wanted to" }
    let shown = rows.messages
    let isFromStart = rows.rows.contains { $0.id == .start }
    guard let range = Self.range(of: all, shown, isFromStart, isToEnd: !status.hasNewer) else {
      return "shows what is not stored"
    }
    let stored = NaiveRows().timeline(of: range, input, after: last.timeline)
    if stored.reachesEnd != last.timeline.reachesEnd, input.hidden.isEmpty {
      return "reports wrongly whether it reaches the end"
    }
    // That the server returned a message, and its version, are not visible (`REPO-055`).
    var (there, here) = (
      stored.rows.map(\.asSeen), rows.rows.filter { $0.id != .typing }.map(\.asSeen)
    )
    if !input.hidden.isEmpty {
      // The loaded range may begin or end with messages that have no row.
      (there, here) = (Self.trimmed(there, status), Self.trimmed(here, status))
    }
    if let (row, other) = zip(here, there).first(where: { $0 != $1 }) {
      return "shows \(row.shortName) where \(other.shortName) is stored"
        + (row.id == other.id ? ": other \(row.words(unlike: other))" : "")
    }
    return here.count == there.count ? nil : "shows \(here.count) rows, not \(there.count)"
  }

  private static func trimmed(_ rows: [TimelineItem], _ status: TimelineStatus) -> [TimelineItem] {
    // What is loaded above the first row decides whether the divider is visible.
    let rows = rows.drop { $0.message == nil }.filter { $0.id != .unreadDivider }.map(\.ungrouped)
    guard status.hasNewer, let last = rows.lastIndex(where: { $0.message != nil }) else {
      return rows
    }
    return Array(rows[...last])
  }

  /// What is stored from the first shown message to the last; `nil` if one of them is not stored.
  private static func range(
    of all: Snapshot, _ shown: [Message], _ isFromStart: Bool, isToEnd: Bool
  ) -> Snapshot? {
    guard let first = shown.first, let last = shown.last else { return all }
    guard let shownStart = all.messages.firstIndex(where: { $0.id == first.id }),
      let shownEnd = all.messages.firstIndex(where: { $0.id == last.id }), shownStart <= shownEnd
    else { return nil }
    let lower = isFromStart ? 0 : shownStart
    let upper = isToEnd ? all.messages.count - 1 : shownEnd
    let gaps = Gaps(all)
    var range = all
    range.messages = Array(all.messages[lower...upper])
    if lower > 0 { range.older = gaps.edge(below: lower) }
    if upper < all.messages.count - 1 { range.newer = gaps.edge(below: upper + 1) }
    range.gaps = all.gaps.filter { gap in
      (lower..<upper).contains { gaps.gap(below: $0 + 1) == gap }
    }
    return range
  }

  /// The gaps between messages.
  private struct Gaps {
    let context: NaiveRowContext

    init(_ all: Snapshot) {
      context = NaiveRowContext(
        snapshot: all, input: TimelineInput(owner: "nobody"), previous: .empty)
    }

    func gap(below index: Int) -> Gap? {
      let messages = context.snapshot.messages
      return context.gap(between: messages[index - 1], and: messages[index])
    }

    func edge(below index: Int) -> Edge { gap(below: index).map(Edge.gap) ?? .more }
  }
}

extension TimelineItem {
  fileprivate var ungrouped: TimelineItem { with { $0.grouping = .alone } }

  fileprivate var asSeen: TimelineItem {
    with { row in
      row.message = row.message.asSeen
      row.quote = row.quote?.asSeen
    }
  }

  private func with(_ change: (inout MessageRow) -> Void) -> TimelineItem {
    guard var row = message else { return self }
    change(&row)
    return TimelineItem(id: id, content: .message(row))
  }

  /// The parts in which it differs from another row with the same id.
  fileprivate func words(unlike other: TimelineItem) -> String {
    guard let row = message, let other = other.message else { return "markers" }
    let parts = [
      ("delivery", row.message.delivery == other.message.delivery),
      ("changes", row.message.dependents == other.message.dependents),
      ("words", row.message.body == other.message.body), ("quote", row.quote == other.quote),
      ("message", row.message == other.message), ("readers", row.readers == other.readers),
      ("place in its run", row.grouping == other.grouping),
    ]
    return parts.filter { !$0.1 }.map(\.0).joined(separator: ", ")
  }

  /// The origin of a message, or the kind of another row.
  var shortName: String {
    switch id {
    case .message(let id): id.shortName
    case .day: "a day"
    case .unreadDivider: "the divider"
    case .gap: "a gap"
    case .start: "the start"
    case .loadingOlder, .loadingNewer: "a spinner"
    case .typing: "somebody who writes"
    }
  }
}

extension Message {
  fileprivate var asSeen: Message {
    var message = self
    message.hasEcho = false
    message.version = isEdited ? Version(order: 1) : nil
    return message
  }
}
