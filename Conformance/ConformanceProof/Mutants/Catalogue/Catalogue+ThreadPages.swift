internal import MessagingConformance
internal import MessagingCore
internal import MessagingModel

extension MutantCatalogue {
  /// Of pages of threads, and of pages without replies.
  static let threadPages: [Mutant] = [
    Mutant(
      "thread-by-one-name", kills: "PAGE-013",
      "Replies are found only if they name the root as the query does.",
      origin: "own replies that were missing in the thread until the app was restarted"
    ) { hooks in
      hooks.onSnapshot = { snapshot, query in
        guard case .thread(let name) = query.scope, let root = snapshot.root else {
          return snapshot
        }
        var snapshot = snapshot
        snapshot.messages.removeAll { $0.id != root.id && $0.threadRoot != name }
        return snapshot
      }
    },
    Mutant(
      "thread-cut-before-it-is-filtered", kills: "PAGE-013",
      "A page of a thread is what a page of the conversation has of it.",
      origin: "a thread with an empty first page"
    ) { hooks in
      hooks.onSnapshot = { snapshot, query in
        guard case .thread = query.scope, snapshot.messages.count > 1,
          snapshot.messages.count == query.limit
        else { return snapshot }
        var snapshot = snapshot
        snapshot.messages.removeFirst()
        return snapshot
      }
    },
    Mutant(
      "root-on-its-page-alone", kills: "PAGE-014",
      "Only the page with the root's own row contains the root.",
      origin: "a thread that was opened at its end, without a word of what it was about"
    ) { hooks in
      hooks.onSnapshot = { snapshot, _ in
        var snapshot = snapshot
        if let root = snapshot.root, !snapshot.messages.contains(where: { $0.id == root.id }) {
          snapshot.root = nil
        }
        return snapshot
      }
    },
    Mutant(
      "gap-below-the-root", kills: "PAGE-015",
      "A gap of the conversation below the root counts as a gap of the thread.",
      origin: "a thread of three replies that asked the network for a year"
    ) { hooks in
      let gaps = Memory<[Gap]>([])
      hooks.onHeader = { header in
        gaps.set(header.record.gaps.gaps)
        return header
      }
      hooks.onSnapshot = { snapshot, query in
        guard case .thread = query.scope, snapshot.older == .end, snapshot.root != nil,
          let gap = gaps.current.first(where: { $0.after == nil })
        else { return snapshot }
        var snapshot = snapshot
        snapshot.older = .gap(gap)
        return snapshot
      }
    },
    Mutant(
      "replies-leave-holes", kills: "PAGE-016", "Replies are left out of a page that was cut.",
      origin: "a list that was empty, because all of the newest messages were replies"
    ) { hooks in
      hooks.onQuery = { $0.scope == .withoutReplies ? $0.of(.everything) : $0 }
      hooks.onSnapshot = { snapshot, query in
        guard query.scope == .withoutReplies else { return snapshot }
        var snapshot = snapshot
        snapshot.messages.removeAll { $0.threadRoot != nil }
        return snapshot
      }
    },
    Mutant(
      "any-name-of-a-thread", kills: "PAGE-017", "Whatever a thread is called is looked for.",
      origin: "a name from a link"
    ) { hooks in
      hooks.onQuery = { query in
        if case .thread(.remote(let name)) = query.scope, name.text.byteCount > Limits.name {
          return query.of(.thread(.remote("nobody")))
        }
        return query
      }
    },
    Mutant(
      "long-thread-loses-a-reply", kills: "PAGE-018",
      "Of long pages above a cursor in a thread one message is left out.",
      origin: "two lists that were merged, and one of them was cut"
    ) { hooks in
      hooks.onSnapshot = { snapshot, query in
        guard case .thread = query.scope, case .newer = query.kind, snapshot.messages.count > 2
        else { return snapshot }
        var snapshot = snapshot
        snapshot.messages.remove(at: 1)
        return snapshot
      }
    },
    Mutant(
      "unsent-replies-do-not-count", kills: "PAGE-019",
      "A reply of the owner counts when the server has taken it.",
      origin: "a badge that did not move when somebody answered"
    ) { hooks in
      hooks.onSnapshot = { snapshot, _ in
        var snapshot = snapshot
        snapshot.threads = snapshot.threads.compactMapValues { thread in
          guard thread.latest?.position.confirmed == nil else { return thread }
          return thread.count < 2
            ? nil
            : ThreadSummary(
              count: thread.count - 1, isLowerBound: thread.isLowerBound, latest: thread.latest)
        }
        return snapshot
      }
    },
    Mutant(
      "count-is-always-exact", kills: "PAGE-019",
      "The count never says that there may be more replies.",
      origin: "100 replies, for weeks"
    ) { hooks in
      hooks.onSnapshot = { snapshot, _ in
        var snapshot = snapshot
        snapshot.threads = snapshot.threads.mapValues {
          ThreadSummary(count: $0.count, isLowerBound: false, latest: $0.latest)
        }
        return snapshot
      }
    },
  ]
}
