internal import MessagingModel

// What arrives from the network, and housekeeping.
extension StoreLanguage {
  static let arriving = ClauseSection<Read>(
    "What arrives",
    [
      Clause(
        "receive REMOTE@TIME \"TEXT\" … [by=NAME] [version=N] [reply=REF] [thread=REF] [kind=KIND]"
          + " [file=PATH]",
        "Live messages from the network, in one batch; the keys hold for all of them.",
        example: #"receive s7@10 "hello" s8@11 "again" by=bob"#
      ) { a in StoreStep(a) { _ in messages(a).map(Change.receive) } },
      Clause(
        "page REMOTE@TIME [\"TEXT\"] … [to=live|here|REMOTE@TIME] [start] [token=TOKEN]"
          + " [by=NAME] [version=N]",
        or: ["page empty [to=live|here|REMOTE@TIME] [start] [token=TOKEN]"],
        "A page of history; `to=` is where it joins what is known above, `start` that nothing is "
          + "older, `token=` what fetches the next. A text left out is the reference's name.",
        example: "page s1@1 s2@2 to=s9@9 start"
      ) { a in
        let above = a.named("to", Words.placed).map { HistoryPage.Reach.position($0.position) }
        return StoreStep(a) { scope in
          [
            .page(
              HistoryPage(
                conversation: scope.conversation, messages: messages(a),
                reach: above ?? (a.has("live") ? .live : .newest), reachesStart: a.has("start"),
                token: a.named("token", Words.token).map { GapToken($0) }))
          ]
        }
      },
      Clause(
        "gap [after=REMOTE@TIME] [before=REMOTE@TIME] [token=TOKEN] [unavailable]",
        "History is known to be missing between two messages.",
        example: "gap after=s2@2 before=s9@9 token=t1"
      ) { a in
        let gap = Gap(
          after: a.named("after", Words.placed)?.position,
          before: a.named("before", Words.placed)?.position,
          token: a.named("token", Words.token).map { GapToken($0) })
        let isGivenUp = a.has("unavailable")
        return StoreStep(a) { scope in
          [isGivenUp ? .giveUp(scope.conversation, gap) : .openGap(scope.conversation, gap)]
        }
      },
      Clause(
        "status REF sent|delivered|read", "The server reports a delivery state.",
        example: "status s7 delivered"
      ) { a in
        try relate(
          a, .status(try a.choice(["sent": .sent, "delivered": .delivered, "read": .read])))
      },
      Clause(
        "edit REMOTE \"TEXT\" version=N [by=NAME]", "The network reports an edit.",
        example: #"edit s7 "new" version=2"#
      ) { a in try relate(a, .edit(.text(ExactString(try a.first(Words.text))))) },
      Clause(
        "delete REMOTE [by=NAME] [moderator] [remove] [version=N]",
        "The network reports a deletion; `remove` leaves no row behind.", example: "delete s7"
      ) { a in
        try relate(a, .delete(isModerator: a.has("moderator"), leavesRow: !a.has("remove")))
      },
      Clause(
        "react REMOTE \"TEXT\" [by=NAME] [version=N]", "The network reports a reaction.",
        example: #"react s7 "👍" by=bob"#
      ) { a in try relate(a, .react(ExactString(try a.first(Words.text)))) },
      Clause(
        "unreact REMOTE \"TEXT\" [by=NAME] [version=N]",
        "The network reports that a reaction was taken back.",
        example: #"unreact s7 "👍" by=bob version=4"#
      ) { a in try relate(a, .unreact(ExactString(try a.first(Words.text)))) },
      Clause(
        "receipt REMOTE by=NAME [@TIME]",
        "Somebody has read up to a message; `by=me` moves the read marker.",
        example: "receipt s7 by=bob @50"
      ) { a in try relate(a, .receipt(Timestamp(milliseconds: a.time?.timestamp ?? 0))) },
    ])

  static let housekeeping = ClauseSection<Read>(
    "The store",
    [
      Clause(
        "token \"TEXT\"|none [from=TOKEN] [stream=NAME]",
        "A stream of the server moves on, from the place that the question named to the next; or "
          + "back to where nothing of it is stored.",
        example: #"token "t5" from=t4"#
      ) { a in
        let token = a.has("none") ? nil : SyncToken(ExactString(try a.first(Words.text)))
        let stream = a.named("stream", Words.name).map { StreamID($0.text) } ?? .main
        let from = a.named("from", Words.token).map { SyncToken(ExactString($0)) }
        return StoreStep(a) { _ in [.advance(stream, from: from, to: token)] }
      },
      Clause(
        "reset CONVERSATION",
        "Drops what the network sent about a conversation; the outbox stays.",
        example: "reset k1"
      ) { a in
        let conversation = try a.first(Words.conversation)
        return StoreStep(a) { _ in [.resetHistory(conversation)] }
      },
      Clause(
        "forget CONVERSATION", "A conversation is deleted with all that belongs to it.",
        example: "forget k1"
      ) { a in
        let conversation = try a.first(Words.conversation)
        return StoreStep(a) { _ in [.forget(conversation)] }
      },
      Clause(
        "reopen", "Closes the store and opens it on the same bytes.", example: "reopen"
      ) { a in StoreStep(a, action: { _ in .reopen }) },
      Clause(
        "kill",
        "Ends the process that was told all this, and opens the store again: with SIGKILL after "
          + "the last answer where the store lies in files; else lets go of it without closing it.",
        example: "kill"
      ) { a in StoreStep(a, action: { _ in .kill }) },
      Clause(
        "apply \"TEXT\"", "Applies a list of changes in canonical JSON; for bad input.",
        example: #"apply "[]""#
      ) { a in
        let action = literal(try a.first(Words.text))
        return StoreStep(a, action: { _ in action })
      },
    ])

  /// The messages of a line. Each reference is paired with the text that follows it, or with its
  /// own name if no text follows.
  private static func messages(_ a: Arguments) -> [ReceivedMessage] {
    var messages: [(placed: PlacedReference, text: String?)] = []
    for given in a.given {
      if let placed = Words.placed.read(given.token) {
        messages.append((placed, nil))
      } else if let text = Words.text.read(given.token), !messages.isEmpty {
        messages[messages.count - 1].text = text
      }
    }
    return messages.map { placed, text in
      let reference = placed.reference
      return ReceivedMessage(
        conversation: a.conversation, position: placed.position,
        id: reference.client.map(ScriptNames.client), sender: a.author, version: a.version(),
        body: ScriptBody.received(text ?? reference.name, reference, a),
        replyTo: a.target("reply"), threadRoot: a.target("thread"))
    }
  }

  private static func relate(_ a: Arguments, _ action: Relation.Action) throws -> StoreStep {
    guard let target = a.references.first else { throw ScriptError("REF is missing") }
    return StoreStep(a) { scope in
      [
        .relate(
          Relation(
            conversation: scope.conversation, target: ScriptNames.target(target),
            author: a.author, version: a.version(), action: action))
      ]
    }
  }

  private static func literal(_ text: String) -> StoreStep.Action {
    do throws(CanonicalError) {
      let changes = try CanonicalReader.read(Array(text.utf8)) { reader throws(CanonicalError) in
        let changes = try reader.array { reader throws(CanonicalError) in
          try Change(from: &reader)
        }
        try reader.end()
        return changes
      }
      return .apply(changes)
    } catch {
      return .malformed(error.description)
    }
  }
}
