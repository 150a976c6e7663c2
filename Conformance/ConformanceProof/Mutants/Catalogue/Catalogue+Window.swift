internal import MessagingConformance
internal import MessagingCore
internal import MessagingModel
internal import MessagingTimeline

extension MutantCatalogue {
  static let window: [Mutant] =
    windowPages + windowNews + windowEviction + windowJumps + windowInput

  private static let windowPages: [Mutant] = [
    Mutant(
      "first-page-a-row-short", kills: "WINDOW-001", "The rows of the first page are rounded down.",
      origin: "an integer division",
      .window(doing: { action, window in
        guard case .read(let request) = action, request.query.kind == .newest,
          request.purpose == .initial, request.query.limit > ListWindow.leastScreenful
        else { return [action] }
        return [.read(request.with(limit: request.query.limit - 1))]
      })),
    Mutant(
      "page-of-twenty", kills: "WINDOW-002", "Each page has twenty rows, whatever the view.",
      origin: "a constant page size",
      .window(doing: { action, _ in
        guard case .read(let request) = action, request.purpose == .older else { return [action] }
        return [.read(request.with(limit: 20))]
      })),
    Mutant(
      "network-asked-for-each-page", kills: "WINDOW-003",
      "Beside each page from the store, older history is requested from the network.",
      origin: "load-more called the service, and the service called the database",
      .window(doing: { action, _ in
        guard case .read(let request) = action, case .older(let cursor) = request.query.kind else {
          return [action]
        }
        return [
          action, .fill(request.id + 10_000, Gap(after: nil, before: cursor.position.confirmed)),
        ]
      })),
    Mutant(
      "read-beside-a-read", kills: "WINDOW-004",
      "While a page is being read, each movement near the top reads it again.",
      origin: "seed 004: re-entrant pagination from offset observations",
      .window(noting: nil as MessageID?) { bent, event, now in
        let running = bent.part.reading.read
        var outcome = bent.part.handle(event, at: now)
        guard case .viewport(let view) = event else { return outcome }
        if let running, running.purpose == .older, bent.notes != view.last {
          outcome.actions.append(.read(running.twin))
        }
        bent.notes = view.last
        return outcome
      }),
    Mutant(
      "start-not-believed", kills: "WINDOW-005",
      "A page of older rows means that there are still older ones.",
      origin: "a no-op request at the top of each conversation",
      .window(hearing: { event, window in
        guard window.reading.read?.purpose == .older else { return [event] }
        return [event.mapPage { if !$0.rows.isEmpty, $0.older == .end { $0.older = .more } }]
      })),
    Mutant(
      "empty-page-read-again", kills: "WINDOW-006",
      "A page without messages counts as a change of the store.",
      origin: "seed 004: bursts of no-op page fetches",
      .window(hearing: { event, _ in
        guard case .loaded(_, let page) = event, page.rows.isEmpty else { return [event] }
        return [event, .changed]
      })),
    Mutant(
      "retry-at-once", kills: "WINDOW-007", "A failed read is repeated at once.",
      origin: "a failure that only reset the flag",
      .window(options: { $0.firstRetry = .zero })),
    Mutant(
      "retry-always-after-a-second", kills: "WINDOW-007",
      "A read that fails again is repeated as soon as the first time.",
      origin: "a constant delay",
      .window(options: { $0.longestRetry = $0.firstRetry })),
    Mutant(
      "page-at-the-very-top", kills: "WINDOW-008",
      "A page above is read when the first row is visible, not before.",
      origin: "seed 004: paging at the hard top",
      .window(hearing: { event, window in
        let rows = window.reading.rows
        return [
          event.mapView { view in
            guard let first = rows.firstIndex(where: { $0.id == view.first }), first > 0,
              let last = rows.firstIndex(where: { $0.id == view.last })
            else { return }
            view.first = rows[min(max(first, 40), last)].id
          }
        ]
      })),
    Mutant(
      "appends-counted-for-paging", kills: "WINDOW-008",
      "The backlog above counts all rows that are loaded and not visible, wherever they are.",
      origin: "a count of rows beyond the visible ones",
      .window(hearing: { event, window in
        let rows = window.reading.rows
        return [
          event.mapView { view in
            guard let first = rows.firstIndex(where: { $0.id == view.first }),
              let last = rows.firstIndex(where: { $0.id == view.last })
            else { return }
            view.first = rows[min(last, rows.count - 1 - last + first)].id
          }
        ]
      })),
    Mutant(
      "rows-counted-alone", kills: "WINDOW-009", "The backlog is counted in rows, not in points.",
      origin: "a threshold of rows, and a conversation full of service lines",
      .window(hearing: { event, _ in
        [event.mapView { $0.hiddenAbove = max($0.hiddenAbove, 1_400) }]
      })),
    Mutant(
      "each-layout-asks-for-a-page", kills: "WINDOW-010",
      "A layout that changes nothing reads a page.",
      origin: "seed 004: a trigger on each report of the offset",
      .window(noting: nil as WindowEvent?) { bent, event, now in
        guard case .viewport = event else { return bent.part.handle(event, at: now) }
        let isRepeated = bent.notes == event
        bent.notes = event
        let nearer = event.mapView { if isRepeated { $0.hiddenAbove = 0 } }
        return bent.part.handle(nearer, at: now)
      }),
    Mutant(
      "reads-ahead-while-opening", kills: "WINDOW-011",
      "Reading ahead begins with the first layout.",
      origin: "seed 000: the maintenance that raced the opening",
      .window(options: { $0.quiet = .zero })),
    Mutant(
      "followed-is-moved", kills: "WINDOW-011",
      "While the end is followed, each message counts as a movement of the reader.",
      origin: "our own acceptance run: five messages came while it opened, and pages were read",
      .window(noting: nil as WindowViewport?) { bent, event, now in
        guard case .viewport(let view) = event, bent.options.quiet > 0 else {
          return bent.part.handle(event, at: now)
        }
        defer { bent.notes = view }
        guard let before = bent.notes, before.first != view.first else {
          return bent.part.handle(event, at: now)
        }
        let moved = event.mapView { $0.last = $0.first }
        return bent.part.handle([moved, event], at: now)
      }),
    Mutant(
      "interval-ignored", kills: "WINDOW-045", "Pages follow each other as fast as they can.",
      origin: "an option that nobody read",
      .window(options: { $0.interval = .zero })),
    Mutant(
      "third-late-answer-ends-it", kills: "WINDOW-059",
      "After three answers that nothing waited for, no older page is read.",
      origin: "a counter of what is in flight, which late answers lowered too",
      .window(noting: 0) { bent, event, now in
        let late = bent.part.reading.diagnostics.late
        var outcome = bent.part.handle(event, at: now)
        if bent.part.reading.diagnostics.late > late { bent.notes += 1 }
        guard bent.notes >= 3 else { return outcome }
        outcome.actions.removeAll { action in
          guard case .read(let request) = action else { return false }
          return request.purpose == .older
        }
        return outcome
      }),
    Mutant(
      "tenth-page-loses-a-row", kills: "WINDOW-036",
      "Of every tenth page the row that joins it to the window is dropped.",
      origin: "a page that overlapped by one was trimmed by one",
      .window(noting: 0) { bent, event, now in
        guard case .loaded = event, bent.part.reading.read?.purpose == .older else {
          return bent.part.handle(event, at: now)
        }
        bent.notes = bent.notes + 1
        let isTenth = bent.notes % 10 == 0
        return bent.part.handle(event.mapPage { if isTenth { $0.rows.removeLast() } }, at: now)
      }),
    Mutant(
      "everything-read-again-with-each-page", kills: "WINDOW-037",
      "In a long window, all of it is read again with each page.",
      origin: "a refresh after each load",
      .window(doing: { action, window in
        guard case .read(let request) = action, request.purpose == .older,
          window.reading.rows.count >= 300
        else { return [action] }
        return [.read(request.twin.with(.newest, limit: 500)), action]
      })),
  ]
}
