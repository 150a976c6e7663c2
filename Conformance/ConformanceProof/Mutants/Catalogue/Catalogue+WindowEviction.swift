internal import MessagingConformance
internal import MessagingCore
internal import MessagingModel
internal import MessagingTimeline

extension MutantCatalogue {
  static let windowEviction: [Mutant] = [
    Mutant(
      "cap-counts-a-page-too-late", kills: "WINDOW-016",
      "Rows are evicted when a page more than the cap is loaded.",
      origin: "a cap that was checked before the page was added",
      .window(options: { $0.cap += 20 })),
    Mutant(
      "cap-at-any-price", kills: "WINDOW-017",
      "More rows than the cap are never shown, whatever is visible.",
      origin: "an array that was cut to its last so many elements",
      .window(
        noting: false,
        showing: { bent, reading in
          let isHolding = bent.notes
          guard !isHolding, !reading.rows.contains(where: \.isUnsent) else { return }
          reading.rows = reading.rows.suffix(bent.options.cap)
        },
        handling: { bent, event, now in
          if case .viewport(let view) = event { bent.notes = !view.held.isEmpty }
          return bent.part.handle(event, at: now)
        })),
    Mutant(
      "more-than-the-excess", kills: "WINDOW-055",
      "Where both sides give rows, each gives as many as it can.",
      origin: "rows that were evicted and read again, and again",
      .window(
        noting: 0, showing: { bent, reading in reading.rows.removeLast(bent.notes) },
        handling: { bent, event, now in
          bent.notes = 0
          var outcome = bent.part.handle(event, at: now)
          for (index, action) in outcome.actions.enumerated() {
            guard case .evict(let head, let tail) = action, head > 0, tail > 0 else { continue }
            bent.notes = 4
            outcome.actions[index] = .evict(head: head, tail: tail + 4)
          }
          return outcome
        })),
    Mutant(
      "anchor-let-go", kills: "WINDOW-018", "A held row counts only while it is visible.",
      origin: "an eviction that knew the visible rows alone",
      .window(hearing: { event, _ in [event.mapView { $0.held = [] }] })),
    Mutant(
      "unsent-rows-let-go", kills: "WINDOW-019", "Unsent rows are rows like others.",
      origin: "a failed message that was gone when its reader came back",
      .window(hearing: { event, _ in
        [
          event.mapPage { page in
            page.rows = page.rows.map { row in
              guard case .unconfirmed(let sequence) = row.position else { return row }
              let far = Timestamp(milliseconds: .max)
              let place = ServerPosition(
                serverTime: far, timestamp: Timestamp(milliseconds: sequence), remoteID: "unsent")
              return WindowRow(id: row.id, position: .confirmed(place))
            }
          }
        ]
      })),
    Mutant(
      "start-remembered-after-eviction", kills: "WINDOW-020",
      "A window that has reached the start still assumes it after an eviction.",
      origin: "a flag that was never taken back",
      remembering(.older)),
    Mutant(
      "end-remembered-after-eviction", kills: "WINDOW-021",
      "A window that has reached the end still assumes it after an eviction.",
      origin: "the bottom of the list taken for that of the conversation",
      remembering(.newer)),
    Mutant(
      "page-from-the-old-end", kills: "WINDOW-022",
      "The page of newer messages begins where the window once ended.",
      origin: "a cursor that was kept beside the rows",
      .window(noting: nil as Position?) { bent, event, now in
        var outcome = bent.part.handle(event, at: now)
        if let last = bent.part.reading.rows.last?.position {
          bent.notes = max(bent.notes ?? last, last)
        }
        outcome.actions = outcome.actions.map { action in
          guard case .read(let request) = action, case .newer(let cursor) = request.query.kind,
            let highest = bent.notes
          else { return action }
          let old = PageCursor(conversation: cursor.conversation, position: highest)
          return .read(request.with(.newer(than: old)))
        }
        return outcome
      }),
    Mutant(
      "let-go-and-read-again", kills: "WINDOW-023",
      "After an eviction below, few points below ask for a page.",
      origin: "one threshold for loading and letting go",
      .window(noting: false) { bent, event, now in
        var events = [event]
        if bent.notes, case .viewport(let view) = event, view.hiddenBelow < 1_400,
          let last = bent.part.reading.rows.last?.id
        {
          events.insert(event.mapView { $0.last = last }, at: 0)
        }
        let outcome = bent.part.handle(events, at: now)
        for case .evict(_, let tail) in outcome.actions where tail > 0 { bent.notes = true }
        return outcome
      }),
  ]

  private enum Side { case older, newer }

  /// A window that never forgets that it was at an end.
  private static func remembering(_ side: Side) -> FaultyPart {
    .window(
      noting: false,
      showing: { bent, reading in
        let wasAtEnd = bent.notes
        guard wasAtEnd else { return }
        switch side {
        case .older: reading.older = .end
        case .newer: reading.newer = .end
        }
      },
      handling: { bent, event, now in
        let before = bent.part.reading
        let outcome = bent.part.handle(event, at: now)
        for case .evict(let head, let tail) in outcome.actions {
          switch side {
          case .older: if head > 0, before.older == .end { bent.notes = true }
          case .newer: if tail > 0, before.newer == .end { bent.notes = true }
          }
        }
        return outcome
      })
  }
}
