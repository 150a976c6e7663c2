internal import MessagingModel

// Events at the server, and between the server and the device.
extension SyncLanguage {
  static let people = ClauseSection<Read>(
    "What happens at the server",
    [
      Clause(
        "write REMOTE \"TEXT\" [by=NAME] [@TIME] [reply=REMOTE] [thread=REMOTE]",
        "Somebody writes a message; `s7=c1` carries our identity. It lies after all there is, or "
          + "at its time.", example: #"write s3 "hello" by=bob"#
      ) { a in
        let text = ExactString(try a.first(Words.text))
        return try write(a, .text(text))
      },
      Clause(
        "write REMOTE size=N [by=NAME]", "Somebody writes a text of that many letters.",
        example: "write s3 size=10000000"
      ) { a in
        let count = a.named("size", Words.number) ?? 0
        return try write(a, .text(ExactString(String(repeating: "x", count: count))))
      },
      Clause(
        "write REMOTE… [by=NAME]", "Somebody writes several messages, whose texts are their names.",
        example: "write s1 s2 s3"
      ) { a in
        let (references, author) = (a.all(Words.remote), a.author)
        let conversation = a.conversation
        return act { player in
          for reference in references {
            player.names.learn(reference, in: conversation)
            _ = try await player.act { world in
              world.server.write(
                .text(ExactString(reference.name)), in: conversation, by: author,
                key: reference.client.map(ScriptNames.client), name: reference.serverName)
            }
          }
        }
      },
      Clause(
        "edits REMOTE \"TEXT\" [by=NAME]", "Its author, or somebody, edits it.",
        example: #"edits s3 "hello!""#
      ) { a in try relate(a, .edit(.text(ExactString(try a.first(Words.text))))) },
      Clause(
        "deletes REMOTE [by=NAME] [moderator]", "Its author, or somebody, deletes it.",
        example: "deletes s3"
      ) { a in try relate(a, .delete(isModerator: a.has("moderator"), leavesRow: false)) },
      Clause("reacts REMOTE \"TEXT\" [by=NAME]", "Somebody reacts.", example: #"reacts s3 "👍""#) {
        a in try relate(a, .react(ExactString(try a.first(Words.text))))
      },
      Clause(
        "reads REMOTE [by=NAME]", "Somebody has read up to it.", example: "reads s3 by=bob"
      ) { a in try relate(a, .receipt(Timestamp(milliseconds: 1))) },
      Clause(
        "take CLIENT REMOTE [unheard]",
        "The server takes what we wrote; the answer comes back, or is lost.",
        example: "take c1 s3 unheard"
      ) { a in
        let (client, remote) = (try a.first(Words.client), try a.first(Words.remote))
        let (conversation, isHeard) = (a.conversation, !a.has("unheard"))
        return act { player in
          try await player.take(client, as: remote, in: conversation, isHeard: isHeard)
        }
      },
      Clause(
        "garble", "The server sends an event that cannot be decoded.", example: "garble"
      ) { a in
        let conversation = a.conversation
        return happens { $0.server.garble(in: conversation) }
      },
      Clause(
        "forget-tokens", "No token that was given up to now is known any more.",
        example: "forget-tokens"
      ) { _ in happens { $0.server.forgetTokens() } },
      Clause(
        "restore N", "The server is restored from a backup: so many events are left.",
        example: "restore 2"
      ) { a in
        let count = try a.first(Words.number)
        return happens { $0.server.restore(to: count) }
      },
    ]
  ).taking("[in=CONVERSATION]")

  private static func write(_ a: Arguments, _ body: Body) throws -> SyncPlayer.Step {
    let reference = try a.first(Words.remote)
    let (conversation, author) = (a.conversation, a.author)
    let time = a.time.map { Timestamp(milliseconds: $0.server) }
    let reply = a.named("reply", Words.remote)?.serverName
    let thread = a.named("thread", Words.remote)?.serverName
    return act { player in
      player.names.learn(reference, in: conversation)
      _ = try await player.act { world in
        world.server.write(
          body, in: conversation, by: author, key: reference.client.map(ScriptNames.client),
          name: reference.serverName, at: time, replyTo: reply, threadRoot: thread)
      }
    }
  }

  private static func relate(
    _ a: Arguments, _ action: Relation.Action
  ) throws -> SyncPlayer.Step {
    let reference = try a.first(Words.remote)
    let author = a.named("by", Words.name)
    return act { player in
      let name = reference.serverName
      let event = try await player.act { world in
        name.flatMap { world.server.relate(action, to: $0, by: author) }
      }
      guard event != nil || player.isLoose else {
        throw Violation("the server has no \(reference)")
      }
    }
  }
}

extension ScriptReference {
  /// The server's name of the message; `nil` for an unsent one.
  var serverName: RemoteID? { remote.map(ScriptNames.remote) }
}

extension SyncPlayer {
  /// Makes the server take a message that is stored as unsent.
  mutating func take(
    _ client: ScriptReference, as remote: ScriptReference, in conversation: ConversationID,
    isHeard: Bool
  ) async throws {
    let id = ScriptNames.client(client.client ?? 0)
    let snapshot = try await everything(in: conversation)
    guard let message = snapshot.messages.first(where: { $0.id == id }) else {
      if isLoose { return }
      throw Violation("nothing is stored of \(client)")
    }
    names.learn(client: client.client ?? 0, isRemote: remote.remote ?? 0, in: conversation)
    let device = ServerDevice(ScriptNames.owner)
    let event = try await act { world in
      world.server.write(
        message.body, in: conversation, by: ScriptNames.owner, key: id, name: remote.serverName,
        timestamp: message.timestamp, on: device)
    }
    guard isHeard, let place = event.message?.position else { return }
    let isList = try world.server.traits.givesLists
    let taken =
      isList
      ? ServerPosition.unlisted(
        place.remoteID, timestamp: place.timestamp, answeredAt: 1_700_000_100_000_000) : place
    try await act { world in
      _ = try await world.apply([.acknowledge(MessageKey(conversation, id), taken)])
    }
  }
}
