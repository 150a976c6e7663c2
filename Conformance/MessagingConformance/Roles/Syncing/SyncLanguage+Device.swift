internal import MessagingCore
internal import MessagingModel

// Events of the device.
extension SyncLanguage {
  static let device = ClauseSection<Read>(
    "The device",
    [
      Clause("online", "There is one again.", example: "online") { _ in
        happens { $0.setOnline(true) }
      },
      Clause("offline", "There is no network.", example: "offline") { _ in
        happens { $0.setOnline(false) }
      },
      Clause("woken", "The device slept, or the process was suspended.", example: "woken") { _ in
        happens { $0.tell(.woken) }
      },
      Clause(
        "disconnect [CLASS] [CODE]", "The connection breaks, if there is one.",
        example: "disconnect transient reset"
      ) { a in
        let kind = a.all(failure).first ?? .transient
        let error = SyncError(kind, code: ExactString(a.all(Words.code).last ?? "reset"))
        return happens { _ = $0.disconnect(error) }
      },
      Clause(
        "dies [stored|first|late]",
        "The process dies and begins anew; the batches that were being stored are lost, stored, "
          + "all or the first alone, or are stored later.", example: "dies stored"
      ) { a in
        let fate = a.given.compactMap { SyncWorld.CommitFate(rawValue: $0.slot) }.first ?? .lost
        return happens { try await $0.crash(fate) }
      },
      Clause("advance T", "Time passes.", example: "advance 13h") { a in
        let time = try a.first(Words.duration)
        return happens { world in
          try await world.settle()
          try await world.advance(by: time)
        }
      },
      Clause("tick", "Time passes until somebody waited for it.", example: "tick") { _ in
        act { player in
          guard try await player.act({ try await $0.advanceToDeadline() }) || player.isLoose else {
            throw Violation("nothing waits for time to pass")
          }
        }
      },
      Clause(
        "store-fails [reads=N] [writes=N] [code=CODE] [of=CONVERSATION]",
        "So many operations of the store fail.",
        example: "store-fails writes=1"
      ) { a in
        let (reads, writes) = (a.named("reads", Words.number), a.named("writes", Words.number))
        let code = a.named("code", Words.code).flatMap(RepositoryError.Code.init) ?? .diskFull
        let conversation = a.named("of", Words.conversation)
        return happens { world in
          (world.failingReads, world.failingWrites) = (reads ?? 0, writes ?? 0)
          world.failure = RepositoryError(code, "scripted", conversation: conversation)
        }
      },
      Clause(
        "other-process", "Another process that uses the store stores all that the server has.",
        example: "other-process"
      ) { _ in
        act { player in
          guard try await player.act({ try await $0.otherProcessCatchesUp() }) || player.isLoose
          else { throw Violation("the store has no token from which another process can go on") }
        }
      },
      Clause(
        "other-engine [CONVERSATION]",
        "Another engine with the same store, in a process of its own, catches up, shows the "
          + "conversation for 3 s, if one is named, and ends.",
        example: "other-engine k1"
      ) { a in
        let conversation = a.all(Words.conversation).first
        return act { try await $0.otherRuns(showing: conversation) }
      },
      Clause(
        "other-begins", "Another engine with the same store begins, in a process of its own.",
        example: "other-begins"
      ) { _ in
        act { try await $0.otherBegins() }
      },
      Clause("other-ends", "The process of the other engine ends.", example: "other-ends") { _ in
        act { $0.otherEnds() }
      },
      Clause(
        "other-turn N",
        "The other engine does one of the things that can be done now; the number wraps around.",
        example: "other-turn 2"
      ) { a in
        let number = try a.first(Words.number)
        return act { try await $0.beside { try await $0.doOne(number) } }
      },
      Clause(
        "other-opens CONVERSATION", "Somebody opens a conversation in the other process.",
        example: "other-opens k1"
      ) { a in
        let conversation = try a.first(Words.conversation)
        return act { try await $0.beside { $0.tell(.opened(conversation)) } }
      },
      Clause(
        "outbox busy|quiet", "What sends has something to do, or not.", example: "outbox busy"
      ) { a in
        let isBusy = a.has("busy")
        return happens { $0.tell(.outbox(isBusy: isBusy)) }
      },
      Clause(
        "clear-history CONVERSATION", "The owner clears the history of a conversation.",
        example: "clear-history k1"
      ) { a in
        let conversation = try a.first(Words.conversation)
        return happens { world in
          _ = try await world.apply([.resetHistory(conversation)])
          world.tell(.cleared(conversation))
        }
      },
      Clause("sign-out", "The owner leaves.", example: "sign-out") { _ in
        happens { $0.tell(.signedOut) }
      },
      Clause("sign-in", "There are new credentials.", example: "sign-in") { _ in
        happens { $0.tell(.signedIn) }
      },
    ])

  static let callers = ClauseSection<Read>(
    "Screens",
    [
      Clause(
        "want REMOTE|live|any",
        "Somebody wants what is missing right below a message, at the live end, or anywhere if "
          + "anything is; callers are numbered.", example: "want s5"
      ) { a in
        let (reference, conversation) = (a.all(Words.remote).first, a.conversation)
        guard !a.has("any") else { return act { try await $0.wantAny(in: conversation) } }
        return act { try await $0.want(reference, in: conversation) }
      },
      Clause("unwant N", "That caller cancels its request.", example: "unwant 1") { a in
        let caller = SyncCaller(Int64(try a.first(Words.number)))
        return happens { world in
          world.wantsNoMore(caller)
          world.tell(.unwanted(caller))
        }
      },
      Clause(
        "open CONVERSATION", "Somebody opens the conversation, or returns to it.",
        example: "open k1"
      ) { a in
        let conversation = try a.first(Words.conversation)
        return happens { $0.tell(.opened(conversation)) }
      },
      Clause("close CONVERSATION", "The conversation is closed.", example: "close k1") { a in
        let conversation = try a.first(Words.conversation)
        return happens { $0.tell(.closed(conversation)) }
      },
    ]
  ).taking("[in=CONVERSATION]")

  static let random = ClauseSection<Read>(
    "Random histories",
    [
      Clause(
        "loose",
        "From here on nothing happens by itself: for random histories.",
        example: "loose"
      ) { _ in
        act { player in
          player.isLoose = true
          try await player.act { $0.followsPeople = true }
        }
      },
      Clause(
        "watched",
        "From here on what is reported, and what waits, is compared with an oracle: for random "
          + "histories.",
        example: "watched"
      ) { _ in happens { $0.isWatched = true } },
      Clause(
        "turn N", "One of the things that can happen now, counted from 0 and around.",
        example: "turn 3"
      ) { a in
        let number = try a.first(Words.number)
        return happens { try await $0.doOne(number) }
      },
      Clause(
        "leap T", "Time passes at once, whatever should have happened meanwhile.",
        example: "leap 2s"
      ) { a in
        let time = try a.first(Words.duration)
        return happens { $0.jump(by: time) }
      },
      Clause(
        "calm",
        "Nothing goes wrong any more; time passes, and every gap that can be filled is asked for, "
          + "until all is done.", example: "calm"
      ) { _ in act { try await $0.heal() } },
    ])
}
