internal import MessagingConformance
internal import MessagingCore
internal import MessagingModel

extension MutantCatalogue {
  /// Where something is unsent, and what was taken back.
  static let unsent: [Mutant] = [
    Mutant(
      "retraction-in-memory", kills: "REPO-045",
      "Retractions are lost when the store is opened again.",
      origin: "a message that was deleted in the moment in which the app was ended, and delivered"
    ) { hooks in
      hooks.onOpen = { rows in
        var rows = rows
        for record in rows.allConversations where !record.retractions.isEmpty {
          var emptied = record
          emptied.retractions = []
          rows.apply([.put(.conversation(emptied))])
        }
        return rows
      }
    },
    Mutant(
      "attempts-in-memory", kills: "REPO-051",
      "The results of send attempts are lost when the store is opened again.",
      origin: "a message that was *sending* for weeks, because the app was ended each night"
    ) { hooks in
      hooks.openMessages { $0.trial = .none }
    },
    Mutant(
      "retry-is-as-old-as-it-was", kills: "REPO-052",
      "Retrying a message does not reset its age.",
      origin: "a button that turned the mark grey for a second"
    ) { hooks in
      let known = Memory<[MessageKey: SendTrial]>([:])
      let retried = Memory<Set<MessageKey>>([])
      hooks.watch { changes in
        retried.set(
          Set(changes.compactMap { if case .retry(let key) = $0 { key.message } else { nil } }))
      }
      hooks.loadMessages { record in
        known.withLock { $0[record.key] = record.trial }
        return record
      }
      hooks.writeMessages { record in
        guard retried.current.contains(record.key), let trial = known.current[record.key] else {
          return
        }
        record.trial = trial
      }
    },
    Mutant(
      "full-page-is-the-last", kills: "REPO-046",
      "No page of unsent messages says that there are more.",
      origin: "a launch that resumed the first hundred conversations"
    ) { hooks in
      hooks.onSnapshot = { snapshot, query in
        guard case .unsent = query.kind else { return snapshot }
        var last = snapshot
        last.newer = .end
        return last
      }
    },
    Mutant(
      "doubt-is-forgotten", kills: "REPO-058",
      "A change that is in flight can be taken back as if it waited.",
      origin: "a correction that everybody but its author read"
    ) { hooks in
      hooks.loadMessages { record in
        guard record.dependents.contains(where: \.trial.isInFlight) else { return record }
        var record = record
        for index in record.dependents.indices {
          record.dependents[index].trial.isInFlight = false
        }
        return record
      }
    },
    Mutant(
      "files-of-the-deleted-untold", kills: "REPO-070",
      "The messages whose files are to be removed are not returned.",
      origin: "photos that were deleted everywhere, but on the disk of the phone that sent them"
    ) { hooks in
      hooks.onSnapshot = { snapshot, _ in
        var untold = snapshot
        untold.filesToRemove = []
        return untold
      }
    },
    Mutant(
      "part-of-an-outbox-is-all", kills: "REPO-069",
      "If a conversation has more unsent messages than the limit, the answer is marked complete.",
      origin: "the third message of a conversation, sent when the first two were"
    ) { hooks in
      hooks.onSnapshot = { snapshot, query in
        guard query.kind == .outbox, query.conversation != nil else { return snapshot }
        var all = snapshot
        all.newer = .end
        return all
      }
    },
    Mutant(
      "a-hundred-busy-conversations", kills: "REPO-090",
      "The outbox of all conversations ends after a hundred messages.",
      origin: "a list of what is being sent that a limit kept short"
    ) { hooks in
      hooks.onSnapshot = { snapshot, query in
        guard query.kind == .outbox, query.conversation == nil else { return snapshot }
        var some = snapshot
        some.messages = Array(snapshot.messages.prefix(100))
        return some
      }
    },
    Mutant(
      "unsent-means-messages", kills: "REPO-046",
      "Where only a local change waits, nothing is unsent.",
      origin: "reactions that were sent when the conversation was opened the next time"
    ) { hooks in
      hooks.onSnapshot = { snapshot, query in
        guard case .unsent(let revision) = query.kind, revision == .zero else { return snapshot }
        var messages = snapshot
        messages.messages.removeAll { $0.position.confirmed != nil }
        return messages
      }
    },
    Mutant(
      "others-never-send", kills: "REPO-089",
      "What may have left is what the first search found.",
      origin: "a cancelled message that the share extension had sent, and that all others read"
    ) { hooks in
      let first = Memory<Snapshot?>(nil)
      hooks.onSnapshot = { snapshot, query in
        guard case .unsent = query.kind else { return snapshot }
        let known = first.withLock { first in
          first = first ?? snapshot
          return first
        }
        var own = snapshot
        (own.mayHaveLeft, own.othersMayHaveSent) = (known?.mayHaveLeft, known?.othersMayHaveSent)
        return own
      }
    },
    Mutant(
      "read-is-not-sent", kills: "REPO-095",
      "Of what may have left, a search names what another handle may have sent.",
      origin: "two numbers with similar names"
    ) { hooks in
      hooks.onSnapshot = { snapshot, query in
        guard case .unsent = query.kind else { return snapshot }
        var own = snapshot
        own.mayHaveLeft = own.othersMayHaveSent
        return own
      }
    },
    Mutant(
      "named-once-per-process", kills: "REPO-047",
      "A conversation that was named once is not named again before the search restarts.",
      origin: "the second message of a conversation waited for the next launch"
    ) { hooks in
      let named = Memory<Set<ConversationID>>([])
      hooks.onSnapshot = { snapshot, query in
        guard case .unsent(let revision) = query.kind else { return snapshot }
        let known = revision == .zero ? [] : named.current
        var fresh = snapshot
        fresh.messages.removeAll { known.contains($0.conversation) }
        fresh.retractions.removeAll { known.contains($0.key.conversation) }
        named.set(known.union(fresh.messages.map(\.conversation)))
        return fresh
      }
    },
    Mutant(
      "large-page-from-the-start", kills: "REPO-047",
      "A search for unsent messages with the largest limit ignores the given revision.",
      origin: "a search that read every waiting conversation after each commit"
    ) { hooks in
      hooks.onQuery = { query in
        guard case .unsent = query.kind, query.limit == Limits.page else { return query }
        return Query(.unsent(since: .zero), in: nil, limit: query.limit)
      }
    },
    Mutant(
      "failed-upload-stays-failed", kills: "REPO-048",
      "When the upload of a file failed, no news of how far it is are stored any more.",
      origin: "a retry whose progress bar did not move"
    ) { hooks in
      let failed = Memory<Set<MessageKey>>([])
      hooks.onApply = { changes in
        changes.filter { change in
          guard case .upload(let key, _, let state, _) = change else { return true }
          switch state {
          case .failed: failed.withLock { _ = $0.insert(key) }
          case .uploading: return !failed.current.contains(key)
          case .done, .waiting: break
          }
          return true
        }
      }
    },
  ]
}
