internal import MessagingCore
internal import MessagingModel

// Receipts, typing, and what the server learns about the owner's.
extension SyncLanguage {
  static let presence = ClauseSection<Read>(
    "What people are doing",
    [
      Clause(
        "types NAME [stops]", "The server reports that somebody is typing, or has stopped.",
        example: "types ann"
      ) { a in
        let (person, conversation) = (try a.first(Words.name), a.conversation)
        let news = PersonNews.typing(conversation, person, isTyping: !a.has("stops"))
        return happens { $0.hear(news) }
      },
      Clause(
        "seen NAME @TIME", "The server reports when somebody was last seen.",
        example: "seen ann @50"
      ) {
        a in
        let person = try a.first(Words.name)
        let time = Timestamp(milliseconds: a.time?.timestamp ?? 0)
        return happens { $0.hear(.seen(person, time)) }
      },
      Clause("touch-key", "We touch a key.", example: "touch-key") { a in
        let conversation = a.conversation
        return happens { $0.tell(.typed(conversation)) }
      },
      Clause(
        "stop-typing", "We have sent what we typed, or given it up.", example: "stop-typing"
      ) { a in
        let conversation = a.conversation
        return happens { $0.tell(.stoppedTyping(conversation)) }
      },
    ]
  ).taking("[in=CONVERSATION]")

  static let told = ClauseSection<Ask>(
    "What people are told",
    [
      Clause(
        "? reports",
        "The read positions that the last step reported to the server: `s5` `k2:s5`.",
        example: "? reports = s5"
      ) { player, _ in Observation(try player.world.tally.reports.map(SyncNames.word)) },
      Clause(
        "? known-reading", "How far we have read, as reported to the server.",
        example: "? known-reading = s5"
      ) { player, a in
        let name = try player.world.server.readUpTo(a.conversation, by: ScriptNames.owner)
        return Observation(name.map { ["\($0)"] })
      },
      Clause(
        "? typists", "Who is shown as typing.", example: "? typists = ann bob"
      ) { player, a in
        let people = try player.world.rules.people.typing[a.conversation] ?? []
        return Observation(people.map(\.text.string))
      },
      Clause(
        "? last-seen NAME", "When somebody is shown to have been seen last.",
        example: "? last-seen ann = 50"
      ) { player, a in
        let person = try a.first(Words.name)
        let time = try player.world.rules.people.lastSeen[person]
        return Observation(time.map { ["\($0.milliseconds)"] })
      },
      Clause(
        "? typing-told", "What the last step reported of our typing: `on` `off`.",
        example: "? typing-told = on"
      ) { player, _ in
        Observation(try player.world.tally.typing.map { $0.isTyping ? "on" : "off" })
      },
    ]
  ).taking("[in=CONVERSATION]")
}
