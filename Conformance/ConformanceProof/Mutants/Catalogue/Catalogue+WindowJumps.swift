internal import MessagingConformance
internal import MessagingCore
internal import MessagingModel
internal import MessagingTimeline

extension MutantCatalogue {
  static let windowJumps: [Mutant] = [
    Mutant(
      "jump-reads-half-a-page", kills: "WINDOW-024",
      "Around the target of a jump half a page is read.",
      origin: "a page size that was meant for each side",
      .window(doing: { action, _ in
        guard case .read(let request) = action, request.purpose == .around else { return [action] }
        return [.read(request.with(limit: request.query.limit / 2))]
      })),
    Mutant(
      "old-points-believed", kills: "WINDOW-056",
      "When the page of a jump comes, the last report of the view is taken again.",
      origin: "a layout that was reported for rows of the moment before",
      .window(
        noting: WindowViewport?.none,
        handling: { bent, event, now in
          if case .viewport(let view) = event { bent.notes = view }
          let isJump = bent.part.reading.read?.purpose == .around
          var outcome = bent.part.handle(event, at: now)
          if case .loaded = event, isJump, let view = bent.notes {
            outcome.actions += bent.part.handle(.viewport(view), at: now).actions
          }
          return outcome
        })),
    Mutant(
      "every-jump-replaces", kills: "WINDOW-025",
      "The page around the target of a jump is all that is shown, though it overlaps.",
      origin: "a jump that always began anew",
      .disguised { window, event in
        guard case .loaded(_, let page) = event, page.found,
          window.reading.read?.purpose == .around
        else { return nil }
        return page.rows
      }),
    Mutant(
      "emptied-before-the-page-is-there", kills: "WINDOW-026",
      "While the page of a jump is read, nothing is shown.",
      origin: "remove all, then load",
      .window(showing: { reading in
        guard reading.read?.purpose == .around else { return }
        reading.rows = []
      })),
    Mutant(
      "page-joined-over-a-hole", kills: "WINDOW-026",
      "The page of a jump is put beside what was loaded.",
      origin: "two blocks shown as neighbours",
      .ghosts { window, event, ghosts in
        guard case .loaded(_, let page) = event, page.found,
          window.reading.read?.purpose == .around
        else { return }
        let ids = Set(page.rows.map(\.id))
        if !window.reading.rows.contains(where: { ids.contains($0.id) }) {
          ghosts += window.reading.rows
        }
      }),
    Mutant(
      "to-the-end-page-by-page", kills: "WINDOW-027",
      "A jump to the end reads the next page of newer messages.",
      origin: "load newer until there is nothing newer",
      .window(doing: { action, window in
        guard case .read(let request) = action, request.purpose == .newest,
          let conversation = request.query.conversation,
          let last = window.reading.rows.last?.position
        else { return [action] }
        let cursor = PageCursor(conversation: conversation, position: last)
        return [.read(request.with(.newer(than: cursor)))]
      })),
    Mutant(
      "loaded-target-read-again", kills: "WINDOW-028",
      "A jump to a loaded message reads the page around it all the same.",
      origin: "a jump that always asked the store",
      .window(noting: 20_000) { bent, event, now in
        var outcome = bent.part.handle(event, at: now)
        guard case .jump(let target) = event, outcome.rejection == nil,
          outcome.actions.contains(where: { if case .scroll = $0 { true } else { false } })
        else { return outcome }
        bent.notes = bent.notes + 1
        let query = Query(.around(target), in: bent.options.conversation, limit: 20)
        outcome.actions.append(
          .read(WindowRequest(id: bent.notes, purpose: .around, query: query)))
        return outcome
      }),
    Mutant(
      "missing-target-shows-the-newest", kills: "WINDOW-029",
      "A jump to a missing message shows the page that came instead.",
      origin: "a page that was shown without a look at what it answers",
      .disguised { window, event in
        guard case .loaded(_, let page) = event, !page.found,
          window.reading.read?.purpose == .around
        else { return nil }
        return page.rows
      }),
    Mutant(
      "jump-while-opening-lost", kills: "WINDOW-030",
      "A jump is ignored until the first page is there.",
      origin: "a tap on a notification that opened the end",
      .window(hearing: { event, window in
        window.reading.read?.purpose == .initial && event.isJump ? [] : [event]
      })),
    Mutant(
      "failed-jump-forgotten", kills: "WINDOW-030", "A jump whose read fails is not made.",
      origin: "a target that was kept in the request",
      .window(handling: { window, event, now in
        guard case .failed = event, window.reading.read?.purpose == .around,
          let last = window.reading.rows.last?.id
        else { return window.handle(event, at: now) }
        var outcome = window.handle([event, .jump(to: .id(last))], at: now)
        outcome.actions.removeAll { $0 == .scroll(to: last) }
        return outcome
      })),
    Mutant(
      "jump-waits-for-the-page", kills: "WINDOW-031",
      "A jump waits until the page that is in flight is there.",
      origin: "one queue for everything",
      .window(noting: nil as WindowEvent?) { bent, event, now in
        switch bent.part.reading.read?.purpose {
        case .older, .newer, .same:
          if event.isJump {
            bent.notes = event
            return WindowOutcome()
          }
        case .initial, .around, .newest, nil: break
        }
        var events = [event]
        if case .loaded = event, let jump = bent.notes {
          events.append(jump)
          bent.notes = nil
        }
        return bent.part.handle(events, at: now)
      }),
    Mutant(
      "stale-page-put-in", kills: "WINDOW-032",
      "An answer that comes too late is shown all the same.",
      origin: "answers that were not compared with what was asked for",
      .window(
        noting: (late: [] as [WindowRow], isClosed: false),
        showing: { bent, reading in
          let ids = Set(reading.rows.map(\.id))
          reading.rows += bent.notes.late.filter { !ids.contains($0.id) }
          reading.rows.sort { $0.position < $1.position }
        },
        handling: { bent, event, now in
          if event == .close { bent.notes.isClosed = true }
          if case .loaded(let id, let page) = event, id != bent.part.reading.read?.id,
            !bent.notes.isClosed
          {
            bent.notes.late = page.rows
          }
          return bent.part.handle(event, at: now)
        })),
    Mutant(
      "closed-window-goes-on", kills: "WINDOW-042", "Closing stops nothing.",
      origin: "a task that kept its owner alive",
      .window(hearing: { event, _ in event == .close ? [] : [event] })),
    Mutant(
      "first-jump-wins", kills: "WINDOW-043", "While a jump is in flight, another one is ignored.",
      origin: "'already loading, ignore'",
      .window(hearing: { event, window in
        window.reading.read?.purpose == .around && event.isJump ? [] : [event]
      })),
  ]

  static let windowInput: [Mutant] = [
    Mutant(
      "bad-length-taken-for-zero", kills: "WINDOW-038", "An invalid length is treated as 0.",
      origin: "max(0, x) with an x that is not a number",
      .window(hearing: { event, _ in
        let tidy = { (length: Double) in length.isFinite && length >= 0 ? length : 0 }
        if case .open(let target, let height) = event {
          return [.open(at: target, height: tidy(height))]
        }
        return [
          event.mapView { view in
            view.hiddenAbove = tidy(view.hiddenAbove)
            view.hiddenBelow = tidy(view.hiddenBelow)
            view.height = tidy(view.height)
          }
        ]
      })),
    Mutant(
      "unknown-rows-taken-for-the-ends", kills: "WINDOW-039",
      "A visible row that is not loaded is treated as the first, or the last.",
      origin: "a search that fell back to index 0",
      .window(hearing: { event, window in
        let rows = window.reading.rows
        let ids = Set(rows.map(\.id))
        return [
          event.mapView { view in
            if let first = rows.first?.id, !ids.contains(view.first) { view.first = first }
            if let last = rows.last?.id, !ids.contains(view.last) { view.last = last }
          }
        ]
      })),
    Mutant(
      "page-tidied-up", kills: "WINDOW-040", "A page in wrong order is sorted and inserted.",
      origin: "a sort after each read, to be sure",
      .window(hearing: { event, _ in
        [
          event.mapPage { page in
            var seen: Set<MessageID> = []
            page.rows = page.rows.filter { seen.insert($0.id).inserted }
              .sorted { $0.position < $1.position }
          }
        ]
      })),
    Mutant(
      "opened-twice-in-silence", kills: "WINDOW-041",
      "Opening an open window is not complained about.",
      origin: "a view that appeared twice",
      .window(handling: { window, event, now in
        var outcome = window.handle(event, at: now)
        if case .open = event, outcome.rejection == .wrongPhase { outcome.rejection = nil }
        return outcome
      })),
  ]
}

extension WindowEvent {
  /// Whether somebody wants to go somewhere.
  var isJump: Bool {
    switch self {
    case .jump, .jumpToEnd: true
    case .open, .viewport, .changed, .loaded, .filled, .failed, .compared, .tick, .close: false
    }
  }
}
