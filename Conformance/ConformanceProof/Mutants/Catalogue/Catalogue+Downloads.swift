internal import MessagingConformance
internal import MessagingCore
internal import MessagingModel

extension MutantCatalogue {
  /// Of what is asked for when.
  static let downloads: [Mutant] = [
    Mutant(
      "near-ones-first", kills: "LOAD-001", "Nearby files are requested before visible ones.",
      origin: "a prefetch that ran before the cells were shown",
      .downloading(hearing: { event in
        guard case .wished(let screen, let wishes) = event else { return [event] }
        return [.wished(screen, wishes.filter { $0.distance > 0 }), event]
      })),
    Mutant(
      "large-ones-first", kills: "LOAD-002", "Whole files are asked for before small pictures.",
      origin: "a row that asked for its file, and for its picture when that took too long",
      .downloading(hearing: { event in
        guard case .wished(let screen, let wishes) = event,
          wishes.allSatisfy({ $0.distance == 0 })
        else { return [event] }
        return [.wished(screen, wishes.filter { $0.file.part == .whole }), event]
      })),
    Mutant(
      "all-at-once", kills: "LOAD-003", "Everything is on its way at once.",
      origin: "a task for each row", .downloading(beginning: { $0.atOnce = 1_000 })),
    Mutant(
      "each-row-for-itself", kills: "LOAD-004",
      "A file that another screen also requests is requested again.",
      origin: "a loader that belonged to a view",
      .downloading(noting: Int64(0)) { bent, event, now in
        let loading = bent.part.status.loading
        var actions = bent.part.handle(event, at: now)
        guard case .wished(let screen, let wishes) = event else { return actions }
        for wish in wishes where screen.number > 1 && loading.contains(wish.file) {
          bent.notes -= 1
          let request = DownloadRequest(
            wish.file, name: StoredName(wish.file), offset: 0, limit: 1 << 20)
          actions.append(.download(DownloadTicket(bent.notes), request))
        }
        return actions
      }),
    Mutant(
      "each-screen-for-itself", kills: "LOAD-005",
      "A file that one screen has fetched is fetched again for the next one.",
      origin: "a cache in a view model",
      .downloading(hearing: { event in
        guard case .wished(let screen, let wishes) = event, screen.number > 1 else {
          return [event]
        }
        return wishes.map { .lost($0.file) } + [event]
      })),
    Mutant(
      "flights-outlive-their-wishes", kills: "LOAD-006",
      "A download goes on when no screen requests it any more.",
      origin: "a detached task",
      .downloading(noting: [FileScreen: [FileWish]]()) { bent, event, now in
        guard case .wished(let screen, let wishes) = event else {
          return bent.part.handle(event, at: now)
        }
        let loading = bent.part.status.loading
        let files = Set(wishes.map(\.file))
        let left = (bent.notes[screen] ?? []).filter {
          loading.contains($0.file) && !files.contains($0.file)
        }
        bent.notes[screen] = wishes
        let all = wishes + left.map { $0.with(distance: 1_000) }
        return bent.part.handle(.wished(screen, all), at: now)
      }),
    Mutant(
      "any-screen-ends-it", kills: "LOAD-007",
      "A download ends when one screen drops its request, although another one keeps it.",
      origin: "a cancel in viewDidDisappear",
      .downloading(noting: [FileScreen: [FileWish]]()) { bent, event, now in
        var actions = bent.part.handle(event, at: now)
        guard case .wished(let screen, let wishes) = event else { return actions }
        bent.notes[screen] = wishes
        for (other, _) in bent.notes where other != screen {
          actions += bent.part.handle(.wished(other, []), at: now)
        }
        for (other, wishes) in bent.notes where other != screen {
          actions += bent.part.handle(.wished(other, wishes), at: now)
        }
        return actions
      }),
    Mutant(
      "from-the-beginning", kills: "LOAD-008", "An interrupted download starts from the beginning.",
      origin: "a data task without a range",
      .downloading(doing: { action in
        guard case .download(let ticket, let request) = action else { return [action] }
        return [
          .download(
            ticket,
            DownloadRequest(request.file, name: request.name, offset: 0, limit: request.limit))
        ]
      })),
    Mutant(
      "short-answers-are-kept", kills: "LOAD-009", "The end of an answer is the end of the file.",
      origin: "a proxy that closed early, and a file that was written all the same",
      .downloading(noting: (limits: [DownloadTicket: Int](), ends: [DownloadTicket: Int]())) {
        bent, event, now in
        var event = event
        if case .ended(let ticket, .success(let count)) = event, count > 0,
          let limit = bent.notes.limits[ticket], count < limit
        {
          bent.notes.ends[ticket] = count
          event = .ended(ticket, .success(limit))
        }
        let actions = bent.part.handle(event, at: now)
        for case .download(let ticket, let request) in actions where request.limit < 1_000 {
          bent.notes.limits[ticket] = request.limit
        }
        let ends = bent.notes.ends
        return actions.map { action in
          guard case .keep(let ticket, let name, _) = action, let count = ends[ticket] else {
            return action
          }
          return .keep(ticket, name, byteCount: count)
        }
      }),
    Mutant(
      "after-a-second-always", kills: "LOAD-010", "Each wait is as long as the first.",
      origin: "a constant",
      .downloading(beginning: { $0.retry.longestDelay = $0.retry.firstDelay })),
    Mutant(
      "all-come-back-together", kills: "LOAD-011", "Nothing of a wait is left to chance.",
      origin: "a jitter that only sending had", .downloading(beginning: { $0.retry.jitter = 0 })),
    Mutant(
      "orders-are-not-read", kills: "LOAD-012",
      "The wait that the server requests is ignored.", origin: "a header of JSON answers",
      .downloading(failing: { DownloadError($0.kind, code: $0.code) })),
    Mutant(
      "flights-without-a-network", kills: "LOAD-013",
      "Downloads stay in flight when the network goes away.", origin: "waitsForConnectivity",
      .downloading(noting: ()) { bent, event, now in
        let actions = bent.part.handle(event, at: now)
        guard case .online(false) = event else { return actions }
        return actions.filter { if case .abort = $0 { false } else { true } }
      }),
    Mutant(
      "offline-is-a-failure", kills: "LOAD-014", "An attempt without a network counts.",
      origin: "one counter for all errors",
      .downloading(failing: { $0.kind == .offline ? $0.asTransient : $0 })),
    Mutant(
      "refused-is-a-hiccup", kills: "LOAD-015", "A refused file is requested again a little later.",
      origin: "404 among the codes that may pass",
      .downloading(failing: { $0.kind == .refused ? $0.asTransient : $0 })),
    Mutant(
      "nobody-may-insist", kills: "LOAD-016", "A tap changes nothing.",
      origin: "a button that asked the cache of failures",
      .downloading(hearing: { event in if case .insisted = event { [] } else { [event] } })),
    Mutant(
      "silence-is-patience", kills: "LOAD-017", "A silent download is waited for without a limit.",
      origin: "a session without a timeout",
      .downloading(beginning: { $0.silenceLimit = 1 << 40 })),
    Mutant(
      "so-long-and-no-longer", kills: "LOAD-018", "A download has its time, as a whole.",
      origin: "timeoutIntervalForResource",
      .downloading(noting: [DownloadTicket: Int64]()) { bent, event, now in
        var actions = bent.part.handle(event, at: now)
        for case .download(let ticket, _) in actions { bent.notes[ticket] = now }
        let limit = bent.options.policy.silenceLimit
        let late = bent.notes.filter { $0.value + limit <= now }.keys.sorted()
        for ticket in late {
          bent.notes[ticket] = nil
          let error = DownloadError(.transient, code: "late")
          actions.append(.abort(ticket))
          actions += bent.part.handle(.ended(ticket, .failure(error)), at: now)
        }
        return actions
      }),
    Mutant(
      "own-files-are-asked-for", kills: "LOAD-019", "Our own files are fetched from the network.",
      origin: "a row that looked at the remote name first",
      .downloading(wishing: {
        FileWish($0.file, byteCount: $0.byteCount, distance: $0.distance)
      })),
    Mutant(
      "leaving-is-a-pause", kills: "LOAD-020", "Signing out has the effect of being offline.",
      origin: "a stop where an end was meant",
      .downloading(hearing: { event in
        if case .signedOut = event { [.online(false)] } else { [event] }
      })),
    Mutant(
      "unknown-is-a-hiccup", kills: "LOAD-031",
      "After \"unauthorized\", the request is repeated a little later.",
      origin: "401 in a list of codes that may pass",
      .downloading(failing: { $0.kind == .unauthorized ? $0.asTransient : $0 })),
    Mutant(
      "old-credentials-go-on", kills: "LOAD-045",
      "A sign-in changes nothing while the server accepts the old credentials.",
      origin: "a download that was rejected at 90 %, and took all others with it",
      .downloading(noting: ()) { bent, event, now in
        if case .signedIn = event, bent.part.status.phase != .needsSignIn { return [] }
        return bent.part.handle(event, at: now)
      }),
    Mutant(
      "first-come-first-served", kills: "LOAD-032",
      "When all places are taken, visible files wait like all others.",
      origin: "an OperationQueue whose priorities matter before the start alone",
      .downloading(noting: ()) { bent, event, now in
        guard case .wished(let screen, let wishes) = event else {
          return bent.part.handle(event, at: now)
        }
        let loading = bent.part.status.loading
        let isFull = loading.count >= bent.options.policy.atOnce
        let all = wishes.map { wish in
          isFull && !loading.contains(wish.file) ? wish.with(distance: 1_000) : wish
        }
        return bent.part.handle(.wished(screen, all), at: now)
      }),
    Mutant(
      "gone-is-here", kills: "LOAD-033", "A file that was here once counts as here.",
      origin: "an index in a database beside the directory",
      .downloading(hearing: { event in if case .lost = event { [] } else { [event] } })),
    Mutant(
      "what-came-does-not-count", kills: "LOAD-034",
      "The second wait is longer than the first, whatever came in between.",
      origin: "a counter that was set back in didFinish",
      .downloading(noting: 0) { bent, event, now in
        guard case .ended(_, .failure(let error)) = event, error.code == "reset" else {
          return bent.part.handle(event, at: now)
        }
        bent.notes += 1
        return bent.part.handle(event, at: bent.notes > 1 ? now + 1_000 : now)
      }),
    Mutant(
      "the-timer-goes-on", kills: "LOAD-041",
      "A network that comes back ends no wait.", origin: "a timer that nobody told",
      .downloading(noting: ()) { bent, event, now in
        if case .online(false) = event, bent.part.status.loading.isEmpty { return [] }
        return bent.part.handle(event, at: now)
      }),
  ]
}
