import MessagingConformance
import MessagingCore
import MessagingModel
import MessagingTimeline

// Parts that are worse than ours, each in one thing: the acceptance run has to find them out.

/// Corrects once more, by nothing that is seen, when the view says where it is.
struct TwiceAnchor: ScrollAnchoring {
  private var anchor: ScrollAnchor
  private var isOwing = false

  init(_ anchor: ScrollAnchor) { self.anchor = anchor }

  mutating func handle(_ event: ScrollEvent) -> ScrollOutcome {
    var outcome = anchor.handle(event)
    if case .compensation? = outcome.command {
      isOwing = true
    } else if case .scrolled(let offset) = event, isOwing {
      isOwing = false
      outcome.command = .compensation(offset: offset, delta: 0)
    }
    return outcome
  }

  var reading: ScrollReading { anchor.reading }
  var sight: ScrollSight { anchor.sight }
  func frame(of id: RowID) -> RowFrame? { anchor.frame(of: id) }
  var savedPosition: SavedScrollPosition? { anchor.savedPosition }
}

/// Positions an opening when the reader touches the list for the first time, not with its rows.
struct LateAnchor: ScrollAnchoring {
  private var anchor: ScrollAnchor
  private var owed: ScrollCommand?

  init(_ anchor: ScrollAnchor) { self.anchor = anchor }

  mutating func handle(_ event: ScrollEvent) -> ScrollOutcome {
    var outcome = anchor.handle(event)
    if case .programmatic(_, .initial)? = outcome.command {
      (owed, outcome.command) = (outcome.command, nil)
    } else if case .phase(.tracking) = event, let command = owed {
      (owed, outcome.command) = (nil, command)
    }
    return outcome
  }

  var reading: ScrollReading { anchor.reading }
  var sight: ScrollSight { anchor.sight }
  func frame(of id: RowID) -> RowFrame? { anchor.frame(of: id) }
  var savedPosition: SavedScrollPosition? { anchor.savedPosition }
}

/// Goes a little towards the end whenever something arrives, wherever the reader is.
struct EagerAnchor: ScrollAnchoring {
  private var anchor: ScrollAnchor
  private var offset = 0.0

  init(_ anchor: ScrollAnchor) { self.anchor = anchor }

  mutating func handle(_ event: ScrollEvent) -> ScrollOutcome {
    var outcome = anchor.handle(event)
    if case .scrolled(let reported) = event { offset = reported }
    if case .transaction(let transaction) = event, case .changes(let changes) = transaction.rows,
      changes.inserts.contains(where: \.isNew), outcome.command == nil
    {
      outcome.command = .programmatic(offset: offset + 20, reason: .follow)
    }
    return outcome
  }

  var reading: ScrollReading { anchor.reading }
  var sight: ScrollSight { anchor.sight }
  func frame(of id: RowID) -> RowFrame? { anchor.frame(of: id) }
  var savedPosition: SavedScrollPosition? { anchor.savedPosition }
}

/// Works for 20 ms on everything.
struct SlowAnchor: ScrollAnchoring {
  private var anchor: ScrollAnchor
  private let time: Locked<Int64>

  init(_ anchor: ScrollAnchor, _ time: Locked<Int64>) { (self.anchor, self.time) = (anchor, time) }

  mutating func handle(_ event: ScrollEvent) -> ScrollOutcome {
    time.withLock { $0 += 20_000 }
    return anchor.handle(event)
  }

  var reading: ScrollReading { anchor.reading }
  var sight: ScrollSight { anchor.sight }
  func frame(of id: RowID) -> RowFrame? { anchor.frame(of: id) }
  var savedPosition: SavedScrollPosition? { anchor.savedPosition }
}

/// Counts a log in which nobody noted what is read after a prepend.
struct NamelessGate: Diagnosing {
  private let gate = DecisionGate()

  func summary(of log: DiagnosticLog) -> DiagnosticSummary {
    var nameless = DiagnosticLog()
    for record in log.records {
      guard case .changed(var change) = record.event else {
        nameless.note(record.event, at: record.time)
        continue
      }
      change.anchorAfter = nil
      nameless.note(.changed(change), at: record.time)
    }
    return gate.summary(of: nameless)
  }

  func verdict(on summary: DiagnosticSummary) -> AcceptanceVerdict { gate.verdict(on: summary) }
  func export(_ log: DiagnosticLog) -> [String] { gate.export(log) }
}

/// A timeline that misses what it hears, or gives other updates.
struct BentTimeline: TimelineDeciding {
  /// An update as it is given, with what the screen took last.
  typealias Show = @Sendable (TimelineUpdate, _ taken: Timeline) -> TimelineUpdate

  private var state: TimelineState
  private var taken = Timeline.empty
  private let hearing: @Sendable (TimelineEvent) -> TimelineEvent?
  private let showing: Show

  init(
    _ state: TimelineState,
    hearing: @escaping @Sendable (TimelineEvent) -> TimelineEvent? = { $0 },
    showing: @escaping Show = { update, _ in update }
  ) {
    (self.state, self.hearing, self.showing) = (state, hearing, showing)
  }

  mutating func handle(_ event: TimelineEvent, at now: Int64) -> [TimelineAction] {
    guard let event = hearing(event) else { return [] }
    var actions = state.handle(event, at: now)
    for index in actions.indices {
      guard case .show(let update) = actions[index] else { continue }
      let bent = showing(update, taken)
      taken = bent.timeline
      actions[index] = .show(bent)
    }
    return actions
  }

  var nextDeadline: Int64? { state.nextDeadline }
  var status: TimelineStatus { state.status }
}

/// Asks for each older page twice, and waits for the second answer of none.
struct TwiceTimeline: TimelineDeciding {
  private var state: TimelineState
  private static let second = 50_000

  init(_ state: TimelineState) { self.state = state }

  mutating func handle(_ event: TimelineEvent, at now: Int64) -> [TimelineAction] {
    if case .read(let ticket, _) = event, ticket.number > Self.second { return [] }
    return state.handle(event, at: now).flatMap { action in
      guard case .read(let ticket, let query) = action, case .older = query.kind else {
        return [action]
      }
      return [action, .read(TimelineTicket(ticket.number + Self.second), query)]
    }
  }

  var nextDeadline: Int64? { state.nextDeadline }
  var status: TimelineStatus { state.status }
}

extension TimelineUpdate {
  private func with(_ diff: TimelineDiff, timeline: Timeline? = nil) -> TimelineUpdate {
    TimelineUpdate(
      timeline: timeline ?? self.timeline, diff: diff, reason: reason, revision: revision,
      destination: destination, sent: sent)
  }

  /// Everything that it inserts is new.
  var allNew: TimelineUpdate {
    var diff = diff
    for index in diff.inserts.indices { diff.inserts[index].isNew = true }
    return with(diff)
  }

  /// Everything that it updates is content.
  var allContent: TimelineUpdate {
    var diff = diff
    for index in diff.updates.indices { diff.updates[index].aspects.insert(.content) }
    return with(diff)
  }

  /// The last two messages that a server has change places.
  func swappingLast(_ taken: Timeline) -> TimelineUpdate {
    var rows = timeline.rows
    let sent = rows.indices.filter { rows[$0].message?.message.position.confirmed != nil }
    if sent.count > 1 { rows.swapAt(sent[sent.count - 2], sent[sent.count - 1]) }
    let swapped = Timeline(
      version: timeline.version, rows: rows, reachesEnd: timeline.reachesEnd)
    return with(TimelineDiffer().diff(from: taken, to: swapped), timeline: swapped)
  }
}
