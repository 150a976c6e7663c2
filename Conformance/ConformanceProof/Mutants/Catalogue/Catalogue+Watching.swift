internal import MessagingConformance
internal import MessagingCore
internal import MessagingModel

extension MutantCatalogue {
  static let watching: [Mutant] = [
    Mutant(
      "watched-twice", kills: "BAR-001", "Each run has a watch of its own.",
      origin: "two views that both started the bar",
      .watching { bent, _ in bent.runsTwice = true }),
    Mutant(
      "bar-outlives-its-store", kills: "BAR-002",
      "When the store's news end, it waits for more.",
      origin: "a stream that ended was taken for a pause",
      .watching { bent, ports in
        let clock = Stopwatch(ports.clock)
        bent.afterRun = { try? await clock.sleep(until: clock.now + 1_000_000) }
      }),
    Mutant(
      "bar-runs-once", kills: "BAR-009", "It runs once.",
      origin: "a flag against two runs was never taken back",
      .watching { bent, _ in bent.runsMax = 1 }),
    Mutant(
      "alarm-of-a-stopped-bar", kills: "BAR-003",
      "The alarm that takes a full bar away rings on after the run.",
      origin: "a timer that nobody invalidated",
      .watching { bent, ports in
        let isDeaf = Locked(false)
        bent.clock = DeafClock(watch: Stopwatch(ports.clock), isDeaf: isDeaf)
        bent.whenCancelled = { isDeaf.withLock { $0 = true } }
      }),
    Mutant(
      "reads-for-nobody", kills: "BAR-004", "It reads after each commit.",
      origin: "whether somebody looks was asked when the value was sent",
      .watching { bent, ports in
        let repository = ports.repository
        bent.besideRun = {
          for await _ in repository.commits(in: Scope()) {
            _ = try? await repository.read(Query(.outbox, in: nil, limit: Limits.page))
          }
        }
      }),
    Mutant(
      "newcomer-waits-for-a-change", kills: "BAR-005",
      "A second observer receives changes alone.",
      origin: "a subject without a current value",
      .watching { bent, _ in bent.newcomersWait = true }),
    Mutant(
      "gives-up-on-a-busy-store", kills: "BAR-010",
      "A read that fails is the last one.",
      origin: "try await in a loop, and one catch around the loop",
      .watching { bent, ports in
        bent.repository = CoveredReads(base: ports.repository) { _ in
          let (never, keep) = AsyncStream<Void>.makeStream()
          for await _ in never {}
          keep.finish()
          return .nothingUnsent
        }
      }),
    Mutant(
      "busy-is-empty", kills: "BAR-006", "A read that fails found nothing.",
      origin: "(try? store.unsent()) ?? []",
      .watching { bent, ports in
        bent.repository = CoveredReads(base: ports.repository) { _ in .nothingUnsent }
      }),
    Mutant(
      "one-measure-for-all", kills: "BAR-007", "There is one meter for all runs and observers.",
      origin: "let meter = SendingMeter()",
      .watching { bent, _ in bent.sharesMeter = true }),
    Mutant(
      "three-observers-at-most", kills: "BAR-012", "A fourth observer is shown nothing.",
      origin: "a list of observers that was never tidied up, and had a limit",
      .watching { bent, _ in bent.observersMax = 3 }),
    Mutant(
      "bar-stays-after-its-run", kills: "BAR-013", "The last number of a run stays.",
      origin: "the last value was forgotten, and nobody was told",
      .watching { bent, _ in
        let hasEnded = Locked(false)
        bent.beforeRun = { _ in hasEnded.withLock { $0 = false } }
        bent.whenCancelled = { hasEnded.withLock { $0 = true } }
        bent.isHidden = { $0 == nil && hasEnded.current }
      }),
    Mutant(
      "bar-reads-then-observes", kills: "BAR-008",
      "It reads the outbox once, and then begins to observe.",
      origin: "load(); observe()",
      .watching { bent, ports in
        let (repository, runs, hasRead) = (ports.repository, Locked(0), Locked(false))
        bent.repository = SkippedNews(base: repository) { number, _ in
          number > 0 || !hasRead.current
        }
        bent.beforeRun = { isFollowed in
          let isFirst = runs.withLock { runs in
            runs += 1
            return runs == 1
          }
          guard isFirst, isFollowed else { return }
          hasRead.withLock { $0 = true }
          _ = try? await repository.read(Query(.outbox, in: nil, limit: Limits.page))
        }
      }),
    Mutant(
      "deaf-while-reading", kills: "BAR-011", "Commits during a read are not heard.",
      origin: "guard !isReading else { return }",
      .watching { bent, ports in
        bent.repository = SkippedNews(base: ports.repository) { _, isReading in !isReading }
      }),
  ]
}

extension Snapshot {
  fileprivate static let nothingUnsent = Snapshot(
    revision: .zero, messages: [], older: .end, newer: .end)
}
