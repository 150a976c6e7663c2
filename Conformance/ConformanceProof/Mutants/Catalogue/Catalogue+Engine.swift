internal import MessagingConformance
internal import MessagingCore
internal import MessagingModel

extension MutantCatalogue {
  static let engine: [Mutant] = engineRuns + engineQuestions + engineCallers

  private static let engineRuns: [Mutant] = [
    Mutant(
      "syncs-twice", kills: "ENGINE-001", "Each run has an engine of its own.",
      origin: "the app and the push service both started syncing",
      .engine(setting: { $0.runsTwice = true })),
    Mutant(
      "waits-for-another-store", kills: "ENGINE-002",
      "When the store's news end, it looks again each second.",
      origin: "a stream that ended by itself was taken for a lost connection",
      .engine { setting in
        var bent = BentEngine(setting)
        let clock = setting.ports.clock
        bent.afterRun = { engine in
          while (try? await clock.sleep(until: clock.now + 1_000)) != nil { await engine.run() }
        }
        return bent
      }),
    Mutant(
      "syncs-once-in-a-life", kills: "ENGINE-003", "It runs once.",
      origin: "a flag against two runs was never taken back",
      .engine(setting: { $0.runsMax = 1 })),
    Mutant(
      "engine-ignores-the-next-run", kills: "ENGINE-020",
      "A run that begins before a cancelled one has ended ends at once.",
      origin: "guard !isRunning else { return }",
      .engine(setting: { $0.ignoresTheNext = true })),
    Mutant(
      "waits-for-the-poll", kills: "ENGINE-004",
      "A cancelled run still waits for the answer in flight.",
      origin: "requests were made by a session that ends them in its own time",
      .engine { setting in
        var (slow, transport) = (setting, BentSyncTransport(setting.ports.transport))
        transport.waitsForAnswers = true
        slow.ports.transport = transport
        return slow.engine
      }),
    Mutant(
      "live-without-a-run", kills: "ENGINE-018",
      "The state of a cancelled run stays the one of the last moment before.",
      origin: "a view model that was told of changes only, and the last change was missing",
      .engine(setting: { $0.keepsLastStatus = true })),
    Mutant(
      "types-without-a-run", kills: "ENGINE-019",
      "Whoever types when a run is cancelled is shown as typing ever after.",
      origin: "three dots that stayed for the night",
      .engine(setting: { $0.keepsLastPeople = true })),
    Mutant(
      "leaves-an-alarm", kills: "ENGINE-004", "An alarm that is not needed any more rings on.",
      origin: "a timer that nobody invalidated",
      .engine { setting in
        let isDeaf = Locked(false)
        var deaf = setting
        deaf.ports.clock = Stopwatch(DeafClock(watch: setting.ports.clock, isDeaf: isDeaf))
        var bent = BentEngine(deaf)
        bent.whenCancelled = { isDeaf.withLock { $0 = true } }
        return bent
      }),
    Mutant(
      "says-goodbye-too-early", kills: "ENGINE-014", "Signing out does not wait for anything.",
      origin: "log out: cancel, delete the file, go to the first screen",
      .engine { setting in
        var bent = BentEngine(setting)
        let (leaving, leave) = AsyncStream<Void>.makeStream()
        bent.besideRun = { engine in for await _ in leaving { await engine.signOut() } }
        bent.leaves = { _ in leave.yield() }
        return bent
      }),
    Mutant(
      "comes-back-after-sign-out", kills: "ENGINE-015", "A run after a sign-out is a run.",
      origin: "a push for the account that had left",
      .engine(setting: { $0.comesBack = true })),
    Mutant(
      "hears-openings-while-it-runs", kills: "ENGINE-017",
      "An opening before the run starts is lost.",
      origin: "openings were sent into the run's stream, which the run made",
      .engine(setting: { $0.hearsEarlyOpenings = false })),
  ]

  private static let engineQuestions: [Mutant] = [
    Mutant(
      "asks-on-and-on", kills: "ENGINE-006", "A question that is given up is asked on.",
      origin: "a limit that raced with the request and left it behind",
      .engine { setting in
        setting.engine(noting: ()) { bent, event, now in
          bent.part.handle(event, at: now).filter { action in
            if case .abandon = action { false } else { true }
          }
        }
      }),
    Mutant(
      "keeps-old-connections", kills: "ENGINE-007", "A connection is replaced, and never closed.",
      origin: "reconnect: a new socket in the same variable",
      .engine { setting in
        setting.engine(noting: ()) { bent, event, now in
          bent.part.handle(event, at: now).filter { action in
            if case .disconnect = action { false } else { true }
          }
        }
      }),
    Mutant(
      "greeted-by-the-dead", kills: "ENGINE-008",
      "Whatever comes on any connection is news of the newest.",
      origin: "the delegate of a socket that was shared by all of them",
      .engine { setting in
        var (confused, transport) = (setting, BentSyncTransport(setting.ports.transport))
        transport.hearsForNewest = true
        confused.ports.transport = transport
        return confused.engine
      }),
    Mutant(
      "deaf-while-storing", kills: "ENGINE-009",
      "Updates that come while a batch is stored are dropped.",
      origin: "if isWriting { return }",
      .engine { setting in
        let batches = Locked(0)
        var (deaf, transport) = (setting, BentSyncTransport(setting.ports.transport))
        transport.hears = { news in
          if case .update = news { batches.current == 0 } else { true }
        }
        deaf.ports.transport = transport
        deaf.ports.repository = WatchedRepository(
          repository: setting.ports.repository, begins: { batches.withLock { $0 += 1 } },
          ends: { batches.withLock { $0 -= 1 } })
        return deaf.engine
      }),
    Mutant(
      "sleeps-through", kills: "ENGINE-016", "An alarm is not set to an earlier moment.",
      origin: "if timer == nil { timer = … }",
      .engine { setting in
        var late = setting
        late.ports.clock = Stopwatch(FirstAlarmClock(setting.ports.clock))
        return late.engine
      }),
  ]

  private static let engineCallers: [Mutant] = [
    Mutant(
      "callers-left-waiting", kills: "ENGINE-005",
      "Callers who wait when a run ends are never answered.",
      origin: "a dictionary of continuations that went with the run",
      .engine { setting in
        var bent = BentEngine(setting)
        bent.fills = { engine, gap, conversation in
          let outcome = await engine.fill(gap, in: conversation)
          if case .failed(let error) = outcome, error.code == "not-running" {
            await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
          }
          return outcome
        }
        return bent
      }),
    Mutant(
      "answers-before-it-is-stored", kills: "ENGINE-010",
      "Callers are answered when the page comes, before it is stored.",
      origin: "completion(messages); store.save(messages)",
      .engine { setting in
        setting.engine(noting: [SyncCaller]()) { bent, event, now in
          if case .wanted(let caller, _, _) = event { bent.notes.append(caller) }
          var actions = bent.part.handle(event, at: now)
          if case .fetched(_, .success(let answer)) = event {
            actions.append(.reply(bent.notes, .filled(messages: answer.messages.count)))
            bent.notes = []
          }
          return actions
        }
      }),
    Mutant(
      "a-request-for-each-caller", kills: "ENGINE-011", "Each caller requests the page.",
      origin: "the network was called where the list asked",
      .engine { setting in
        var bent = BentEngine(setting)
        let (callers, transport) = (Locked(0), setting.ports.transport)
        bent.fills = { engine, gap, conversation in
          let isFirst = callers.withLock { count in
            count += 1
            return count == 1
          }
          defer { callers.withLock { $0 -= 1 } }
          let question = HistoryQuestion(conversation: conversation, gap: gap, limit: 50)
          async let own = isFirst ? nil : try? transport.history(question)
          let outcome = await engine.fill(gap, in: conversation)
          _ = await own
          return outcome
        }
        return bent
      }),
    Mutant(
      "holds-who-gives-up", kills: "ENGINE-012", "A waiting caller cannot give up.",
      origin: "a continuation without a handler for cancellation",
      .engine { setting in
        var bent = BentEngine(setting)
        let (wishes, wish) = AsyncStream<FillWish>.makeStream()
        bent.besideRun = { engine in
          await withDiscardingTaskGroup { group in
            for await wish in wishes {
              group.addTask {
                wish.answer.resume(returning: await engine.fill(wish.gap, in: wish.conversation))
              }
            }
          }
        }
        bent.fills = { _, gap, conversation in
          await withCheckedContinuation { answer in
            wish.yield(FillWish(gap: gap, conversation: conversation, answer: answer))
          }
        }
        return bent
      }),
    Mutant(
      "one-state-late", kills: "ENGINE-013", "The status shows the state before the last event.",
      origin: "the state was sent on before the event was handled",
      .engine { setting in
        setting.engine(noting: SyncStatus(phase: .offline), showing: { $1 = $0.notes }) {
          bent, event, now in
          bent.notes = bent.part.status
          return bent.part.handle(event, at: now)
        }
      }),
  ]
}

/// A call of `fill` that somebody else makes.
private struct FillWish: Sendable {
  let gap: Gap
  let conversation: ConversationID
  let answer: CheckedContinuation<FillOutcome, Never>
}
