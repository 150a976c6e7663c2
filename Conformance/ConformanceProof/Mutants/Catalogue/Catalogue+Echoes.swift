internal import MessagingConformance
internal import MessagingCore
internal import MessagingModel

// What the server says of messages that were sent from here.
extension MutantCatalogue {
  static let echoes: [Mutant] = [
    Mutant(
      "echo-is-content", kills: "REPO-055",
      "Each message that arrives and is not new is announced as changed content.",
      origin: "every screen was compared once more for each message that was sent"
    ) { hooks in
      let last = Memory(Revision.zero)
      hooks.onCommit = { commit, changes in
        let isStored = commit.revision > last.current
        last.set(commit.revision)
        guard isStored, commit.kinds.isEmpty, !changes.arriving.isEmpty else { return commit }
        return Commit(revision: commit.revision, kinds: .content, notices: commit.notices)
      }
    },
    Mutant(
      "late-answer-moves-the-deletion", kills: "ORDER-016",
      "Of two places for a message that was taken back the later one stays.",
      origin: "an answer that came late moved how far somebody had read"
    ) { hooks in
      let answered = Memory<[RemoteID: ServerPosition]>([:])
      hooks.watch { changes in
        answered.set([:])
        for place in changes.acknowledged { answered.withLock { $0[place.remoteID] = place } }
      }
      hooks.onLoad = { row in
        guard case .tombstone(let known) = row, let place = known.position,
          let later = answered.current[place.remoteID], place < later
        else { return row }
        return .tombstone(
          Tombstone(
            conversation: known.conversation, target: known.target, leavesRow: known.leavesRow))
      }
    },
    Mutant(
      "waiting-state-is-news-again", kills: "REPO-057",
      "A waiting delivery state is stored again when it is received again.",
      origin: "a read receipt that overtook its message was written with each reconnect"
    ) { hooks in
      let told = Memory<[Relation]>([])
      hooks.watch { changes in
        told.set(
          changes.relations.filter { if case .status = $0.action { true } else { false } })
      }
      hooks.onLoad = { row in
        guard case .waiting(var record) = row else { return row }
        record.relations.removeAll { told.current.contains($0) }
        return record.relations.isEmpty ? nil : .waiting(record)
      }
    },
    Mutant(
      "echo-guessed-from-the-version", kills: "REPO-056",
      "A message of the owner with a version counts as one that the server showed.",
      origin: "a row was taken for the server's because an edit had given it a version"
    ) { hooks in
      hooks.onScanned = { rows, _ in
        rows.map { row in
          var row = row
          if row.version != nil { row.hasEcho = true }
          return row
        }
      }
    },
    Mutant(
      "first-words-torn-apart", kills: "GAP-020",
      "Each message inside a gap is shown with something missing on both sides, always.",
      origin: "a new chat said \"missing\" between one's own lines"
    ) { hooks in
      hooks.onHeader = { header in
        var header = header
        // A gap that somebody told of is like any other.
        if header.record.gaps == .everything, header.record.structure != .zero {
          header.record.gaps.open(Gap(after: nil, before: nil, token: "t"))
        }
        return header
      }
    },
    Mutant(
      "first-word-joins-ours", kills: "GAP-021",
      "The first answer is joined with what the owner wrote before it.",
      origin: "a stranger's first lines were lost between two of one's own"
    ) { hooks in
      let ours = Memory<[ConversationID: ServerPosition]>([:])
      let arrived = Memory<Set<ServerPosition>>([])
      hooks.watch { changes in
        arrived.set(Set(changes.received.map(\.position)))
        for case .acknowledge(let key, let place) in changes {
          ours.withLock { $0[key.conversation] = $0[key.conversation] ?? place }
        }
      }
      hooks.writeConversations { record in
        guard let first = ours.current[record.id], let gap = record.gaps.gaps.first,
          gap.after == nil, let before = gap.before, arrived.current.contains(before)
        else { return }
        record.gaps.close(from: first, to: before)
      }
    },
  ]
}
