internal import MessagingConformance
internal import MessagingCore
internal import MessagingModel

/// What outlives its conversation or its cancellation, and news that are told wrongly.
extension MutantCatalogue {
  static let forgetting: [Mutant] = [
    Mutant(
      "receipts-outlive-their-conversation", kills: "REPO-024",
      "Forgetting a conversation leaves the receipts of its readers.",
      origin: "a table of receipts had no key to the conversation that was deleted"
    ) { hooks in
      let receipts = Memory<[StoredRecord]>([])
      hooks.onWrite = { edits in
        edits.flatMap { edit -> [RecordEdit] in
          if case .put(.receipt) = edit, case .put(let row) = edit {
            receipts.withLock { rows in
              rows.removeAll { $0.key == row.key }
              rows.append(row)
            }
          }
          guard case .forget(let conversation) = edit else { return [edit] }
          return [edit]
            + receipts.current.filter { $0.key.conversation == conversation }.map(RecordEdit.put)
        }
      }
    },
    Mutant(
      "what-was-complete-stays-complete", kills: "REPO-024",
      "Of a forgotten conversation it is known that nothing of it is missing.",
      origin: "what the network had been asked for was noted beside the messages"
    ) { hooks in
      let complete = Memory<[ConversationID: GapSet]>([:])
      let forgotten = Memory<Set<ConversationID>>([])
      hooks.onWrite = { edits in
        edits.map { edit in
          switch edit {
          case .forget(let conversation):
            forgotten.withLock { _ = $0.insert(conversation) }
          case .put(.conversation(var record)):
            let wasForgotten = forgotten.withLock { $0.remove(record.id) != nil }
            if wasForgotten, let gaps = complete.current[record.id] {
              record.gaps = gaps
              return .put(.conversation(record))
            }
            complete.withLock { $0[record.id] = record.gaps }
          case .dropHistory, .remove, .put: break
          }
          return edit
        }
      }
    },
    Mutant(
      "cancelled-comes-back-as-its-echo", kills: "REPO-019",
      "An answer for a message that was taken back is forgotten.",
      origin: "who cancelled saw the message come back, as if somebody else had sent it"
    ) { hooks in
      let cancelled = Memory<Set<MessageKey>>([])
      hooks.applyEach { change in
        switch change {
        case .cancel(let key) where key.dependent == nil:
          cancelled.withLock { _ = $0.insert(key.message) }
        case .acknowledge(let key, _) where cancelled.current.contains(key): return []
        case .enqueue, .acknowledge, .amend, .settle, .fail, .tried, .retry, .cancel, .upload,
          .receive, .page, .relate, .openGap, .giveUp, .advance, .read, .reported, .resetHistory,
          .forget:
          break
        }
        return [change]
      }
    },
    Mutant(
      "deliveries-are-told-as-rows", kills: "REPO-028",
      "Observers get deliveries and upload progress as new rows.",
      origin: "what a commit had changed was right in its answer and made up again for its news"
    ) { hooks in
      let isProgress = Memory(false)
      hooks.watch { changes in
        let isAbout = changes.contains { change in
          switch change {
          case .upload: return true
          case .relate(let relation):
            if case .status = relation.action { return true }
            return false
          case .enqueue, .acknowledge, .amend, .settle, .fail, .tried, .retry, .cancel, .receive,
            .page, .openGap, .giveUp, .advance, .read, .reported, .resetHistory, .forget:
            return false
          }
        }
        if !changes.isEmpty { isProgress.set(isAbout) }
      }
      hooks.onAnnouncement = { commit in
        guard commit.kinds == .metadata, isProgress.current else { return commit }
        return Commit(revision: commit.revision, kinds: .structure)
      }
    },
    Mutant(
      "late-news-never-end", kills: "REPO-032",
      "A stream of commits that is requested after the close never ends.",
      origin: "a screen that was opened while its account signed out waited for ever"
    ) { hooks in hooks.lateNewsGoOn = true },
  ]
}
