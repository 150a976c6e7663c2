internal import MessagingConformance
internal import MessagingCore
internal import MessagingModel
internal import MessagingTimeline

extension MutantCatalogue {
  /// Of threads on a screen.
  static let threads: [Mutant] = [
    Mutant(
      "root-with-its-page-alone", kills: "THREAD-001",
      "The root of a thread has a row where its page is loaded.",
      origin: "answers to nothing",
      .timeline(noting: ()) { bent, event, now in
        guard case .read(let ticket, var page) = event, let root = page.root,
          !page.messages.contains(where: { $0.id == root.id })
        else { return bent.part.handle(event, at: now) }
        page.root = nil
        return bent.part.handle(.read(ticket, page), at: now)
      }),
    Mutant(
      "asks-for-replies-later", kills: "THREAD-002",
      "Missing replies of a thread are requested only when the reader scrolls.",
      origin: "a notification of a reply that was not there",
      .timeline(noting: [] as [TimelineAction]) { bent, event, now in
        var actions = bent.part.handle(event, at: now)
        guard bent.options.input.isThread else { return actions }
        if case .looked = event {
          actions += bent.notes
          bent.notes = []
        }
        bent.notes += actions.filter { if case .fill = $0 { true } else { false } }
        return actions.filter { !bent.notes.contains($0) }
      }),
    Mutant(
      "stored-then-fetched", kills: "THREAD-003",
      "A thread is shown as it is stored, and again when the network has answered.",
      origin: "seed 000: replies from the seed, then from the network",
      .timeline(options: { $0.threadGrace = 0 })),
    Mutant(
      "replies-wait-without-end", kills: "THREAD-004",
      "Replies are shown when the network has answered.",
      origin: "a spinner on a train",
      .timeline(options: { $0.threadGrace = 1 << 40 })),
    Mutant(
      "thread-waits-offline", kills: "THREAD-005",
      "Without a network a thread waits as if there were one.",
      origin: "half a second of nothing in a tunnel",
      .timeline(noting: ()) { bent, event, now in
        var event = event
        if case .syncing(.offline) = event, bent.options.input.isThread,
          bent.part.status.phase == .unopened
        {
          event = .syncing(.catchingUp)
        }
        return bent.part.handle(event, at: now)
      }),
    Mutant(
      "each-reply-shown", kills: "THREAD-006", "Each commit that changes a thread is an update.",
      origin: "seed 000: mergeReplies on every update of the parent",
      .timeline(options: { $0.threadWindow = 0 })),
    Mutant(
      "window-from-the-first-reply", kills: "THREAD-006",
      "Changes in a thread are shown 150 ms after the first change.",
      origin: "a throttle that was called a debounce",
      .timeline(options: { $0.threadLimit = 150 })),
    Mutant(
      "waits-for-a-pause", kills: "THREAD-007", "A burst is shown when it has ended.",
      origin: "a debounce without a longest wait",
      .timeline(options: { $0.threadLimit = 1 << 40 })),
    Mutant(
      "own-change-waits", kills: "THREAD-008",
      "A reaction of the owner in a thread is shown only once a later commit confirms it.",
      origin: "one window for whatever a store says",
      .timeline(reading: { page, before in
        guard page.root != nil else { return page }
        var page = page
        for index in page.messages.indices where !page.messages[index].dependents.isEmpty {
          let id = page.messages[index].id
          page.messages[index] = before.messages.first { $0.id == id } ?? page.messages[index]
        }
        return page
      })),
    Mutant(
      "fetches-a-year", kills: "THREAD-009",
      "The network is asked until something of the thread comes.",
      origin: "two hundred requests for a root of two years ago",
      .timeline(options: { $0.emptyFills = 1_000 })),
    Mutant(
      "replies-take-room", kills: "THREAD-010",
      "Replies that have no row are loaded like those that have one.",
      origin: "a filter between the window and the rows",
      .timeline(asking: { scope, _ in scope == .withoutReplies ? .everything : scope })),
    Mutant(
      "replies-go-with-their-root", kills: "THREAD-011",
      "Where the root of a thread is not stored, the thread is empty.",
      origin: "a join with a row that was deleted",
      .timeline(noting: ()) { bent, event, now in
        guard case .read(let ticket, var page) = event, bent.options.input.isThread,
          page.root == nil, bent.part.status.phase == .open
        else { return bent.part.handle(event, at: now) }
        page.messages = []
        return bent.part.handle(.read(ticket, page), at: now)
      }),
    Mutant(
      "thread-under-its-first-name", kills: "THREAD-015",
      "A thread is read under the name under which it was opened.",
      origin: "a constant of the screen",
      .timeline(asking: { scope, options in
        options.input.isThread ? options.input.shown : scope
      })),
    Mutant(
      "long-threads-lose-a-row", kills: "THREAD-012",
      "Of pages of a thread with more than thirty messages one is left out.",
      origin: "two lists that were merged",
      .timeline(noting: ()) { bent, event, now in
        guard case .read(let ticket, var page) = event, bent.options.input.isThread,
          page.messages.count > 30
        else { return bent.part.handle(event, at: now) }
        page.messages.remove(at: 7)
        return bent.part.handle(.read(ticket, page), at: now)
      }),
    Mutant(
      "count-of-the-opening", kills: "THREAD-013",
      "The reply count of a row is the one at the opening of the conversation.",
      origin: "a count that was right until somebody answered",
      .timeline(reading: { page, before in
        var page = page
        if !before.threads.isEmpty { page.threads = before.threads }
        return page
      })),
    Mutant(
      "hidden-replies-are-not-counted", kills: "THREAD-014",
      "The newest of several replies does not count if a hidden person wrote it.",
      origin: "a number that was made of what was shown",
      .timeline(noting: Set<ParticipantID>()) { bent, event, now in
        if case .shown(let input) = event { bent.notes = input.hidden }
        guard case .read(let ticket, var page) = event else {
          return bent.part.handle(event, at: now)
        }
        for (root, thread) in page.threads where thread.count > 1 {
          guard let sender = thread.latest?.sender, bent.notes.contains(sender) else { continue }
          page.threads[root] = ThreadSummary(
            count: thread.count - 1, isLowerBound: thread.isLowerBound, latest: thread.latest)
        }
        return bent.part.handle(.read(ticket, page), at: now)
      }),
  ]
}
