internal import MessagingConformance
internal import MessagingCore
internal import MessagingModel

extension MutantCatalogue {
  static let gaps: [Mutant] = [
    Mutant(
      "unknown-looks-empty", kills: "GAP-001",
      "A conversation of which nothing is stored is shown as one without messages.",
      origin: "\"no messages yet\" was shown before anything had been loaded"
    ) { hooks in
      hooks.onSnapshot = { snapshot, _ in
        guard snapshot.revision == .zero, snapshot.messages.isEmpty else { return snapshot }
        var snapshot = snapshot
        snapshot.older = .end
        snapshot.newer = .end
        return snapshot
      }
    },
    Mutant(
      "live-message-joins", kills: "GAP-002",
      "A live message is joined with the last known one, whatever is missing between.",
      origin: "messages of the offline period never appeared"
    ) { hooks in
      let arrived = Memory<Set<ServerPosition>>([])
      hooks.watch { arrived.set(Set($0.received.map(\.position))) }
      hooks.writeConversations { record in
        for gap in record.gaps.gaps {
          guard let after = gap.after, let before = gap.before, arrived.current.contains(before)
          else { continue }
          record.gaps.close(from: after, to: before)
        }
      }
    },
    Mutant(
      "overlapping-gap-ignored", kills: "GAP-003",
      "A gap that overlaps a known one is not opened.",
      origin: "the second of two losses was forgotten"
    ) { hooks in
      let known = Memory<[Gap]>([])
      hooks.applyEach { change in
        guard case .openGap(_, let gap) = change else { return [change] }
        let overlaps = known.current.contains { $0 != gap && $0.overlaps(gap) }
        if !overlaps { known.withLock { $0.append(gap) } }
        return overlaps ? [] : [change]
      }
    },
    Mutant(
      "page-closes-the-whole-gap", kills: "GAP-004",
      "The first page of an answer closes the gap, also below its oldest message.",
      origin: "messages in the middle were never asked for again"
    ) { hooks in
      let lowest = Memory<Set<ServerPosition>>([])
      hooks.watch { changes in
        let pages = changes.compactMap { change -> ServerPosition? in
          guard case .page(let page) = change, page.token == nil else { return nil }
          return page.messages.map(\.position).min()
        }
        lowest.set(Set(pages))
      }
      hooks.writeConversations { record in
        for gap in record.gaps.gaps {
          guard let after = gap.after, let before = gap.before, lowest.current.contains(before)
          else { continue }
          record.gaps.close(from: after, to: before)
        }
      }
    },
    Mutant(
      "gap-is-invisible", kills: "GAP-005", "Crossed gaps are not listed.",
      origin: "two blocks of history were shown as neighbours"
    ) { hooks in
      hooks.onSnapshot = { snapshot, _ in
        var snapshot = snapshot
        snapshot.gaps = []
        return snapshot
      }
    },
    Mutant(
      "page-walks-over-the-gap", kills: "GAP-005", "A page continues behind a gap.",
      origin: "scrolling up jumped over a week"
    ) { hooks in
      hooks.onQuery = { query in
        Query(
          query.kind, in: query.conversation, limit: query.limit, crossesGaps: true,
          scope: query.scope)
      }
    },
    Mutant(
      "two-gaps-at-most", kills: "GAP-006", "Only the two newest gaps are stored.",
      origin: "gaps were kept in two columns"
    ) { hooks in
      hooks.onOpen = { rows in
        var rows = rows
        for record in rows.allConversations where record.gaps.gaps.count > 2 {
          var record = record
          for gap in record.gaps.gaps.dropLast(2) {
            record.gaps.close(from: gap.after, to: gap.before)
          }
          rows.apply([.put(.conversation(record))])
        }
        return rows
      }
    },
    Mutant(
      "a-hundred-gaps", kills: "REPO-090", "Only the hundred newest gaps are written.",
      origin: "a limit against growth"
    ) { hooks in
      hooks.onWrite = { edits in
        edits.map { edit in
          guard case .put(.conversation(var record)) = edit else { return edit }
          for gap in record.gaps.gaps.dropLast(100) {
            record.gaps.close(from: gap.after, to: gap.before)
          }
          return .put(.conversation(record))
        }
      }
    },
    Mutant(
      "gap-forgets-its-token", kills: "GAP-007", "A gap is opened without its token.",
      origin: "the token was kept with the request"
    ) { hooks in
      hooks.applyEach { change in
        guard case .openGap(let conversation, let gap) = change else { return [change] }
        return [.openGap(conversation, Gap(after: gap.after, before: gap.before))]
      }
    },
    Mutant(
      "token-outlives-its-end", kills: "GAP-022",
      "A gap that is opened again without a token keeps its old one.",
      origin: "a page from before the night, and the night was gone"
    ) { hooks in
      let tokens = Locked<[ConversationID: GapToken]>([:])
      hooks.applyEach { change in
        guard case .openGap(let conversation, let gap) = change, gap.before == nil,
          !gap.isUnavailable
        else { return [change] }
        let token = tokens.withLock { known in
          known[conversation] = gap.token ?? known[conversation]
          return known[conversation]
        }
        return [.openGap(conversation, Gap(after: gap.after, before: nil, token: token))]
      }
    },
    Mutant(
      "empty-page-means-start", kills: "GAP-008",
      "A page without messages counts as the start of the conversation.",
      origin: "\"beginning of conversation\" was shown too early"
    ) { hooks in
      hooks.applyPages { page in
        page.messages.isEmpty && page.token == nil ? page.with(isStart: true) : page
      }
    },
    Mutant(
      "token-of-an-empty-page-lost", kills: "GAP-009",
      "The token of a page without messages is not kept.",
      origin: "a filtered page was asked for again and again"
    ) { hooks in
      hooks.applyPages { page in
        page.messages.isEmpty ? page.with(keepsToken: false) : page
      }
    },
    Mutant(
      "every-page-joins-the-present", kills: "GAP-010",
      "A page without a stated upper end is joined with what is above.",
      origin: "a search result was shown as the newest history"
    ) { hooks in
      hooks.applyPages { page in page.reach == .newest ? page.with(reach: .live) : page }
    },
    Mutant(
      "known-page-opens-a-gap", kills: "GAP-011",
      "A page opens a gap below itself, even where history is known.",
      origin: "loaded history was asked for again at each start"
    ) { hooks in
      let known = Memory<Set<RemoteID>>([])
      let last = Memory<HistoryPage?>(nil)
      hooks.applyEach { change in
        let names = Set([change].arriving.map(\.position.remoteID))
        let isKnown = known.current.isSuperset(of: names)
        known.withLock { $0.formUnion(names) }
        guard case .page(let page) = change else { return [change] }
        let isAgain = last.current == page
        last.set(page)
        guard isKnown, !isAgain, !page.reachesStart,
          let lowest = page.messages.map(\.position).min()
        else { return [change] }
        return [change, .openGap(page.conversation, Gap(after: nil, before: lowest))]
      }
    },
    Mutant(
      "reset-still-knows-everything", kills: "GAP-012",
      "Clearing the history leaves the conversation complete.",
      origin: "an emptied conversation was never loaded again"
    ) { hooks in
      hooks.onWrite = { edits in
        edits.map { edit in
          guard case .put(.conversation(var record)) = edit,
            edits.contains(.dropHistory(record.id))
          else { return edit }
          record.gaps.close(from: nil, to: nil)
          return .put(.conversation(record))
        }
      }
    },
    Mutant(
      "acknowledgement-closes-the-gap", kills: "GAP-013",
      "The position that the server assigned closes the gap around it.",
      origin: "an own echo was taken for proof that nothing is missing"
    ) { hooks in
      let taken = Memory<[ServerPosition]>([])
      hooks.watch { taken.set($0.acknowledged) }
      hooks.writeConversations { record in
        for gap in record.gaps.gaps where gap.before == nil {
          guard let after = gap.after, taken.current.contains(where: { after < $0 })
          else { continue }
          record.gaps.close(from: after, to: nil)
        }
      }
    },
  ]
}

extension Gap {
  fileprivate func overlaps(_ other: Gap) -> Bool {
    let startsBelow = after.map { low in other.before.map { low < $0 } ?? true } ?? true
    let endsAbove = other.after.map { low in before.map { low < $0 } ?? true } ?? true
    return startsBelow && endsAbove
  }
}
