internal import MessagingConformance
internal import MessagingCore
internal import MessagingModel

extension MutantCatalogue {
  static let pages: [Mutant] = [
    Mutant(
      "inclusive-cursor", kills: "PAGE-001", "The page below a cursor begins with its message.",
      origin: "the boundary row appeared twice"
    ) { hooks in
      hooks.onScan = { scan in
        guard scan.isBelowCursor, let upper = scan.upper else { return scan }
        return scan.with(upper: Scan.Bound(upper.position, isIncluded: true))
      }
    },
    Mutant(
      "paging-by-offset", kills: "PAGE-002",
      "Messages that arrived since the first page shift the second one.",
      origin: "pages were cut by OFFSET under live inserts"
    ) { hooks in
      let (isReading, isShifted) = (Memory(false), Memory(false))
      hooks.watch { changes in
        if isReading.current, !changes.received.isEmpty { isShifted.set(true) }
      }
      hooks.onSnapshot = { snapshot, query in
        if !query.crossesGaps { isReading.set(true) }
        return snapshot
      }
      hooks.onScan = { scan in
        guard isShifted.current, scan.isBelowCursor, let upper = scan.upper else { return scan }
        return scan.with(upper: Scan.Bound(upper.position, isIncluded: true))
      }
    },
    Mutant(
      "cursor-of-time-alone", kills: "PAGE-003",
      "A page begins below the time of its cursor, and skips the rest of that moment.",
      origin: "a cursor that was a timestamp"
    ) { hooks in
      hooks.onScan = { scan in
        guard scan.isBelowCursor, let place = scan.upper?.position.confirmed else { return scan }
        let time = ServerPosition(
          serverTime: place.serverTime, timestamp: place.timestamp, remoteID: "")
        return scan.with(upper: Scan.Bound(.confirmed(time), isIncluded: false))
      }
    },
    Mutant(
      "cursor-needs-its-row", kills: "PAGE-004",
      "A cursor whose message was removed starts again at the newest message.",
      origin: "the cursor was an id that was looked up"
    ) { hooks in
      let removed = Memory<Set<MessageReference>>([])
      hooks.watch { changes in
        let targets = changes.relations.filter { relation in
          if case .delete(_, leavesRow: false) = relation.action { true } else { false }
        }.map(\.target)
        removed.withLock { $0.formUnion(targets) }
      }
      hooks.onScan = { scan in
        guard scan.isBelowCursor, let place = scan.upper?.position.confirmed,
          removed.current.contains(.remote(place.remoteID))
        else { return scan }
        return scan.with(upper: nil)
      }
    },
    Mutant(
      "full-page-means-more", kills: "PAGE-005",
      "A page as long as its limit always says that there is more.",
      origin: "an empty request at the top of each conversation"
    ) { hooks in
      hooks.onSnapshot = { snapshot, query in
        var snapshot = snapshot
        if case .older = query.kind, snapshot.messages.count == query.limit,
          snapshot.older == .end
        {
          snapshot.older = .more
        }
        return snapshot
      }
    },
    Mutant(
      "newer-repeats-the-cursor", kills: "PAGE-006",
      "The page above a cursor begins with its message.",
      origin: "only one direction of paging was tested"
    ) { hooks in
      hooks.onScan = { scan in
        guard scan.isAscending, scan.upper == nil, let lower = scan.lower, scan.limit > 1
        else { return scan }
        return Scan(
          scan.conversation, lower: Scan.Bound(lower.position, isIncluded: true),
          isAscending: true, limit: scan.limit)
      }
    },
    Mutant(
      "around-shows-one-side", kills: "PAGE-007",
      "A read around a message ends at the message.",
      origin: "jumping to a quote showed nothing of what followed"
    ) { hooks in
      hooks.onSnapshot = { snapshot, query in
        guard case .around(let target) = query.kind, snapshot.found,
          let index = snapshot.messages.firstIndex(where: { message in
            target == .id(message.id) || message.remoteID.map { target == .remote($0) } ?? false
          }), index < snapshot.messages.count - 1
        else { return snapshot }
        var snapshot = snapshot
        snapshot.messages.removeSubrange((index + 1)...)
        snapshot.newer = .more
        return snapshot
      }
    },
    Mutant(
      "missing-target-looks-found", kills: "PAGE-008",
      "A read around a missing message does not say that it is missing.",
      origin: "a link to an old message opened the newest one without a word"
    ) { hooks in
      hooks.onSnapshot = { snapshot, _ in
        var snapshot = snapshot
        snapshot.found = true
        return snapshot
      }
    },
    Mutant(
      "window-without-its-last", kills: "PAGE-009", "A window ends before its last message.",
      origin: "a half-open range"
    ) { hooks in
      hooks.onScan = { scan in
        guard scan.lower != nil, let upper = scan.upper else { return scan }
        return scan.with(upper: Scan.Bound(upper.position, isIncluded: false))
      }
    },
    Mutant(
      "limit-bent-into-range", kills: "PAGE-010", "A limit out of bounds is bent into them.",
      origin: "a page of -1 was the whole database"
    ) { hooks in
      hooks.onQuery = { query in
        Query(
          query.kind, in: query.conversation, limit: min(max(query.limit, 1), Limits.page),
          crossesGaps: query.crossesGaps, scope: query.scope)
      }
    },
    Mutant(
      "cursor-of-any-conversation", kills: "PAGE-011",
      "The conversation of a cursor is not compared.",
      origin: "a page that began at a random message"
    ) { hooks in
      hooks.onQuery = { query in
        guard let conversation = query.conversation else { return query }
        let own = { (cursor: PageCursor) in
          PageCursor(conversation: conversation, position: cursor.position)
        }
        let kind: Query.Kind =
          switch query.kind {
          case .older(let cursor): .older(than: own(cursor))
          case .newer(let cursor): .newer(than: own(cursor))
          case .window(let lower, let upper): .window(from: own(lower), to: own(upper))
          case .newest, .around, .outbox, .unsent: query.kind
          }
        return Query(
          kind, in: conversation, limit: query.limit, crossesGaps: query.crossesGaps,
          scope: query.scope)
      }
    },
    Mutant(
      "long-page-loses-a-row", kills: "PAGE-012", "A page of more than forty rows lacks one.",
      origin: "two blocks of a cache did not meet"
    ) { hooks in
      hooks.onScanned = { rows, scan in
        guard scan.isBelowCursor, rows.count > 40 else { return rows }
        return Array(rows[..<20] + rows[21...])
      }
    },
  ]
}

extension Scan {
  /// Whether it reads a page downwards from a cursor.
  fileprivate var isBelowCursor: Bool {
    !isAscending && lower == nil && upper != nil && limit > 1
  }

  fileprivate func with(upper newUpper: Bound?) -> Scan {
    Scan(conversation, lower: lower, upper: newUpper, isAscending: isAscending, limit: limit)
  }
}
