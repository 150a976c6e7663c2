internal import MessagingConformance
internal import MessagingModel
internal import MessagingTimeline

extension MutantCatalogue {
  static let rowsReaders: [Mutant] = [
    Mutant(
      "reader-on-every-row", kills: "ROWS-020",
      "A reader is named on all rows that they have read.",
      origin: "twenty times the same small picture",
      .naive(\.readers) { now, index in
        let message = now.messages[index]
        let named = now.snapshot.receipts.filter { receipt in
          receipt.participant != now.input.owner && receipt.participant != message.sender
            && message.position.confirmed != nil && !message.position.isAbove(receipt.upTo)
        }
        return named.map(\.participant).sorted { NaiveOrder.precedes($0.text, $1.text) }
      }),
    Mutant(
      "reader-of-own-message", kills: "ROWS-020",
      "Somebody is named as a reader of what they wrote.",
      origin: "\"Seen by Bob\" on Bob's own message",
      .naive(\.readers) { now, index in
        let top = now.messages.last { $0.position.confirmed != nil }
        let authors = now.snapshot.receipts.map(\.participant).filter { person in
          person != now.input.owner && person == top?.sender
            && now.mark(of: person) == top?.position
        }
        let others = RowRules.naiveReaders(now, index).filter { !authors.contains($0) }
        return now.messages[index].id == top?.id ? authors + others : others
      }),
    Mutant(
      "owner-among-readers", kills: "ROWS-020", "The owner is named as a reader.",
      origin: "\"Seen by you\"",
      .naive(\.readers) { now, index in
        var input = now.input
        let owner = input.owner
        input.owner = "nobody"
        let readers = RowRules.naiveReaders(
          NaiveRowContext(
            snapshot: now.snapshot, input: input, previous: now.previous, messages: now.messages),
          index)
        let isOwn = now.messages.first { $0.position == now.mark(of: owner) }?.isOutgoing ?? true
        return isOwn ? readers.filter { $0 != owner } : readers
      }),
    Mutant(
      "receipt-needs-its-row", kills: "ROWS-021",
      "Somebody who has read up to a message without a row is named nowhere.",
      origin: "a deletion took the readers along",
      .naive(\.readers) { now, index in
        RowRules.naiveReaders(now, index).filter { reader in
          now.messages.contains { $0.position == now.mark(of: reader) }
        }
      }),
    Mutant(
      "readers-in-order-of-reading", kills: "ROWS-022",
      "Readers are named in the order of their receipts.",
      origin: "\"Bob, Carol\" became \"Carol, Bob\" with each refresh",
      .naive(\.readers) { now, index in
        let known = RowRules.naiveReaders(now, index)
        return now.snapshot.receipts.map(\.participant).filter(known.contains)
      }),
  ]

  static let rowsMarkers: [Mutant] = [
    Mutant(
      "gap-has-no-row", kills: "ROWS-023", "A gap between two messages is not shown.",
      origin: "a week was missing, and nobody saw it",
      .naive(\.gap) { now, index in
        index > 0 && index < now.messages.count ? nil : RowRules.naiveGap(now, index)
      }),
    Mutant(
      "row-per-gap", kills: "ROWS-023", "A gap with a message inside is shown once.",
      origin: "an acknowledged message joined what came after the gap",
      .naive(\.gap) { now, index in
        guard let row = RowRules.naiveGap(now, index), case .gap(let gap) = row.content else {
          return nil
        }
        let isShown = (0..<index).contains { earlier in
          RowRules.naiveGap(now, earlier)?.content == .gap(gap)
        }
        return isShown ? nil : row
      }),
    Mutant(
      "gap-below-the-unsent", kills: "ROWS-023",
      "A gap up to the present is shown below the unsent messages.",
      origin: "the spinner of a catch-up hid behind one's own message",
      .naive(\.gap) { now, index in
        let unsent = now.messages.firstIndex { $0.position.confirmed == nil }
        guard let unsent, index == unsent || index == now.messages.count else {
          return RowRules.naiveGap(now, index)
        }
        return index == unsent ? nil : RowRules.naiveGap(now, unsent)
      }),
    Mutant(
      "oldest-gap-marked", kills: "ROWS-040", "Of several gaps the first that fits is marked.",
      origin: "a thread's answers hid what lay between two gaps",
      .naive(\.gap) { now, index in
        let markers = now.snapshot.gaps.lazy.compactMap { gap in
          var alone = now
          alone.snapshot.gaps = [gap]
          return RowRules.naiveGap(alone, index)
        }
        return markers.first ?? RowRules.naiveGap(now, index)
      }),
    Mutant(
      "gap-named-by-its-upper-end", kills: "ROWS-024",
      "The marker of a gap is named by the message above it.",
      origin: "the button to load more was replaced while it was pressed",
      .naive(\.gap) { now, index in
        guard let row = RowRules.naiveGap(now, index) else { return nil }
        let above = index < now.messages.count ? now.messages[index].position.confirmed : nil
        return TimelineItem(id: .gap(after: above), content: row.content)
      }),
    Mutant(
      "start-without-proof", kills: "ROWS-025",
      "Where no more messages are stored, the conversation begins.",
      origin: "\"This is the beginning\" above a gap of two years",
      .naive(\.top) { now in
        let start = TimelineItem(id: .start, content: .start)
        let top = RowRules.naiveTop(now)
        return now.snapshot.older == .more || top.contains(start) ? top : top + [start]
      }),
  ]

  static let rowsEdges: [Mutant] = [
    Mutant(
      "typing-above-the-unsent", kills: "ROWS-026",
      "The typing row is below the newest confirmed message.",
      origin: "a row that jumped over one's own message when it was taken",
      .naive(\.finish) { now, rows in
        guard let typing = rows.last, typing.id == .typing,
          let unsent = rows.firstIndex(where: {
            $0.message.map { $0.message.position.confirmed == nil } ?? false
          })
        else { return rows }
        var rows = Array(rows.dropLast())
        rows.insert(typing, at: unsent)
        return rows
      }),
    Mutant(
      "owner-is-typing", kills: "ROWS-026", "The owner's own typing is shown.",
      origin: "\"You are typing\" because of the tablet",
      .naive(\.bottom) { now in
        let rows = RowRules.naiveBottom(now)
        guard now.input.typing.contains(now.input.owner), now.reachesEnd else { return rows }
        return rows.filter { $0.id != .typing } + [.typing(now.input.typing)]
      }),
    Mutant(
      "typing-in-the-middle", kills: "ROWS-027",
      "The typing row is shown below any page of the conversation.",
      origin: "somebody wrote an answer to a message of last year",
      .naive(\.bottom) { now in
        let rows = RowRules.naiveBottom(now)
        let writers = now.input.typing.filter { $0 != now.input.owner }
        return writers.isEmpty || rows.contains { $0.id == .typing }
          ? rows : rows + [.typing(writers)]
      }),
    Mutant(
      "spinner-outlives-its-page", kills: "ROWS-028",
      "The row of a page in flight stays until its end is reported.",
      origin: "a second jump of the list, right after the page had come",
      .naive(\.top) { now in
        let rows = RowRules.naiveTop(now)
        return now.input.isLoadingOlder && now.snapshot.older == .end
          ? [.loading(.loadingOlder)] + rows : rows
      }),
    Mutant(
      "spinner-one-moment-late", kills: "ROWS-028",
      "The row of a page in flight disappears one update after the page came.",
      origin: "two updates for one page: rows first, then the spinner",
      .naive(\.top) { now in
        let rows = RowRules.naiveTop(now)
        let spinner = TimelineItem.loading(.loadingOlder)
        let isLate =
          now.previous.row(.loadingOlder) != nil && !rows.contains(spinner)
          && now.previous.rows.filter { $0.message != nil }.count != now.messages.count
        return isLate ? [spinner] + rows : rows
      }),
    Mutant(
      "end-of-the-window-is-the-end", kills: "ROWS-031",
      "Each window reaches the end of the conversation.",
      origin: "a page was counted as new messages",
      .naive(\.reachesEnd) { _ in true }),
    Mutant(
      "unsent-hide-the-gap", kills: "ROWS-031",
      "A window whose last message is unsent reaches the end, whatever is missing above.",
      origin: "after a flight everything that had been missed flew in as new",
      .naive(\.reachesEnd) { $0.snapshot.newer == .end }),
    Mutant(
      "answer-in-the-main-list", kills: "ROWS-033",
      "An answer in a thread has a row where threads are left out, if its first message has.",
      origin: "answers appeared twice: in the thread and below it",
      .naive(\.isShown) { now, message in
        guard now.input.shown == .withoutReplies, let root = message.threadRoot else {
          return RowRules.naiveIsShown(now, message)
        }
        return now.snapshot.messages.contains { $0.references.contains(root) }
      }),
    Mutant(
      "thread-without-its-first", kills: "ROWS-033",
      "A thread shows its answers, not what they answer to.",
      origin: "seed 000: a thread opened without its first message",
      .naive(\.isShown) { now, message in
        guard case .thread = now.input.shown else { return RowRules.naiveIsShown(now, message) }
        return message.threadRoot != nil && RowRules.naiveIsShown(now, message)
      }),
    Mutant(
      "hidden-sender-quoted", kills: "ROWS-041", "An answer quotes a person who is hidden.",
      origin: "a filter over rows",
      .naive(\.quote) { now, message in now.snapshot.quote(for: message) }),
    Mutant(
      "hidden-writer-named", kills: "ROWS-042", "The typing row names a person who is hidden.",
      origin: "a filter over messages",
      .naive(\.bottom) { now in
        var input = now.input
        input.hidden = []
        return RowRules.naiveBottom(
          NaiveRowContext(
            snapshot: now.snapshot, input: input, previous: now.previous, messages: now.messages))
      }),
    Mutant(
      "thread-shows-other-writers", kills: "ROWS-043",
      "People who type in the conversation are shown as typing in the thread.",
      origin: "a thread that was a conversation with a filter",
      .naive(\.bottom) { now in
        var input = now.input
        input.shown = .everything
        return RowRules.naiveBottom(
          NaiveRowContext(
            snapshot: now.snapshot, input: input, previous: now.previous, messages: now.messages))
      }),
    Mutant(
      "separator-lost-below-a-gap", kills: "ROWS-034",
      "Where a gap ends, a new day has no separator.",
      origin: "after the gap was filled the first message stood under yesterday",
      .naive(\.separator) { now, days, index in
        index > 0 && RowRules.naiveGap(now, index) != nil
          ? nil : RowRules.naiveSeparator(now, days, index)
      }),
  ]
}
