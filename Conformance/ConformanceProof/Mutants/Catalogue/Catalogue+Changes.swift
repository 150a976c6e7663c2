internal import MessagingConformance
internal import MessagingCore
internal import MessagingModel

extension MutantCatalogue {
  static let changes: [Mutant] = [
    Mutant(
      "moderator-flag-ignored", kills: "REPO-014",
      "Everybody may delete what others wrote.",
      origin: "the role of who deletes was checked on the screen alone"
    ) { hooks in
      hooks.applyEach { change in
        guard case .relate(let relation) = change,
          case .delete(_, let leavesRow) = relation.action
        else { return [change] }
        return [.relate(relation.with(action: .delete(isModerator: true, leavesRow: leavesRow)))]
      }
    },
    Mutant(
      "anyone-edits", kills: "REPO-014", "An edit by somebody else is taken.",
      origin: "a missing check in one of several paths, published as a vulnerability"
    ) { hooks in
      let authors = Memory<[MessageReference: ParticipantID]>([:])
      let senders = Memory<[MessageKey: ParticipantID]>([:])
      hooks.watch { changes in
        let edits = changes.relations.filter { relation in
          if case .edit = relation.action { true } else { false }
        }
        authors.set(Dictionary(edits.map { ($0.target, $0.author) }) { first, _ in first })
      }
      hooks.loadMessages { record in
        guard let name = record.remoteID, let author = authors.current[.remote(name)]
        else { return record }
        senders.withLock { $0[record.key] = $0[record.key] ?? record.sender }
        var record = record
        record.sender = author
        return record
      }
      hooks.writeMessages { record in
        record.sender = senders.current[record.key] ?? record.sender
      }
    },
    Mutant(
      "malformed-change-swallowed", kills: "REPO-015",
      "A malformed change is dropped without an error.",
      origin: "an error that was caught and logged"
    ) { hooks in
      hooks.onError = { $0.code == .malformedChange ? nil : $0 }
    },
    Mutant(
      "second-message-of-an-id", kills: "REPO-087",
      "A second message with the id of another one is dropped without an error.",
      origin: "an insert that ignored what was there"
    ) { hooks in
      hooks.onError = { $0.code == .messageIDTaken ? nil : $0 }
    },
    Mutant(
      "deleted-becomes-empty-text", kills: "REPO-016",
      "A deleted message becomes one with an empty text.",
      origin: "deletion was an edit"
    ) { hooks in
      hooks.writeMessages { if $0.body == .redacted { $0.body = .text("") } }
    },
    Mutant(
      "deletion-leaves-no-tombstone", kills: "REPO-017",
      "A deletion removes the row and leaves no note.",
      origin: "deleted messages came back when an older page was loaded"
    ) { hooks in
      hooks.dropNotes { _, isOfChange in !isOfChange }
    },
    Mutant(
      "early-deletion-dropped", kills: "REPO-018",
      "A deletion that finds no message is thrown away.",
      origin: "a deletion overtook its message and was lost"
    ) { hooks in
      hooks.onWrite = { edits in
        edits.compactMap { edit in
          guard case .put(.waiting(var record)) = edit else { return edit }
          record.relations.removeAll { if case .delete = $0.action { true } else { false } }
          return record.relations.isEmpty ? nil : .put(.waiting(record))
        }
      }
    },
    Mutant(
      "deletion-of-the-cleared-lost", kills: "REPO-059",
      "A deletion of what was deleted before is thrown away where the message is not here.",
      origin: "a deleted line that came back with the history"
    ) { hooks in
      let gone = Memory<Set<MessageReference>>([])
      hooks.onWrite = { edits in
        for case .put(.tombstone(let note)) in edits {
          gone.withLock { _ = $0.insert(note.target) }
        }
        return edits.filter { edit in
          guard case .put(.waiting(let record)) = edit, gone.current.contains(record.target) else {
            return true
          }
          return !record.relations.contains {
            if case .delete = $0.action { true } else { false }
          }
        }
      }
    },
    Mutant(
      "deleted-place-forgotten", kills: "REPO-060",
      "A deletion without a row drops the place with the row.",
      origin: "a new message that was read before it came"
    ) { hooks in
      hooks.onSnapshot = { snapshot, _ in
        var snapshot = snapshot
        snapshot.highestDeleted = nil
        return snapshot
      }
    },
    Mutant(
      "cancel-leaves-no-trace", kills: "REPO-019",
      "Taking a message back forgets its identity.",
      origin: "a draft was handed in again after a crash"
    ) { hooks in
      hooks.dropNotes { note, isOfChange in !isOfChange && note.position == nil }
    },
    Mutant(
      "reaction-counted-per-event", kills: "REPO-020",
      "A reaction is counted once per event that reports it.",
      origin: "counts drifted with each reconnect"
    ) { hooks in
      let first = Memory<[ReactionName: Version]>([:])
      hooks.applyEach { change in
        guard case .relate(let relation) = change, case .react(let key) = relation.action
        else { return [change] }
        let name = ReactionName(target: relation.target, author: relation.author, key: key)
        let known = first.withLock { first in
          first[name] = first[name] ?? relation.version
          return first[name]
        }
        guard let known, known != relation.version else { return [change] }
        let again = ParticipantID("\(relation.author)#\(relation.version.order)")
        return [.relate(relation.with(author: again))]
      }
    },
    Mutant(
      "amendment-hidden-until-sent", kills: "REPO-021",
      "An edit or a reaction of the owner shows only after the server took it.",
      origin: "editing without a network had no effect"
    ) { hooks in
      hooks.onScanned = { rows, _ in
        rows.map { row in
          var row = row
          row.dependents = []
          return row
        }
      }
    },
    Mutant(
      "outbox-newest-first", kills: "REPO-022", "The outbox lists the newest first.",
      origin: "a queue that was a stack"
    ) { hooks in hooks.onOutbox = { $0.reversed() } },
    Mutant(
      "quotes-left-out", kills: "REPO-023", "A page comes without what it quotes.",
      origin: "reply previews arrived a moment later and every row below moved"
    ) { hooks in
      hooks.onSnapshot = { snapshot, _ in
        var snapshot = snapshot
        snapshot.quotes = [:]
        return snapshot
      }
    },
    Mutant(
      "forget-keeps-the-outbox", kills: "REPO-024",
      "Forgetting a conversation leaves its unsent messages.",
      origin: "a deleted chat came back with a message that waited"
    ) { hooks in
      hooks.onWrite = { edits in
        edits.map { edit in
          if case .forget(let conversation) = edit { .dropHistory(conversation) } else { edit }
        }
      }
    },
    Mutant(
      "reset-cancels-the-unsent", kills: "REPO-025",
      "Clearing the history drops the unsent messages too.",
      origin: "local echoes vanished after the history was reset"
    ) { hooks in
      let unsent = Memory<Set<MessageKey>>([])
      hooks.applyEach { change in
        switch change {
        case .enqueue(let message): unsent.withLock { _ = $0.insert(message.key) }
        case .acknowledge(let key, _): unsent.withLock { _ = $0.remove(key) }
        case .resetHistory(let conversation):
          let keys = unsent.current.filter { $0.conversation == conversation }
          return [change] + keys.map { .cancel(OutboxKey($0)) }
        case .amend, .settle, .fail, .tried, .retry, .cancel, .upload, .receive, .page, .relate,
          .openGap,
          .giveUp,
          .advance, .read, .reported, .forget:
          break
        }
        return [change]
      }
    },
    Mutant(
      "retry-goes-last", kills: "REPO-038", "A retried message moves to the end.",
      origin: "a retry was a copy"
    ) { hooks in
      let retried = Memory<Set<MessageKey>>([])
      hooks.watch { changes in
        retried.set(
          Set(changes.compactMap { if case .retry(let key) = $0 { key.message } else { nil } }))
      }
      hooks.writeMessages { record in
        if retried.current.contains(record.key), case .unconfirmed(let sequence) = record.position {
          record.position = .unconfirmed(sequence: sequence + 1_000)
        }
      }
    },
    Mutant(
      "late-failure-wins", kills: "REPO-039",
      "A failure is stored although the server has taken the message.",
      origin: "a timeout came after the message had been delivered"
    ) { hooks in
      let failed = Memory<Set<MessageKey>>([])
      hooks.watch { changes in
        failed.set(
          Set(
            changes.compactMap { change in
              guard case .fail(let key, _) = change, key.dependent == nil else { return nil }
              return key.message
            }))
      }
      hooks.loadMessages { record in
        guard failed.current.contains(record.key), record.position.confirmed != nil
        else { return record }
        var record = record
        record.position = .unconfirmed(sequence: 0)
        return record
      }
    },
    Mutant(
      "unknown-message-swallowed", kills: "REPO-040",
      "An edit of a message that is not stored is dropped without an error.",
      origin: "a local change found no row and returned"
    ) { hooks in
      hooks.onError = { $0.code == .unknownMessage ? nil : $0 }
    },
    Mutant(
      "error-quotes-the-text", kills: "REPO-041", "An error names the text that it refuses.",
      origin: "what people wrote was found in a log"
    ) { hooks in
      let texts = Memory<[String]>([])
      hooks.watch { changes in
        texts.set(
          changes.compactMap { change in
            guard case .enqueue(let message) = change, case .text(let text) = message.body
            else { return nil }
            return text.string
          })
      }
      hooks.onError = { error in
        let quoted = texts.current.joined(separator: ", ")
        return RepositoryError(
          error.code, "\(error.context): \(quoted)", conversation: error.conversation)
      }
    },
    Mutant(
      "sent-change-is-forgotten", kills: "REPO-042",
      "Nothing remains of an edit or a reaction that was sent or given up.",
      origin: "a reaction that was taken back came again with a replay"
    ) { hooks in
      hooks.dropNotes { _, isOfChange in isOfChange }
    },
    Mutant(
      "text-drops-the-files", kills: "REPO-043",
      "The local paths of files go with the version that had files.",
      origin: "the sender's own photo was fetched after an edit"
    ) { hooks in
      hooks.writeMessages { $0.parkedFiles = [] }
    },
    Mutant(
      "files-by-their-place", kills: "REPO-092",
      "The first file of a version takes the local path of a file that was taken out.",
      origin: "a photo that was taken out of a message was still shown on the phone that sent it"
    ) { hooks in
      hooks.writeMessages { record in
        guard let path = record.parkedFiles.first?.localPath else { return }
        var files = record.body.attachments
        if !files.isEmpty { files[0].localPath = path }
        record.body.attachments = files
      }
    },
  ]

  private struct ReactionName: Hashable {
    let target: MessageReference
    let author: ParticipantID
    let key: ExactString
  }
}
