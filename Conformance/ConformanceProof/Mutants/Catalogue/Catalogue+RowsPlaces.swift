internal import MessagingConformance
internal import MessagingModel
internal import MessagingTimeline

extension MutantCatalogue {
  static let rowsDays: [Mutant] = [
    Mutant(
      "separator-between-days-only", kills: "ROWS-011",
      "The first loaded day has no separator.",
      origin: "whoever scrolled to the top did not know which day it was",
      .naive(\.separator) { now, days, index in
        index == 0 ? nil : RowRules.naiveSeparator(now, days, index)
      }),
    Mutant(
      "separator-stays-where-the-page-began", kills: "ROWS-011",
      "A separator stays above the message that it was above.",
      origin: "after a page of history a day began in its middle",
      .naive(\.finish) { now, rows in
        let shown = now.previous.rows
        var rows = rows
        for (row, below) in zip(shown, shown.dropFirst()) {
          guard case .day = row.content, let from = rows.firstIndex(where: { $0.id == row.id }),
            let to = rows.firstIndex(where: { $0.id == below.id }), from < to
          else { continue }
          rows.insert(rows.remove(at: from), at: to - 1)
        }
        return rows
      }),
    Mutant(
      "separator-named-by-message", kills: "ROWS-012",
      "A separator is named by the message below it.",
      origin: "each page of history deleted a separator and inserted another",
      .naive(\.separator) { now, days, index in
        guard let row = RowRules.naiveSeparator(now, days, index) else { return nil }
        let name = ExactString("\(days[index].zone) \(now.messages[index].id)")
        return TimelineItem(
          id: .day(CalendarDay(number: days[index].number, zone: name)), content: row.content)
      }),
    Mutant(
      "days-of-utc", kills: "ROWS-013", "Days begin when they begin in Greenwich.",
      origin: "in the evening messages stood under the next day",
      .naive(\.days) { now in
        var input = now.input
        input.zone = .utc
        return RowRules.naiveDays(now.with(input))
      }),
    Mutant(
      "offset-of-the-first-day", kills: "ROWS-013",
      "The clocks of a zone are never changed.",
      origin: "in summer the first hour of a day belonged to the day before",
      .naive(\.days) { now in
        var input = now.input
        input.zone = ZoneOffsets(name: input.zone.name, first: input.zone.first)
        return RowRules.naiveDays(now.with(input))
      }),
    Mutant(
      "day-of-the-device-clock", kills: "ROWS-014",
      "An unsent message is shown under the day of the device's clock.",
      origin: "\"Yesterday\" below \"Today\"",
      .naive(\.days) { now in
        now.messages.map { RowRules.dayOf($0.instant, now.input.zone) }
      }),
  ]

  static let rowsRuns: [Mutant] = [
    Mutant(
      "run-over-midnight", kills: "ROWS-015",
      "A run of messages continues over any row between two messages.",
      origin: "the first message of a day had no name above it",
      .naive(\.grouping) { rows, index, joins in
        let above = rows[..<index].last { $0.message != nil }?.message?.message
        let below = rows[(index + 1)...].first { $0.message != nil }?.message?.message
        guard let own = rows[index].message?.message else { return .alone }
        return Grouping(
          isFirst: !(above.map { joins($0, own) } ?? false),
          isLast: !(below.map { joins(own, $0) } ?? false))
      }),
    Mutant(
      "service-line-joins", kills: "ROWS-015",
      "A service line is part of the run of the person it names.",
      origin: "\"Ann joined\" took the picture from Ann's message",
      .naive(\.joins) { now, lower, upper in
        lower.body.isLine || upper.body.isLine
          ? lower.sender == upper.sender : RowRules.naiveJoins(now, lower, upper)
      }),
    Mutant(
      "a-pause-ends-nothing", kills: "ROWS-015", "A run of messages continues after any pause.",
      origin: "one name in the morning for messages until the night",
      .naive(\.joins) { now, lower, upper in
        var input = now.input
        input.runLimit = nil
        return RowRules.naiveJoins(now.with(input), lower, upper)
      }),
    Mutant(
      "grouping-of-the-first-look", kills: "ROWS-016",
      "A row that is shown keeps its place in the run.",
      origin: "two tails in one run, until the conversation was opened again",
      .naive(\.finish) { now, rows in
        rows.map { item in
          guard case .message(var row) = item.content,
            let shown = now.previous.row(item.id)?.message
          else { return item }
          row.grouping = shown.grouping
          return TimelineItem(id: item.id, content: .message(row))
        }
      }),
  ]

  static let rowsUnread: [Mutant] = [
    Mutant(
      "divider-above-own-message", kills: "ROWS-017",
      "The divider is above the first message after the marker, whoever wrote it.",
      origin: "\"New messages\" above what one has just written oneself",
      .naive(\.divider) { now, place in
        guard case .above(let mark) = place, let index = RowRules.naiveDivider(now, place) else {
          return nil
        }
        return now.messages[..<index].firstIndex { message in
          message.isOutgoing && (mark.map { message.position.isAbove($0) } ?? true)
        } ?? index
      }),
    Mutant(
      "divider-above-service-line", kills: "ROWS-017",
      "The divider is above a service message.",
      origin: "\"New messages\": Ann joined",
      .naive(\.divider) { now, place in
        guard case .above(let mark) = place, let index = RowRules.naiveDivider(now, place) else {
          return nil
        }
        return now.messages[..<index].firstIndex { message in
          message.body.isLine && (mark.map { message.position.isAbove($0) } ?? true)
        } ?? index
      }),
    Mutant(
      "divider-follows-the-marker", kills: "ROWS-018",
      "The divider moves as the reader reads.",
      origin: "a line that ran away from under the eyes",
      .naive(\.unread) { RowRules.naiveUnread($0.opening) }),
    Mutant(
      "divider-for-arrivals", kills: "ROWS-018",
      "Where nothing was unread, the divider comes with the first arrival.",
      origin: "\"New messages\" in the middle of a talk",
      .naive(\.unread) { now in
        now.previous.unread == .none
          ? RowRules.naiveUnread(now.opening) : RowRules.naiveUnread(now)
      }),
    Mutant(
      "divider-at-the-top-of-the-page", kills: "ROWS-019",
      "If the first loaded message is unread, the divider is above it.",
      origin: "a divider that climbed with each page of history",
      .naive(\.divider) { now, place in
        guard case .above(let mark) = place else { return nil }
        return now.messages.firstIndex { RowRules.isUnread($0, above: mark) }
      }),
  ]
}

extension NaiveRowContext {
  /// With other circumstances.
  fileprivate func with(_ input: TimelineInput) -> NaiveRowContext {
    NaiveRowContext(snapshot: snapshot, input: input, previous: previous, messages: messages)
  }

  /// As if the conversation was opened now.
  fileprivate var opening: NaiveRowContext {
    NaiveRowContext(snapshot: snapshot, input: input, previous: .empty, messages: messages)
  }
}
