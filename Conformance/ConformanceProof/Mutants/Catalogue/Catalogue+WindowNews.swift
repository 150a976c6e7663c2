internal import MessagingConformance
internal import MessagingCore
internal import MessagingModel
internal import MessagingTimeline

extension MutantCatalogue {
  static let windowNews: [Mutant] = [
    Mutant(
      "moved-row-stays-behind", kills: "WINDOW-012",
      "A message that a page brings again stays where it was, too.",
      origin: "a local echo and its confirmed twin",
      .ghosts { window, event, ghosts in
        guard case .loaded(_, let page) = event else { return }
        let purpose = window.reading.read?.purpose
        guard purpose == .older || purpose == .newer else { return }
        let ids = Set(page.rows.map(\.id))
        ghosts += window.reading.rows.filter { ids.contains($0.id) }
      }),
    Mutant(
      "suffix-of-a-fixed-length", kills: "WINDOW-013",
      "While somebody reads above, the window is the newest so many messages.",
      origin: "seed 004: the displayed messages were a suffix",
      .window(noting: true) { bent, event, now in
        if case .viewport(let view) = event {
          bent.notes = view.last == bent.part.reading.rows.last?.id
        }
        var outcome = bent.part.handle(event, at: now)
        guard !bent.notes, !bent.part.reading.hasNewer else { return outcome }
        let count = max(1, bent.part.reading.rows.count)
        outcome.actions = outcome.actions.map { action in
          guard case .read(let request) = action, request.purpose == .same else {
            return action
          }
          return .read(request.with(.newest, limit: count))
        }
        return outcome
      }),
    Mutant(
      "arrival-enters-any-window", kills: "WINDOW-014",
      "The window is read again up to the end of the conversation, wherever it ends.",
      origin: "a refresh without an upper bound",
      .window(doing: { action, _ in
        guard case .read(let request) = action, case .window(let from, let to) = request.query.kind
        else { return [action] }
        let end = PageCursor(conversation: to.conversation, position: .unconfirmed(sequence: .max))
        return [.read(request.with(.window(from: from, to: end)))]
      })),
    Mutant(
      "news-during-a-read-dropped", kills: "WINDOW-015",
      "News that come while the window is read are taken to be in it.",
      origin: "'already loading, ignore'",
      .window(hearing: { event, window in
        event == .changed && window.reading.read?.purpose == .same ? [] : [event]
      })),
    Mutant(
      "news-before-the-page", kills: "WINDOW-044",
      "News that came while a page was read are read before the next page.",
      origin: "a queue in the order of arrival",
      .window(noting: false) { bent, event, now in
        let purpose = bent.part.reading.read?.purpose
        if event == .changed { bent.notes = purpose == .older }
        var outcome = bent.part.handle(event, at: now)
        guard case .loaded = event, bent.notes, let read = bent.part.reading.read,
          read.purpose == .older
        else { return outcome }
        bent.notes = false
        let later = bent.part.handle(.failed(read.id), at: now)
        outcome.actions.removeAll { $0 == .read(read) }
        outcome.actions += later.actions
        return outcome
      }),
    Mutant(
      "inner-gap-left-alone", kills: "WINDOW-046", "Only a gap past an end is filled.",
      origin: "a hole between two blocks that nobody scrolled to",
      .window(doing: { action, window in
        guard case .fill(_, let gap) = action, window.reading.gaps.contains(gap) else {
          return [action]
        }
        return []
      })),
    Mutant(
      "unchanged-gap-asked-again", kills: "WINDOW-047",
      "The end of a network request counts as a change of the store.",
      origin: "a finished request that looked like none",
      .window(hearing: { event, _ in
        guard case .filled = event else { return [event] }
        return [event, .changed]
      })),
    Mutant(
      "lasting-gap-is-a-wall", kills: "WINDOW-057",
      "Nothing is read behind a gap that the network does not fill.",
      origin: "a page that waited for a request that was never made",
      .window(hearing: { event, window in
        guard let read = window.reading.read, read.query.crossesGaps,
          read.purpose == .older || read.purpose == .newer
        else { return [event] }
        return [event.mapPage { ($0.rows, $0.gaps) = ([], []) }]
      })),
    Mutant(
      "nothing-past-the-last-gap", kills: "WINDOW-058",
      "A window that ends at a gap is read again up to its last row.",
      origin: "messages that were written three times, because nobody saw the first two",
      .window(hearing: { event, window in
        guard window.reading.read?.purpose == .same, let last = window.reading.rows.last,
          case .gap(let gap) = window.reading.newer, gap.before == nil
        else { return [event] }
        return [
          event.mapPage { page in
            guard page.gaps.contains(where: { $0.after == gap.after }) else { return }
            page.rows.removeAll { last.position < $0.position }
            page.gaps.removeAll { $0.after == gap.after }
            page.newer = .gap(gap)
          }
        ]
      })),
    Mutant(
      "deleted-rows-stay", kills: "WINDOW-048", "Reading the window again only adds to it.",
      origin: "a merge that knew no removal",
      .ghosts { window, event, ghosts in
        guard case .loaded(_, let page) = event, window.reading.read?.purpose == .same,
          let first = page.rows.first?.position, let last = page.rows.last?.position
        else { return }
        let ids = Set(page.rows.map(\.id))
        ghosts += window.reading.rows.filter { row in
          first <= row.position && row.position <= last && !ids.contains(row.id)
        }
      }),
    Mutant(
      "dropped-triggers-not-counted", kills: "WINDOW-033",
      "A page that was due while one was in flight is not counted.",
      origin: "a guard that returned before the counter",
      .window(showing: { reading in
        reading.diagnostics.dropped = 0
      })),
    Mutant(
      "compared-by-length", kills: "WINDOW-034", "Pages of the same length are taken to be equal.",
      origin: "a comparison of counts in a log line",
      .window(handling: { window, event, now in
        var outcome = window.handle(event, at: now)
        if let mismatch = outcome.mismatch,
          mismatch.onlyHere.count == mismatch.onlyThere.count
        {
          outcome.mismatch = nil
        }
        return outcome
      })),
    Mutant(
      "compared-page-put-in", kills: "WINDOW-035",
      "Extra messages that the other paging found are inserted too.",
      origin: "a fallback that stayed in",
      .ghosts { _, event, ghosts in
        guard case .compared(_, let ids) = event else { return }
        ghosts += ids.enumerated().map { number, id in
          WindowRow(id: id, position: .unconfirmed(sequence: Int64(number)))
        }
      }),
  ]
}

extension FaultyPart {
  /// A window that shows rows which it has not.
  static func ghosts(
    _ haunt: @escaping @Sendable (ListWindow, WindowEvent, inout [WindowRow]) -> Void
  ) -> FaultyPart {
    .window(
      noting: [] as [WindowRow],
      showing: { bent, reading in
        let known = reading.rows
        reading.rows += bent.notes.filter { ghost in !known.contains(ghost) }
        reading.rows.sort { $0.position < $1.position }
      },
      handling: { bent, event, now in
        haunt(bent.part, event, &bent.notes)
        return bent.part.handle(event, at: now)
      })
  }

  /// A window that shows other rows than it has, until the next page.
  static func disguised(
    _ disguise: @escaping @Sendable (ListWindow, WindowEvent) -> [WindowRow]?
  ) -> FaultyPart {
    .window(
      noting: nil as [WindowRow]?,
      showing: { bent, reading in reading.rows = bent.notes ?? reading.rows },
      handling: { bent, event, now in
        if case .loaded = event { bent.notes = disguise(bent.part, event) }
        return bent.part.handle(event, at: now)
      })
  }
}
