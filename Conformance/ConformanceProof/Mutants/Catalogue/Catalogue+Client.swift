internal import MessagingConformance
internal import MessagingCore
internal import MessagingModel

extension MutantCatalogue {
  static let client: [Mutant] = clientRuns + clientParts

  private static let clientRuns: [Mutant] = [
    Mutant(
      "client-runs-twice", kills: "CLIENT-002", "Each run has workers of its own.",
      origin: "the app and the push service both started the client",
      .client { $0.runsTwice = true }),
    Mutant(
      "client-outlives-its-store", kills: "CLIENT-003",
      "When the store is closed, it waits for another one.",
      origin: "a group that waited for all of its children",
      .client { bent in
        let clock = Stopwatch(bent.ports.clock)
        bent.afterRun = { try? await clock.sleep(until: clock.now + 1_000_000) }
      }),
    Mutant(
      "client-runs-once", kills: "CLIENT-004", "It runs once.",
      origin: "a flag against two runs was never taken back",
      .client { $0.runsMax = 1 }),
    Mutant(
      "client-ignores-the-next-run", kills: "CLIENT-017",
      "A run that begins before a cancelled one has ended ends at once.",
      origin: "from the background to the foreground within a second, and nothing was synced",
      .client { $0.ignoresTheNext = true }),
    Mutant(
      "client-comes-back", kills: "CLIENT-005", "A run after a sign-out is a run.",
      origin: "a push for the account that had left",
      .client { $0.comesBack = true }),
    Mutant(
      "signed-out-too-early-is-nothing", kills: "CLIENT-005",
      "A sign-out before the first run is forgotten.",
      origin: "a sign-out was a message to the run",
      .client { $0.leavesOnlyInRuns = true }),
    Mutant(
      "leaves-before-the-answer", kills: "CLIENT-006", "Signing out does not wait for anything.",
      origin: "log out: cancel, delete the file, go to the first screen",
      .client { bent in
        let (leaving, leave) = AsyncStream<Void>.makeStream()
        bent.besideRun = { client in for await _ in leaving { await client.signOut() } }
        bent.leaves = { leave.yield() }
      }),
    Mutant(
      "only-one-waits-for-the-end", kills: "CLIENT-006",
      "Who signs out second returns at once.",
      origin: "guard !isSigningOut else { return }",
      .client { $0.leaversMax = 1 }),
  ]

  private static let clientParts: [Mutant] = [
    Mutant(
      "downloads-nobody-runs", kills: "CLIENT-001", "Nothing is downloaded.",
      origin: "a worker that was made and not started",
      .client { bent in
        if let files = bent.ports.downloading?.files {
          bent.ports.downloading?.files = SilentFiles(files: files)
        }
      }),
    Mutant(
      "bar-nobody-runs", kills: "CLIENT-001", "The bar shows nothing.",
      origin: "a worker that was made and not started",
      .client { bent in
        bent.progress = {
          AsyncStream {
            let (never, keep) = AsyncStream<Void>.makeStream()
            for await _ in never {}
            keep.finish()
            return nil
          }
        }
      }),
    Mutant(
      "works-without-a-run", kills: "CLIENT-014",
      "Whoever looks at its state makes it ask for news.",
      origin: "a getter that refreshed",
      .client { bent in
        let (transport, hasAsked) = (bent.ports.syncing, Locked(false))
        bent.beforeStatus = {
          let isFirst = hasAsked.withLock { hasAsked in
            defer { hasAsked = true }
            return !hasAsked
          }
          guard isFirst else { return }
          _ = try? await transport.news(SyncQuestion(stream: .main, since: nil, limit: 50, wait: 0))
        }
      }),
    Mutant(
      "all-for-one", kills: "CLIENT-007", "While downloads fail again and again, nothing is sent.",
      origin: "one retry timer for all requests",
      .client { bent in
        guard let downloader = bent.ports.downloading?.downloader else { return }
        let failures = Locked(0)
        bent.ports.downloading?.downloader = NotedDownloader(
          downloader: downloader, failures: failures)
        bent.ports.sending = BentSending(transport: bent.ports.sending) { _ in failures.current < 2
        }
      }),
    Mutant(
      "bar-with-the-default-policy", kills: "CLIENT-008",
      "The bar counts by the default policy.",
      origin: "SendingMeter()",
      .client { bent in
        let watch = SendingProgressWatch(bent.ports.repository, clock: bent.ports.clock)
        bent.besideRun = { _ in await watch.run() }
        bent.progress = { watch.values() }
      }),
    Mutant(
      "sends-by-default", kills: "CLIENT-008", "The sender works by the default policy.",
      origin: "a parameter with a default value",
      .client { $0.policies.sending.afterFailure = .block }),
    Mutant(
      "syncs-by-default", kills: "CLIENT-008", "The engine works by the default policy.",
      origin: "a parameter with a default value",
      .client { $0.policies.syncing = SyncPolicy() }),
    Mutant(
      "downloads-by-default", kills: "CLIENT-008", "Downloads work by the default policy.",
      origin: "a parameter with a default value",
      .client { $0.policies.downloading = DownloadPolicy() }),
    Mutant(
      "sends-once-a-run", kills: "CLIENT-009", "A message is tried once in a run.",
      origin: "a timer on a clock that nobody moved",
      .client { bent in
        let tried = Locked<Set<MessageID>>([])
        bent.ports.sending = BentSending(transport: bent.ports.sending) { request in
          tried.withLock { $0.insert(request.key).inserted }
        }
      }),
    Mutant(
      "writes-where-nobody-reads", kills: "CLIENT-010",
      "The composer hears of no obstacle.",
      origin: "a composer that was made without it",
      .client { $0.ports.obstacle = { _ in nil } }),
    Mutant(
      "syncing-alone-is-signed-in", kills: "CLIENT-018",
      "After a sign-in only syncing goes on.",
      origin: "a token that one of three workers read from the keychain again",
      .client { $0.tellsAll = false }),
    Mutant(
      "three-messages-a-run", kills: "CLIENT-015", "A fourth message is not sent.",
      origin: "a window of requests that was never moved on",
      .client { bent in
        let tried = Locked<Set<MessageID>>([])
        bent.ports.sending = BentSending(transport: bent.ports.sending) { request in
          tried.withLock { tried in
            if tried.count < 3 { tried.insert(request.key) }
            return tried.contains(request.key)
          }
        }
      }),
    Mutant(
      "signed-out-in-silence", kills: "CLIENT-016", "Nobody is told that the owner has left.",
      origin: "a run that was cancelled, and an engine that was not told why",
      .client { $0.shows = { $0.phase != .signedOut } }),
    Mutant(
      "still-live-in-a-tunnel", kills: "CLIENT-016", "Nobody is told that there is no network.",
      origin: "a banner that was hidden, because it flickered",
      .client { bent in
        let last = Locked(SyncStatus.Phase.offline)
        bent.shows = { status in
          last.withLock { last in
            defer { last = status.phase }
            return status.phase != .offline || last == .offline
          }
        }
      }),
    Mutant(
      "always-online", kills: "CLIENT-012", "The workers believe that there is a network.",
      origin: "a parameter with a default value",
      .client { $0.ports.connectivity = ManualConnectivity() }),
    Mutant(
      "two-directories", kills: "CLIENT-013",
      "The composer has a directory of its own.",
      origin: "the name of a directory in two places",
      .client { bent in
        guard let elsewhere = RelativePath("elsewhere") else { return }
        let files = OwnedDirectory(root: bent.ports.files.url(of: elsewhere))
        let composer = MessageComposer(
          repository: bent.ports.repository, files: files, obstacle: bent.ports.obstacle)
        bent.sends = { draft, id throws(DraftRefusal) in _ = try await composer.send(draft, as: id)
        }
      }),
    Mutant(
      "waits-for-the-last-message", kills: "CLIENT-011",
      "News is not requested before everything is sent.",
      origin: "await sender.isIdle, then sync",
      .client { $0.policies.syncing.outboxWait = 1 << 40 }),
    Mutant(
      "asks-while-it-sends", kills: "CLIENT-011",
      "News is requested while the unsent goes out.",
      origin: "two workers that were started by one network event",
      .client { $0.policies.syncing.outboxWait = 0 }),
  ]
}
