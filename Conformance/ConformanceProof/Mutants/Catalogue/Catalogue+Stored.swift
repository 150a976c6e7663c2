internal import Foundation
internal import MessagingConformance
internal import MessagingCore
internal import MessagingModel

extension MutantCatalogue {
  static let stored: [Mutant] = [
    Mutant(
      "outbox-in-memory", kills: "REPO-001",
      "Unsent messages are kept in memory and lost when the store is opened again.",
      origin: "pending messages vanished when the app was killed"
    ) { hooks in
      hooks.onOpen = { rows in
        var rows = rows
        let unsent = rows.allMessages.filter { $0.position.confirmed == nil }
        rows.apply(unsent.map { .remove(.message($0.key.conversation, .id($0.key.id))) })
        return rows
      }
    },
    Mutant(
      "reply-not-stored", kills: "REPO-002",
      "An unsent message loses the reference to what it answers.",
      origin: "a reply that was sent after a restart was no reply any more"
    ) { hooks in
      hooks.openMessages { record in
        if record.position.confirmed == nil { record.replyTo = nil }
      }
    },
    Mutant(
      "read-state-in-memory", kills: "REPO-003",
      "That a message was read is known until the store is closed.",
      origin: "states were derived from running tasks"
    ) { hooks in
      hooks.openMessages { record in
        if record.delivery == .read { record.delivery = .delivered }
      }
    },
    Mutant(
      "half-batch", kills: "REPO-004",
      "Each change of a batch is a commit of its own, so a bad one leaves those before it.",
      origin: "a page was stored row by row and a failure left half of it"
    ) { hooks in
      hooks.onBatches = { changes in changes.map { [$0] } }
    },
    Mutant(
      "torn-commit", kills: "REPO-005", "Each row of a commit is a transaction of its own.",
      origin: "a crash between two writes left messages without their conversation"
    ) { hooks in
      hooks.tearsWrites = true
    },
    Mutant(
      "replay-is-a-commit", kills: "REPO-006", "A batch that changes nothing raises the revision.",
      origin: "a screen that refreshed on news never rested"
    ) { hooks in
      let last = Memory(Revision.zero)
      hooks.onCommit = { commit, changes in
        let isReplay = !changes.isEmpty && commit.revision == last.current
        last.set(commit.revision)
        guard isReplay else { return commit }
        return Commit(
          revision: commit.revision.next, kinds: commit.kinds, notices: commit.notices)
      }
    },
    Mutant(
      "deletion-is-news-each-time", kills: "REPO-050",
      "The notes of a deletion are looked for under the name that the batch uses alone.",
      origin: "scrolling over deleted messages wrote to the disk"
    ) { hooks in
      hooks.onKeys = { keys in
        // What is asked for second follows from the rows that were found first.
        let isFollowing = keys.allSatisfy { if case .tombstone = $0 { true } else { false } }
        return isFollowing ? [] : keys
      }
    },
    Mutant(
      "cancelled-write-is-torn", kills: "REPO-007",
      "A cancelled task writes what it has and stops.",
      origin: "a loop of inserts that looked for cancellation"
    ) { hooks in
      hooks.onWrite = { edits in
        guard Task.isCancelled,
          let last = edits.lastIndex(where: { if case .put(.message) = $0 { true } else { false } })
        else { return edits }
        return Array(edits[..<last] + edits[(last + 1)...])
      }
    },
    Mutant(
      "reason-forgotten", kills: "REPO-008",
      "Of a failure only the fact is stored.",
      origin: "a failed message did not know any more why it failed"
    ) { hooks in
      hooks.openMessages { record in
        if case .failed = record.delivery {
          record.delivery = .failed(FailureReason(code: "unknown"))
        }
      }
    },
    Mutant(
      "relation-finds-another-conversation", kills: "REPO-009",
      "An edit finds its message by name alone, in whichever conversation had it first.",
      origin: "networks that number messages per conversation"
    ) { hooks in
      let homes = Memory<[MessageReference: ConversationID]>([:])
      hooks.onApply = { changes in
        for message in changes.arriving {
          homes.withLock { homes in
            let name = MessageReference.remote(message.position.remoteID)
            homes[name] = homes[name] ?? message.conversation
          }
        }
        return changes.map { change in
          guard case .relate(let relation) = change, let home = homes.current[relation.target]
          else { return change }
          return .relate(relation.with(conversation: home))
        }
      }
    },
    Mutant(
      "path-of-this-run", kills: "REPO-010",
      "A file's path is stored with the directory of this run.",
      origin: "photos that waited were lost when the container moved"
    ) { hooks in
      hooks.applyEach { change in
        guard case .upload(let key, let file, let state, let remote) = change else {
          return [change]
        }
        return [
          .upload(
            key, file: RelativePath("container-1/\(file.text)") ?? file, state, remote: remote)
        ]
      }
      hooks.writeMessages { record in
        var files = record.body.attachments
        for (index, file) in files.enumerated() {
          guard let path = file.localPath, !path.text.string.hasPrefix("container-1/")
          else { continue }
          files[index].localPath = RelativePath("container-1/\(path.text)")
        }
        record.body.attachments = files
      }
    },
    Mutant(
      "upload-drops-the-local-path", kills: "REPO-011",
      "The remote reference of a file takes the place of its local path.",
      origin: "the sender's own photo was fetched back from the network"
    ) { hooks in
      hooks.writeMessages { record in
        var files = record.body.attachments
        for index in files.indices where files[index].remote != nil {
          files[index].localPath = nil
        }
        record.body.attachments = files
      }
    },
    Mutant(
      "text-normalised", kills: "REPO-012", "Texts are stored in a normal form of Unicode.",
      origin: "two spellings became one"
    ) { hooks in
      hooks.applyTexts { $0.precomposedStringWithCanonicalMapping }
    },
    Mutant(
      "text-ends-at-nul", kills: "REPO-012", "Texts end at their first NUL.",
      origin: "a function that wanted a C string"
    ) { hooks in
      hooks.applyTexts { text in
        String(decoding: text.utf8.prefix { $0 != 0 }, as: UTF8.self)
      }
    },
    Mutant(
      "portraits-become-squares", kills: "REPO-085",
      "A picture is stored no higher than it is wide.",
      origin: "thumbnails were square, and their size was kept for the picture"
    ) { hooks in
      hooks.writeMessages { record in
        var files = record.body.attachments
        for index in files.indices where files[index].height > files[index].width {
          files[index].height = files[index].width
        }
        record.body.attachments = files
      }
    },
    Mutant(
      "unknown-kind-dropped", kills: "REPO-013",
      "A message of an unknown kind is not stored.",
      origin: "one row could not be decoded and the indexes of others shifted"
    ) { hooks in
      hooks.applyEach { change in
        guard case .receive(let message) = change, case .unknown = message.body
        else { return [change] }
        return []
      }
    },
  ]
}

extension MutantHooks {
  /// Changes the text of each message and edit that arrives.
  fileprivate mutating func applyTexts(_ change: @escaping @Sendable (String) -> String) {
    let changed: @Sendable (Body) -> Body = { body in
      guard case .text(let text) = body else { return body }
      return .text(ExactString(change(text.string)))
    }
    applyEach { step in
      switch step {
      case .receive(let message): return [.receive(message.with(body: changed(message.body)))]
      case .relate(let relation):
        guard case .edit(let body) = relation.action else { return [step] }
        return [.relate(relation.with(action: .edit(changed(body))))]
      case .enqueue, .acknowledge, .amend, .settle, .fail, .tried, .retry, .cancel, .upload, .page,
        .openGap, .giveUp, .advance, .read, .reported, .resetHistory,
        .forget:
        return [step]
      }
    }
  }
}
