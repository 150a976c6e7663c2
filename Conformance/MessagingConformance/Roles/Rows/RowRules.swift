package import MessagingModel
package import MessagingTimeline

/// The rules by which the naive builder makes rows. A mutant replaces one of them.
package struct RowRules: Sendable {
  /// The stored messages, in order (`ROWS-001`, `ROWS-002`, `ROWS-005`).
  package var messages: @Sendable (NaiveRowContext) -> [Message] = naiveMessages
  /// Whether a message has a row (`ROWS-033`).
  package var isShown: @Sendable (NaiveRowContext, Message) -> Bool = naiveIsShown
  /// The id of a message's row (`ROWS-004`).
  package var id: @Sendable (NaiveRowContext, Int) -> RowID = { .message($0.messages[$1].id) }
  /// The message as its row holds it (`ROWS-008`, `ROWS-032`).
  package var shown: @Sendable (Message) -> Message = naiveShown
  /// The message that it replies to (`ROWS-009`).
  package var quote: @Sendable (NaiveRowContext, Message) -> Message? = {
    now, message in
    if case .redacted = message.body { return nil }
    guard let quote = now.snapshot.quote(for: message) else { return nil }
    return now.input.hidden.contains(quote.sender) ? nil : quote
  }
  /// The thread under the message (`THREAD-013`).
  package var thread: @Sendable (NaiveRowContext, Message) -> ThreadSummary? = { now, message in
    guard let thread = now.snapshot.threads[message.id] else { return nil }
    let isHidden = thread.latest.map { now.input.hidden.contains($0.sender) } ?? false
    return ThreadSummary(
      count: thread.count, isLowerBound: thread.isLowerBound,
      latest: isHidden ? nil : thread.latest)
  }
  /// The readers that its row names (`ROWS-020`).
  package var readers: @Sendable (NaiveRowContext, Int) -> [ParticipantID] = naiveReaders
  /// The content that is derived from its body (`ROWS-029`, `ROWS-030`).
  package var derived: @Sendable (Body) -> DerivedContent = NaiveLinks.derived
  /// Whether two adjacent messages are in one run (`ROWS-015`).
  package var joins: @Sendable (NaiveRowContext, Message, Message) -> Bool = naiveJoins
  /// Its position in a run, from the rows above and below (`ROWS-015`).
  package var grouping: @Sendable ([TimelineItem], Int, (Message, Message) -> Bool) -> Grouping =
    naiveGrouping
  /// The rows above the first message (`ROWS-025`, `ROWS-028`).
  package var top: @Sendable (NaiveRowContext) -> [TimelineItem] = naiveTop
  /// The rows below the last message (`ROWS-026`, `ROWS-028`).
  package var bottom: @Sendable (NaiveRowContext) -> [TimelineItem] = naiveBottom
  /// The marker above the message with an index, or at the end (`ROWS-023`).
  package var gap: @Sendable (NaiveRowContext, Int) -> TimelineItem? = naiveGap
  /// The day of each message (`ROWS-013`, `ROWS-014`).
  package var days: @Sendable (NaiveRowContext) -> [CalendarDay] = naiveDays
  /// The separator above the message with an index (`ROWS-011`, `ROWS-012`).
  package var separator: @Sendable (NaiveRowContext, [CalendarDay], Int) -> TimelineItem? =
    naiveSeparator
  /// The decision about the divider when the conversation is opened (`ROWS-017`).
  package var unread: @Sendable (NaiveRowContext) -> UnreadPosition = naiveUnread
  /// The index of the message below the divider (`ROWS-018`, `ROWS-019`).
  package var divider: @Sendable (NaiveRowContext, UnreadPosition) -> Int? = naiveDivider
  /// Whether later messages are new (`ROWS-031`).
  package var reachesEnd: @Sendable (NaiveRowContext) -> Bool = \.reachesEnd
  /// The faults of the snapshot (`ROWS-005`).
  package var faults: @Sendable (Snapshot) -> [Timeline.Fault] = naiveFaults
  /// A last change to the rows.
  package var finish: @Sendable (NaiveRowContext, [TimelineItem]) -> [TimelineItem] = { $1 }
  /// The version of the rows, which grows if they differ from the previous rows (`ROWS-006`,
  /// `ROWS-007`).
  package var version: @Sendable (NaiveRowContext, [TimelineItem]) -> Int64 = { now, rows in
    now.previous.version + (rows == now.previous.rows ? 0 : 1)
  }

  package init() {}
}

extension RowRules {
  package static let naiveMessages: @Sendable (NaiveRowContext) -> [Message] = { now in
    var kept: [Message] = []
    for message in now.snapshot.messages {
      let rivals = now.snapshot.messages.filter { $0.id == message.id }
      let isBeaten = rivals.contains { isNewer($0, than: message) }
      if !isBeaten, !kept.contains(where: { $0.id == message.id }) { kept.append(message) }
    }
    return kept.sorted { NaiveOrder.precedes($0.position, $1.position) }
  }

  /// Compares the versions, then the positions.
  static func isNewer(_ left: Message, than right: Message) -> Bool {
    if left.version == right.version { return left.position.isAbove(right.position) }
    guard let newer = left.version else { return false }
    return right.version.map { NaiveOrder.precedes($0, newer) } ?? true
  }

  static let naiveFaults: @Sendable (Snapshot) -> [Timeline.Fault] = { snapshot in
    var seen: [MessageID] = []
    var twice: [Timeline.Fault] = []
    for message in snapshot.messages {
      if seen.contains(message.id) { twice.append(.duplicate(.message(message.id))) }
      seen.append(message.id)
    }
    return twice
  }

  package static let naiveIsShown: @Sendable (NaiveRowContext, Message) -> Bool = { now, message in
    if now.input.hidden.contains(message.sender) { return false }
    switch now.input.shown {
    case .everything: return true
    case .withoutReplies: return message.threadRoot == nil
    case .thread(let root):
      let first = now.snapshot.messages.first { $0.references.contains(root) }
      let names = first?.references ?? [root]
      if message.references.contains(where: names.contains) { return true }
      return message.threadRoot.map { names.contains($0) } ?? false
    }
  }

  package static let naiveShown: @Sendable (Message) -> Message = { message in
    guard message.body == .redacted else { return message }
    var message = message
    message.version = nil
    message.reactions = []
    message.dependents = []
    return message
  }

  package static let naiveReaders: @Sendable (NaiveRowContext, Int) -> [ParticipantID] = {
    now, index in
    let confirmed = now.messages.filter { $0.position.confirmed != nil }
    let named = now.snapshot.receipts.filter { receipt in
      guard receipt.participant != now.input.owner else { return false }
      let last = confirmed.last {
        !$0.position.isAbove(receipt.upTo) && $0.sender != receipt.participant
      }
      return last?.id == now.messages[index].id
    }
    return named.map(\.participant).sorted { NaiveOrder.precedes($0.text, $1.text) }
  }

  package static let naiveJoins: @Sendable (NaiveRowContext, Message, Message) -> Bool = {
    now, lower, upper in
    guard lower.sender == upper.sender, !lower.body.isLine, !upper.body.isLine else { return false }
    guard let limit = now.input.runLimit else { return true }
    return upper.instant.milliseconds - lower.instant.milliseconds <= limit
  }

  static let naiveGrouping:
    @Sendable ([TimelineItem], Int, (Message, Message) -> Bool) -> Grouping =
      { rows, index, joins in
        let message = { (other: Int) -> Message? in
          rows.indices.contains(other) ? rows[other].message?.message : nil
        }
        guard let own = message(index) else { return .alone }
        return Grouping(
          isFirst: !(message(index - 1).map { joins($0, own) } ?? false),
          isLast: !(message(index + 1).map { joins(own, $0) } ?? false))
      }
}
