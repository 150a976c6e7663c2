internal import MessagingConformance
internal import MessagingCore
internal import MessagingModel
internal import MessagingTimeline

extension MutantCatalogue {
  static let diff: [Mutant] = diffRows + diffOrder + diffNew + diffAspects + diffWhole

  private static let diffRows: [Mutant] = [
    Mutant(
      "reorder-missed", kills: "DIFF-001",
      "Lists with the same rows count as equal, whatever their order.",
      origin: "seed 001: a late message was shown last, because the rows were the same"
    ) { diff, _, _ in
      if diff.deletes.isEmpty, diff.inserts.isEmpty { diff.moves = [] }
    },
    Mutant(
      "count-only", kills: "DIFF-001", "Lists of the same length count as equal.",
      origin: "seed 003: a change was noticed by the number of messages"
    ) { diff, old, new in
      guard old.count == new.count else { return }
      (diff.deletes, diff.inserts, diff.moves, diff.updates) = ([], [], [], [])
    },
    Mutant(
      "deletes-in-the-new-list", kills: "DIFF-001",
      "A delete counts in the list from which the deletes above it are gone already.",
      origin: "list views that were told of staged changes crashed or lost a row"
    ) { diff, _, _ in
      diff.deletes = diff.deletes.reversed().enumerated().map { $1 - $0 }.reversed()
    },
    Mutant(
      "remove-insert", kills: "DIFF-002",
      "A row of which the metadata changed is deleted and inserted.",
      origin: "seed 004: the list jumped when a message was sent"
    ) { diff, _, _ in
      diff.replaceUpdates { $0.aspects.contains(.metadata) }
    },
    Mutant(
      "text-is-part-of-the-name", kills: "DIFF-002",
      "A row with other text is another row.",
      origin: "content hashes as identifiers of rows"
    ) { diff, _, _ in
      diff.replaceUpdates { $0.aspects.contains(.content) }
    },
    Mutant(
      "update-by-version", kills: "DIFF-003",
      "A row with the same version of its message counts as unchanged.",
      origin: "a failed message went on looking as if it were being sent"
    ) { diff, old, _ in
      diff.updates.removeAll { update in
        let before = old.indices.contains(update.from) ? old[update.from].message : nil
        return before?.message.version == update.item.message?.message.version
      }
    },
    Mutant(
      "updates-of-messages-only", kills: "DIFF-003", "Rows that are no messages never change.",
      origin: "the typing row went on naming who had stopped"
    ) { diff, _, _ in
      diff.updates.removeAll { $0.item.message == nil }
    },
    Mutant(
      "shifted-rows-updated", kills: "DIFF-004",
      "A row whose index changed is reported as an update.",
      origin: "rows compared by their index: everything below an insertion was drawn again"
    ) { diff, old, new in
      let shifted = diff.places(old, new).filter { $0.from != $0.to }
      diff.update(shifted, new)
    },
    Mutant(
      "neighbour-of-an-insert-updated", kills: "DIFF-004",
      "The row above an insertion is reported as an update, in case its run changed.",
      origin: "a list view that blinked above each arrival"
    ) { diff, old, new in
      let above = Set(diff.inserts.map { $0.index - 1 })
      diff.update(diff.places(old, new).filter { above.contains($0.to) }, new)
    },
    Mutant(
      "moved-row-not-updated", kills: "DIFF-005", "A row that moved is not compared.",
      origin: "a message kept its clock after the server had placed it"
    ) { diff, _, _ in
      let moved = Set(diff.moves.map(\.to))
      diff.updates.removeAll { moved.contains($0.to) }
    },
  ]

  private static let diffOrder: [Mutant] = [
    Mutant(
      "from-in-the-new-list", kills: "DIFF-006",
      "An update counts where it comes from in the new list.",
      origin: "the cell above the changed one was reloaded"
    ) { diff, _, _ in
      for index in diff.updates.indices { diff.updates[index].from = diff.updates[index].to }
    },
    Mutant(
      "deletes-ascending", kills: "DIFF-007", "Deletes are listed from the front.",
      origin: "a loop that removed the wrong rows from an array"
    ) { diff, _, _ in
      diff.deletes.sort()
    },
    Mutant(
      "updates-unsorted", kills: "DIFF-007", "Updates are listed in the order of a set.",
      origin: "a diff that collected its updates in a dictionary"
    ) { diff, _, _ in
      diff.updates.reverse()
    },
    Mutant(
      "heckel-without-lis", kills: "DIFF-008",
      "Each row whose rank among the rows that stay changed is a move.",
      origin: "a well-known diff of lists told a rotation by one as a move of every row"
    ) { diff, old, new in
      let places = diff.places(old, new)
      let ranks = places.map(\.from).sorted()
      diff.moves = zip(places, ranks).filter { $0.from != $1 }
        .map { .init(from: $0.0.from, to: $0.0.to) }
    },
    Mutant(
      "first-ascent-stays", kills: "DIFF-008",
      "A row stays if it comes after the last one that stays; the first always does.",
      origin: "a greedy choice where a longest one was meant"
    ) { diff, old, new in
      var last = -1
      diff.moves = diff.places(old, new).compactMap { from, to in
        guard from < last else {
          last = from
          return nil
        }
        return .init(from: from, to: to)
      }
    },
    Mutant(
      "update-per-aspect", kills: "DIFF-009",
      "A row of which two things changed is updated twice.",
      origin: "a list view stopped the program: a row was reloaded twice in one batch"
    ) { diff, _, _ in
      diff.updates = diff.updates.flatMap { update in
        [.content, .grouping, .metadata].filter(update.aspects.contains).map { aspect in
          .init(from: update.from, to: update.to, item: update.item, aspects: aspect)
        }
      }
    },
  ]

  private static let diffNew: [Mutant] = [
    Mutant(
      "first-batch-new", kills: "DIFF-010", "The first messages of a screen are new.",
      origin: "seed 003: twenty-five messages flew in at each opening"
    ) { diff, old, _ in
      guard !old.hasMessages else { return }
      diff.flag { $0.item.message != nil }
    },
    Mutant(
      "every-insert-is-new", kills: "DIFF-011",
      "Each message that was not there is new, wherever it comes.",
      origin: "a page of history was counted as new messages"
    ) { diff, old, _ in
      guard old.hasMessages else { return }
      diff.flag { $0.item.message != nil }
    },
    Mutant(
      "newer-page-is-new", kills: "DIFF-011",
      "Messages below the last row are new, although the conversation continued there before.",
      origin: "scrolling back down brought a pill with \"50 new messages\""
    ) { diff, old, new in
      let last = diff.places(old, new).last { new[$0.to].message != nil }?.to
      diff.flag { insert in
        insert.isNew || (insert.item.message != nil && last.map { insert.index > $0 } ?? false)
      }
    },
    Mutant(
      "only-the-very-last-is-new", kills: "DIFF-012", "Only the last row of a list can be new.",
      origin: "of two messages that came together one was animated"
    ) { diff, _, new in
      diff.flag { $0.isNew && $0.index == new.count - 1 }
    },
    Mutant(
      "new-needs-a-longer-list", kills: "DIFF-012",
      "Nothing is new unless there are more rows than before.",
      origin: "seed 003, taken by the letter: in a full window nothing was ever new"
    ) { diff, old, new in
      if new.count <= old.count { diff.flag { _ in false } }
    },
    Mutant(
      "typing-is-new", kills: "DIFF-013", "The typing row is new when it appears.",
      origin: "\"1 new message\" for somebody who only typed"
    ) { diff, old, _ in
      guard old.hasMessages else { return }
      diff.flag { $0.isNew || $0.item.id == .typing }
    },
  ]

  private static let diffWhole: [Mutant] = [
    Mutant(
      "base-forgotten", kills: "DIFF-018", "The diff does not say which version it starts from.",
      origin: "a diff made of two arrays"
    ) { diff, _, _ in
      diff.base = 0
    },
    Mutant(
      "applies-to-anything", kills: "DIFF-019", "A diff is applied without a look at its base.",
      origin: "two updates close together crashed the list view",
      .diff(BentDiff(trustsItsCaller: true))),
    Mutant(
      "update-of-another-row-dropped", kills: "DIFF-030",
      "An update that is meant for another row is passed over.",
      origin: "a queue of diffs, of which one was lost",
      .diff(BentDiff(passesOver: [.otherRow]))),
    Mutant(
      "insert-of-a-known-row-dropped", kills: "DIFF-030",
      "An insert of a row that is there is passed over.",
      origin: "two diffs of one commit, applied one after the other",
      .diff(BentDiff(passesOver: [.duplicateID]))),
    Mutant(
      "bad-index-dropped", kills: "DIFF-030",
      "A diff with an index that does not fit is passed over.",
      origin: "a crash in the list view that was caught and forgotten",
      .diff(BentDiff(passesOver: [.badIndex]))),
    Mutant(
      "inverse-forgets-the-old-content", kills: "DIFF-020",
      "The inverse of an update carries the new row.",
      origin: "an undone edit that was still to be seen",
      .diff(
        BentDiff(bendInverse: { inverse, forth in
          for index in inverse.updates.indices {
            let update = forth.updates.first { $0.to == inverse.updates[index].from }
            inverse.updates[index].item = update?.item ?? inverse.updates[index].item
          }
        }))),
    Mutant(
      "one-of-two-by-turns", kills: "DIFF-021",
      "Of two rows that change places now the one moves, now the other.",
      origin: "a diff that walked through a dictionary", .diff(BentDiff(bend: byTurns()))),
    Mutant(
      "lower-half-of-the-id", kills: "DIFF-022",
      "A row counts as another one whose id has the same lower half.",
      origin: "a table keyed by half of a UUID"
    ) { diff, old, _ in
      let gone = diff.deletes.compactMap { old[$0].id.message?.low }
      let came = diff.inserts.compactMap(\.item.id.message?.low)
      guard let twin = gone.first(where: came.contains),
        let delete = diff.deletes.firstIndex(where: { old[$0].id.message?.low == twin }),
        let insert = diff.inserts.firstIndex(where: { $0.item.id.message?.low == twin })
      else { return }
      diff.deletes.remove(at: delete)
      diff.inserts.remove(at: insert)
    },
    Mutant(
      "reload-when-long", kills: "DIFF-023",
      "In lists of more than ten thousand rows, every row is deleted and inserted.",
      origin: "a limit beyond which the whole list was reloaded"
    ) { diff, old, new in
      guard old.count > 10_000, !diff.isEmpty else { return }
      diff.deletes = old.indices.reversed()
      diff.inserts = new.enumerated().map { .init(index: $0, item: $1) }
      (diff.moves, diff.updates) = ([], [])
    },
    Mutant(
      "update-lost-in-the-crowd", kills: "DIFF-024",
      "When rows come, go and move in one step, the last update is forgotten.",
      origin: "staged changes: what was computed for one stage did not hold in the next"
    ) { diff, _, _ in
      guard !diff.deletes.isEmpty, !diff.inserts.isEmpty, !diff.moves.isEmpty else { return }
      _ = diff.updates.popLast()
    },
  ]

  private static func byTurns() -> BentDiff.Bend {
    let turn = Locked(false)
    return { diff, _, _ in
      let isTurn = turn.withLock { turn in
        turn.toggle()
        return turn
      }
      guard isTurn, diff.deletes.isEmpty, diff.inserts.isEmpty, diff.moves.count == 1,
        let move = diff.moves.first, abs(move.from - move.to) == 1
      else { return }
      diff.moves = [.init(from: move.to, to: move.from)]
    }
  }
}
