internal import MessagingModel

/// The plan for the rows of a snapshot, before they are made.
struct RowPlan {
  /// What stands before a message, and where it stands in its run.
  private struct Line {
    var day: Int
    var startsDay: Bool
    var hasGap: Bool
    var isBelowDivider: Bool
    /// The time of the message, for the distance to its neighbours.
    var time: Timestamp
    var grouping = Grouping.alone

    /// Whether something lies between it and the message before.
    var isApart: Bool { startsDay || hasGap || isBelowDivider }
  }

  let reachesEnd: Bool
  let unread: UnreadPosition
  let faults: [Timeline.Fault]

  private let input: TimelineInput
  private let snapshot: Snapshot
  /// The messages that have a row.
  private let messages: [Message]
  private let gaps: GapSlots
  /// Whether the place of the unread divider is loaded, be it beside messages without a row.
  private let isPlaceLoaded: Bool
  /// One for each message.
  private var lines: [Line] = []

  init(_ snapshot: Snapshot, _ input: TimelineInput, _ known: UnreadPosition) {
    self.input = input
    self.snapshot = snapshot
    let (checked, faults) = MessageOrder.checked(snapshot.messages)
    self.faults = faults
    var unread = known == .undecided ? UnreadPosition(of: snapshot, owner: input.owner) : known
    messages = ShownMessages(input, checked).filter(checked)
    gaps = GapSlots(of: snapshot, messages)
    reachesEnd = snapshot.newer == .end && gaps.isComplete(aboveConfirmed: messages)
    // If no message that was unread has a row, the divider has no place: what comes now is an
    // arrival. What a gap above the divider will bring may have been unread.
    isPlaceLoaded =
      input.isRootApart
      ? unread.index(in: Array(checked.prefix(1))) != nil
        || unread.isLoaded(in: checked.dropFirst(), isFromStart: false)
      : unread.isLoaded(in: checked[...], isFromStart: snapshot.older == .end)
    let divider = isPlaceLoaded ? unread.index(in: messages, besides: input.arrivals) : nil
    if reachesEnd, isPlaceLoaded, divider == nil,
      snapshot.gaps.allSatisfy(unread.isAbove)
    {
      unread = .none
    }
    let isOpen = input.isOpening && known != .none && unread == .none
    self.unread = isOpen ? .undecided : unread
    place(below: divider)
    group()
  }

  /// - Parameter divider: the index of the message before which the unread divider stands.
  private mutating func place(below divider: Int?) {
    lines.reserveCapacity(messages.count)
    var before: Int?
    for index in messages.indices {
      let time = messages[index].position.confirmed?.serverTime ?? messages[index].timestamp
      let own = input.zone.day(of: time).number
      let day = before.map { max($0, own) } ?? own
      lines.append(
        Line(
          day: day, startsDay: day != before, hasGap: gaps.marker(above: index) != nil,
          isBelowDivider: index == divider, time: time))
      before = day
    }
  }

  /// Finds the runs of one sender.
  private mutating func group() {
    var isFirst = true
    for index in lines.indices {
      let isLast = index + 1 == lines.count || !continues(at: index + 1)
      lines[index].grouping = Grouping(isFirst: isFirst, isLast: isLast)
      isFirst = isLast
    }
  }

  private func continues(at index: Int) -> Bool {
    if lines[index].isApart || messages[index].sender != messages[index - 1].sender { return false }
    if messages[index].body.isSystem || messages[index - 1].body.isSystem { return false }
    guard let limit = input.runLimit else { return true }
    let (from, to) = (lines[index - 1].time.milliseconds, lines[index].time.milliseconds)
    let distance = to.subtractingReportingOverflow(from)
    return !distance.overflow && distance.partialValue <= limit
  }

  /// Makes each row, from top to bottom.
  func make(_ maker: inout RowMaker) {
    let readers = ReaderPlaces(snapshot.receipts, messages, owner: input.owner)
    if input.isLoadingOlder, snapshot.older != .end { maker.add(.loadingOlder, .loading) }
    if snapshot.older == .end { maker.add(.start, .start) }
    for (index, line) in lines.enumerated() {
      if line.isApart { makeDecorations(above: index, line, &maker) }
      maker.add(
        messages[index].asShown, quote: quote(for: messages[index]),
        thread: thread(of: messages[index]),
        readers: readers.names[index] ?? [], grouping: line.grouping)
    }
    if let gap = gaps.marker(above: messages.count) { maker.add(gap.id, .gap(gap.gap)) }
    if input.isLoadingNewer, snapshot.newer != .end { maker.add(.loadingNewer, .loading) }
    if reachesEnd, !writers.isEmpty { maker.add(.typing, .typing(writers)) }
  }

  /// Who is shown as writing. Hidden participants are left out (`ROWS-042`). In a thread it is
  /// nobody, because the network names only the conversation (`ROWS-043`).
  private var writers: [ParticipantID] {
    if case .thread = input.shown { return [] }
    return input.typing.subtracting(input.hidden).subtracting([input.owner]).sorted()
  }

  private func quote(for message: Message) -> Message? {
    guard message.body != .redacted, let quote = snapshot.quote(for: message),
      !input.hidden.contains(quote.sender)
    else { return nil }
    return quote.asShown
  }

  /// The summary of the thread that a message began, without the latest reply if a hidden
  /// participant wrote it.
  private func thread(of message: Message) -> ThreadSummary? {
    guard var thread = snapshot.threads[message.id] else { return nil }
    if let latest = thread.latest, input.hidden.contains(latest.sender) { thread.latest = nil }
    return thread
  }

  private func makeDecorations(above index: Int, _ line: Line, _ maker: inout RowMaker) {
    if let gap = gaps.marker(above: index) { maker.add(gap.id, .gap(gap.gap)) }
    if line.startsDay {
      let day = CalendarDay(number: line.day, zone: input.zone.name)
      maker.add(.day(day), .day(day))
    }
    if line.isBelowDivider { maker.add(.unreadDivider, .unreadDivider) }
  }
}

extension Body {
  /// Whether it is a line that the service wrote.
  var isSystem: Bool {
    switch self {
    case .system: true
    case .text, .media, .payment, .redacted, .unknown: false
    }
  }
}

extension Message {
  /// The message without its version, reactions and unsent changes if it is deleted (`ROWS-032`).
  var asShown: Message {
    guard case .redacted = body else { return self }
    var message = self
    message.version = nil
    message.reactions = []
    message.dependents = []
    return message
  }
}
