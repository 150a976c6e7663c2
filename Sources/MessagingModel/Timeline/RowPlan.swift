/// What the rows of a snapshot will be, before they are made.
struct RowPlan {
  /// What a row will show.
  enum Content {
    case message(MessageRow)
    case other(TimelineItem.Content)

    /// - Parameter old: the row of the same id that is shown now; what was derived from an equal
    ///   body is taken from it.
    func content(old: MessageRow?) -> TimelineItem.Content {
      switch self {
      case .message(var row):
        if let old, old.message.body == row.message.body {
          row.derived = old.derived
        } else {
          row.derived = DerivedContent(of: row.message.body)
        }
        return .message(row)
      case .other(let content): return content
      }
    }
  }

  /// A message with what stands before it.
  private struct Line {
    var row: MessageRow
    var day: CalendarDay
    var startsDay = false
    var gap: GapSlots.Marker?
    var isBelowDivider = false
    /// When it happened, for the distance to its neighbours.
    var time: Timestamp

    /// Whether something lies between it and the message before.
    var isApart: Bool { startsDay || gap != nil || isBelowDivider }
  }

  let reachesEnd: Bool
  let unread: UnreadPlace
  let faults: [Timeline.Fault]

  private let input: TimelineInput
  private let older: Edge
  private let newer: Edge
  private var lines: [Line] = []
  /// Below the last message.
  private var lastGap: GapSlots.Marker?

  init(_ snapshot: Snapshot, _ input: TimelineInput, _ known: UnreadPlace) {
    self.input = input
    older = snapshot.older
    newer = snapshot.newer
    let (messages, faults) = MessageOrder.checked(snapshot.messages)
    self.faults = faults
    unread = known == .undecided ? UnreadPlace(of: snapshot, owner: input.owner) : known
    let shown = ShownMessages(input.shown, messages)
    let visible = messages.filter(shown.contains)
    let gaps = GapSlots(of: snapshot, visible)
    reachesEnd = newer == .end && gaps.isComplete(aboveConfirmed: visible)
    place(visible, gaps, snapshot)
  }

  private mutating func place(_ messages: [Message], _ gaps: GapSlots, _ snapshot: Snapshot) {
    let readers = ReaderPlaces(snapshot.receipts, messages, owner: input.owner)
    let divider = unread.index(in: messages, isFromStart: older == .end)
    lines.reserveCapacity(messages.count)
    for (index, message) in messages.enumerated() {
      let time = message.position.confirmed?.serverTime ?? message.timestamp
      let (before, own) = (lines.last?.day, input.zone.day(of: time))
      let day = before.map { max($0, own) } ?? own
      var line = Line(
        row: MessageRow(
          message: message.asShown, quote: snapshot.quote(for: message)?.asShown,
          readers: readers.names[index] ?? []),
        day: day, time: time)
      line.startsDay = before != day
      line.isBelowDivider = index == divider
      line.gap = gaps.marker(above: index)
      lines.append(line)
    }
    lastGap = gaps.marker(above: messages.count)
  }

  /// Finds the runs of one sender.
  mutating func group() {
    var isFirst = true
    for index in lines.indices {
      let isLast = index + 1 == lines.count || !continues(at: index + 1)
      lines[index].row.grouping = Grouping(isFirst: isFirst, isLast: isLast)
      isFirst = isLast
    }
  }

  private func continues(at index: Int) -> Bool {
    let (line, before) = (lines[index], lines[index - 1])
    if line.isApart || line.row.message.sender != before.row.message.sender { return false }
    if line.row.message.body.isSystem || before.row.message.body.isSystem { return false }
    guard let limit = input.runLimit else { return true }
    let (from, to) = (before.time.milliseconds, line.time.milliseconds)
    let distance = to.subtractingReportingOverflow(from)
    return !distance.overflow && .milliseconds(distance.partialValue) <= limit
  }

  /// Calls `body` with each row, from top to bottom.
  func forEachRow(_ body: (RowID, Content) -> Void) {
    if input.isLoadingOlder, older != .end { body(.loadingOlder, .other(.loading)) }
    if older == .end { body(.start, .other(.start)) }
    for line in lines {
      if let gap = line.gap { body(gap.id, .other(.gap(gap.gap))) }
      if line.startsDay { body(.day(line.day), .other(.day(line.day))) }
      if line.isBelowDivider { body(.unreadDivider, .other(.unreadDivider)) }
      body(.message(line.row.message.id), .message(line.row))
    }
    if let gap = lastGap { body(gap.id, .other(.gap(gap.gap))) }
    if input.isLoadingNewer, newer != .end { body(.loadingNewer, .other(.loading)) }
    let typing = input.typing.subtracting([input.owner]).sorted()
    if reachesEnd, !typing.isEmpty { body(.typing, .other(.typing(typing))) }
  }
}

extension Body {
  fileprivate var isSystem: Bool {
    switch self {
    case .system: true
    case .text, .media, .payment, .redacted, .unknown: false
    }
  }
}

extension Message {
  /// Without reactions, edits and waiting changes if it is deleted (`ROWS-032`).
  fileprivate var asShown: Message {
    guard body == .redacted else { return self }
    var message = self
    message.version = nil
    message.reactions = []
    message.dependents = []
    return message
  }
}
