internal import MessagingConformance
internal import MessagingCore
internal import MessagingModel

extension MutantCatalogue {
  static let commits: [Mutant] = [
    Mutant(
      "received-one-by-one", kills: "REPO-027",
      "Messages that arrive together are committed one by one.",
      origin: "a list moved three times for one batch"
    ) { hooks in
      hooks.onBatches = { changes in
        let isAllReceived = changes.allSatisfy { if case .receive = $0 { true } else { false } }
        return isAllReceived ? changes.map { [$0] } : [changes]
      }
    },
    Mutant(
      "receipt-looks-like-a-new-row", kills: "REPO-028",
      "A commit of metadata is announced with all kinds of change.",
      origin: "one publisher for everything"
    ) { hooks in
      hooks.onCommit = { commit, _ in
        guard commit.kinds == .metadata else { return commit }
        return Commit(revision: commit.revision, kinds: .all, notices: commit.notices)
      }
    },
    Mutant(
      "scope-ignored", kills: "REPO-028", "An observer gets all kinds, whatever it requested.",
      origin: "a burst of receipts refreshed every list"
    ) { hooks in
      hooks.onScope = { Scope(conversation: $0.conversation) }
    },
    Mutant(
      "conversation-of-the-scope-ignored", kills: "REPO-086",
      "An observer hears of all conversations, whichever it asked for.",
      origin: "every message of the account read the open conversation anew"
    ) { hooks in
      hooks.onScope = { Scope(kinds: $0.kinds) }
    },
    Mutant(
      "kinds-of-a-conversation-ignored", kills: "REPO-091",
      "An observer of one kind of change in one conversation hears of every kind.",
      origin: "a screen that waited for rows laid everything out anew with each receipt"
    ) { hooks in
      hooks.onScope = { scope in
        scope.conversation.map { Scope(conversation: $0) } ?? scope
      }
    },
    Mutant(
      "metadata-at-once", kills: "REPO-029", "Each receipt is a piece of news of its own.",
      origin: "ten receipts were ten updates of the list"
    ) { hooks in
      hooks.onAnnouncements = { options in
        AnnouncementOptions(
          clock: options.clock, metadataInterval: .zero, pollInterval: options.pollInterval)
      }
    },
    Mutant(
      "looks-when-it-reads", kills: "REPO-096",
      "Commits of other handles are found by reads and writes alone.",
      origin: "what an extension had stored appeared when somebody scrolled"
    ) { hooks in
      hooks.onAnnouncements = { options in
        AnnouncementOptions(clock: options.clock, metadataInterval: options.metadataInterval)
      }
    },
    Mutant(
      "long-text-cut", kills: "REPO-030", "A text that is too long is cut.",
      origin: "the end of a long message was missing, without a word"
    ) { hooks in
      hooks.applyEach { change in
        guard case .receive(let message) = change, case .text(let text) = message.body,
          text.byteCount > Limits.body
        else { return [change] }
        let cut = String(decoding: text.string.utf8.prefix(Limits.body), as: UTF8.self)
        return [.receive(message.with(body: .text(ExactString(cut))))]
      }
    },
    Mutant(
      "cache-of-own-writes", kills: "REPO-031",
      "Reads are answered from a cache that only the handle's own writes clear.",
      origin: "an app did not see what its extension had stored"
    ) { hooks in
      let cache = Memory<[Query: Snapshot]>([:])
      hooks.onSnapshot = { snapshot, query in
        cache.withLock { cache in
          let answer = cache[query] ?? snapshot
          cache[query] = answer
          return answer
        }
      }
      hooks.onCommit = { commit, _ in
        cache.set([:])
        return commit
      }
    },
    Mutant(
      "stays-open", kills: "REPO-032", "Closing does nothing.",
      origin: "a closed store wrote into a file that somebody else had taken over"
    ) { hooks in hooks.staysOpen = true },
    Mutant(
      "neighbour-is-told-last", kills: "REPO-068",
      "With many observers, one of them gets an older commit after a newer one.",
      origin: "each writer told the observers itself, when it came to it"
    ) { hooks in
      let observers = Memory(0)
      let old = Memory<Commit?>(nil)
      let late = Memory(0)
      hooks.onScope = { scope in
        observers.withLock { $0 += 1 }
        return scope
      }
      hooks.onAnnouncement = { commit in
        guard observers.current > 3 else { return commit }
        let first = old.withLock { old in
          old = old ?? commit
          return old ?? commit
        }
        // By then whoever observed from the beginning has heard of newer ones.
        guard commit.revision.number >= first.revision.number + 6 else { return commit }
        return late.withLock { late in
          late += 1
          return late > 3 ? commit : first
        }
      }
    },
    Mutant(
      "hundredth-writer-is-forgotten", kills: "REPO-033",
      "A queue of ninety writers drops the rest.",
      origin: "a bounded buffer in front of the database"
    ) { hooks in
      let count = Memory(0)
      hooks.onApply = { changes in
        guard changes.count == 1, changes.received.count == 1 else { return changes }
        let number = count.withLock { count in
          count += 1
          return count
        }
        return number > 90 ? [] : changes
      }
    },
    Mutant(
      "observer-waits-for-the-next-commit", kills: "REPO-034",
      "A new observer gets nothing until the next commit.",
      origin: "a subscriber got no first snapshot"
    ) { hooks in
      let isFirst = Memory(true)
      hooks.onAnnouncement = { commit in
        let isDropped = isFirst.withLock { isFirst in
          defer { isFirst = false }
          return isFirst
        }
        return isDropped ? nil : commit
      }
    },
    Mutant(
      "leaver-waits-for-the-news", kills: "REPO-088",
      "An observer that leaves waits until no other one is being told.",
      origin: "a screen closed while a message came, and the app stood still"
    ) { hooks in hooks.leaversWait = true },
    Mutant(
      "merged-news-keeps-one-kind", kills: "REPO-035",
      "Merged commits of several kinds are announced with the most visible kind only.",
      origin: "a delivery state that changed together with a text was never drawn"
    ) { hooks in
      hooks.onAnnouncement = { commit in
        guard commit.kinds == [.content, .metadata] else { return commit }
        return Commit(revision: commit.revision, kinds: .content)
      }
    },
    Mutant(
      "token-ahead-of-its-batch", kills: "REPO-036",
      "The sync token is stored before what it covers.",
      origin: "messages of the offline period never appeared"
    ) { hooks in
      hooks.onBatches = { changes in
        let tokens = changes.filter { if case .advance = $0 { true } else { false } }
        let others = changes.filter { if case .advance = $0 { false } else { true } }
        let isPlain = tokens.count != 1 || others.isEmpty
        return isPlain ? [changes] : [tokens, others]
      }
    },
    Mutant(
      "stream-keeps-its-token", kills: "REPO-036", "A stream does not go back to nothing.",
      origin: "an upsert that skips null"
    ) { hooks in
      hooks.onBatches = { changes in
        [changes.filter { if case .advance(_, _?, nil) = $0 { false } else { true } }]
      }
    },
    Mutant(
      "nothing-is-not-compared", kills: "REPO-036",
      "That nothing of a stream is stored is not checked.", origin: "an early return for null"
    ) { hooks in
      hooks.onBatches = { changes in
        [changes.filter { if case .advance(_, nil, nil) = $0 { false } else { true } }]
      }
    },
  ]
}
