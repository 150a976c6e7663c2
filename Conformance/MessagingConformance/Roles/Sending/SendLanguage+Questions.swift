internal import MessagingCore
internal import MessagingModel

extension SendLanguage {
  static let server = ClauseSection<Ask>(
    "What the server has",
    [
      Clause(
        "? wire", "The requests that reached it, in order.",
        example: "? wire = publish:c1 publish:c1 edit:d1"
      ) { player, _ in Observation(player.world.network.journal.map(word)) },
      Clause(
        "? server", "The messages that it shows to others, in order.", example: "? server = c1 c2"
      ) { player, _ in
        let shown = player.world.network.messages.filter { !$0.isDeleted }
        return Observation(shown.map { ScriptNames.name(of: $0.key) })
      },
      Clause("? kept CLIENT", "What it keeps of one.", example: #"? kept c1 = "hello""#) {
        player, a in
        Observation(player.world.network[try key(a)].map { [ObservedWord(text(of: $0))] } ?? [])
      },
      Clause(
        "? replied CLIENT", "What one of its messages answers to.", example: "? replied c2 = c1"
      ) { player, a in try reference({ $0.replyTo }, of: a, in: player) },
      Clause(
        "? threaded CLIENT", "The root of the thread of one of its messages.",
        example: "? threaded c2 = c1"
      ) { player, a in try reference({ $0.threadRoot }, of: a, in: player) },
      Clause(
        "? reacted CLIENT", "Our reactions to one, as it has them.",
        example: #"? reacted c1 = "👍""#
      ) { player, a in
        let reactions = player.world.network[try key(a)]?.reactions.sorted() ?? []
        return Observation(reactions.map { ObservedWord(.string($0.string)) })
      },
      Clause(
        "? story",
        "`told` if the server and every screen show exactly what the user accepted and did not "
          + "take back, once, in order, with the last words, files and reactions, a page of the "
          + "server changes nothing, and no file is left of what is gone; otherwise what is wrong.",
        example: "? story = told"
      ) { player, _ in
        Observation(try await player.story.verdict(in: player.world) ?? "told")
      },
    ])

  static let device = ClauseSection<Ask>(
    "What this device does",
    [
      Clause(
        "? tries CLIENT|DEPENDENT", "How often a request was begun.", example: "? tries c1 = 2"
      ) { player, a in
        let key = try key(a)
        return Observation("\(player.world.attempts.filter { $0.key == key }.count)")
      },
      Clause("? due", "When the queue has its next deadline.", example: "? due = 1000ms") {
        player, _ in
        let world = player.world
        return Observation(world.nextDeadline.map { ["\($0 - world.now)ms"] })
      },
      Clause(
        "? begun", "The uploads that were begun, in order.", example: "? begun = c1/1 c1/2"
      ) { player, _ in files(player.world.uploads.begun, player) },
      Clause("? aborted", "Those that were stopped.", example: "? aborted = c1/1") { player, _ in
        files(player.world.uploads.aborted, player)
      },
      Clause("? uploaded", "Those that came through.", example: "? uploaded = c1/2") { player, _ in
        files(player.world.uploads.finished, player)
      },
      Clause(
        "? discarded", "The messages whose files were removed.", example: "? discarded = c1"
      ) { player, _ in
        Observation(player.world.uploads.discarded.map { ScriptNames.name(of: $0.id) })
      },
      Clause(
        "? store-reads", "How often the store was read since the last step.",
        example: "? store-reads = 2"
      ) { player, _ in Observation("\(player.world.readCount - player.readsBefore)") },
    ])

  private static func files(_ keys: [UploadKey], _ player: SendPlayer) -> Observation {
    Observation(
      keys.map { key in
        "\(ScriptNames.name(of: key.message.id))/\(player.world.uploads.number(of: key))"
      })
  }

  /// The message that a message of the server refers to.
  private static func reference(
    _ reference: (ReceivedMessage) -> MessageReference?, of arguments: Arguments,
    in player: SendPlayer
  ) throws -> Observation {
    let network = player.world.network
    let kept = network[try key(arguments)]?.original
    guard let kept, case .remote(let target) = reference(kept) else { return .nothing }
    let message = network.messages.first { $0.position.remoteID == target }
    return Observation(message.map { ScriptNames.name(of: $0.key) } ?? target.text.string)
  }

  /// A request in script form: `publish:c1`, `edit:d1`.
  private static func word(_ request: SendRequest) -> String {
    let verb =
      switch request.action {
      case .publish: "publish"
      case .edit: "edit"
      case .delete: "delete"
      case .react: "react"
      case .unreact: "unreact"
      case .retract: "retract"
      }
    return "\(verb):\(ScriptNames.name(of: request.key))"
  }

  /// The server's content of a message: its text, or its files.
  private static func text(of message: ScriptedNetwork.Kept) -> ScriptToken {
    if message.isDeleted { return .word("deleted") }
    switch message.body {
    case .text(let text): return .string(text.string)
    case .media(let media):
      let leaks = media.attachments.contains { $0.localPath != nil }
      let remotes = media.attachments.compactMap(\.remote).count
      return .string("\(media.caption.string)[\(leaks ? "LOCAL PATH" : "\(remotes) remote")]")
    case .payment, .system, .redacted, .unknown: return .word("other")
    }
  }
}
