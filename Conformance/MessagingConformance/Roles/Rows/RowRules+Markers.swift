package import MessagingModel
package import MessagingTimeline

// The rows that are not messages.
extension RowRules {
  package static let naiveTop: @Sendable (NaiveRowContext) -> [TimelineItem] = { now in
    guard now.snapshot.older == .end else {
      return now.input.isLoadingOlder ? [.loading(.loadingOlder)] : []
    }
    return [TimelineItem(id: .start, content: .start)]
  }

  package static let naiveBottom: @Sendable (NaiveRowContext) -> [TimelineItem] = { now in
    guard now.snapshot.newer == .end else {
      return now.input.isLoadingNewer ? [.loading(.loadingNewer)] : []
    }
    if case .thread = now.input.shown { return [] }
    let writers = now.input.typing.filter {
      $0 != now.input.owner && !now.input.hidden.contains($0)
    }
    return writers.isEmpty || !now.reachesEnd ? [] : [.typing(writers)]
  }

  package static let naiveGap: @Sendable (NaiveRowContext, Int) -> TimelineItem? = { now, index in
    let lower = index > 0 ? now.messages[index - 1] : nil
    let upper = index < now.messages.count ? now.messages[index] : nil
    guard let gap = now.gap(between: lower, and: upper) else { return nil }
    return TimelineItem(id: .gap(after: floor(of: gap, above: lower)), content: .gap(gap))
  }

  /// The last known position below the marker.
  static func floor(of gap: Gap, above lower: Message?) -> ServerPosition? {
    guard let known = lower?.position.confirmed else { return gap.after }
    return gap.after.map { NaiveOrder.precedes(known, $0) ? $0 : known } ?? known
  }

  package static let naiveDays: @Sendable (NaiveRowContext) -> [CalendarDay] = { now in
    var days: [CalendarDay] = []
    for message in now.messages {
      let day = dayOf(message.instant, now.input.zone)
      days.append(days.last.map { day.number < $0.number ? $0 : day } ?? day)
    }
    return days
  }

  /// The day of a time, by the offset in force. It finds the offset by walking through all of them.
  package static func dayOf(_ instant: Timestamp, _ zone: ZoneOffsets) -> CalendarDay {
    var offset = zone.first
    for change in zone.changes where change.from.milliseconds <= instant.milliseconds {
      offset = change.seconds
    }
    let local = (Double(instant.milliseconds) + Double(offset) * 1_000) / 86_400_000
    return CalendarDay(number: Int(local.rounded(.down)), zone: zone.name)
  }

  package static let naiveSeparator:
    @Sendable (NaiveRowContext, [CalendarDay], Int) -> TimelineItem? = {
      _, days, index in
      guard index == 0 || days[index] != days[index - 1] else { return nil }
      return TimelineItem(id: .day(days[index]), content: .day(days[index]))
    }

  package static let naiveUnread: @Sendable (NaiveRowContext) -> UnreadPosition = { now in
    guard case .above(let mark) = decided(now) else { return decided(now) }
    let isReadThrough = { (gap: Gap) in
      guard let mark, let end = gap.before else { return false }
      return !Position.confirmed(end).isAbove(mark)
    }
    let isWhole =
      now.reachesEnd && now.snapshot.gaps.allSatisfy(isReadThrough) && isLoaded(now, mark)
    let isLeft = now.messages.contains { isUnread($0, above: mark) }
    return isWhole && !isLeft ? .none : .above(mark)
  }

  /// The decision of the opening, before what was unread may have lost its rows.
  private static func decided(_ now: NaiveRowContext) -> UnreadPosition {
    guard now.previous.unread == .undecided else { return now.previous.unread }
    guard now.snapshot.messages.contains(where: { $0.position.confirmed != nil }) else {
      return now.snapshot.older == .end && now.snapshot.newer == .end ? .none : .undecided
    }
    let mark = now.mark(of: now.input.owner)
    let isSeen = now.snapshot.messages.contains { isUnread($0, above: mark) }
    return isSeen || now.snapshot.unread.count > 0 ? .above(mark) : .none
  }

  /// Whether a message that was read is loaded, or the start.
  private static func isLoaded(_ now: NaiveRowContext, _ mark: Position?) -> Bool {
    let isRead = { (message: Message) in mark.map { !message.position.isAbove($0) } ?? false }
    return now.snapshot.older == .end || now.snapshot.messages.contains(where: isRead)
  }

  package static let naiveDivider: @Sendable (NaiveRowContext, UnreadPosition) -> Int? = {
    now, place in
    guard case .above(let mark) = place, isLoaded(now, mark) else { return nil }
    return now.messages.firstIndex { isUnread($0, above: mark) }
  }

  /// Whether somebody else wrote the message for the owner, who has not read it yet.
  package static func isUnread(_ message: Message, above mark: Position?) -> Bool {
    !message.isOutgoing && message.body.isForReaders && message.position.confirmed != nil
      && (mark.map { message.position.isAbove($0) } ?? true)
  }
}

extension TimelineItem {
  package static func loading(_ id: RowID) -> TimelineItem {
    TimelineItem(id: id, content: .loading)
  }

  package static func typing(_ writers: some Collection<ParticipantID>) -> TimelineItem {
    TimelineItem(
      id: .typing, content: .typing(writers.sorted { NaiveOrder.precedes($0.text, $1.text) }))
  }
}
