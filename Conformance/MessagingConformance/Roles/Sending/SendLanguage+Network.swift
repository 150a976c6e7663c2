internal import MessagingModel

// The outcomes of requests and uploads.
extension SendLanguage {
  static let network = ClauseSection<Read>(
    "The server",
    [
      Clause(
        "server [always] answers|loses-answer|loses-request|hangs|takes-and-hangs|answers-another"
          + "|answers-taken-name|answers-at-length|refuses-at-length|unreachable",
        "What becomes of the next request for which nothing is planned yet; with `always`, of all "
          + "for which nothing is planned. `at-length`: with a version, or a code, that no store "
          + "takes. `unreachable`: it finds no network, whatever the device says.",
        example: "server loses-answer"
      ) { a in
        mood(
          a,
          try a.choice([
            "answers": .answer, "loses-answer": .loseAnswer, "loses-request": .loseRequest,
            "hangs": .hang(isTaken: false), "takes-and-hangs": .hang(isTaken: true),
            "answers-another": .answerAnother, "answers-taken-name": .answerTakenName,
            "answers-at-length": .answerAtLength,
            "refuses-at-length": .refuse(ScriptedNetwork.longText), "unreachable": .unreachable,
          ]))
      },
      Clause(
        "server [always] refuses CODE", "Refused for good.", example: "server refuses forbidden"
      ) { a in mood(a, .refuse(ExactString(try a.first(Words.code)))) },
      Clause(
        "server [always] unauthorized CODE", "The server rejects the credentials.",
        example: "server unauthorized 401"
      ) { a in mood(a, .unauthorized(ExactString(try a.first(Words.code)))) },
      Clause("server [always] busy [after=T]", "Not now.", example: "server busy after=5s") { a in
        mood(a, .busy(retryAfter: a.named("after", Words.duration)))
      },
      Clause(
        "server [always] code CODE", "Refused with a code that only a table can tell.",
        example: "server code 503"
      ) { a in mood(a, .unclassified(ExactString(try a.first(Words.code)))) },
      Clause("hold", "Answers do not come back.", example: "hold") { _ in
        act { $0.world.holdsAnswers = true }
      },
      Clause("release", "They do again.", example: "release") { _ in
        act { $0.world.holdsAnswers = false }
      },
      Clause(
        "echo CLIENT [anonymous]",
        "The server sends back what it published, with our id or without.",
        example: "echo c1 anonymous"
      ) { a in
        let key = try key(a)
        return act { try await $0.echo(key, isAnonymous: a.has("anonymous")) }
      },
      Clause(
        "others-send [CLIENT]",
        "Another process of this store may have sent the messages that are unsent now; it has sent "
          + "this one, if that is a text.",
        example: "others-send c1"
      ) { a in
        let key = a.all(Words.client).isEmpty ? nil : try key(a)
        return act { try await $0.world.sendElsewhere(key) }
      },
      Clause(
        "catch-up CONVERSATION", "A page with all that the server has of a conversation arrives.",
        example: "catch-up k1"
      ) { a in
        let conversation = try a.first(Words.conversation)
        return act { try await $0.catchUp(conversation) }
      },
      Clause(
        "moderate CLIENT",
        "Somebody else deletes a message at the server, if it is there, and that is heard of.",
        example: "moderate c1"
      ) { a in
        let key = try key(a)
        return act { try await $0.moderate(key) }
      },
      Clause(
        "again CLIENT|DEPENDENT",
        "The last answer to a request, for a message or a change, comes once more.",
        example: "again c1"
      ) { a in
        let key = try key(a)
        return act { player in
          guard player.world.repeatAnswer(to: key) || player.isLoose else {
            throw Violation("nothing was answered to \(ScriptNames.name(of: key)) in this run")
          }
        }
      },
    ])

  static let uploads = ClauseSection<Read>(
    "Uploads",
    [
      Clause(
        "uploads [always] answer|stall|answer-at-length|refuse-at-length",
        "What becomes of the next upload. `at-length`: with a name or a code that no store takes.",
        example: "uploads stall"
      ) { a in
        upload(
          a,
          try a.choice([
            "answer": .answer, "stall": .stall, "answer-at-length": .answerAtLength,
            "refuse-at-length": .fail(SendError(.permanent, code: ScriptedNetwork.longText)),
          ]))
      },
      Clause(
        "uploads [always] refuse CODE", "It fails for good.", example: "uploads refuse too-large"
      ) { a in
        upload(a, .fail(SendError(.permanent, code: ExactString(try a.first(Words.code)))))
      },
      Clause(
        "uploads [always] unauthorized CODE", "The server rejects the credentials.",
        example: "uploads unauthorized 401"
      ) { a in
        upload(a, .fail(SendError(.unauthorized, code: ExactString(try a.first(Words.code)))))
      },
      Clause(
        "uploads [always] fail CODE [after=T]",
        "It fails for now; `after`: the server orders a wait.", example: "uploads fail timeout"
      ) { a in
        let code = ExactString(try a.first(Words.code))
        let wait = a.named("after", Words.duration)
        return upload(a, .fail(SendError(.transient, code: code, retryAfter: wait)))
      },
      Clause("uploads at N", "Uploads in flight report this percentage.", example: "uploads at 40")
      {
        a in
        let percent = try a.first(Words.number)
        return act { player in
          for key in player.world.uploads.inFlight { player.world.add(.progress(key, percent)) }
        }
      },
      Clause(
        "uploads go-on [rejected]",
        "What stalls goes on; `rejected`: the server rejects the credentials with which it began.",
        example: "uploads go-on"
      ) { a in
        let error = SendError(.unauthorized, code: "401")
        let mood: ScriptedUploads.Mood = a.has("rejected") ? .fail(error) : .answer
        return act { $0.world.uploads.resume(mood) }
      },
      Clause(
        "uploads percents N…", "The percentages that are reported before an upload ends.",
        example: "uploads percents 3 10 12 60"
      ) { a in
        let percents = a.all(Words.number)
        return act { $0.world.uploads.percents = percents }
      },
      Clause(
        "file PATH missing", or: ["file PATH size=N"],
        "A file is gone, or is not what was accepted.", example: "file photos/a.jpg missing"
      ) { a in
        guard let path = RelativePath(try a.first(Words.path)) else {
          throw ScriptError("PATH is one relative path: photos/a.jpg")
        }
        let size = a.named("size", Words.number)
        return act { $0.world.uploads.sizes[path] = .some(size) }
      },
    ])

  private static func mood(_ a: Arguments, _ mood: ScriptedNetwork.Mood) -> SendPlayer.Step {
    let isStanding = a.has("always")
    return act { player in
      if isStanding {
        player.world.network.standing = mood
      } else {
        player.world.network.moods.append(mood)
      }
    }
  }

  private static func upload(_ a: Arguments, _ mood: ScriptedUploads.Mood) -> SendPlayer.Step {
    let isStanding = a.has("always")
    return act { player in
      if isStanding {
        player.world.uploads.standing = mood
      } else {
        player.world.uploads.moods.append(mood)
      }
    }
  }

  /// The owner's message, or the change, that a line names.
  static func key(_ a: Arguments) throws(ScriptError) -> MessageID {
    if let dependent = a.all(Words.dependent).first { return dependent }
    return ScriptNames.client(try a.first(Words.client).client ?? 0)
  }
}
