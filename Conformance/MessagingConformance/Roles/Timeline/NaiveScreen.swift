internal import MessagingCore
internal import MessagingModel
internal import MessagingTimeline

/// The simplest possible screen: an array of rows, to which it applies each update.
struct NaiveScreen: Sendable {
  var rows: [TimelineItem] = []
  var version: Int64 = 0
  var updates: [TimelineUpdate] = []
  /// Every state in which a message was stored.
  private var known: [MessageID: [Message]] = [:]

  var last: TimelineUpdate? { updates.last }

  mutating func remember(_ messages: [Message]) {
    for message in messages.map(RowRules.naiveShown) where known[message.id]?.last != message {
      known[message.id, default: []].append(message)
    }
  }

  /// Whether two references have ever named one message.
  func areSame(_ one: MessageReference, _ other: MessageReference) -> Bool {
    one == other
      || known.values.contains { states in
        states.contains { $0.isMeant(by: one) && $0.isMeant(by: other) }
      }
  }

  private func isKnown(_ message: Message) -> Bool {
    known[message.id]?.contains(message) ?? false
  }

  /// Takes an update.
  ///
  /// - Returns: the rule that the update breaks; `nil` if none.
  mutating func take(_ update: TimelineUpdate) -> Law? {
    updates.append(update)
    guard update.diff.base == version, update.diff.target == update.timeline.version else {
      return .updateFromElsewhere
    }
    guard let next = DiffOracle.apply(update.diff, to: rows), next == update.timeline.rows else {
      return .differenceElsewhere
    }
    let isNothing = update.diff.isEmpty && update.destination == nil && updates.count > 1
    if isNothing, update.timeline.reachesEnd == reachesEnd {
      return .updateOfNothing
    }
    (rows, version, reachesEnd) = (next, update.diff.target, update.timeline.reachesEnd)
    if let law = lawOfDivider(update.diff) { return law }
    let shown = rows.compactMap(\.message)
    if let stranger = shown.first(where: { !isKnown($0.message) }) {
      return Law(
        "\(ScriptNames.names(of: stranger.message)[0]) is shown in a state that was never stored",
        of: .screenAtRest)
    }
    if let quote = shown.compactMap(\.quote).first(where: { !isKnown($0) }) {
      return Law(
        "\(ScriptNames.names(of: quote)[0]) is quoted in a state that was never stored",
        of: .screenAtRest)
    }
    return nil
  }

  /// Notes that the screen is opened, perhaps once more.
  mutating func open() { (arrivals, hasShownDivider) = ([], false) }

  private var reachesEnd = true
  /// The messages that came while the screen was open.
  private var arrivals: Set<MessageID> = []
  private var hasShownDivider = false

  /// Checks where the divider first appears: what came live is never the first below it
  /// (`OPEN-032`).
  private mutating func lawOfDivider(_ diff: TimelineDiff) -> Law? {
    arrivals.formUnion(diff.inserts.filter(\.isNew).compactMap { $0.item.id.message })
    guard !hasShownDivider, let index = rows.firstIndex(where: { $0.id == .unreadDivider }) else {
      return nil
    }
    hasShownDivider = true
    let below = rows[index...].lazy.compactMap(\.id.message).first
    return below.map(arrivals.contains) ?? false ? .dividerAboveArrival : nil
  }

  /// The messages that have rows.
  var messages: [Message] { rows.compactMap { $0.message?.message } }

  /// How what is shown differs from what is stored; `nil` if it does not.
  func difference(from world: TimelineWorld) -> String? {
    guard let status = world.rules?.status, let last else { return "nothing is shown" }
    let everything = world.everything
    guard let first = messages.first?.position, let end = messages.last?.position else {
      let shown = NaiveRows().timeline(of: everything, world.input, after: .empty)
      let isEmpty = !shown.contains { $0.message != nil }
      return isEmpty || (status.older != .exhausted && world.options.emptyPages == 1)
        ? nil : "nothing is shown, but messages are stored"
    }
    if world.input.isThread { return differenceOfThread(from: world, status) }
    let top = top(status, above: end)
    let range = world.log.read(
      Query(
        .window(from: cursor(first), to: cursor(top)), in: ScriptNames.conversation,
        limit: Limits.page, scope: world.scope))
    let input = world.input
    var stored = rows(of: asRead(range, status), input, after: last.timeline)
    // Typing is not stored.
    var shown = rows.filter { $0.id != .typing }
    if input.shown != .everything || !input.hidden.isEmpty {
      // The loaded range may begin with messages that have no row.
      (stored, shown) = (fromFirstMessage(stored), fromFirstMessage(shown))
    }
    if let (there, here) = zip(stored, shown).first(where: { $0 != $1 }) {
      return "\(words(here)) is shown where \(words(there)) is stored"
    }
    return stored.count == shown.count
      ? nil : "\(shown.count) rows are shown, \(stored.count) are stored"
  }

  /// The rows of what is stored. The divider does not stand above a message that came live
  /// (`OPEN-032`).
  private func rows(
    of stored: Snapshot, _ input: TimelineInput, after previous: Timeline
  ) -> [TimelineItem] {
    let rows = NaiveRows().timeline(of: stored, input, after: previous).rows
    let below = rows.drop { $0.id != .unreadDivider }.lazy.compactMap(\.id.message).first
    guard let below, arrivals.contains(below) else { return rows }
    let unread = Timeline(version: 0, rows: [], unread: UnreadPosition.none)
    return NaiveRows().timeline(of: stored, input, after: unread).rows
  }

  /// Where the shown range ends: at the end of the conversation, at the last message, or at the gap
  /// that is shown after it. Between that gap and the last row are only messages without a row.
  private func top(_ status: TimelineStatus, above end: Position) -> Position {
    guard status.hasNewer else { return .unconfirmed(sequence: .max) }
    let decorations: Set<RowID> = [.typing, .loadingNewer]
    guard case .gap(let gap)? = rows.last(where: { !decorations.contains($0.id) })?.content,
      let after = gap.after, NaiveOrder.precedes(end, .confirmed(after))
    else { return end }
    return .confirmed(after)
  }

  /// How a thread's rows differ. A thread shows its root, if that is stored, and a range of the
  /// replies.
  private func differenceOfThread(from world: TimelineWorld, _ status: TimelineStatus) -> String? {
    guard let last else { return "nothing is shown" }
    let (input, all) = (world.input, world.everythingOfThread)
    var replies = messages.filter { $0.id != all.root?.id }
    // The range may be empty: it ends right above the root.
    if replies.isEmpty, status.hasNewer { replies = [all.root].compactMap(\.self) }
    var range = all
    var previous = last.timeline
    if let first = replies.first?.position, let end = replies.last?.position {
      let top = top(status, above: end)
      range = world.log.read(
        Query(
          .window(from: cursor(first), to: cursor(top)), in: ScriptNames.conversation,
          limit: Limits.page, scope: input.shown))
      range = asRead(range, status)
      if let root = all.root, !range.messages.contains(where: { $0.id == root.id }) {
        let isFirst = NaiveOrder.precedes(root.position, first)
        range.messages.insert(root, at: isFirst ? 0 : range.messages.count)
        if isFirst, case .gap(let gap) = range.older { range.gaps.insert(gap, at: 0) }
        if isFirst, status.older != .exhausted, !isJoined(to: first, root, world),
          !isDivided(range, apart: root, input)
        {
          previous = Timeline(version: 0, rows: [], unread: UnreadPosition.none)
        }
        range.older = .end
      }
    }
    let stored = rows(of: range, input, after: previous)
    let pairs = (
      stored: fromFirstMessage(stored), shown: fromFirstMessage(rows.filter { $0.id != .typing })
    )
    if let (there, here) = zip(pairs.stored, pairs.shown).first(where: { $0 != $1 }) {
      return "\(words(here)) is shown where \(words(there)) is stored in the thread"
    }
    return pairs.stored.count == pairs.shown.count
      ? nil : "\(pairs.shown.count) rows are shown, \(pairs.stored.count) are stored in the thread"
  }

  /// Whether a root may be loaded with its page, with a divider below it: nothing is stored between
  /// it and the first reply that is shown.
  private func isJoined(to first: Position, _ root: Message, _ world: TimelineWorld) -> Bool {
    let page = world.log.read(
      Query(
        .newer(than: cursor(root.position)), in: ScriptNames.conversation, limit: 1,
        crossesGaps: true, scope: world.scope))
    return page.messages.first?.position == first && rows.contains { $0.id == .unreadDivider }
  }

  /// Whether the unread divider is at its place in a range that begins with a root, below which
  /// replies are not loaded: above the root, or below a reply (`ROWS-019`).
  private func isDivided(_ range: Snapshot, apart root: Message, _ input: TimelineInput) -> Bool {
    let last = last?.timeline ?? .empty
    var (above, below) = (range, range)
    (above.messages, above.gaps, above.older) = ([root], [], .end)
    below.messages.removeAll { $0.id == root.id }
    return [above, below].contains { part in
      NaiveRows().timeline(of: part, input, after: last).contains { $0.id == .unreadDivider }
    }
  }

  /// A range of the store, with its edges as the pages that end there report them. A full page that
  /// crosses gaps says that more is stored past it, whatever is missing in between (`PAGE-005`). So
  /// does an end at which rows were evicted (`WINDOW-020`, `WINDOW-021`). Only the next page, which
  /// is still to be read, says what is missing.
  private func asRead(_ range: Snapshot, _ status: TimelineStatus) -> Snapshot {
    var range = range
    if status.older == .idle, isUnseen(range.older) { range.older = .more }
    if status.hasNewer, status.newer == .idle, isUnseen(range.newer) { range.newer = .more }
    return range
  }

  /// Whether an edge is a gap without a row.
  private func isUnseen(_ edge: Edge) -> Bool {
    guard case .gap(let gap) = edge else { return false }
    return !rows.contains { $0.content == .gap(gap) }
  }

  private func fromFirstMessage(_ rows: [TimelineItem]) -> [TimelineItem] {
    Array(rows.drop { $0.message == nil })
  }

  private func words(_ item: TimelineItem) -> String { item.word.token.description }

  private func cursor(_ position: Position) -> PageCursor {
    PageCursor(conversation: ScriptNames.conversation, position: position)
  }
}
