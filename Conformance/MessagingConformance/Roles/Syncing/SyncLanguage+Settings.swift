internal import MessagingModel

// The settings.
extension SyncLanguage {
  static let settings = ClauseSection<Read>(
    "What is played with, in the first lines",
    [
      Clause(
        "family [polled|numbered|pushed|lists…] [limit=N] [part=N] [page=N] [replays] [states]"
          + " [only-messages] [vouches] [own=CONVERSATION] [keys=everybody|author|device|nobody]",
        "The families that the block is about, and what they are like: the most events of an "
          + "answer, of a conversation where something is left out, and of a page of history; "
          + "whether a question without a token is answered event by event too, in answers of that "
          + "size, and not at once; whether pages hold messages as they are now, and answers no "
          + "changes; whether it vouches for the identity of others' messages; a conversation "
          + "with its own stream.",
        example: "family numbered limit=2"
      ) { a in
        let families = a.given.compactMap { SyncFamily(rawValue: $0.slot) }
        let limits = (
          a.named("limit", Words.number), a.named("part", Words.number),
          a.named("page", Words.number)
        )
        let own = a.named("own", Words.conversation)
        let audiences: [(String, ServerTraits.Audience)] = [
          ("everybody", .everybody), ("author", .author), ("device", .device),
          ("nobody", .nobody),
        ]
        let audience = audiences.first { a.has($0.0) }?.1
        return .setting { settings in
          settings.families += families
          let (before, declaring) = (settings.traits, settings.declares)
          settings.traits = { traits in
            before(&traits)
            traits.limit = limits.0 ?? traits.limit
            traits.part = limits.1 ?? traits.part
            traits.page = limits.2 ?? traits.page
            traits.replays = traits.replays || a.has("replays")
            traits.tellsStates = traits.tellsStates || a.has("states")
            traits.tellsChanges = traits.tellsChanges && !a.has("only-messages")
            if let own { traits.ownStreams.insert(own) }
            traits.keysAreShownTo = audience ?? traits.keysAreShownTo
          }
          settings.declares = { server in
            declaring(&server)
            server.vouchesForKeys = server.vouchesForKeys || a.has("vouches")
          }
        }
      },
      Clause(
        "sync-policy [jitter=SHARE] [first=T] [longest=T] [limit=T] [poll=T] [pause=T] [quick=N]"
          + " [silence=T] [quiet=T] [reorder=T] [buffer=N] [questions=N] [outbox=T]"
          + " [maintenance=T] [empty=N] [restarts=N] [patience=N] [streams=N] [refused=T]"
          + " [problems=N] [read=T] [typing=T] [shown=T] [stops=T] [seen=T]"
          + " [typists=N] [people=N]",
        "How syncing behaves, by the names of `SyncPolicy`: `limit` is how long an answer is "
          + "waited for, `poll` how long the server may keep a question, `typists` and `people` "
          + "of how many it is shown that they type, and when they were seen.",
        example: "sync-policy limit=10s reorder=500ms"
      ) { a in
        .setting { $0.policy = policy(a, $0.policy) }
      },
    ])

  private static func policy(_ a: Arguments, _ before: SyncPolicy) -> SyncPolicy {
    var policy = before
    let set = { (key: String, path: WritableKeyPath<SyncPolicy, Int64>) in
      policy[keyPath: path] = a.named(key, Words.duration) ?? policy[keyPath: path]
    }
    let count = { (key: String, path: WritableKeyPath<SyncPolicy, Int>) in
      policy[keyPath: path] = a.named(key, Words.number) ?? policy[keyPath: path]
    }
    policy.retry.jitter = a.named("jitter", share) ?? policy.retry.jitter
    set("first", \.retry.firstDelay)
    set("longest", \.retry.longestDelay)
    set("limit", \.requestLimit)
    set("poll", \.pollWait)
    set("pause", \.pause)
    set("reorder", \.reorderWait)
    set("outbox", \.outboxWait)
    set("refused", \.refusedPause)
    set("read", \.readInterval)
    set("typing", \.typingInterval)
    set("shown", \.typingShown)
    set("stops", \.typingPause)
    set("seen", \.seenInterval)
    count("quick", \.quickAnswers)
    count("buffer", \.bufferLimit)
    count("questions", \.questionsAtOnce)
    count("empty", \.emptyPages)
    count("restarts", \.restarts)
    count("patience", \.patience)
    count("streams", \.streamLimit)
    count("problems", \.problemLimit)
    count("typists", \.typingLimit)
    count("people", \.seenLimit)
    policy.silenceLimit = a.named("silence", Words.duration) ?? policy.silenceLimit
    policy.quietLimit = a.named("quiet", Words.duration) ?? policy.quietLimit
    policy.maintenanceDelay = a.named("maintenance", Words.duration) ?? policy.maintenanceDelay
    return policy
  }
}
