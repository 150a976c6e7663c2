internal import MessagingConformance
internal import MessagingCore
internal import MessagingModel
internal import MessagingTimeline

extension MutantCatalogue {
  /// Of what is shown, and when.
  static let timelineUpdates: [Mutant] = [
    Mutant(
      "every-commit-is-an-update", kills: "OPEN-008",
      "Each read is an update, even if nothing changed.",
      origin: "a list that was laid out each minute",
      .timeline(noting: SameNotes()) { bent, event, now in
        var actions = bent.part.handle(event, at: now)
        bent.notes.shown = actions.compactMap(\.update).last ?? bent.notes.shown
        guard case .read(_, let page) = event, bent.notes.isSame(page), let shown = bent.notes.shown
        else { return actions }
        let version = shown.timeline.version
        actions.append(.show(shown.with(diff: TimelineDiff(base: version, target: version))))
        return actions
      }),
    Mutant(
      "difference-from-what-was-read", kills: "OPEN-009",
      "A screen that was slow gets the difference of the last commit.",
      origin: "a stream that keeps the newest value alone",
      .timeline(noting: (isReady: false, commits: 0)) { bent, event, now in
        if case .ready = event { bent.notes.isReady = true }
        if case .committed = event, !bent.notes.isReady { bent.notes.commits += 1 }
        return bent.part.handle(event, at: now).map { action in
          action.mapUpdate { update in
            defer { bent.notes = (false, 0) }
            guard bent.notes.commits > 1 else { return update }
            var diff = update.diff
            diff.base += 1
            return update.with(diff: diff)
          }
        }
      }),
    Mutant(
      "each-receipt-shown", kills: "OPEN-010",
      "Changes that affect no height are shown as they come.",
      origin: "seed 002: ten receipts, ten layouts",
      .timeline(options: { $0.metadataWindow = 0 })),
    Mutant(
      "last-receipt-lost", kills: "OPEN-010", "Receipts that come while one waits are left out.",
      origin: "a throttle that takes the first value",
      .timeline(noting: ReceiptNotes()) { bent, event, now in
        var event = event
        if case .read(let ticket, let page) = event {
          event = .read(ticket, bent.notes.waits(before: page))
        }
        let actions = bent.part.handle(event, at: now)
        if actions.contains(where: { $0.update != nil }) { bent.notes.isWaiting = false }
        return actions
      }),
    Mutant(
      "structure-is-collected", kills: "OPEN-011",
      "A message that comes while receipts wait, waits with them.",
      origin: "one timer for everything",
      .timeline(noting: ReceiptNotes()) { bent, event, now in
        var events = [event]
        if case .read(let ticket, let page) = event {
          events = [.read(ticket, bent.notes.takes(page))]
        }
        if case .clock = event, bent.notes.isWaiting { events.append(.committed(.all)) }
        let actions = bent.part.handle(events, at: now)
        if actions.contains(where: { $0.update != nil }) { bent.notes.isWaiting = false }
        return actions
      }),
    Mutant(
      "rows-change-while-dragging", kills: "OPEN-012", "A finger is no reason to wait.",
      origin: "seed 004: a prepend under the thumb",
      .timeline(hearing: { event in if case .held = event { [] } else { [event] } })),
    Mutant(
      "dropped-while-dragging", kills: "OPEN-012", "News that come under a finger are left out.",
      origin: "seed 000: ignore the publisher for a while",
      .timeline(noting: false) { bent, event, now in
        if case .held(let isHeld) = event { bent.notes = isHeld }
        if case .committed = event, bent.notes { return [] }
        return bent.part.handle(event, at: now)
      }),
    Mutant(
      "error-empties-the-list", kills: "OPEN-013", "Where the store fails, nothing is shown.",
      origin: "a state that is content or error",
      .timeline(hearing: { event in
        guard case .notRead(let ticket, _) = event else { return [event] }
        return [
          .read(ticket, Snapshot(revision: .zero, messages: [], older: .end, newer: .end))
        ]
      })),
    Mutant(
      "error-without-a-word", kills: "OPEN-013", "An error of the store is not reported.",
      origin: "an error that was logged",
      .timeline(noting: (), showing: { _, status in status.problem = nil }) { bent, event, now in
        bent.part.handle(event, at: now)
      }),
    Mutant(
      "forgotten-rows-stay", kills: "OPEN-018",
      "A page without messages, with nothing after it, is no news.",
      origin: "a guard against empty answers",
      .timeline(reading: { page, before in
        page.messages.isEmpty && page.newer != .more ? before : page
      })),
    Mutant(
      "empty-page-is-the-end", kills: "OPEN-027",
      "Below a page without messages nothing is looked for.",
      origin: "a page that was shorter than its limit",
      .timeline(reading: { page, _ in
        guard page.messages.isEmpty, page.older == .more else { return page }
        var page = page
        page.older = .end
        return page
      })),
    Mutant(
      "delay-not-counted", kills: "OPEN-025", "How long a commit waited is not counted.",
      origin: "a diagnostic that nobody looked at",
      .timeline(noting: (), showing: { _, status in status.diagnostics.longestDelay = 0 }) {
        bent, event, now in bent.part.handle(event, at: now)
      }),
    Mutant(
      "busy-reader-hears-nothing", kills: "OPEN-030",
      "A commit that comes while the first page is read is missed.",
      origin: "the store was followed when the first page was there",
      .timeline(noting: ()) { bent, event, now in
        if case .committed = event, bent.part.status.phase == .opening { return [] }
        return bent.part.handle(event, at: now)
      }),
    Mutant(
      "long-windows-lose-a-row", kills: "OPEN-022",
      "Of pages of more than forty messages one is left out.", origin: "an off-by-one in a merge",
      .timeline(reading: { page, _ in
        guard page.messages.count > 40 else { return page }
        var page = page
        page.messages.remove(at: 20)
        return page
      })),
  ]
}

/// What a fault about pages that say nothing new remembers.
private struct SameNotes: Sendable {
  var shown: TimelineUpdate?
  private var last: Snapshot?
  private var times = 0

  /// Whether a page says the same as the two before it.
  mutating func isSame(_ page: Snapshot) -> Bool {
    let isSame =
      last.map { $0.messages == page.messages && $0.receipts == page.receipts } ?? false
    (last, times) = (page, isSame && !page.messages.isEmpty ? times + 1 : 0)
    return times > 1
  }
}

/// What a fault about receipts remembers.
private struct ReceiptNotes: Sendable {
  private var last: Snapshot?
  /// Whether a page with nothing new but receipts was read, and not shown.
  var isWaiting = false

  /// A page; the one before, if only receipts are new in both.
  mutating func waits(before page: Snapshot) -> Snapshot {
    guard let before = last, before.messages == page.messages, before.receipts != page.receipts
    else {
      last = page
      return page
    }
    if isWaiting { return before }
    (last, isWaiting) = (page, true)
    return page
  }

  /// A page; the one before, if messages come while receipts wait.
  mutating func takes(_ page: Snapshot) -> Snapshot {
    guard let before = last else {
      last = page
      return page
    }
    if isWaiting, page.messages.count > before.messages.count { return before }
    isWaiting = before.messages == page.messages && before.receipts != page.receipts
    last = page
    return page
  }
}
