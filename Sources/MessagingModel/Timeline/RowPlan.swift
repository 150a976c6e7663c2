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
    var gaps: [Gap] = []
    var isBelowDivider = false
    /// When it happened, for the distance to its neighbours.
    var time: Timestamp

    /// Whether something lies between it and the message before.
    var isApart: Bool { startsDay || !gaps.isEmpty || isBelowDivider }
  }

  let reachesEnd: Bool
  let unread: UnreadPlace
  let faults: [Timeline.Fault]

  private let input: TimelineInput
  private let older: Edge
  private let newer: Edge
  private var lines: [Line] = []
  /// Gaps above all messages.
  private var lastGaps: [Gap] = []
  private let isStartShown: Bool

  init(_ snapshot: Snapshot, _ input: TimelineInput, _ known: UnreadPlace) {
    self.input = input
    older = snapshot.older
    newer = snapshot.newer
    let (messages, faults) = MessageOrder.checked(snapshot.messages)
    self.faults = faults
    unread = known == .undecided ? UnreadPlace(of: snapshot, owner: input.owner) : known
    let gaps = RowPlan.gaps(of: snapshot)
    isStartShown = older == .end && !gaps.contains { $0.after == nil }
    let newest = messages.last { $0.position.confirmed != nil }?.position
    reachesEnd =
      newer == .end
      && !gaps.contains { gap in
        newest.map { gap.lies(above: $0) } ?? true
      }
    let shown = ShownMessages(input.shown, messages)
    place(messages.filter(shown.contains), gaps, snapshot)
  }

  /// The gaps between the messages and at both edges, each once, ascending.
  private static func gaps(of snapshot: Snapshot) -> [Gap] {
    var gaps = snapshot.gaps
    for case .gap(let gap) in [snapshot.older, snapshot.newer]
    where !gaps.contains(where: { $0.after == gap.after }) {
      gaps.append(gap)
    }
    return gaps.sorted { left, right in
      guard let upper = right.after else { return false }
      return left.after.map { $0 < upper } ?? true
    }
  }

  private mutating func place(_ messages: [Message], _ gaps: [Gap], _ snapshot: Snapshot) {
    let readers = ReaderPlaces(snapshot.receipts, messages, owner: input.owner)
    let divider = unread.index(in: messages, isFromStart: older == .end)
    var rest = gaps[...]
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
      let passed = rest.prefix { !$0.lies(above: message.position) }
      line.gaps = Array(passed)
      rest = rest.dropFirst(passed.count)
      lines.append(line)
    }
    lastGaps = Array(rest)
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
    if isStartShown { body(.start, .other(.start)) }
    for line in lines {
      for gap in line.gaps { body(.gap(after: gap.after), .other(.gap(gap))) }
      if line.startsDay { body(.day(line.day), .other(.day(line.day))) }
      if line.isBelowDivider { body(.unreadDivider, .other(.unreadDivider)) }
      body(.message(line.row.message.id), .message(line.row))
    }
    for gap in lastGaps { body(.gap(after: gap.after), .other(.gap(gap))) }
    if input.isLoadingNewer, newer != .end { body(.loadingNewer, .other(.loading)) }
    let typing = input.typing.subtracting([input.owner]).sorted()
    if reachesEnd, !typing.isEmpty { body(.typing, .other(.typing(typing))) }
  }
}

extension Gap {
  /// Whether a message at this place lies below it.
  fileprivate func lies(above place: Position) -> Bool {
    after.map { place <= .confirmed($0) } ?? false
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
  /// Without reactions, edits and waiting changes if it is deleted (`ROWS-012`).
  fileprivate var asShown: Message {
    guard body == .redacted else { return self }
    var message = self
    message.version = nil
    message.reactions = []
    message.dependents = []
    return message
  }
}
