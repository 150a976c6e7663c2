internal import MessagingCore
internal import MessagingModel

/// The language of `send` blocks.
enum SendLanguage {
  typealias Read = BlockLanguage<SendPlayer>.Read
  typealias Ask = Script<SendPlayer>.Ask

  static let language = BlockLanguage<SendPlayer>(
    introduction: introduction,
    placeholders: StoreLanguage.placeholders + [
      AnyPlaceholder(Words.duration), AnyPlaceholder(share),
    ],
    steps: [process, network, uploads] + stored,
    questions: [server, device, diagnosis] + SendPlayer.storeQuestions,
    checkWhole: { lines in
      StoreLanguage.strangers(in: lines) { if case .store(let step) = $0 { step } else { nil } }
    },
    checkLine: { line, above throws(ScriptError) in
      switch (line.step, above.last?.step) {
      case (.policy?, .some): throw ScriptError("'policy' stands in the first line")
      case (.store?, .store?): break
      case (_, _):
        if line.joins { throw ScriptError("'& ' joins steps of the store, and no others") }
      }
    })

  private static let stored = StoreLanguage.steps.map { section in
    section.map { read -> Read in { .store(try read($0)) } }
  }

  private static let introduction = """
    What the user sends, what the network makes of it, and what becomes of both. The user's part is
    written with the steps of scenarios (`send c1 "hello"`, `amend d1 c1 edit "new"`, `cancel c1`,
    `retry c1`), and so are the questions about what is stored (`? state c1 = sent`). After each
    line everything happens that can happen without time passing; `reopen` and `kill` are a crash.

    Waiting times have no jitter, and nothing in flight has a limit, unless the policy says so.

    """

  private static let share = Placeholder("SHARE", "a part of one: `0` to `1`") { word in
    Double(word).flatMap { (0...1).contains($0) ? $0 : nil }
  }

  /// A step in which something happens around the queue.
  static func act(
    _ body: @escaping @Sendable (inout SendPlayer) async throws -> Void
  ) -> SendPlayer.Step { .world(body) }

  private static let process = ClauseSection<Read>(
    "The process and its surroundings",
    [
      Clause(
        "policy [skip] [overtake] [age=T] [first=T] [longest=T] [order=T] [jitter=SHARE]"
          + " [limit=T] [stall=T]",
        "How sending behaves; the first line, if at all. `order`: how long a server may want to "
          + "wait; `limit`: of a request; `stall`: of an upload that tells nothing.",
        example: "policy skip age=24h"
      ) { a in
        var policy = SendPolicy.scripted
        policy.requestLimit = a.named("limit", Words.duration)
        policy.uploadLimit = a.named("stall", Words.duration)
        if a.has("skip") { policy.afterFailure = .skip }
        if a.has("overtake") { policy.duringUpload = .overtake }
        policy.retry.jitter = a.named("jitter", share) ?? 0
        policy.retry.ageLimit = a.named("age", Words.duration) ?? policy.retry.ageLimit
        policy.retry.firstDelay = a.named("first", Words.duration) ?? policy.retry.firstDelay
        policy.retry.longestOrder = a.named("order", Words.duration) ?? policy.retry.longestOrder
        policy.retry.longestDelay = a.named("longest", Words.duration) ?? policy.retry.longestDelay
        return .policy(policy)
      },
      Clause("offline", "There is no network.", example: "offline") { _ in
        act { $0.world.setOnline(false) }
      },
      Clause("online", "There is one again.", example: "online") { _ in
        act { $0.world.setOnline(true) }
      },
      Clause("sign-in", "There are new credentials.", example: "sign-in") { _ in
        act { $0.world.signIn() }
      },
      Clause("pause [CONVERSATION]", "Sends nothing there, or anywhere.", example: "pause k1") {
        a in
        let conversation = a.all(Words.conversation).first
        return act { $0.world.setPaused(true, conversation) }
      },
      Clause("resume [CONVERSATION]", "Goes on sending.", example: "resume k1") { a in
        let conversation = a.all(Words.conversation).first
        return act { $0.world.setPaused(false, conversation) }
      },
      Clause("advance T", "Time passes.", example: "advance 13h") { a in
        let time = try a.first(Words.duration)
        return act { $0.world.advance(by: time) }
      },
      Clause("tick", "Time passes until somebody waited for it.", example: "tick") { _ in
        act { player in
          if !player.world.advanceToDeadline(), !player.isLoose {
            throw Violation("no wait is left that time could end")
          }
        }
      },
      Clause(
        "crash [arriving] [for=T]",
        "The process dies and begins anew, at once or after so long; with `arriving`, requests on "
          + "their way arrive.",
        example: "crash arriving for=2h"
      ) { a in
        let pause = a.named("for", Words.duration) ?? 0
        return act { try await $0.world.crash(arriving: a.has("arriving"), for: pause) }
      },
      Clause(
        "clock forward=T", or: ["clock back=T"], "The device's clock is set.",
        example: "clock back=3d"
      ) { a in
        let back = a.named("back", Words.duration) ?? 0
        let time = (a.named("forward", Words.duration) ?? 0) - back
        return act { $0.world.setClock(forward: time) }
      },
      Clause(
        "store-fails [reads=N] [writes=N]", "So many operations of the store fail.",
        example: "store-fails reads=5"
      ) { a in
        let (reads, writes) = (a.named("reads", Words.number), a.named("writes", Words.number))
        return act { ($0.world.failingReads, $0.world.failingWrites) = (reads ?? 0, writes ?? 0) }
      },
      Clause(
        "loose", "From here on nothing happens by itself: for random histories.", example: "loose"
      ) { _ in act { ($0.isLoose, $0.world.judgesTime) = (true, true) } },
      Clause(
        "reticent-store",
        "From here on the store does not say what may have left this device (`SEND-095`).",
        example: "reticent-store"
      ) { _ in act { $0.world.isReticent = true } },
      Clause(
        "watched",
        "From here on what is reported, and what waits, is compared with an oracle: for random "
          + "histories.",
        example: "watched"
      ) { _ in act { $0.world.isWatched = true } },
      Clause(
        "step N", "One of the things that can happen now, counted from 0 and around.",
        example: "step 3"
      ) { a in
        let number = try a.first(Words.number)
        return act { try await $0.world.runDoable(number) }
      },
      Clause("step all", "Everything happens that can happen now.", example: "step all") { _ in
        act { try await $0.world.settle() }
      },
      Clause(
        "heal",
        "Nothing fails any more, time passes, and the user retries what failed, until all is done.",
        example: "heal"
      ) { _ in act { try await $0.heal() } },
    ])
}

extension SendPolicy {
  /// The policy of a script without a policy line: no randomness, and no limit for requests in
  /// flight, so that scripts may delay them.
  static var scripted: SendPolicy {
    var policy = SendPolicy()
    policy.retry.jitter = 0
    (policy.requestLimit, policy.uploadLimit) = (nil, nil)
    return policy
  }
}
